import { Pool } from 'undici';
import type { Journal } from './journal.ts';
import { newNonce, signatureHeader, signatureOf, verdictOf } from './signature.ts';

export interface PushOptions {
  readonly journal: Journal;
  /** The notice endpoint of the service: `https://…/providers/<name>/notices`. */
  readonly url: string;
  /** PEM: CA of the service's certificate. */
  readonly ca?: string;
  readonly sendingKeys: readonly string[];
  readonly receivingKeys: readonly string[];
  readonly report: (error: unknown) => void;
}

const noticesMost = 100;
const restMs = 200;
const retryMs = 500;
const retryMsMost = 10_000;
const deadlineMs = 10_000;

/** Pushes notices to the service until each is accepted. Returns a function that stops pushing. */
export function startPush(options: PushOptions): () => Promise<void> {
  const { journal, report } = options;
  const ending = new AbortController();
  const pool = new Pool(new URL(options.url).origin, {
    connections: 1,
    allowH2: false,
    ...(options.ca !== undefined && { connect: { ca: options.ca } }),
  });
  let failures = 0;
  const pass = async (): Promise<number> => {
    const waiting = journal.untaken(noticesMost);
    if (waiting.length === 0) return restMs;
    const taken = await push({ pool, ...options }, waiting);
    journal.setTaken(taken.map(({ sequence }) => sequence));
    failures = taken.length === 0 ? failures + 1 : 0;
    return taken.length === waiting.length ? 0 : Math.min(retryMsMost, retryMs * 2 ** Math.min(failures, 6));
  };
  const run = async (): Promise<void> => {
    while (!ending.signal.aborted) {
      const waitMs = await pass().catch((error: unknown) => {
        report(error);
        return retryMs;
      });
      await rest(waitMs, ending.signal);
    }
  };
  const running = run();
  return async () => {
    ending.abort();
    await running;
    await pool.destroy();
  };
}

type Push = PushOptions & { readonly pool: Pool };
type Numbered = { readonly sequence: number };

/**
 * Returns the accepted notices. A rejected page is sent again one by one, so that one bad notice does not
 * block the others.
 */
async function push(options: Push, notices: readonly Numbered[]): Promise<readonly Numbered[]> {
  if (await isTaken(options, notices)) return notices;
  const taken: Numbered[] = [];
  if (notices.length > 1) for (const each of notices) if (await isTaken(options, [each])) taken.push(each);
  return taken;
}

async function isTaken(options: Push, notices: readonly Numbered[]): Promise<boolean> {
  const { pool, url, sendingKeys, receivingKeys: keys, report } = options;
  const { pathname: path } = new URL(url);
  const message = { method: 'POST', path, body: Buffer.from(JSON.stringify({ notices })) };
  const nonce = newNonce();
  try {
    const { statusCode, headers, body } = await pool.request({
      ...message,
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        [signatureHeader]: signatureOf(message, sendingKeys, nonce),
      },
      signal: AbortSignal.timeout(deadlineMs),
    });
    const text = Buffer.from(await body.arrayBuffer());
    if (statusCode < 200 || statusCode > 299)
      throw new Error(`the answer was ${statusCode} ${text.toString('utf8').slice(0, 200)}`);
    const verdict = verdictOf({ ...message, body: text }, headers[signatureHeader]?.toString(), {
      keys,
      nonce,
    });
    if ('fault' in verdict) throw new Error(verdict.fault);
    return true;
  } catch (error) {
    report(new Error('notices were not accepted; retrying', { cause: error }));
    return false;
  }
}

export function rest(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, signal.aborted ? 0 : ms);
    signal.addEventListener(
      'abort',
      () => {
        clearTimeout(timer);
        resolve();
      },
      { once: true },
    );
  });
}
