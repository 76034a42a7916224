import type { Random } from './random.js';

/** How a body is delimited (RFC 9112 §6, §7), and how its sender behaves. */
export interface Framed {
  /**
   * `legal`: answered like a body with Content-Length. `broken`: refused. `cut`: the body never arrives completely.
   */
  readonly kind: 'legal' | 'broken' | 'cut';
  /** Header lines that delimit the body. */
  readonly lines: readonly string[];
  /** What follows the header, each part in its own packet. `continue`: waits until the service has sent something. */
  readonly parts: readonly (Buffer | string)[];
  /** How the sender ends; by default it waits for the answer. */
  readonly end?: 'close' | 'reset';
}

type Frame = (body: Buffer, random: Random) => Framed;

const chunked = 'Transfer-Encoding: chunked';
const lastChunk = '0\r\n\r\n';
const length = (body: Buffer): string => `Content-Length: ${body.length}`;
const half = (body: Buffer): Buffer => body.subarray(0, Math.ceil(body.length / 2));
const chunk = (part: Buffer, size = part.length.toString(16)): Buffer =>
  Buffer.concat([Buffer.from(`${size}\r\n`), part, Buffer.from('\r\n')]);

/** Chunks with unusual sizes and spellings. */
function oddChunks(body: Buffer, random: Random, extension = ''): Buffer[] {
  const chunks: Buffer[] = [];
  for (let at = 0; at < body.length;) {
    const part = body.subarray(at, at + random.pick([1, 2, 7, 255, 4_096]));
    const hex = part.length.toString(16);
    chunks.push(chunk(part, random.pick([hex, hex.toUpperCase(), hex.padStart(4, '0')]) + extension));
    at += part.length;
  }
  return chunks;
}

const frame =
  (
    kind: Framed['kind'],
    lines: (...of: Parameters<Frame>) => Framed['lines'],
    parts: (...of: Parameters<Frame>) => Framed['parts'],
    end?: Framed['end'],
  ): Frame =>
  (body, random) => ({
    kind,
    lines: lines(body, random),
    parts: parts(body, random),
    ...(end !== undefined && { end }),
  });

const byLength = (body: Buffer): string[] => [length(body)];
const byChunks = (): string[] => [chunked];
const tooMany = Buffer.alloc(2 * 1024 * 1024, 'x');

/** Framings of a body, by name. */
export const framings: Readonly<Record<string, Frame>> = {
  'a length, in pieces': frame('legal', byLength, (body) => [
    body.subarray(0, 1),
    body.subarray(1, -1),
    body.subarray(-1),
  ]),
  'odd chunks': frame('legal', byChunks, (...of) => [...oddChunks(...of), lastChunk]),
  'chunks with extensions': frame('legal', byChunks, (...of) => [
    ...oddChunks(...of, ';name="a;b";flag'),
    '0;last\r\n\r\n',
  ]),
  'chunks and trailers': frame(
    'legal',
    () => [chunked, 'Trailer: X-Sum'],
    (body) => [chunk(body), '0\r\nX-Sum: 1\r\n\r\n'],
  ),
  'a length, after 100 Continue': frame(
    'legal',
    (body) => [length(body), 'Expect: 100-continue'],
    (body) => ['continue', body],
  ),
  'chunks, after 100 Continue': frame(
    'legal',
    () => [chunked, 'Expect: 100-continue'],
    (body) => ['continue', chunk(body), lastChunk],
  ),
  'chunks beyond every limit': frame('broken', byChunks, () => [chunk(tooMany), lastChunk]),
  'two lengths': frame(
    'broken',
    (body) => [length(body), 'Content-Length: 1'],
    (body) => [body],
  ),
  'a length that is no number': frame(
    'broken',
    (_, random) => [`Content-Length: ${random.pick(['+5', '-1', '0x5', '5, 5', '1e1', '9'.repeat(30)])}`],
    (body) => [body],
  ),
  'a length and chunks': frame(
    'broken',
    (body) => [length(body), chunked],
    (body) => [chunk(body), lastChunk],
  ),
  'another coding': frame(
    'broken',
    (_, random) => [`Transfer-Encoding: ${random.pick(['gzip', 'identity', 'gzip, chunked', 'xchunked'])}`],
    (body) => [chunk(body), lastChunk],
  ),
  'a chunk size that is none': frame('broken', byChunks, (body, random) => [
    chunk(body, random.pick(['zz', '-1', '0x5', 'f'.repeat(17)])),
    lastChunk,
  ]),
  'a chunk longer than its size': frame('broken', byChunks, (body) => [chunk(body, '1'), lastChunk]),
  'an extension of 100 KB': frame('broken', byChunks, (body) => [
    chunk(body, `${body.length.toString(16)};${'x'.repeat(100_000)}`),
    lastChunk,
  ]),
  'an expectation that nobody knows': frame(
    'broken',
    (body) => [length(body), 'Expect: a miracle'],
    (body) => ['continue', body],
  ),
  'a length, cut and closed': frame('cut', byLength, (body) => [half(body)], 'close'),
  'chunks, cut and closed': frame('cut', byChunks, (body) => [chunk(half(body))], 'close'),
  'a length, cut and reset': frame('cut', byLength, (body) => [half(body)], 'reset'),
  'a chunk, cut and reset': frame('cut', byChunks, () => ['5\r\nhe'], 'reset'),
};

/** No body. The connection closes after the answer, so that an answer that never ends is noticed. */
export const bodiless: Framed = { kind: 'legal', lines: [], parts: [] };
