import { join } from 'node:path';
import type { Wired } from '../../src/main/wire.js';
import { nextDay, released, startRemoval } from '../archive.ts';
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
import type { Payer } from '../payers.ts';
import { startSubject, type Subject } from '../subject.ts';
import { readPlans, type ReadPlan } from './plan.ts';
import { requestsOf, type Requests } from './request.ts';
import { seed } from './seed.ts';

/** A service with a history of payouts, and the requests for it. */
export interface Side {
  readonly payouts: number;
  /** Payouts in the days that were archived and removed. */
  readonly archived: number;
  readonly subject: Subject;
  /** The accounts, the largest first. */
  readonly payers: readonly Payer[];
  readonly requests: Requests;
  readonly plans: readonly ReadPlan[];
  /** How long the history took to create, or the archive to take its days. */
  readonly seconds: number;
  readonly checkSeconds: number;
}

/** What a history is before it is verified and its requests are drawn. */
type Made = Pick<Side, 'payouts' | 'archived' | 'subject' | 'payers' | 'seconds'>;

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
  const subject = await startSubject(join(dir, `payouts-${payouts}`));
  stops.push(() => subject.stop());
  return await withPorts(subject, async (wired) => verified(ask, await fill(ask, subject, wired), wired));
}

/** The same history once the days of the first three quarters of its payouts are archived and removed. */
export async function archiveSide(ask: SideAsk, { subject, payers, payouts }: Side): Promise<Side> {
  await nextDay(subject, 4);
  const [border] = await subject.rows<{ day: string; archived: number }>(
    `select to_char(day, 'YYYY-MM-DD') as day, (select count(*)::int from payout where created_at < day) as archived
      from (select date_trunc('day', percentile_disc(0.75) within group (order by created_at), 'UTC') as day
        from payout) border`,
  );
  const { day = '', archived = 0 } = border ?? {};
  await released(subject, day);
  ask.progress(`  archiving the ${archived} payouts before ${day}`);
  const taken = await timed(() => startRemoval({ subject }, join(ask.dir, 'archive'), day).done);
  await subject.settled();
  ask.progress(`  archived and removed in ${taken.seconds.toFixed(0)} s; vacuum and analyze`);
  const { seconds } = taken;
  const made = { payouts, archived, subject, payers, seconds };
  return await withPorts(subject, (wired) => verified(ask, made, wired));
}

/** The service's own ports on its database. */
async function withPorts<T>(
  { dataDir, databaseUrl }: Subject,
  use: (wired: Wired) => Promise<T>,
): Promise<T> {
  const config = readConfig({ PSP_DATA_DIR: dataDir });
  const log = createLog('error');
  const wired = await wire({ config, databaseUrl, keys: keysOf(config), log, onRetry: () => undefined });
  try {
    return await use(wired);
  } finally {
    await wired.stop();
  }
}

/** Requests in flight while the history is created. */
const connections = 64;
const operator = { name: 'bench', reason: 'a history' };

async function fill(ask: SideAsk, subject: Subject, wired: Wired): Promise<Made> {
  const { payouts, progress, load } = ask;
  const { baseUrl } = subject;
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
  return { payouts, archived: 0, subject, payers: seeded.result, seconds: seeded.seconds };
}

async function verified({ creations, progress }: SideAsk, made: Made, wired: Wired): Promise<Side> {
  const { subject, payers } = made;
  await subject.rows('vacuum (analyze)');
  await subject.rows('checkpoint');
  const checked = await timed(() => checkInvariants(subject.databaseUrl));
  if (checked.result.violations.length > 0) {
    throw new Error(`the past breaks what must always hold:\n${formatReport(checked.result)}`);
  }
  progress(`  every invariant holds: checked in ${checked.seconds.toFixed(0)} s`);
  const plans = await readPlans(wired, payers[0]?.accountId ?? '');
  const requests = await requestsOf(subject, payers, { vault: wired.ports.vault, creations });
  return { ...made, requests, plans, checkSeconds: checked.seconds };
}

async function timed<T>(work: () => Promise<T>): Promise<{ result: T; seconds: number }> {
  const start = performance.now();
  const result = await work();
  return { result, seconds: (performance.now() - start) / 1000 };
}
