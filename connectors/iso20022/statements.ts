import { BigNumber } from 'bignumber.js';
import type { Journal } from '../protocol/journal.ts';
import type { AccountReport, Balance } from './report.ts';
import { UnreadableFile } from './xml-reader.ts';

interface Last {
  readonly position: number;
  readonly number: number | null;
  readonly statement_id: string;
  readonly closing: string;
}

export type Place =
  | {
      readonly is: 'next';
      readonly closing: Balance;
      readonly position: number;
      readonly number: number | undefined;
    }
  | { readonly is: 'known' }
  | { readonly is: 'early'; readonly expected: string };

const opening = ['OPBD', 'PRCD'];
const closing = ['CLBD'];

const balanceIn = ({ balances }: AccountReport, codes: readonly string[]): Balance | undefined =>
  codes.map((code) => balances.find((each) => each.code === code)).find((each) => each !== undefined);

/** Position of a statement among those of its account; throws if its number or balance cannot be right. */
export function placeOf(
  journal: Journal,
  report: AccountReport,
  counter: 'ElctrncSeqNb' | 'LglSeqNb' | 'none',
): Place {
  const [before, after] = [balanceIn(report, opening), balanceIn(report, closing)];
  if (before === undefined || after === undefined)
    throw new UnreadableFile('its statement has no opening or no closing balance (OPBD or PRCD, CLBD)');
  const sum = report.entries
    .filter(({ isBooked }) => isBooked)
    .reduce(
      (total, { direction, amount }) => total.plus(direction === 'in' ? amount : `-${amount}`),
      new BigNumber(before.amount),
    );
  if (!sum.eq(after.amount))
    throw new UnreadableFile(
      `its entries lead from ${before.amount} to ${sum.toFixed(2)}, its closing balance is ${after.amount}`,
    );
  const text = counter === 'none' ? undefined : report.numbers[counter];
  const number = text === undefined ? undefined : Number(text);
  const last = journal.one<Last>(
    `select position, number, statement_id, closing from statement
     where account = ? and currency = ? order by position desc limit 1`,
    report.account,
    after.currency,
  );
  const isKnown = journal.one(
    'select 1 from statement where account = ? and currency = ? and statement_id = ?',
    report.account,
    after.currency,
    report.id,
  );
  if (isKnown !== undefined) return { is: 'known' };
  const next = { is: 'next', closing: after, position: (last?.position ?? 0) + 1, number } as const;
  if (last === undefined) return next;
  const isChained = new BigNumber(last.closing).eq(before.amount);
  // Numbers start again with a year.
  const isNumbered =
    number === undefined || last.number === null || number === last.number + 1 || number === 1;
  if (isChained && isNumbered) return next;
  if (number !== undefined && last.number !== null && number === last.number + 1)
    throw new UnreadableFile(
      `its opening balance is ${before.amount}, the closing balance before it ${last.closing}`,
    );
  const expected =
    last.number === null ? `the one that opens with ${last.closing}` : `number ${last.number + 1}`;
  return { is: 'early', expected };
}

/** Stores the statement as the last one of its account, closes its day, and takes its balance. */
export function closeStatement(
  journal: Journal,
  report: AccountReport,
  place: Extract<Place, { is: 'next' }>,
): void {
  const { closing: balance, position, number } = place;
  journal.run(
    `insert into statement (account, currency, position, number, statement_id, closing, closed_on)
     values (?, ?, ?, ?, ?, ?, ?)`,
    report.account,
    balance.currency,
    position,
    number ?? null,
    report.id,
    balance.amount,
    balance.day,
  );
  journal.closeDay(balance.day);
  journal.run(
    'insert into balance (currency, amount) values (?, ?) on conflict (currency) do update set amount = excluded.amount',
    balance.currency,
    balance.amount,
  );
}
