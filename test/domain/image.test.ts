import { expect, test } from 'vitest';
import { imageBytesMax, readImage } from '../../src/domain/image.js';
import { png, svg } from '../setup/image.js';

const bytes = (...parts: readonly (string | readonly number[])[]): Buffer =>
  Buffer.concat([
    ...parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part))),
    Buffer.alloc(40),
  ]);
const pngOf = (width: number, height: number): Buffer => {
  const made = Buffer.from(png);
  made.writeUInt32BE(width, 16);
  made.writeUInt32BE(height, 20);
  return made;
};
const segment = [0xff, 0xe0, 0, 4, 1, 2];
const jpegOf = (...before: readonly number[]): Buffer =>
  bytes([0xff, 0xd8, ...segment, ...before, 0xff, 0xc2, 0, 17, 8, 0, 40, 0, 120]);
const notShown = 'The file is not an image that can be shown; use PNG, JPEG, GIF, WebP, ICO or SVG.';
const broken = 'The image is broken: its header has no size.';
const large = 'The image is wider or taller than 4096 pixels.';
const entities = 'The SVG defines entities; save it without them.';
const doctype =
  '<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">';

test.each<[string, Buffer | string, string]>([
  ['PNG', png, 'image/png'],
  ['PNG, as large as may be', pngOf(4096, 4096), 'image/png'],
  ['PNG that fills a memory', pngOf(60_000, 60_000), large],
  ['PNG of no width', pngOf(0, 10), broken],
  ['PNG that is cut off', png.subarray(0, 20), broken],
  ['JPEG', jpegOf(), 'image/jpeg'],
  ['JPEG with markers that are filled up', jpegOf(0xff, 0xff), 'image/jpeg'],
  ['JPEG without a frame', bytes([0xff, 0xd8, ...segment]), broken],
  ['JPEG whose segment leads nowhere', bytes([0xff, 0xd8, 0xff, 0xe0, 0xff, 0xff]), broken],
  ['GIF', bytes('GIF89a', [120, 0, 40, 0]), 'image/gif'],
  ['GIF that is too wide', bytes('GIF87a', [0xff, 0xff, 1, 0]), large],
  [
    'WebP',
    bytes('RIFF', [0, 0, 0, 0], 'WEBPVP8 ', [0, 0, 0, 0, 0, 0, 0, 0x9d, 1, 0x2a, 120, 0, 40, 0]),
    'image/webp',
  ],
  [
    'WebP without loss',
    bytes('RIFF', [0, 0, 0, 0], 'WEBPVP8L', [0, 0, 0, 0, 0x2f, 0x77, 0xc0, 9, 0]),
    'image/webp',
  ],
  [
    'WebP with more to it',
    bytes('RIFF', [0, 0, 0, 0], 'WEBPVP8X', [0, 0, 0, 0, 0, 0, 0, 0, 119, 0, 0, 39, 0, 0]),
    'image/webp',
  ],
  [
    'WebP that is too high',
    bytes('RIFF', [0, 0, 0, 0], 'WEBPVP8X', [0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 255, 255, 0]),
    large,
  ],
  ['WebP of another kind', bytes('RIFF', [0, 0, 0, 0], 'WEBPVP8?'), broken],
  ['ICO', bytes([0, 0, 1, 0, 1, 0]), 'image/x-icon'],
  ['SVG', svg(''), 'image/svg+xml'],
  [
    'SVG behind a mark, a declaration, a comment and a type',
    `\ufeff<?xml version="1.0" encoding="UTF-8"?>\n<!-- a > b -->\n${doctype}\n${svg('')}`,
    'image/svg+xml',
  ],
  ['SVG under a name of its own', '<s:svg xmlns:s="http://www.w3.org/2000/svg"/>', 'image/svg+xml'],
  ['SVG with an entity', `<!DOCTYPE svg [<!ENTITY a "b">]>${svg('&a;')}`, entities],
  ['SVG with a list of its own', `<!DOCTYPE svg [ ]>${svg('')}`, entities],
  [
    'SVG that would be read in another way',
    `<?xml version="1.0" encoding="UTF-7"?>${svg('')}`,
    'The SVG is not in UTF-8.',
  ],
  ['SVG of two bytes a letter', Buffer.from(`\ufeff${svg('')}`, 'utf16le'), notShown],
  ['SVG that is broken off in its comment', '<!-- <svg></svg>', notShown],
  ['HTML', '<!doctype html><svg xmlns="http://www.w3.org/2000/svg"></svg><script>1</script>', notShown],
  ['HTML with an SVG in it', `<html>${svg('')}</html>`, notShown],
  [
    'SVG whose type names a place with a sign in it',
    `<!DOCTYPE svg PUBLIC "a>[b" 'c>[d'>${svg('')}`,
    'image/svg+xml',
  ],
  ['SVG with a second type', `${svg('')}<!DOCTYPE svg [<!ENTITY a "b">]>`, entities],
  ['SVG behind more than is read', `<!--${'-'.repeat(70_000)}-->${svg('')}`, notShown],
  ['a script', 'alert(1)', notShown],
  ['PDF', '%PDF-1.7', notShown],
  ['nothing', '', 'The file is empty.'],
  ['blanks', ' \n', notShown],
])('%s is recognised by its bytes', (_, bytes, found) => {
  const read = readImage(typeof bytes === 'string' ? Buffer.from(bytes) : bytes);
  expect('type' in read ? read.type : read.fault).toBe(found);
});

const filled = (unit: string, before = ''): Buffer =>
  Buffer.from(before + unit.repeat(Math.floor((imageBytesMax - before.length) / unit.length)), 'latin1');

test.each<[string, Buffer]>([
  ['document types that never end', filled('<!DOCTYPE ')],
  ['types of an SVG that never end', filled('<!DOCTYPE svg ')],
  ['types of an SVG that end', filled('<!DOCTYPE svg>')],
  ['definitions that are none', filled('<!DOCTYPE svg', svg(''))],
  ['comments that never end', filled('<!-- ')],
  ['comments that end', filled('<!---->')],
  ['instructions that never end', filled('<?xml encoding ')],
  ['blanks', filled(' ')],
  ['quotes', filled('"', '<!DOCTYPE svg ')],
  ['names', filled('svg:', '<')],
  ['segments of a JPEG', filled('\xff\xe0\x00\x00', '\xff\xd8\xff\xe0\x00\x00')],
  ['markers of a JPEG', filled('\xff', '\xff\xd8\xff')],
])('a maximum-size file of %s costs milliseconds, and is refused', (_, image) => {
  const before = process.cpuUsage();
  const read = readImage(image);
  const { user, system } = process.cpuUsage(before);
  expect(read).toHaveProperty('fault');
  expect((user + system) / 1000).toBeLessThan(200);
});
