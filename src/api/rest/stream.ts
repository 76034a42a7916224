import { createHash } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import { isInner, takenOver } from '../connection.js';

/** A streamed response of any length. */
export interface Streamed {
  readonly type: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Throws if the stream breaks off. */
  readonly pieces: AsyncIterable<Uint8Array>;
  /** Called after each chunk was written, when its buffer may be reused. */
  readonly giveBack: (piece: Uint8Array) => void;
  /** Number of rows, valid after the last chunk. */
  readonly rows: () => number;
  /** Releases all data that was not read. */
  readonly close: () => void;
}

const trailerNames = ['Report-Rows', 'Repr-Digest'] as const;

/**
 * A reader that takes nothing for this time is disconnected, because it holds a stream slot and an open
 * snapshot.
 */
export const readerMs = 30_000;

interface Sending {
  /** Milliseconds for which the reader may take nothing. */
  readonly waitMs: number;
  /** Called with the reason if the stream breaks off. */
  readonly failed: (error: unknown) => void;
}

/**
 * Sends the stream and then the trailers. If the stream breaks off, the connection is aborted without the
 * final chunk, so that no client takes it for complete. Never rejects.
 */
export async function sendStream(
  reply: FastifyReply,
  streamed: Streamed,
  { waitMs, failed }: Sending,
): Promise<void> {
  const { request } = reply;
  const raw = takenOver(reply, { ...streamed.headers, 'Content-Type': streamed.type });
  raw.once('close', streamed.close);
  if (raw.destroyed) return streamed.close();
  if (request.method === 'HEAD') return void raw.end();
  // The reader has its own time limit, and producing rows may take longer than the socket timeout.
  if (!isInner(raw)) raw.socket?.setTimeout(0);
  const isChunked = request.raw.httpVersion !== '1.0';
  if (isChunked) raw.setHeader('Trailer', trailerNames.join(', '));
  try {
    const hash = createHash('sha256');
    for await (const piece of streamed.pieces) {
      hash.update(piece);
      if (!raw.write(piece, () => streamed.giveBack(piece))) await taken(raw, waitMs);
    }
    const [rows, digest] = trailerNames;
    raw.addTrailers({ [rows]: String(streamed.rows()), [digest]: `sha-256=:${hash.digest('base64')}:` });
    raw.end();
  } catch (error) {
    failed(error);
    // Without chunked encoding, a normal close would mark a complete response.
    if (isChunked) raw.destroy();
    else raw.socket?.resetAndDestroy();
  }
}

/**
 * Resolves when the reader has taken the written data; rejects if it disconnects or takes nothing for too
 * long.
 */
function taken(raw: FastifyReply['raw'], waitMs: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const done = (end: () => void) => (): void => {
      clearTimeout(late);
      raw.off('drain', drained).off('close', left);
      end();
    };
    const drained = done(resolve);
    const left = done(() => reject(new Error('the client of a stream disconnected')));
    const late = setTimeout(
      done(() => reject(new Error('the client of a stream stopped reading'))),
      waitMs,
    );
    raw.once('drain', drained).once('close', left);
    if (raw.destroyed) left();
  });
}
