import { BigNumber } from 'bignumber.js';
import { expect } from 'vitest';
import { remittanceFlow } from '../../src/domain/noun/remittance.js';
import { balanceOf, eventsOf, walk } from '../setup/verbs.js';
import { judgeBorder } from './archive.js';
import { corrected, judgePeriods, judgeTreasury } from './books.js';
import { judgeApprovals, judgeBatches, judgeEvidence } from './truth.js';
import type { World } from './world.js';

interface Resource {
  readonly id: string;
  readonly status: string;
  readonly [field: string]: unknown;
}
interface Payin extends Resource {
  readonly amount: string;
  readonly currency: string;
}
interface Payout extends Resource {
  readonly source: Readonly<Record<'principal' | 'tenant_markup' | 'total', string>>;
  readonly remittance_id?: string;
  readonly failure_code?: string;
}

const sum = (amounts: readonly string[]): BigNumber =>
  amounts.reduce((total, each) => total.plus(each), new BigNumber(0));

/** Whether a flow allows these statuses in sequence. */
function follows(flow: Readonly<Record<string, object>>, statuses: readonly string[]): boolean {
  return statuses.every((status, index) => {
    const before = statuses[index - 1];
    return before === undefined || Object.values(flow[before] ?? {}).includes(status);
  });
}

/**
 * Checks with the API alone that each balance matches the resources, and that no money is held twice; returns how
 * remittances, withdrawals and settlements ended.
 */
export async function judge(world: World): Promise<string[]> {
  const { client } = world;
  const payins = await walk<Payin>(client, '/v1/payins?limit=100');
  const payouts = await walk<Payout>(client, '/v1/payouts?limit=100');
  const remittances = await walk<Resource>(client, '/v1/remittances?limit=100');
  const of = (...statuses: string[]) => payouts.filter(({ status }) => statuses.includes(status));
  const totals = (list: readonly Payout[]) => sum(list.map(({ source }) => source.total));
  const inUsdt = (list: readonly Payin[], ...statuses: string[]) =>
    sum(
      list
        .filter(({ status, currency }) => statuses.includes(status) && currency === 'USDT')
        .map(({ amount }) => amount),
    );
  const credited = inUsdt(payins, 'completed').plus(corrected(world, 'USDT'));
  const refunds = await walk<Payin>(client, '/v1/refunds?limit=100');
  const refunded = (...statuses: string[]) => inUsdt(refunds, ...statuses);
  const back = sum(of('returned').map(({ source }) => source.principal));
  const open = totals(of('processing', 'verification_pending')).plus(
    refunded('pending_review', 'processing'),
  );
  const paid = of('completed', 'returned');
  const available = credited.minus(totals(paid)).minus(open).minus(refunded('completed')).plus(back);
  const {
    available: availableText = '0',
    pending = '0',
    reserved = '0',
    earnings = '0',
  } = await balanceOf(client, 'USDT');
  expect({
    spendable: new BigNumber(availableText).plus(pending).toFixed(6),
    reserved: new BigNumber(reserved).toFixed(6),
    earnings: new BigNumber(earnings).toFixed(6),
  }).toEqual({
    spendable: available.toFixed(6),
    reserved: open.toFixed(6),
    earnings: sum(paid.map(({ source }) => source.tenant_markup)).toFixed(6),
  });
  for (const each of remittances) {
    const own = payouts.filter(({ remittance_id: id }) => id === each.id);
    expect(own.length, each.id).toBeLessThanOrEqual(1);
    expect(own[0]?.id).toBe(each['payout_id']);
    expect(each.status, each.id).toBe(statusBy(own[0], each));
    const payin = payins.find(({ id }) => id === each['payin_id']);
    if (own[0]) expect(BigNumber(own[0].source.total).isLessThanOrEqualTo(payin?.amount ?? 0)).toBe(true);
  }
  for (const { id, amount } of payins) {
    const own = refunds.filter((each) => each['payin_id'] === id && each.status !== 'failed');
    const spent = remittances.find((each) => each['payin_id'] === id && each.status !== 'failed');
    const payout = payouts.find((each) => each.id === spent?.['payout_id']);
    // The principal of a returned payout is available again.
    const back = payout?.status === 'returned' ? payout.source.principal : 0;
    const taken = sum(own.map((each) => each.amount))
      .plus(payout?.source.total ?? 0)
      .minus(back);
    expect(taken.isLessThanOrEqualTo(amount), `${id} of ${amount} gave ${taken.toFixed()}`).toBe(true);
  }
  for (const { summary } of await walk<{ summary: Readonly<Record<string, number>> }>(
    client,
    '/v1/payout-batches',
  )) {
    const { total, ...counts } = summary;
    expect(Object.values(counts).reduce((all, each) => all + each, 0)).toBe(total);
  }
  const bound = remittances.flatMap((each) => each['payin_id'] ?? []);
  expect(new Set(bound).size).toBe(bound.length);
  await histories(world, remittances);
  const ends = [
    ...(await judgeTreasury(world)),
    ...(await judgeEvidence(world)),
    ...(await judgeBatches(world)),
    ...(await judgeApprovals(world)),
    ...(await judgeBorder(world)),
  ];
  await judgePeriods(world);
  return [
    ...remittances.map(({ status, failure_code: code }) => (typeof code === 'string' ? code : status)),
    ...ends,
  ];
}

function statusBy(payout: Payout | undefined, { status }: Resource): string {
  if (payout === undefined) return status === 'awaiting_funds' ? status : 'failed';
  if (payout.status === 'processing' && payout['risk_status'] === 'in_review') return 'review';
  if (payout.status === 'verification_pending') return 'processing';
  return payout.status;
}

/** Checks that the log shows each resource following its flow, one event per state. */
async function histories({ client, archived }: World, remittances: readonly Resource[]): Promise<void> {
  const statusesById = new Map<string, string[]>();
  for (const [type, data] of await eventsOf(client)) {
    const { id, status } = data as Resource;
    if (/^(payout|remittance)\./.test(type) && type !== 'payout.return_settled')
      statusesById.set(id, [...(statusesById.get(id) ?? []), status]);
  }
  for (const [id, statuses] of statusesById) {
    expect(new Set(statuses).size, `${id} ${statuses.join()}`).toBe(statuses.length);
    // Not every state of a payout is published.
    if (id.startsWith('rem'))
      expect(follows(remittanceFlow, statuses), `${id} ${statuses.join()}`).toBe(true);
  }
  for (const { id, status } of remittances) {
    const last = statusesById.get(id)?.at(-1);
    if (last !== undefined || archived === undefined) expect(last, id).toBe(status);
  }
}
