import { join } from 'node:path';
import type { Place } from './beside.ts';
import { checkInvariants, formatReport } from './built.ts';
import { startChild, type Child } from './child.ts';
import type { Load, LoadResult, Sent } from './load.ts';
import { openPayers, type Payer } from './payers.ts';
import { payoutOf, type Round, type Sample } from './round.ts';
import { startSubject, type Subject } from './subject.ts';

export interface LoggedPace {
  readonly rounds: number;
  readonly ms: number;
}

/** A service with payers of its own. */
interface Side {
  readonly subject: Subject;
  readonly payers: readonly Payer[];
}

const connections = 64;
const accounts = 100;
const turns = 2;

/** Measures the service with the request log beside itself without it, in turns: the same load, the one, the other, the other, the one. */
export async function measureLogged(place: Place, pace: LoggedPace) {
  place.progress('starting the service with the request log, and without it');
  const on = await openSide(place, 'on');
  const off = await openSide(place, 'off');
  const load = startChild<Load, LoadResult>('load');
  place.stops.push(() => load.stop());
  const rounds: Round[] = [];
  await inTurns({ load, on, off, ms: pace.ms / 2 }, payouts);
  for (let nth = 1; nth <= pace.rounds; nth += 1) {
    const loggedPayout = await inTurns({ load, on, off, ms: pace.ms }, payouts);
    const loggedRead = await inTurns({ load, on, off, ms: pace.ms }, reads);
    for (const [what, { measured, ceiling }] of Object.entries({ payouts: loggedPayout, reads: loggedRead }))
      place.progress(
        `request log, round ${nth} of ${pace.rounds}: ${what} ${measured.toFixed(0)}/s, without it ${ceiling?.toFixed(0)}/s`,
      );
    rounds.push({ loggedPayout, loggedRead });
  }
  const lines = await keptLines(on.subject);
  place.progress(`${lines} lines are in the request log`);
  if (lines === 0) throw new Error('nothing was logged');
  const checked = await checkInvariants(on.subject.databaseUrl);
  if (checked.violations.length > 0) place.progress(formatReport(checked));
  return { rounds, hold: checked.violations.length === 0, postgres: on.subject.postgres };
}

async function openSide({ dir, stops }: Place, requestLog: 'on' | 'off'): Promise<Side> {
  const subject = await startSubject(join(dir, `request-log-${requestLog}`), { REQUEST_LOG: requestLog });
  stops.push(() => subject.stop());
  return { subject, payers: await openPayers(subject, accounts) };
}

interface Beside {
  readonly load: Child<Load, LoadResult>;
  readonly on: Side;
  readonly off: Side;
  readonly ms: number;
}

/** The requests that a side is asked, and how their answers begin. */
type Ask = (side: Side) => Promise<Pick<Load, 'requests' | 'expected'>>;

async function inTurns({ load, on, off, ms }: Beside, ask: Ask): Promise<Sample> {
  const sums = new Map<Side, number>();
  const latencies = new Map<Side, number[]>();
  const order = Array.from({ length: turns }, () => [on, off, off, on]).flat();
  for (const side of order) {
    const found = await load.ask({ baseUrl: side.subject.baseUrl, connections, ms, ...(await ask(side)) });
    await side.subject.settled();
    sums.set(side, (sums.get(side) ?? 0) + found.perSecond / (2 * turns));
    latencies.set(side, [...(latencies.get(side) ?? []), ...found.latenciesMs]);
  }
  return {
    measured: sums.get(on) ?? Number.NaN,
    ceiling: sums.get(off) ?? Number.NaN,
    latenciesMs: Float64Array.from(latencies.get(on) ?? []),
    ceilingLatenciesMs: Float64Array.from(latencies.get(off) ?? []),
  };
}

const payouts: Ask = async ({ payers }) => ({
  requests: payers.map((payer) => payoutOf(payer, 'fresh')),
  expected: { status: 201, text: '"status":"processing"' },
});

const reads: Ask = async ({ subject, payers }) => {
  const rows = await subject.rows<{ id: string; account_id: string }>(
    'select distinct on (account_id) id, account_id from payout order by account_id, id desc limit 1000',
  );
  const keys = new Map(payers.map(({ accountId, apiKey }) => [accountId, apiKey]));
  const requests = rows.flatMap(({ id, account_id: accountId }): Sent[] => {
    const apiKey = keys.get(accountId);
    return apiKey === undefined ? [] : [{ method: 'GET', path: `/v1/payouts/${id}`, apiKey }];
  });
  return { requests, expected: { status: 200, text: '{' } };
};

async function keptLines(subject: Subject): Promise<number> {
  const [found] = await subject.rows<{ count: string }>('select count(*) from request');
  return Number(found?.count ?? 0);
}
