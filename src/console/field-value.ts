import { hintText } from './account-hint.js';
import { bare } from './catalogue.js';
import { failureText } from './failure.js';
import { grouped, textOf } from './text.js';
import { camel, happeningText, stateText } from './words/label.js';
import { refusalMeaning } from './words/refusal.js';

type Row = Readonly<Record<string, unknown>>;

/** Fields by importance: amount, payee, account, reason, what it waits for. The others follow by name. */
const order =
  'amount destination source total fee expected actual difference beneficiary displayName account type reasons nextStep failureCode approvalId riskDecisionId riskStatus reference bankReference method currency createdAt'.split(
    ' ',
  );
export const rankOf = (name: string): number => (order.includes(name) ? order.indexOf(name) : order.length);

export const amounts =
  /^(opening|amount|fee|total|principal|platform_?[fF]ee|tenant_?[mM]arkup|available|pending|reserved|inSettlement|earnings|debits|credits|requested|completed)$/;

const limits = /^(perOperation|daily)$/;
export const isAmountField = (name: string): boolean => amounts.test(name) || limits.test(name);

/** Fields with codes that are no enumerations of the schema. */
const coded =
  /^(method|purpose|product|originType|resourceType|ledger|kind|account|direction|status|notCancelledReason)$/;
/** Codes that people look up or send to others: they are shown beside their words. */
const meanings: Readonly<Record<string, (code: string) => string>> = {
  action: happeningText,
  errorCode: refusalMeaning,
  failureCode: failureText,
};
export const isLookedUp = (name: string): boolean => name in meanings;

/** A code as the reader's language says it. */
export function codeText(name: string, value: string): string {
  const field = camel(name);
  if (coded.test(field)) return stateText(value);
  if (field === 'language') return stateText(value, 'Language');
  // The bank's answer is a code or a sentence.
  if (field === 'detail') return /^\w+$/.test(value) ? stateText(value) : value;
  return meanings[field]?.(value) ?? value;
}

interface NamedType {
  readonly name: string;
  readonly type: string;
}

const units = [
  ['d', 86_400],
  ['h', 3_600],
  ['min', 60],
] as const;

/** Seconds in the largest unit that has no remainder: "7 d". */
function durationText(seconds: number): string {
  const [unit, size] = units.find(([, each]) => seconds % each === 0) ?? ['s', 1];
  return `${seconds / size} ${unit}`;
}

const currencyOf = (value: unknown): unknown => (value as Row | null | undefined)?.['currency'];

/** Whether a field says nothing, given the others: the rate of a currency to itself, or when a manual schedule runs. */
export const isMoot = (row: Row, name: string): boolean =>
  (name === 'rate' &&
    currencyOf(row['source']) !== undefined &&
    currencyOf(row['source']) === currencyOf(row['destination'])) ||
  (name === 'cutoffTime' && row['interval'] === 'manual') ||
  // Until when an attempt could be sent matters only while it may be sent.
  (name === 'sendBy' && textOf(row['decidedAt']) !== '');

/** "1 USD = 5.31202 BRL", or the number where the currencies are not known. */
function rateText({ source, destination }: Row, rate: string): string {
  const [from, to] = [currencyOf(source), currencyOf(destination)].map(textOf);
  return from && to ? `1 ${from} = ${grouped(rate)} ${to}` : grouped(rate);
}

/** A value as the reader knows it: with its currency, unit or zone, and codes in the reader's language. */
export function valueIn(row: Row, { name, type }: NamedType, value: unknown): unknown {
  if (name === 'reasons' && Array.isArray(value)) return value.map((each) => stateText(textOf(each)));
  // A spreadsheet counts rows from 1.
  if (name === 'index' && typeof value === 'number') return value + 1;
  // The request log shows what was sent.
  if (name === 'errorCode' && row['path'] !== undefined) return value;
  // Why a currency is not settled; other reasons are sentences of people.
  if (name === 'reason' && row['state'] !== undefined) return stateText(textOf(value));
  if (name === 'cutoffTime' && typeof value === 'string') return `${value} UTC`;
  if (camel(name) === 'expiresIn' && typeof value === 'number') return durationText(value);
  if (name === 'accountHint' && typeof value === 'string' && value !== '') return hintText(value);
  const currency =
    row['currency'] !== undefined && !limits.test(name) ? row['currency'] : row['limitCurrency'];
  const isAmount = isAmountField(name) && typeof value === 'string' && typeof currency === 'string';
  if (isAmount) return { amount: value, currency };
  if (name === 'rate' && typeof value === 'string') return rateText(row, value);
  return typeof value === 'string' && bare(type) === 'String' ? codeText(name, value) : value;
}
