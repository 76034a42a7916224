import { expect } from 'vitest';
import { clabeDigit } from '../../src/domain/check-digit.js';
import { type Answer, type RunningService } from './running.js';

type Client = Pick<RunningService, 'post' | 'until' | 'get'>;

const rails = { PEN: 'bank_transfer', MXN: 'spei', USD: 'ach' } as const;
export type FundedCurrency = keyof typeof rails;

/** An active account that takes any deposit in the currency, credited in the same one unless stated. */
export async function openFundingAccount(
  service: Client,
  currency: FundedCurrency,
  settlement: string = currency,
): Promise<string> {
  const body = { method: rails[currency], currency, settlement_currency: settlement };
  return (await openFunding(service, body)).get('id');
}

/** Credits the balance of the currency with exactly the amount. */
export async function fund(service: Client, currency: FundedCurrency, amount: string): Promise<void> {
  const fundingAccountId = await openFundingAccount(service, currency);
  const payin = await deposit(service, { funding_account_id: fundingAccountId, amount });
  expect(payin.at('status')).toBe('completed');
}

/** A beneficiary paid in MXN by spei; another `clabe` is another account. */
export async function speiBeneficiary(service: Client, clabe = '032180000118359719'): Promise<string> {
  const body = { method: 'spei', currency: 'MXN', details: { name: 'Rosa Campos', clabe } };
  const made = await service.post('/v1/beneficiaries', body);
  expect([200, 201], made.text).toContain(made.status);
  return made.get('id');
}

/** An account of the account's own elsewhere; the same number is the same account. */
export async function speiDestination(service: Client, number = 1, label?: string): Promise<string> {
  const stem = `03218000${String(number).padStart(9, '0')}`;
  const details = { name: 'Acme SA de CV', clabe: stem + clabeDigit(stem) };
  const body = { method: 'spei', currency: 'MXN', details, ...(label !== undefined && { label }) };
  const made = await service.post('/v1/settlement-destinations', body);
  expect([200, 201], made.text).toContain(made.status);
  return made.get('id');
}

/** The body of a payout out of the MXN balance at rate 1: the principal plus 1 % and 0.5 % are drawn. */
export const mxnPayout = (beneficiaryId: string, amount = '10.00', description?: string) => ({
  beneficiary_id: beneficiaryId,
  source_currency: 'MXN',
  amount,
  amount_side: 'source',
  ...(description !== undefined && { description }),
});

/** The balance of one currency as /v1/balances shows it. */
export async function balanceOf(
  service: Client,
  currency: string,
): Promise<Readonly<Record<string, string>>> {
  const answer = await service.get('/v1/balances');
  const balances = answer.at('data') as Record<string, string>[];
  return balances.find((each) => each['currency'] === currency) ?? {};
}

/** How many answers bear each status. */
export function countByStatus(answers: readonly Pick<Answer, 'status'>[]): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

/** Calls once for each number from 0, all at once. */
export function allAtOnce<T>(times: number, call: (index: number) => Promise<T>): Promise<T[]> {
  return Promise.all(Array.from({ length: times }, (_, index) => call(index)));
}

/** Opens the funding account of that body and waits until it can be paid. */
export async function openFunding(service: Client, body: object): Promise<Answer> {
  const made = await service.post('/v1/funding-accounts', body);
  expect(made.status, made.text).toBe(201);
  return service.until(`/v1/funding-accounts/${made.get('id')}`, (each) => each.at('status') === 'active');
}

/** Simulates a deposit and waits until its pay-in has ended. */
export async function deposit(service: Client, body: object): Promise<Answer> {
  const made = await service.post('/v1/sandbox/deposits', body);
  expect(made.status, made.text).toBe(201);
  return service.until(`/v1/payins/${made.get('id')}`, (each) => each.at('status') !== 'processing');
}

/** Every element of a list, page by page to its end. */
export async function walk<T>(
  service: Client,
  path: string,
  cursor: 'after' | 'starting_after' = 'starting_after',
): Promise<T[]> {
  const elements: T[] = [];
  let page = await service.get(path);
  for (;;) {
    expect(page.status, page.text).toBe(200);
    elements.push(...(page.at('data') as T[]));
    if (page.at('has_more') !== true) return elements;
    page = await service.get(`${path}${path.includes('?') ? '&' : '?'}${cursor}=${page.get('next_cursor')}`);
  }
}

/** The types and data of the whole log, or of one resource's history, oldest first. */
export async function eventsOf(service: Client, resourceId?: string): Promise<[string, object][]> {
  const query = resourceId === undefined ? '' : `&resource_id=${resourceId}`;
  const path = `/v1/events?limit=100${query}`;
  const events = await walk<{ type: string; data: object }>(service, path, 'after');
  return events.map(({ type, data }) => [type, data]);
}

/** Status, code and (where there is one) param of a refusal. */
export function refusal(answer: Answer): (string | number)[] {
  const param = answer.at('error.param');
  return [answer.status, answer.get('error.code'), ...(typeof param === 'string' ? [param] : [])];
}
