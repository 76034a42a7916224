import { BigNumber } from 'bignumber.js';
import { expect } from 'vitest';
import { buckets } from '../../src/domain/ledger.js';
import type { ReportRow } from '../setup/report.js';
import { balanceOf, refusal, walk } from '../setup/verbs.js';
import type { World } from './world.js';

const sum = (amounts: readonly (string | null | undefined)[]): BigNumber =>
  amounts.reduce((total: BigNumber, each) => total.plus(each ?? 0), new BigNumber(0));

interface Moved {
  readonly id: string;
  readonly status: string;
  readonly currency: string;
  readonly total: string;
}

const open = ['pending_approval', 'processing', 'submitted', 'verification_pending', 'on_hold'];
const held = ({ status }: Moved): boolean => open.includes(status);
const gone = ({ status }: Moved): boolean => status === 'completed';

/** Adjustments of a balance by operators. */
export const corrected = ({ adjustments }: World, currency: string): BigNumber =>
  sum(
    adjustments.flatMap(({ direction, amount, currency: of }) =>
      of === currency ? [direction === 'credit' ? amount : `-${amount}`] : [],
    ),
  );

/**
 * Checks that the balance used by withdrawals and settlements matches the resources; returns how each of them ended.
 */
export async function judgeTreasury(world: World): Promise<string[]> {
  const { client } = world;
  const inMxn = <T extends { currency: string }>(list: readonly T[]) =>
    list.filter(({ currency }) => currency === 'MXN');
  const payins = inMxn(
    await walk<{ status: string; amount: string; currency: string }>(client, '/v1/payins?limit=100'),
  );
  const refunds = inMxn(
    await walk<{ status: string; amount: string; currency: string }>(client, '/v1/refunds?limit=100'),
  );
  const withdrawals = await walk<Moved>(client, '/v1/withdrawals?limit=100');
  const settlements = await walk<Moved>(client, '/v1/settlements?limit=100');
  const totals = (list: readonly Moved[], where: (each: Moved) => boolean) =>
    sum(list.filter(where).map(({ total }) => total));
  const refunded = (...statuses: string[]) =>
    sum(refunds.filter(({ status }) => statuses.includes(status)).map(({ amount }) => amount));
  const reserved = totals(withdrawals, held).plus(refunded('pending_review', 'processing'));
  const inSettlement = totals(settlements, held);
  const available = sum(payins.filter(({ status }) => status === 'completed').map(({ amount }) => amount))
    .plus(corrected(world, 'MXN'))
    .minus(refunded('completed'))
    .minus(totals(withdrawals, gone))
    .minus(totals(settlements, gone))
    .minus(reserved)
    .minus(inSettlement);
  const balance = await balanceOf(client, 'MXN');
  expect(
    Object.fromEntries(
      ['available', 'reserved', 'in_settlement'].map((name) => [name, balance[name] ?? '0.00']),
    ),
  ).toEqual({
    available: available.toFixed(2),
    reserved: reserved.toFixed(2),
    in_settlement: inSettlement.toFixed(2),
  });
  for (const { id } of settlements) await judgeItems(world, id);
  return [
    ...withdrawals.map(({ status }) => `withdrawal ${status}`),
    ...settlements.map(({ status }) => `settlement ${status}`),
    ...world.adjustments.map(({ direction }) => `adjustment ${direction}`),
  ];
}

interface Settled {
  readonly opening: string;
  readonly credits: string;
  readonly debits: string;
  readonly total: string;
  readonly left?: string;
  readonly items: readonly { direction: string; amount: string }[];
}

/** What was not settled has a figure of its own. */
async function judgeItems({ client, archived }: World, id: string): Promise<void> {
  const answer = await client.get(`/v1/settlements/${id}`);
  if (archived && answer.status === 410) return expect(refusal(answer)).toEqual([410, 'archived']);
  const settlement = answer.body as unknown as Settled;
  const { opening, credits, debits, total, left, items } = settlement;
  const of = (direction: string) =>
    sum(items.filter((each) => each.direction === direction).map(({ amount }) => amount)).toFixed(2);
  expect([of('credit'), of('debit')], id).toEqual([credits, debits]);
  expect(new BigNumber(opening).plus(credits).minus(debits).toFixed(2), id).toBe(
    new BigNumber(total).plus(left ?? 0).toFixed(2),
  );
}

/**
 * For any division into periods, each opens with the closing of the one before and moves what its entries say, and
 * the last one closes with the balance.
 */
export async function judgePeriods({ client, ports, random, archived }: World): Promise<void> {
  const report = (name: string, from: number, to: number) =>
    walk<ReportRow>(client, `/v1/reports/${name}?limit=100&from=${iso(from)}&to=${iso(to)}`, 'after');
  const now = (await ports.reader.now()).getTime();
  const [from, to] = [archived?.until ?? now - 180 * dayMs, now + 180 * dayMs];
  const entries = await report('transactions', from, to);
  if (entries.length === 0) return;
  const times = entries.map(({ occurred_at: at }) => Date.parse(at ?? ''));
  const cuts = [1, 2, 3].map(() => random.pick(times) + random.whole(0, 1));
  const bounds = [...new Set([from, ...cuts, to])].sort((one, other) => one - other);
  const closings = new Map<string, string | null | undefined>();
  for (const [nth, start] of bounds.slice(0, -1).entries()) {
    const end = bounds[nth + 1] ?? to;
    const within = entries.filter((_, at) => start <= (times[at] ?? 0) && (times[at] ?? 0) < end);
    for (const row of await report('balances', start, end)) {
      const name = `${row['currency']} ${row['account']}`;
      const moved = (direction: string) =>
        sum(
          within
            .filter(
              (each) => each['direction'] === direction && `${each['currency']} ${each['account']}` === name,
            )
            .map((each) => each['amount']),
        );
      const { opening = null, credits = null, debits = null, closing = null } = row;
      // At the border it opens with what was carried forward.
      const before = closings.get(name) ?? (archived && start === from ? opening : 0);
      expect(new BigNumber(opening ?? 0).eq(before ?? 0), `${name} opens`).toBe(true);
      expect([moved('credit').eq(credits ?? 0), moved('debit').eq(debits ?? 0)], name).toEqual([true, true]);
      expect(sum([opening, credits, `-${debits}`]).eq(closing ?? 0), `${name} closes`).toBe(true);
      closings.set(name, closing);
    }
  }
  for (const currency of ['MXN', 'USDT']) {
    const balance = await balanceOf(client, currency);
    for (const bucket of buckets)
      expect(new BigNumber(closings.get(`${currency} ${bucket}`) ?? 0).eq(balance[bucket] ?? 0), bucket).toBe(
        true,
      );
  }
}

const dayMs = 86_400_000;
const iso = (ms: number): string => new Date(ms).toISOString();
