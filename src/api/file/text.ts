import { setImmediate as turn } from 'node:timers/promises';
import { refuse } from '../../domain/refusal.js';

const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Decodes a UTF-8 file and removes its byte order mark. Refuses other encodings with the line of the first
 * fault.
 */
export function fileText(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff))
    refuse('invalid_body', 'line 1: the file is in UTF-16; save it as UTF-8.', { param: 'line[1]' });
  try {
    return utf8.decode(bytes);
  } catch {
    const read = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8');
    const line = read.slice(0, read.indexOf('\ufffd')).split('\n').length;
    return refuse('invalid_body', `line ${line}: the file is not in UTF-8; save it as UTF-8.`, {
      param: `line[${line}]`,
    });
  }
}

const partSize = 64 * 1024;

/** Splits a file into parts and lets other requests run between them. */
export async function* partsOf<T extends string | Buffer>(whole: T): AsyncGenerator<T> {
  for (let at = 0; at < whole.length; at += partSize) {
    yield (
      typeof whole === 'string' ? whole.slice(at, at + partSize) : whole.subarray(at, at + partSize)
    ) as T;
    await turn();
  }
}
