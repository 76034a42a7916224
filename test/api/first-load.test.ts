import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { page as reference } from './pasted.js';

const most = 200 * 1024;
const built = join(import.meta.dirname, '../../dist');

/** A page with every script and style sheet that it loads before it shows anything, as they are sent. */
function firstLoad(program: string): number {
  const html = readFileSync(join(built, program, 'index.html'), 'utf8');
  const files = [...html.matchAll(/(?:src|href)="[^"]*\/(assets\/[^"]+\.(?:js|css))"/g)];
  expect(files.length).toBeGreaterThan(1);
  const sizes = files.map(([, file = '']) => gzipSync(readFileSync(join(built, program, file))).length);
  return sizes.reduce((sum, size) => sum + size, gzipSync(html).length);
}

test.each(['console', 'dashboard'])('the first load of the %s is at most 200 KB', (program) => {
  expect(firstLoad(program)).toBeLessThan(most);
});

test('the first load of the reference is at most 200 KB, operations before events and codes', () => {
  expect(gzipSync(reference).length).toBeLessThan(most);
  const positions = ['<h2 id="payouts"', '<h2 id="codes"', '<h2 id="event-types"'].map((each) =>
    reference.indexOf(each),
  );
  expect(positions.every((position) => position > 0)).toBe(true);
  expect(positions.toSorted((one, other) => one - other)).toEqual(positions);
});
