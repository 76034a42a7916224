import { createHash } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import { isInner, takenOver } from '../connection.js';

/** An answer that is sent as it comes, however long it is. */
export interface Streamed {
  readonly type: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Raises where it breaks off. */
  readonly pieces: AsyncIterable<Uint8Array>;
  /** Hears of each piece that was sent: its memory may be used again. */
  readonly giveBack: (piece: Uint8Array) => void;
  /** How many rows the pieces had, once they have ended. */
  readonly rows: () => number;
  /** Lets go of what was not read. */
  readonly close: () => void;
}

const trailerNames = ['Report-Rows', 'Repr-Digest'] as const;

/** One that takes nothing for so long keeps its place from others, and a snapshot open. */
export const readerMs = 30_000;

interface Sending {
  /** How long the reader may take nothing. */
  readonly waitMs: number;
  /** Hears why it broke off. */
  readonly failed: (error: unknown) => void;
}

/**
 * Sends it and ends with the trailers of the whole. One that breaks off is aborted: without the end of its chunks no
 * client takes it for whole. Resolves in either case.
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
  // The reader has a time of its own, and the rows may take longer.
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
    // Without chunks the end of the connection would be the end of the answer.
    if (isChunked) raw.destroy();
    else raw.socket?.resetAndDestroy();
  }
}

/** Resolves once the reader has taken what was written; raises where it leaves, or takes nothing for too long. */
function taken(raw: FastifyReply['raw'], waitMs: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const done = (end: () => void) => (): void => {
      clearTimeout(late);
      raw.off('drain', drained).off('close', left);
      end();
    };
    const drained = done(resolve);
    const left = done(() => reject(new Error('the reader of a stream has left')));
    const late = setTimeout(
      done(() => reject(new Error('the reader of a stream has taken nothing for too long'))),
      waitMs,
    );
    raw.once('drain', drained).once('close', left);
    if (raw.destroyed) left();
  });
}
