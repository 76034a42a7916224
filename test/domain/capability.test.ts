import { describe, expect, it } from 'vitest';
import {
  availability,
  findPayin,
  findPayout,
  limitOf,
  rateOf,
  type Capability,
  type Catalogue,
} from '../../src/domain/capability.js';

const key = { product: 'payout', method: 'pix', currency: 'BRL' } as const;
const limits = [{ currency: 'BRL', perOperation: '100.00', daily: '1000.00' }];
const pix: Capability = { ...key, country: 'BR', limits, provider: 'sandbox' };
const swift: Capability = { product: 'payout', method: 'swift', currency: 'USD', limits: [] };
const catalogue: Catalogue = {
  primaryTreasuryAsset: 'USDT',
  capabilities: [{ ...pix, product: 'payin' }, { ...pix, product: 'remittance' }, pix, swift],
  rates: [
    { from: 'USDT', to: 'BRL', rate: '5.32' },
    { from: 'PEN', to: 'USDT', rate: '0.295' },
    { from: 'USDT', to: 'MXN', rate: '18.25' },
    { from: 'PEN', to: 'MXN', rate: '5.4' },
  ],
  fees: { platformFeeBps: 0, tenantMarkupBps: 0 },
  risk: {
    reviewAbove: { amount: '1', currency: 'USDT' },
    blockAbove: { amount: '2', currency: 'USDT' },
    velocity: { minutes: 1, count: 1 },
  },
  oneTimeAccountMinutes: 30,
  settlingSeconds: 2,
};

describe('a capability', () => {
  it.each([
    [{ method: 'pix', currency: 'BRL' }, pix],
    [{ method: 'pix', currency: 'BRL', country: null }, pix],
    [{ method: 'pix', currency: 'BRL', country: 'BR' }, pix],
    [{ method: 'pix', currency: 'BRL', country: 'PE' }, undefined],
    [{ method: 'swift', currency: 'USD' }, swift],
    [{ method: 'swift', currency: 'USD', country: 'US' }, swift],
    [{ method: 'pix', currency: 'USD' }, undefined],
  ])('of payouts by %j', (rail, found) => expect(findPayout(catalogue, rail)).toBe(found));

  it('of pay-ins is not one of payouts', () => {
    expect(findPayin(catalogue, 'pix', 'BRL')?.product).toBe('payin');
    expect(findPayin(catalogue, 'swift', 'USD')).toBeUndefined();
  });

  const off = { ...key, enabled: false };
  const other = { ...key, product: 'payin', enabled: false };
  it.each([
    ['can be used', pix, [], [], undefined],
    ['is enabled by name', pix, [{ ...key, enabled: true }], [], undefined],
    ['has only its limits changed', pix, [{ ...key, daily: '1' }], [], undefined],
    ['has a namesake switched off', pix, [other], [{ ...other, accountId: 'acct_1' }], undefined],
    ['is switched off', pix, [off], [], 'not_enabled'],
    ['is stopped', pix, [], [key], 'suspended'],
    ['is switched off and stopped', pix, [off], [key], 'not_enabled'],
    ['is stopped and served by none', { ...swift, ...key }, [], [key], 'suspended'],
    ['is served by none', swift, [], [], 'no_provider'],
  ] as const)('that %s', (_, capability, overrides, suspensions, reason) => {
    const expected = reason === undefined ? { available: true } : { available: false, reason };
    expect(availability(capability, overrides, suspensions)).toEqual(expected);
  });

  it.each([
    [[], '100.00', '1000.00'],
    [[{ ...key, perOperation: '7.00' }], '7.00', '1000.00'],
    [[{ ...key, daily: '8.00' }], '100.00', '8.00'],
    [[{ ...key, currency: 'USD', daily: '8.00' }], '100.00', '1000.00'],
  ])('has the limits that the terms %j leave', (overrides, perOperation, daily) => {
    expect(limitOf(pix, overrides)).toEqual({ currency: 'BRL', perOperation, daily });
  });

  it('without a limit is a configuration error', () => {
    expect(() => limitOf(swift, [])).toThrow(/no limit/);
  });
});

describe('the rate', () => {
  it.each([
    ['VES', 'VES', '1'],
    ['USDT', 'BRL', '5.32'],
    ['PEN', 'BRL', '1.5694'],
    ['PEN', 'MXN', '5.4'],
    ['BRL', 'USDT', undefined],
    ['BRL', 'MXN', undefined],
    ['PEN', 'VES', undefined],
  ])('%s to %s is %s', (from, to, rate) => expect(rateOf(catalogue, from, to)).toBe(rate));
});
