import { show, sum } from '../domain/money.js';
import { flag, inConsole, ref, text, time, words } from '../domain/noun/declare.js';
import type { Balance } from '../ports/ledger-read.js';
import { amount, shape, type ShapeOf } from './shape.js';

export const bucketWords = words(
  {
    available: 'Money that can be spent now.',
    pending: 'Recognised, but cannot be spent yet.',
    reserved: 'Held for operations in flight.',
    in_settlement: 'Committed to a settlement in flight.',
    earnings: "The account's own markup.",
  },
  { name: 'Bucket', says: 'A part of a balance.' },
);

export const balanceShape = shape('Balance', "An account's balance in one currency.", {
  accountId: ref('account', 'The account.', { shows: inConsole }),
  currency: text('The currency.'),
  primary: flag('Whether it is the balance in the primary treasury asset.'),
  available: amount(bucketWords.meanings.available),
  pending: amount(bucketWords.meanings.pending),
  reserved: amount(bucketWords.meanings.reserved),
  inSettlement: amount(bucketWords.meanings.in_settlement),
  earnings: amount("The account's own markup; not part of total."),
  total: amount('available + pending + reserved + inSettlement.'),
  asOf: time('Time of its last movement.'),
});

export type BalanceView = ShapeOf<typeof balanceShape>;

/** The balance for responses, with exactly the currency's decimals. */
export function balanceView(
  { accountId, currency, asOf, in_settlement: leaving, ...row }: Balance,
  primary: string,
): BalanceView {
  const { available, pending, reserved, earnings } = row;
  return {
    accountId,
    currency,
    primary: currency === primary,
    available: show(available, currency),
    pending: show(pending, currency),
    reserved: show(reserved, currency),
    inSettlement: show(leaving, currency),
    earnings: show(earnings, currency),
    total: show(sum([available, pending, reserved, leaving]), currency),
    asOf,
  };
}
