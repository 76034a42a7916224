import { expect } from 'vitest';
import { queryRows } from './rows.js';
import type { Answer, RunningService } from './running.js';
import { deposit, eventsOf, openFunding, walk } from './verbs.js';

/** RFC 3339 in UTC with milliseconds. */
export const instant: unknown = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

export const pathOf = (id: string): string => `/v1/payouts/${id}`;

/** Credits the treasury asset with exactly 340000.000000 USDT. */
export async function fundTreasury(service: RunningService): Promise<void> {
  const account = await openFunding(service, { method: 'spei', currency: 'MXN' });
  const payin = await deposit(service, { funding_account_id: account.get('id'), amount: '6250000.00' });
  expect(payin.at('amount')).toBe('340000.000000');
}

/** Creates a payout; the answer to it, which is 201 and nothing else. */
export async function pay(service: RunningService, body: object): Promise<Answer> {
  const made = await service.post('/v1/payouts', body);
  expect(made.status, made.text).toBe(201);
  return made;
}

/** The payout once it has the status. */
export function statusIs(service: RunningService, id: string, status: string): Promise<Answer> {
  return service.until(pathOf(id), (each) => each.at('status') === status);
}

/** The types of a resource's history, oldest first. */
export async function typesOf(service: RunningService, id: string): Promise<string[]> {
  return (await eventsOf(service, id)).map(([type]) => type);
}

interface StatementLine {
  purpose: string;
  account: string;
  direction: string;
  amount: string;
  origin: { type: string; id: string };
}

/** The moves of a payout in a balance, oldest first: purpose, bucket, direction, amount. */
export async function linesOf(service: RunningService, currency: string, id: string): Promise<string[]> {
  const path = `/v1/balances/${currency}/entries?limit=100`;
  const lines = await walk<StatementLine>(service, path, 'after');
  return lines
    .filter(({ origin }) => origin.type === 'payout' && origin.id === id)
    .map(({ purpose, account, direction, amount }) => `${purpose} ${account} ${direction} ${amount}`)
    .reverse();
}

/** An amount in its smallest units. */
export const units = (amount: string): bigint => BigInt(amount.replace('.', ''));

/** By how many smallest units each bucket that moved has changed; `total` left out. */
export function moved(
  from: Readonly<Record<string, string>>,
  to: Readonly<Record<string, string>>,
): Record<string, bigint> {
  const names = ['available', 'pending', 'reserved', 'in_settlement', 'earnings'];
  const changes = names.map((name) => [name, units(to[name] ?? '0') - units(from[name] ?? '0')] as const);
  return Object.fromEntries(changes.filter(([, change]) => change !== 0n));
}

/** How often the simulated bank was called for the payout. */
export async function callsFor(service: RunningService, id: string): Promise<number> {
  const rows = await queryRows(
    service.databaseUrl,
    'select 1 from simulator.call join payout using (reference) where payout.id = $1',
    [id],
  );
  return rows.length;
}

/** References that the simulated bank was called for more than once: there must be none. */
export function repeatedCalls(service: Pick<RunningService, 'databaseUrl'>) {
  return queryRows(
    service.databaseUrl,
    'select reference, count(*) from simulator.call group by reference having count(*) > 1',
  );
}

/** Whether each capability of the query can be used, and why not. */
export async function standingOf(service: RunningService, query: string, key = service.apiKey) {
  const list = await service.get(`/v1/capabilities?${query}`, { key });
  const capabilities = list.at('data') as { available: boolean; reason?: string }[];
  return capabilities.map(({ available, reason }) => [available, reason]);
}
