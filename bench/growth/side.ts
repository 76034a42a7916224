import { join } from 'node:path';
import type { Wired } from '../../src/main/wire.js';
import {
  advanceClock,
  checkInvariants,
  createLog,
  formatReport,
  keysOf,
  readConfig,
  wire,
} from '../built.ts';
import type { Child } from '../child.ts';
import type { Load, LoadResult } from '../load.ts';
import { startSubject, type Subject } from '../subject.ts';
import { readPlans, type ReadPlan } from './plan.ts';
import { requestsOf, type Requests } from './request.ts';
import { seed } from './seed.ts';

/** A service with a history of payouts, and the requests for it. */
export interface Side {
  readonly payouts: number;
  readonly subject: Subject;
  readonly requests: Requests;
  readonly plans: readonly ReadPlan[];
  readonly seedSeconds: number;
  readonly checkSeconds: number;
}

export interface SideAsk {
  readonly dir: string;
  readonly load: Child<Load, LoadResult>;
  readonly payouts: number;
  /** Payouts created in each round. */
  readonly creations: number;
  readonly progress: (text: string) => void;
  /** What must be stopped at the end. */
  readonly stops: (() => Promise<unknown>)[];
}

/**
 * Starts the service, creates its history and verifies it with the checker; a broken history is not measured.
 */
export async function openSide(ask: SideAsk): Promise<Side> {
  const { dir, payouts, stops } = ask;
  const dataDir = join(dir, `payouts-${payouts}`);
  const subject = await startSubject(dataDir);
  stops.push(() => subject.stop());
  const config = readConfig({ PSP_DATA_DIR: dataDir });
  const { databaseUrl } = subject;
  const log = createLog('error');
  const wired = await wire({ config, databaseUrl, keys: keysOf(config), log, onRetry: () => undefined });
  try {
    return await fill(ask, subject, wired);
  } finally {
    await wired.stop();
  }
}

/** Requests in flight while the history is created. */
const connections = 64;
const operator = { name: 'bench', reason: 'a history' };

async function fill(ask: SideAsk, subject: Subject, wired: Wired): Promise<Side> {
  const { payouts, progress, creations, load } = ask;
  const { baseUrl, databaseUrl: url } = subject;
  const seeded = await timed(() =>
    seed({
      subject,
      payouts,
      send: (requests, status) =>
        load.ask({ baseUrl, connections, ms: 'once', requests, expected: { status, text: '{"id":"' } }),
      advance: (ms) => advanceClock(wired.ports, operator, { ms, onStep: () => undefined }),
      progress: (made) => progress(`  ${made} of ${payouts} payouts`),
    }),
  );
  progress(
    `  ${payouts} payouts with all that belongs to them: ${seeded.seconds.toFixed(0)} s; vacuum and analyze`,
  );
  await subject.rows('vacuum (analyze)');
  await subject.rows('checkpoint');
  const checked = await timed(() => checkInvariants(url));
  if (checked.result.violations.length > 0) {
    throw new Error(`the past breaks what must always hold:\n${formatReport(checked.result)}`);
  }
  progress(`  every invariant holds: checked in ${checked.seconds.toFixed(0)} s`);
  const plans = await readPlans(wired, seeded.result[0]?.accountId ?? '');
  const requests = await requestsOf(subject, seeded.result, { vault: wired.ports.vault, creations });
  return { payouts, subject, requests, plans, seedSeconds: seeded.seconds, checkSeconds: checked.seconds };
}

async function timed<T>(work: () => Promise<T>): Promise<{ result: T; seconds: number }> {
  const start = performance.now();
  const result = await work();
  return { result, seconds: (performance.now() - start) / 1000 };
}
