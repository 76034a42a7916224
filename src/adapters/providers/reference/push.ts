import { Pool } from 'undici';
import { doubling } from '../../../flow-control/back-off.js';
import { call } from '../connector/call.js';
import { atOnceMost, taken } from '../connector/protocol.js';
import { newNonce, signatureHeader, signed, verify } from '../connector/signature.js';
import type { StoredNotice, ReferenceStore } from './store.js';

export interface PushOptions {
  readonly store: ReferenceStore;
  /** The notice endpoint of the service: `https://…/providers/<name>/notices`. */
  readonly url: string;
  readonly sendingKeys: readonly string[];
  readonly receivingKeys: readonly string[];
  readonly report: (error: unknown) => void;
}

const restMs = 100;
const retryMs = doubling(250, 5_000);
const deadlineMs = 10_000;

/**
 * Pushes notices to the service in order and retries each until it is accepted. Returns a function that stops
 * pushing.
 */
export function startPushing(options: PushOptions): () => Promise<void> {
  const { store, report } = options;
  const ending = new AbortController();
  const pool = new Pool(new URL(options.url).origin, { connections: 1, pipelining: 1, allowH2: false });
  let failures = 0;
  const pass = async (): Promise<number> => {
    const waiting = await store.untaken(atOnceMost);
    if (waiting.length === 0) return restMs;
    const done = await push(pool, options, waiting);
    await store.setTaken(done.map(({ sequence }) => sequence));
    failures = done.length === 0 ? failures + 1 : 0;
    return done.length === waiting.length ? 0 : retryMs(failures);
  };
  const run = async (): Promise<void> => {
    while (!ending.signal.aborted) {
      const waitMs = await pass().catch((error: unknown) => {
        report(error);
        return retryMs(0);
      });
      if (waitMs > 0) await rest(waitMs, ending.signal);
    }
  };
  const running = run();
  return async () => {
    ending.abort();
    await running;
    await pool.destroy();
  };
}

/**
 * Returns the accepted notices. A rejected set is sent again one by one, so that one bad notice does not
 * block the others.
 */
async function push(
  pool: Pool,
  options: PushOptions,
  notices: readonly StoredNotice[],
): Promise<StoredNotice[]> {
  if (await isTaken(pool, options, notices)) return [...notices];
  if (notices.length === 1) return [];
  const done: StoredNotice[] = [];
  for (const each of notices) if (await isTaken(pool, options, [each])) done.push(each);
  return done;
}

async function isTaken(pool: Pool, options: PushOptions, notices: readonly StoredNotice[]): Promise<boolean> {
  const { url, sendingKeys, receivingKeys, report } = options;
  const messages = notices.map(({ told: text, sequence }) => ({
    ...(JSON.parse(text) as object),
    sequence: Number(sequence),
  }));
  const { pathname: path } = new URL(url);
  const message = { method: 'POST', path, body: Buffer.from(JSON.stringify({ notices: messages })) } as const;
  const nonce = newNonce();
  const outcome = await call(pool, {
    ...message,
    headers: {
      'content-type': 'application/json',
      [signatureHeader]: signed(message, { keys: sendingKeys, nonce, at: new Date() }),
    },
    deadlineMs,
  });
  if (outcome.is !== 'answered') {
    report(new Error(`notices were not accepted: ${outcome.is === 'too late' ? outcome.is : outcome.why}`));
    return false;
  }
  const { status, headers, body } = outcome;
  if (status < 200 || status > 299) {
    report(
      new Error(`notices were not accepted: the answer was ${status} ${body.toString('utf8').slice(0, 200)}`),
    );
    return false;
  }
  const verdict = verify({ ...message, body }, headers[signatureHeader]?.toString(), {
    keys: receivingKeys,
    at: new Date(),
    nonce,
  });
  const isGood = verdict.isGood && taken.safeParse(JSON.parse(body.toString('utf8'))).success;
  if (!isGood)
    report(new Error('notices may not have been accepted: the answer is not signed by the service'));
  return isGood;
}

function rest(ms: number, signal: AbortSignal): Promise<void> {
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
