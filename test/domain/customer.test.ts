import { describe, expect, it, test } from 'vitest';
import {
  actOnCustomer,
  checkCustomer,
  createCustomer,
  isBlockedSince,
  searchedName,
  setCompliance,
  updateCustomer,
  type ComplianceStatus,
  type Customer,
  type CustomerStatus,
} from '../../src/domain/customer.js';
import { vault } from '../setup/fixture.js';
import { before, moment, summaryOf } from '../setup/payout-state.js';

const id = moment.newId('customer', before);
const sealed = (field: 'displayName' | 'profile', plain: string) =>
  vault.encrypt(plain, { noun: 'customer', field, id });
const created = createCustomer(moment, {
  id,
  accountId: moment.newId('account', before),
  externalId: 'user-7',
  type: 'individual',
  country: 'PE',
  displayName: sealed('displayName', 'María Quispe'),
  profile: sealed('profile', '{"first_name":"María"}'),
  identityHash: 'identity',
  emailHash: 'e-mail',
  nameHash: 'name',
  metadata: { tier: 'gold', region: 'south' },
});
const customerIn = (status: CustomerStatus, patch: Partial<Customer> = {}): Customer => ({
  ...created.customer,
  updatedAt: before,
  status,
  ...patch,
});
const refusal = (code: string, param?: string) =>
  expect.objectContaining(param === undefined ? { code } : { code, param }) as Error;

it('a new customer is active, unverified and published without personal data', () => {
  expect(created.customer).toMatchObject({ status: 'active', complianceStatus: 'unverified' });
  expect(summaryOf(created).events).toEqual(['customer.created']);
  expect(summaryOf(created).data).toEqual([
    {
      id,
      external_id: 'user-7',
      type: 'individual',
      status: 'active',
      country: 'PE',
      metadata: { tier: 'gold', region: 'south' },
      compliance_status: 'unverified',
      created_at: moment.now.toISOString(),
      updated_at: moment.now.toISOString(),
    },
  ]);
});

describe('the account updates a customer', () => {
  const metadata = { tier: 'silver' };
  test.each<[string, CustomerStatus, Parameters<typeof updateCustomer>[2], events: string[]]>([
    ['nothing', 'active', {}, []],
    ['the status that it has', 'active', { status: 'active' }, []],
    ['the metadata that it has', 'active', { metadata: { tier: 'gold', region: 'south' } }, []],
    ['the same metadata in another order', 'active', { metadata: { region: 'south', tier: 'gold' } }, []],
    ['other metadata', 'active', { metadata }, ['customer.updated']],
    ['less metadata', 'active', { metadata: { tier: 'gold' } }, ['customer.updated']],
    ['another key of as many', 'active', { metadata: { tier: 'gold', zone: 'south' } }, ['customer.updated']],
    ['no metadata', 'active', { metadata: {} }, ['customer.updated']],
    ['the end', 'active', { status: 'closed' }, ['customer.status_changed']],
    ['both', 'active', { metadata, status: 'closed' }, ['customer.updated', 'customer.status_changed']],
    ['metadata of a blocked one', 'blocked', { metadata }, ['customer.updated']],
  ])('with %s', (_what, status, update, events) => {
    const row = customerIn(status);
    const { customer, ...decision } = updateCustomer(moment, row, update);
    expect(summaryOf(decision).events).toEqual(events);
    expect(decision.changes).toHaveLength(events.length === 0 ? 0 : 1);
    expect(customer.updatedAt).toEqual(events.length === 0 ? before : moment.now);
    // A PATCH replaces the whole object.
    expect(customer.metadata).toEqual(update.metadata ?? row.metadata);
    expect(customer.status).toBe(update.status ?? status);
  });

  // Contract §3.4 and supplement §9: closed is final, and a block is the platform's.
  test.each<[CustomerStatus, Parameters<typeof updateCustomer>[2], code: string]>([
    ['closed', {}, 'customer_closed'],
    ['closed', { status: 'active' }, 'customer_closed'],
    ['closed', { status: 'closed' }, 'customer_closed'],
    ['closed', { metadata }, 'customer_closed'],
    ['blocked', { status: 'active' }, 'customer_blocked'],
    ['blocked', { status: 'closed' }, 'customer_blocked'],
    ['blocked', { status: 'active', metadata }, 'customer_blocked'],
  ])('that is %s not with %j: %s', (status, update, code) => {
    expect(() => updateCustomer(moment, customerIn(status), update)).toThrow(refusal(code));
  });
});

describe('the platform', () => {
  test.each<[CustomerStatus, 'block' | 'unblock', CustomerStatus | 'refused']>([
    ['active', 'block', 'blocked'],
    ['active', 'unblock', 'refused'],
    ['blocked', 'block', 'refused'],
    ['blocked', 'unblock', 'active'],
    ['closed', 'block', 'refused'],
    ['closed', 'unblock', 'refused'],
  ])('of a customer that is %s: %s → %s', (status, action, next) => {
    const act = () => actOnCustomer(moment, customerIn(status), action);
    if (next === 'refused') return expect(act).toThrow(refusal('invalid_request'));
    expect(act().customer.status).toBe(next);
    expect(summaryOf(act()).events).toEqual(['customer.status_changed']);
  });

  test.each<[ComplianceStatus, ComplianceStatus, events: string[]]>([
    ['unverified', 'verified', ['customer.updated']],
    ['verified', 'rejected', ['customer.updated']],
    ['rejected', 'rejected', []],
  ])('changes the compliance status %s to %s', (from, to, events) => {
    const decision = setCompliance(moment, customerIn('active', { complianceStatus: from }), to);
    expect(decision.customer.complianceStatus).toBe(to);
    expect(summaryOf(decision).events).toEqual(events);
  });
});

describe('a payout accepted at a moment', () => {
  const at = (ms: number) => new Date(moment.now.getTime() + ms);
  const { customer: blocked } = actOnCustomer(moment, customerIn('active'), 'block');
  const { customer: lifted } = actOnCustomer({ ...moment, now: at(5) }, blocked, 'unblock');

  // Supplement §9: unsent when its customer is blocked, it fails; lifting the block does not bring it back.
  test.each([
    ['of a customer who was never blocked', false, customerIn('active'), 0],
    ['before the block', true, blocked, -1],
    ['at the block', true, blocked, 0],
    ['before a block that was lifted', true, lifted, -1],
    ['at the block that was lifted', true, lifted, 0],
    ['after the block that was lifted', false, lifted, 1],
  ])('%s is stopped by it: %s', (_when, stopped, customer, ms) => {
    expect(isBlockedSince(customer, at(ms))).toBe(stopped);
  });
});

describe('business with a customer', () => {
  test.each<[CustomerStatus, ComplianceStatus, code: string | undefined]>([
    ['active', 'unverified', undefined],
    ['active', 'pending', undefined],
    ['active', 'verified', undefined],
    ['active', 'review', undefined],
    ['active', 'rejected', 'customer_not_active'],
    ['blocked', 'verified', 'customer_blocked'],
    ['blocked', 'rejected', 'customer_blocked'],
    ['closed', 'verified', 'customer_closed'],
    ['closed', 'rejected', 'customer_closed'],
  ])('that is %s and %s: %s', (status, complianceStatus, code) => {
    const check = () => checkCustomer({ status, complianceStatus }, 'customer_id');
    if (code === undefined) return expect(check).not.toThrow();
    expect(check).toThrow(refusal(code, 'customer_id'));
  });
});

test.each([
  ['María Quispe', 'maria quispe'],
  ['  ÑUSTA\u00a0 Ávila\t', 'nusta avila'],
  ['Mari\u0301a', 'maria'],
  ['ﬁnca', 'finca'],
  ['', ''],
])('%j is searched for as %j', (name, searched) => {
  expect(searchedName(name)).toBe(searched);
});
