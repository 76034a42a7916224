import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import {
  buckets,
  isBucket,
  journalsOf,
  postings,
  sidesOf,
  type Journal,
  type LedgerAccount,
  type Posting,
} from '../../src/domain/ledger.js';
import { exact, sum } from '../../src/domain/money.js';
import { before, moment } from '../setup/payout-state.js';

const move = (debit: LedgerAccount, credit: LedgerAccount, amount: string, currency = 'USDT'): Posting => ({
  debit,
  credit,
  amount: exact(amount),
  currency,
});
const journalOf = (...moves: Posting[]): Journal => ({
  id: 'jrn_1',
  accountId: 'acct_1',
  purpose: 'payout_capture',
  originType: 'payout',
  originId: 'pout_1',
  postings: moves,
});
const sides = (...moves: Posting[]) =>
  sidesOf(journalOf(...moves)).map(
    ({ ledger, direction, amount, currency }) => `${ledger} ${direction} ${amount.toFixed()} ${currency}`,
  );

describe('the buckets of a balance', () => {
  it('are those of contract §2.4', () => {
    expect(buckets).toEqual(['available', 'pending', 'reserved', 'in_settlement', 'earnings']);
  });

  test.each([
    'fees',
    'fx',
    'rounding',
    'adjustments',
    'clearing:sandbox',
    'clearing:available',
    'total',
    '__proto__',
  ])('are none of the ledgers of the platform: %s', (ledger) => {
    expect(isBucket(ledger)).toBe(false);
  });
});

describe('the entries of a journal', () => {
  test.each<[string, Posting[], string[]]>([
    [
      'one movement has two sides',
      [move('available', 'reserved', '10')],
      ['available debit 10 USDT', 'reserved credit 10 USDT'],
    ],
    [
      'what leaves one bucket several times is one entry, before those of the platform',
      [
        move('reserved', 'fx', '10'),
        move('fx', 'clearing:sandbox', '37', 'PEN'),
        move('reserved', 'fees', '1'),
        move('reserved', 'earnings', '0.5'),
      ],
      [
        'reserved debit 11.5 USDT',
        'earnings credit 0.5 USDT',
        'fx credit 10 USDT',
        'fx debit 37 PEN',
        'clearing:sandbox credit 37 PEN',
        'fees credit 1 USDT',
      ],
    ],
    [
      'both directions of one ledger stay apart',
      [move('fx', 'available', '1'), move('available', 'fx', '2')],
      ['available credit 1 USDT', 'available debit 2 USDT', 'fx debit 1 USDT', 'fx credit 2 USDT'],
    ],
    [
      'two currencies of one ledger stay apart',
      [move('available', 'fees', '1'), move('available', 'fees', '1', 'PEN')],
      ['available debit 1 USDT', 'available debit 1 PEN', 'fees credit 1 USDT', 'fees credit 1 PEN'],
    ],
  ])('%s', (_what, moves, expected) => {
    expect(sides(...moves)).toEqual(expected);
  });

  it('balance in each currency, for any postings', () => {
    const ledger = fc.constantFrom<LedgerAccount>(...buckets, 'fees', 'fx', 'clearing:sandbox');
    const units = fc.integer({ min: 1, max: 1_000_000_000 });
    const currency = fc.constantFrom('USDT', 'PEN', 'MXN');
    const posting = fc.record({ debit: ledger, credit: ledger, units, currency });
    fc.assert(
      fc.property(fc.array(posting, { minLength: 1, maxLength: 12 }), (list) => {
        const moves = list.map((each) => ({ ...each, amount: exact(String(each.units)).shiftedBy(-2) }));
        const entries = sidesOf(journalOf(...moves));
        for (const each of ['USDT', 'PEN', 'MXN']) {
          const of = (direction: 'debit' | 'credit') =>
            sum(entries.filter((e) => e.currency === each && e.direction === direction).map((e) => e.amount));
          expect(of('debit').toFixed()).toBe(of('credit').toFixed());
          const moved = sum(moves.filter((m) => m.currency === each).map((m) => m.amount));
          expect(of('debit').toFixed()).toBe(moved.toFixed());
        }
        const names = entries.map((e) => `${e.ledger} ${e.direction} ${e.currency}`);
        expect(new Set(names).size).toBe(names.length);
        const firstOfPlatform = entries.findIndex((e) => !isBucket(e.ledger));
        const own = firstOfPlatform < 0 ? entries : entries.slice(0, firstOfPlatform);
        expect(own.length).toBe(entries.filter((e) => isBucket(e.ledger)).length);
      }),
    );
  });
});

test.each<[string, string[], string[]]>([
  ['nothing', ['0'], []],
  ['the least of USDT', ['0.000001'], ['0.000001']],
  ['a fee of zero among others', ['10', '0', '0.5'], ['10', '0.5']],
])('%s makes no posting of zero', (_what, amounts, expected) => {
  const moves = amounts.map((amount) => move('reserved', 'fees', amount));
  expect(postings(...moves).map(({ amount }) => amount.toFixed())).toEqual(expected);
});

describe('the journal of an action', () => {
  const state = { id: 'pout_1', accountId: 'acct_1', createdAt: before };

  it('names its purpose and origin', () => {
    const moves = [move('available', 'reserved', '10')];
    const [journal, ...more] = journalsOf(
      moment,
      { purpose: 'payout_reserve', of: () => moves },
      { originType: 'payout', state },
    );
    expect(more).toEqual([]);
    expect(journal).toMatchObject({
      accountId: 'acct_1',
      purpose: 'payout_reserve',
      originType: 'payout',
      originId: 'pout_1',
      postings: moves,
    });
    expect(journal?.id).toMatch(/^jrn_[0-9a-z]+$/);
  });

  it('is absent if the action moves nothing', () => {
    expect(journalsOf(moment, 'none', { originType: 'payout', state })).toEqual([]);
  });
});
