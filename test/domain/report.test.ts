import { describe, expect, it, test } from 'vitest';
import {
  isReportName,
  isWhole,
  periodOf,
  reportNames,
  reports,
  type ReportName,
} from '../../src/domain/report.js';

/** Supplement §3.9, word for word. New columns come last. */
const columns: Record<ReportName, [source: 'ledger' | 'operations', columns: string]> = {
  transactions: [
    'ledger',
    'entry_id, journal_id, occurred_at, purpose, account, direction, amount, currency, origin_type, origin_id',
  ],
  payins: [
    'operations',
    'id, created_at, completed_at, status, funding_account_id, method, paid_amount, paid_currency, amount, currency, refunded, failure_code',
  ],
  payouts: [
    'operations',
    'id, created_at, completed_at, status, method, beneficiary_id, source_currency, principal, platform_fee, tenant_markup, total, destination_amount, destination_currency, rate, batch_id, remittance_id, failure_code',
  ],
  remittances: [
    'operations',
    'id, created_at, status, payin_id, payout_id, source_amount, source_currency, destination_amount, destination_currency, rate, failure_code',
  ],
  refunds: ['operations', 'id, created_at, completed_at, status, payin_id, amount, currency, failure_code'],
  withdrawals: [
    'operations',
    'id, created_at, completed_at, status, destination_id, amount, fee, total, currency, failure_code',
  ],
  settlements: [
    'operations',
    'id, created_at, completed_at, status, currency, period_from, period_to, amount, fee, total, failure_code',
  ],
  fees: ['ledger', 'occurred_at, journal_id, kind, origin_type, origin_id, amount, currency'],
  fx: [
    'ledger',
    'occurred_at, journal_id, origin_type, origin_id, sold_amount, sold_currency, bought_amount, bought_currency, rate',
  ],
  balances: ['ledger', 'currency, account, opening, credits, debits, closing'],
};

describe('the reports', () => {
  it('are those of the contract', () => {
    expect(reportNames.toSorted((a, b) => a.localeCompare(b))).toEqual(
      Object.keys(columns).toSorted((a, b) => a.localeCompare(b)),
    );
  });

  test.each(reportNames)('%s has the source and the columns of the contract, new ones last', (name) => {
    const [source, expected] = columns[name];
    const wanted = expected.split(', ');
    expect(reports[name].source).toBe(source);
    expect(reports[name].columns.slice(0, wanted.length)).toEqual(wanted);
    expect(new Set<string>(reports[name].columns).size).toBe(reports[name].columns.length);
  });

  it('have pages, except balances', () => {
    expect(reportNames.filter(isWhole)).toEqual(['balances']);
  });

  test.each(['Payouts', 'payout', '', '__proto__', 'constructor', 'toString', 'payouts '])(
    'have no report named %j',
    (name) => {
      expect(isReportName(name)).toBe(false);
    },
  );
});

describe('a period', () => {
  const from = new Date('2026-01-01T00:00:00.000Z');
  const after = (ms: number) => new Date(from.getTime() + ms);
  const longest = 366 * 24 * 3_600_000;

  test.each([
    ['one millisecond', 1],
    ['a day', 24 * 3_600_000],
    ['366 days', longest],
  ])('may be %s long', (_what, ms) => {
    expect(periodOf(from, after(ms))).toEqual({ from, to: after(ms) });
  });

  test.each([
    ['it ends as it starts', from, from, 'to'],
    ['it ends before it starts', from, after(-1), 'to'],
    ['it is one millisecond longer than 366 days', from, after(longest + 1), 'to'],
    ['from is missing', undefined, from, 'from'],
    ['to is missing', from, undefined, 'to'],
    ['both are missing', undefined, undefined, 'from'],
  ])('is refused where %s', (_what, start, end, param) => {
    expect(() => periodOf(start, end)).toThrow(
      expect.objectContaining({ code: 'invalid_parameter', param }) as Error,
    );
  });
});
