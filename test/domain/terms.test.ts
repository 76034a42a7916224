import { describe, expect, it, test } from 'vitest';
import type { Capability } from '../../src/domain/capability.js';
import { areUsual, defaultTerms, showTerms, updateTerms, type TermsUpdate } from '../../src/domain/terms.js';

const pix = { product: 'payout', method: 'pix', currency: 'BRL' } as const;
const limits = [{ currency: 'BRL', perOperation: '100.00', daily: '1000.00' }];
const catalogue: Capability[] = [{ ...pix, country: 'BR', limits, provider: 'sandbox' }];
const usual = defaultTerms('acct_1');
const updated = (...updates: TermsUpdate[]) =>
  updates.reduce((terms, update) => updateTerms(catalogue, terms, update), usual);

describe('the terms of an account', () => {
  it('are those of the catalogue if nothing was agreed', () => {
    expect(areUsual(usual)).toBe(true);
    expect(areUsual(updated({ platformFeeBps: 0 }))).toBe(false);
  });

  test.each<[string, TermsUpdate[], object]>([
    [
      'a field that is stated replaces',
      [{ platformFeeBps: 10 }, { platformFeeBps: 20 }],
      { platformFeeBps: 20 },
    ],
    [
      'a field that is left out stays',
      [{ platformFeeBps: 10 }, { tenantMarkupBps: 5 }],
      { platformFeeBps: 10, tenantMarkupBps: 5 },
    ],
    [
      'null goes back to the usual',
      [{ platformFeeBps: 10 }, { platformFeeBps: null }],
      { platformFeeBps: null },
    ],
    [
      'a fee is kept in the decimals of its currency',
      [{ withdrawalFee: { amount: '1.5', currency: 'MXN' } }],
      { withdrawalFee: { amount: '1.50', currency: 'MXN' } },
    ],
    [
      'a fee and a threshold may be nothing',
      [
        {
          withdrawalFee: { amount: '0', currency: 'MXN' },
          approvalThreshold: { amount: '0', currency: 'USDT' },
        },
      ],
      {
        withdrawalFee: { amount: '0.00', currency: 'MXN' },
        approvalThreshold: { amount: '0.000000', currency: 'USDT' },
      },
    ],
    [
      'a fee is taken away by null',
      [{ withdrawalFee: { amount: '1', currency: 'MXN' } }, { withdrawalFee: null }],
      { withdrawalFee: null },
    ],
    [
      'a limit is kept in the decimals of its currency',
      [{ limits: [{ ...pix, daily: '500' }] }],
      { overrides: [{ ...pix, daily: '500.00' }] },
    ],
    [
      'a limit that is left out stays',
      [{ limits: [{ ...pix, daily: '500' }] }, { limits: [{ ...pix, perOperation: '50' }] }],
      { overrides: [{ ...pix, daily: '500.00', perOperation: '50.00' }] },
    ],
    [
      'a method that is taken away stays so beside a limit',
      [{ methods: [{ ...pix, enabled: false }] }, { limits: [{ ...pix, daily: '500' }] }],
      { overrides: [{ ...pix, enabled: false, daily: '500.00' }] },
    ],
    [
      'nothing is left where the last of it goes back to the usual',
      [{ methods: [{ ...pix, enabled: false }] }, { methods: [{ ...pix, enabled: true }] }],
      { overrides: [] },
    ],
    [
      'a limit goes back to the usual by null',
      [{ limits: [{ ...pix, daily: '500' }] }, { limits: [{ ...pix, daily: null }] }],
      { overrides: [] },
    ],
  ])('%s', (_rule, updates, expected) => {
    expect(showTerms(updated(...updates))).toMatchObject(expected);
  });

  test.each<[string, TermsUpdate, string]>([
    ['a fee beyond the whole', { platformFeeBps: 10_001 }, 'platform_fee_bps'],
    ['a fee below nothing', { platformFeeBps: -1 }, 'platform_fee_bps'],
    ['a part of a hundredth', { tenantMarkupBps: 0.5 }, 'tenant_markup_bps'],
    [
      'a currency that there is not',
      { withdrawalFee: { amount: '1', currency: 'XXQ' } },
      'withdrawal_fee.currency',
    ],
    [
      'an amount with too many decimals',
      { withdrawalFee: { amount: '1.001', currency: 'MXN' } },
      'withdrawal_fee.amount',
    ],
    [
      'a threshold below nothing',
      { approvalThreshold: { amount: '-1', currency: 'MXN' } },
      'approval_threshold.amount',
    ],
    [
      'a method that the catalogue has not',
      { methods: [{ ...pix, method: 'swift', enabled: true }] },
      'methods.0',
    ],
    [
      'a method twice',
      {
        methods: [
          { ...pix, enabled: true },
          { ...pix, enabled: false },
        ],
      },
      'methods.1',
    ],
    ['a limit of nothing', { limits: [{ ...pix, daily: '0' }] }, 'limits.0.daily'],
    [
      'a limit in too many decimals',
      { limits: [{ ...pix, perOperation: '1.001' }] },
      'limits.0.per_operation',
    ],
    ['more at once than a day', { limits: [{ ...pix, daily: '99.99' }] }, 'limits.0'],
  ])('refuse %s', (_what, update, param) => {
    expect(() => updated(update)).toThrow(expect.objectContaining({ code: 'invalid_parameter', param }));
  });
});
