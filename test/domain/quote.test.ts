import { describe, expect, it, test } from 'vitest';
import { checkQuote, fundingOf, quoteStatus, showQuote, useQuote } from '../../src/domain/quote.js';
import { before, moment } from '../setup/payout-state.js';
import { quoteFor } from '../setup/quoted.js';

const quote = quoteFor('payout');
const used = { ...quote, usedBy: 'pout_1' };
const end = quote.expiresAt;
const at = (ms: number) => new Date(end.getTime() + ms);
const beneficiary = { product: 'payout', id: 'ben_1', method: 'bank_transfer', currency: 'PEN' } as const;
const remittance = quoteFor('remittance');

describe('a quote', () => {
  it('expires after its lifetime', () => {
    expect(end.getTime() - before.getTime()).toBe(1_800_000);
  });

  // Supplement §3.1: a quote that paid for something says so from then on.
  test.each([
    ['unused, one millisecond before its end', quote, -1, 'open'],
    ['unused, at its end', quote, 0, 'expired'],
    ['unused, after its end', quote, 60_000, 'expired'],
    ['used, before its end', used, -1, 'used'],
    ['used, after its end', used, 60_000, 'used'],
  ] as const)('%s is %s', (_what, which, ms, status) => {
    expect(quoteStatus(which, at(ms))).toBe(status);
    expect(showQuote(which, at(ms))['status']).toBe(status);
  });

  test.each([
    ['the beneficiary of its method and currency', quote, beneficiary],
    ['the beneficiary that it names', { ...quote, beneficiaryId: 'ben_1' }, beneficiary],
    ['a remittance, where it is for one', remittance, { ...beneficiary, product: 'remittance' as const }],
  ])('pays %s until one millisecond before its end', (_whom, which, whom) => {
    expect(() => checkQuote(which, at(-1), whom)).not.toThrow();
  });

  test.each([
    ['it was used', used, at(-1), {}, 'quote_already_used'],
    ['it was used and has expired', used, at(1), {}, 'quote_already_used'],
    ['its end is now', quote, at(0), {}, 'quote_expired'],
    ['it has expired and is for another method', quote, at(0), { method: 'pix' }, 'quote_expired'],
    ['the method is another', quote, at(-1), { method: 'pix' }, 'quote_mismatch'],
    ['the currency is another', quote, at(-1), { currency: 'BRL' }, 'quote_mismatch'],
    ['it names another beneficiary', { ...quote, beneficiaryId: 'ben_2' }, at(-1), {}, 'quote_mismatch'],
    ['a remittance asks for it', quote, at(-1), { product: 'remittance' as const }, 'quote_mismatch'],
    ['it is for a remittance, and a payout asks', remittance, at(-1), {}, 'quote_mismatch'],
  ])('is refused where %s', (_why, which, now, patch, code) => {
    expect(() => checkQuote(which, now, { ...beneficiary, ...patch })).toThrow(
      expect.objectContaining({ code }) as Error,
    );
  });

  it('gets a new version when used, so that two payouts cannot use it', () => {
    expect(useQuote(quote, 'pout_1')).toMatchObject({
      noun: 'quote',
      isNew: false,
      row: { usedBy: 'pout_1', version: 2 },
    });
  });
});

describe('the shape of a quote', () => {
  it('has all decimals of each currency, and no funding for a payout', () => {
    const resource = showQuote(quote, moment.now);
    expect(resource).toMatchObject({
      product: 'payout',
      source: {
        currency: 'MXN',
        principal: '200.00',
        platform_fee: '2.00',
        tenant_markup: '1.00',
        total: '203.00',
      },
      destination: { amount: '37.00', currency: 'PEN' },
      rate: '0.185',
      expires_at: end.toISOString(),
    });
    expect(resource).not.toHaveProperty('funding');
    expect(resource).not.toHaveProperty('used_by');
    expect(() => fundingOf(quote)).toThrow('belongs to no remittance');
  });

  it('names the funding of a remittance', () => {
    expect(showQuote(remittance, moment.now)['funding']).toEqual({ amount: '11.043200', currency: 'USDT' });
  });
});
