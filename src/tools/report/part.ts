import { createHash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import { request as overHttp, type IncomingMessage } from 'node:http';
import { request as overHttps } from 'node:https';
import { setTimeout as sleep } from 'node:timers/promises';
import { LineEnds } from '../../domain/csv.js';

/** One streamed response, written as far as it arrived. */
export interface Part {
  /** The time of the report's data. */
  readonly asOf: Date;
  /** Complete rows. */
  readonly rows: number;
  /** Bytes of complete lines in the file. */
  readonly length: number;
  /** The first value of the last row. */
  readonly last: string | undefined;
  /** Whether the trailers arrived and match; otherwise the stream broke off. */
  readonly isWhole: boolean;
}

interface PartRequest {
  readonly url: string;
  readonly apiKey: string;
  readonly file: FileHandle;
  /** Offset to continue at; after the start, the header row is left out. */
  readonly from: number;
  /** Retry if the service gives no response. */
  readonly isPatient: boolean;
  readonly signal: AbortSignal;
  readonly onRows: (rows: number, bytes: number) => void;
}

const silenceMs = 60_000;
const tries = 10;
const againMs = 1_000;

/** Requests until there is a response, and writes it. */
export async function writePart(request: PartRequest): Promise<Part> {
  for (let attempt = 1; ; attempt += 1) {
    const answer = await answerOf(request).catch((error: unknown) => {
      request.signal.throwIfAborted();
      if (!request.isPatient || attempt >= tries) throw error;
    });
    if (answer === undefined) {
      await sleep(againMs, undefined, { signal: request.signal });
      continue;
    }
    if (answer.statusCode === 200) return savePart(answer, request);
    const text = await textOf(answer);
    const isMomentary = answer.statusCode === 503 || answer.statusCode === 429;
    if (!isMomentary || attempt >= tries)
      throw new Error(`The service answered ${answer.statusCode}: ${text}`);
    await sleep(1000 * Number(answer.headers['retry-after'] ?? 1), undefined, { signal: request.signal });
  }
}

function answerOf({ url, apiKey, signal }: PartRequest): Promise<IncomingMessage> {
  const ask = url.startsWith('https:') ? overHttps : overHttp;
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${apiKey}` };
    const asking = ask(url, { headers, signal, timeout: silenceMs }, resolve);
    asking.on('timeout', () => asking.destroy(new Error('no data for a minute')));
    asking.on('error', (error) =>
      reject(new Error(`${new URL(url).origin} does not answer: ${error.message}`)),
    );
    asking.end();
  });
}

async function textOf(answer: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of answer) pieces.push(piece as Buffer);
  const text = Buffer.concat(pieces).toString();
  try {
    return (JSON.parse(text) as { error: { message: string } }).error.message;
  } catch {
    return 'it is not the payments service.';
  }
}

async function savePart(answer: IncomingMessage, { file, from, signal, onRows }: PartRequest): Promise<Part> {
  const asOf = new Date(String(answer.headers['report-as-of']));
  if (Number.isNaN(asOf.getTime())) throw new Error('The server is not the payments service.');
  const hash = createHash('sha256');
  const lines = new LineEnds();
  let tail: Buffer = Buffer.alloc(0);
  let length = from;
  let last: string | undefined;
  const take = async (piece: Buffer): Promise<void> => {
    hash.update(piece);
    const before = lines.count;
    const ends = lines.next(piece);
    const end = ends.at(-1);
    if (end === undefined) return void (tail = Buffer.concat([tail, piece]));
    let whole = Buffer.concat([tail, piece.subarray(0, end + 1)]);
    tail = piece.subarray(end + 1);
    if (before === 0 && from > 0) whole = whole.subarray(whole.indexOf('\n') + 1);
    if (lines.count > 1)
      last = whole
        .subarray(whole.lastIndexOf('\n', whole.length - 2) + 1)
        .toString()
        .split(',')[0];
    await file.write(whole, 0, whole.length, length);
    length += whole.length;
    onRows(lines.count - 1, length);
  };
  try {
    for await (const piece of answer) await take(piece as Buffer);
  } catch (error) {
    signal.throwIfAborted();
    if ((error as NodeJS.ErrnoException).code !== 'ECONNRESET') throw error;
  }
  const { 'report-rows': rows, 'repr-digest': digest } = answer.trailers;
  const isWhole = answer.complete && digest !== undefined;
  if (isWhole && (rows !== String(lines.count - 1) || digest !== `sha-256=:${hash.digest('base64')}:`))
    throw new Error('The report is corrupt: its digest does not match.');
  return { asOf, rows: Math.max(0, lines.count - 1), length, last, isWhole };
}
