import { svgFault } from './svg.js';

/** The largest image that is stored. */
export const imageBytesMax = 512 * 1024;
/** Limit per side: a file of a few kilobytes can decode to an image of a gigabyte. */
const sideMax = 4_096;

interface Size {
  readonly width: number;
  readonly height: number;
}

interface Form {
  readonly type: string;
  readonly is: (bytes: Buffer) => boolean;
  /** Undefined if the header is broken. */
  readonly size: (bytes: Buffer) => Size | undefined;
}

const starts =
  (...parts: readonly (readonly [at: number, text: string])[]) =>
  (bytes: Buffer): boolean =>
    parts.every(([at, text]) => bytes.subarray(at, at + text.length).toString('latin1') === text);

const forms: readonly Form[] = [
  {
    type: 'image/png',
    is: starts([0, '\x89PNG\r\n\x1a\n'], [12, 'IHDR']),
    size: (bytes) => ({ width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }),
  },
  { type: 'image/jpeg', is: starts([0, '\xff\xd8\xff']), size: sizeOfJpeg },
  {
    type: 'image/gif',
    is: (bytes) => starts([0, 'GIF87a'])(bytes) || starts([0, 'GIF89a'])(bytes),
    size: (bytes) => ({ width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) }),
  },
  { type: 'image/webp', is: starts([0, 'RIFF'], [8, 'WEBPVP8']), size: sizeOfWebp },
  // An ICO's sides fit in a byte.
  { type: 'image/x-icon', is: starts([0, '\x00\x00\x01\x00']), size: () => ({ width: 256, height: 256 }) },
];

export const svgType = 'image/svg+xml';

/**
 * The media type found in the bytes, not the one the server claimed; or why the image cannot be shown. The work is
 * bounded: headers are read at fixed offsets, JPEG segments and an SVG's prolog up to a limit.
 */
export function readImage(bytes: Buffer): { readonly type: string } | { readonly fault: string } {
  if (bytes.length === 0) return { fault: 'The file is empty.' };
  const form = forms.find(({ is }) => is(bytes));
  if (form === undefined) {
    const fault = svgFault(bytes);
    return fault === undefined ? { type: svgType } : { fault };
  }
  // The longest header that is read, WebP's, has thirty bytes.
  const size = bytes.length < 30 ? undefined : form.size(bytes);
  if (size === undefined || size.width === 0 || size.height === 0)
    return { fault: 'The image is broken: its header has no size.' };
  if (Math.max(size.width, size.height) > sideMax)
    return { fault: `The image is wider or taller than ${sideMax} pixels.` };
  return { type: form.type };
}

/** JPEG segments scanned for the frame; cameras write about twenty. */
const segmentsMax = 1_000;

/** Reads the size from the frame segment; every other segment starts with its length. */
function sizeOfJpeg(bytes: Buffer): Size | undefined {
  let at = 2;
  for (let seen = 0; seen < segmentsMax && at + 9 <= bytes.length && bytes[at] === 0xff; seen += 1) {
    const marker = bytes[at + 1] ?? 0;
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) };
    // Markers may be preceded by fill bytes.
    at += marker === 0xff ? 1 : 2 + bytes.readUInt16BE(at + 2);
  }
  return undefined;
}

function sizeOfWebp(bytes: Buffer): Size | undefined {
  const kind = bytes.subarray(12, 16).toString('latin1');
  if (kind === 'VP8X') return { width: 1 + bytes.readUIntLE(24, 3), height: 1 + bytes.readUIntLE(27, 3) };
  if (kind === 'VP8L') {
    const bits = bytes.readUInt32LE(21);
    return { width: 1 + (bits & 0x3fff), height: 1 + ((bits >>> 14) & 0x3fff) };
  }
  if (kind === 'VP8 ')
    return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff };
  return undefined;
}
