import { BigNumber } from 'bignumber.js';
import { createHash } from 'node:crypto';
import type { Journal } from '../protocol/journal.ts';
import type { AccountReport, Balance } from './report.ts';
import { UnreadableFile } from './xml-reader.ts';

interface Last {
  readonly position: number;
  readonly number: number | null;
  readonly statement_id: string;
  readonly closing: string;
}

export type StatementPosition =
  | {
      readonly is: 'next';
      readonly closing: Balance;
      readonly position: number;
      readonly number: number | undefined;
      readonly contents: string;
    }
  | { readonly is: 'known' }
  | { readonly is: 'early'; readonly expected: string };

const opening = ['OPBD', 'PRCD'];
const closing = ['CLBD'];

const balanceIn = ({ balances }: AccountReport, codes: readonly string[]): Balance | undefined =>
  codes.map((code) => balances.find((each) => each.code === code)).find((each) => each !== undefined);

/** Distinguishes statements with the same id: by their number in the year, or else by creation time. */
export function markOf(report: AccountReport): string {
  const number = report.numbers.ElctrncSeqNb;
  if (number === undefined) return report.createdAt;
  return `${balanceIn(report, closing)?.day.slice(0, 4) ?? ''} number ${number}`;
}

/** Digest of the entries that a statement books; it is the same when the bank creates the statement again. */
function contentsOf(report: AccountReport): string {
  const booked = report.entries.filter(({ isBooked }) => isBooked);
  const entries = booked.map((each) => [each.direction, each.amount, each.bookedOn, each.bankReference]);
  const balances = [balanceIn(report, opening), balanceIn(report, closing)];
  return createHash('sha256')
    .update(JSON.stringify([balances, entries]))
    .digest('hex');
}

/** Position of a statement in its account's sequence; throws if its number or balance is impossible. */
export function positionOf(
  journal: Journal,
  report: AccountReport,
  counter: 'ElctrncSeqNb' | 'LglSeqNb' | 'none',
): StatementPosition {
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
  const sameId = journal.all<{ mark: string | null; contents: string | null }>(
    'select mark, contents from statement where account = ? and currency = ? and statement_id = ?',
    report.account,
    after.currency,
    report.id,
  );
  const contents = contentsOf(report);
  // Statements of a journal's first version have no digest.
  if (sameId.some((each) => each.contents === null || each.contents === contents)) return { is: 'known' };
  const mark = markOf(report);
  if (sameId.some((each) => each.mark === mark))
    throw new UnreadableFile(
      `the statement ${report.id} (${mark}) came before with another balance or other entries`,
    );
  const next = { is: 'next', closing: after, position: (last?.position ?? 0) + 1, number, contents } as const;
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

/** Stores the statement as the account's last one, closes its day and stores its balance. */
export function closeStatement(
  journal: Journal,
  report: AccountReport,
  next: Extract<StatementPosition, { is: 'next' }>,
): void {
  const { closing: balance, position, number, contents } = next;
  journal.run(
    `insert into statement (account, currency, position, number, statement_id, closing, closed_on, mark, contents)
     values (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    report.account,
    balance.currency,
    position,
    number ?? null,
    report.id,
    balance.amount,
    balance.day,
    markOf(report),
    contents,
  );
  journal.closeDay(balance.day);
  journal.run(
    'insert into balance (currency, amount) values (?, ?) on conflict (currency) do update set amount = excluded.amount',
    balance.currency,
    balance.amount,
  );
}
