import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { BenchContext } from './beside.ts';
import { checkInvariants, formatReport } from './built.ts';
import { startChild, type Child } from './child.ts';
import type { Load, LoadResult } from './load.ts';
import { openPayers, type Payer } from './payers.ts';
import { payoutOf, type Round } from './round.ts';
import { merged, percentile } from './statistics.ts';
import { startSubject, type Subject } from './subject.ts';

export interface ArchivePace {
  readonly rounds: number;
  /** How long payouts are made in one archived day. */
  readonly dayMs: number;
}

/** Days that one round archives and removes. */
const daysARound = 3;
const connections = 32;
const windowMs = 500;
const dayLengthMs = 86_400_000;
const command = join(import.meta.dirname, '../dist/cli/main.js');

interface Scene {
  readonly subject: Subject;
  readonly load: Child<Load, LoadResult>;
}

/**
 * Payouts of an account on one connection while `psp archive --remove` takes days of another account, and alone, in short
 * turns: the command is stopped meanwhile. Other load on the machine affects both.
 */
export async function measureArchive(context: BenchContext, pace: ArchivePace) {
  const { dir, stops, progress } = context;
  progress('starting the service, and filling the days that are archived');
  const subject = await startSubject(join(dir, 'archived'));
  stops.push(() => subject.stop());
  const load = startChild<Load, LoadResult>('load');
  stops.push(() => load.stop());
  const scene = { subject, load };
  const [archived, other] = await openPayers(subject, 2);
  if (!archived || !other) throw new Error('no account was opened');
  const days: string[] = [];
  for (let nth = 0; nth < pace.rounds * daysARound; nth += 1) {
    await pay(scene, archived, { over: connections, ms: pace.dayMs });
    await subject.settled();
    days.push(await nextDay(subject, 1));
  }
  await nextDay(subject, 4);
  await released(subject, days.at(-1) ?? '');
  const rounds: Round[] = [];
  for (let nth = 1; nth <= pace.rounds; nth += 1) {
    const [beside, alone]: [Float64Array[], Float64Array[]] = [[], []];
    const removal = startRemoval(scene, join(dir, 'archive'), days[nth * daysARound - 1] ?? '');
    while (removal.isRunning()) {
      beside.push(await pay(scene, other, { over: 1, ms: windowMs }));
      removal.child.kill('SIGSTOP');
      await idle(subject);
      alone.push(await pay(scene, other, { over: 1, ms: windowMs }));
      removal.child.kill('SIGCONT');
    }
    await removal.done;
    await subject.settled();
    const [latenciesMs, ceilingLatenciesMs] = [merged(beside), merged(alone)];
    const [measured, ceiling] = [latenciesMs, ceilingLatenciesMs].map((each) => percentile(each, 0.99));
    if (measured === undefined || ceiling === undefined) throw new Error('nothing was measured');
    rounds.push({ besideArchive: { measured, ceiling, latenciesMs, ceilingLatenciesMs } });
    const seconds = ((beside.length * windowMs) / 1000).toFixed(1);
    progress(
      `archive, round ${nth} of ${pace.rounds}: ${seconds} s, p99 ${measured.toFixed(1)} ms, alone ${ceiling.toFixed(1)} ms`,
    );
  }
  const checked = await checkInvariants(subject.databaseUrl);
  if (checked.violations.length > 0) progress(formatReport(checked));
  return { rounds, hold: checked.violations.length === 0, postgres: subject.postgres };
}

async function pay(
  { subject, load }: Scene,
  payer: Payer,
  { over, ms }: { over: number; ms: number },
): Promise<Float64Array> {
  const { latenciesMs } = await load.ask({
    baseUrl: subject.baseUrl,
    connections: over,
    ms,
    requests: [payoutOf(payer, 'fresh')],
    expected: { status: 201, text: '"status":"processing"' },
  });
  return latenciesMs;
}

/** Moves business time on by whole days; returns the day that it is then. */
export async function nextDay(subject: Subject, days: number): Promise<string> {
  await subject.rows('update platform set clock_offset_ms = clock_offset_ms + $1::bigint', [
    days * dayLengthMs,
  ]);
  const [now] = await subject.rows<{ day: string }>(
    `select to_char(business_now() at time zone 'UTC', 'YYYY-MM-DD') as day`,
  );
  return now?.day ?? '';
}

/** Waits until the days are sealed, and nothing holds their rows. */
export async function released(subject: Subject, before: string): Promise<void> {
  const held = `select from account where archive_hold(id, $1::timestamptz) is not null
    union all select from balance b left join sealing s using (account_id)
      where b.as_of > '-infinity' and b.as_of < $1::timestamptz and b.as_of >= coalesce(s.sealed_to, '-infinity')`;
  while ((await subject.rows(held, [`${before}T00:00:00Z`])).length > 0)
    await new Promise((resolve) => setTimeout(resolve, 100));
}

export function startRemoval({ subject }: Pick<Scene, 'subject'>, directory: string, before: string) {
  const child = spawn(process.execPath, [command, 'archive', '--before', before, '--remove'], {
    env: { PSP_DATA_DIR: subject.dataDir, PSP_ARCHIVE_DIR: directory },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  let isOver = false;
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said += text));
  const done = once(child, 'close').then(([code]) => {
    isOver = true;
    if (code !== 0) throw new Error(`psp archive: ${said}`);
  });
  return { child, done, isRunning: () => !isOver };
}

/** Waits until the statement of a stopped command has ended, or waits for the command to read its rows. */
async function idle(subject: Subject): Promise<void> {
  const active = `select from pg_stat_activity where application_name = 'psp archive'
    and state = 'active' and wait_event is distinct from 'ClientWrite'`;
  while ((await subject.rows(active)).length > 0) await new Promise((resolve) => setTimeout(resolve, 10));
}
