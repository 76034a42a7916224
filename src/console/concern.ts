import { hintText } from './account-hint.js';
import type { Row } from './act.js';
import { nounOf } from './noun.js';
import { moneyText, textOf, type Money } from './text.js';
import { nounLabel, stateText, within } from './words/label.js';
import { words } from './words/speech.js';

const isRow = (value: unknown): value is Row =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const rowOf = (value: unknown): Row => (isRow(value) ? value : {});

export function moneyIn(value: unknown): Money | undefined {
  const { amount, total, currency } = rowOf(value);
  const figure = textOf(amount ?? total);
  return figure !== '' && typeof currency === 'string' ? { amount: figure, currency } : undefined;
}

/** The payee, and the last digits of the account. */
export interface Payee {
  readonly id: string;
  readonly name: string;
}

/** Subject of an act or page: amount, payee and account. */
export interface Concern {
  /** The noun, such as "payout". */
  readonly noun: string;
  readonly money: Money | undefined;
  /** The amount debited from the balance, fees included. Absent if it equals the amount. */
  readonly total: Money | undefined;
  readonly fee: Money | undefined;
  readonly payee: Payee | undefined;
  readonly account: Payee | undefined;
  /** "100.00 BRL to Maria Souza ····9719", or the noun if there is no amount. */
  readonly what: string;
  /** The subject's own name, or its noun. */
  readonly name: string;
  /** Text after the noun in a title. */
  readonly title: string;
}

export const withHint = (name: string, hint: unknown): string =>
  typeof hint === 'string' && hint !== '' ? `${name} ${hintText(hint)}` : name;

/** The name of another object, with the last digits of its bank account. */
export function namedIn(value: unknown): Payee | undefined {
  const { id, displayName, name, label, email, url, hostname, method, accountHint } = rowOf(value);
  // Bank accounts without a name of their own. Some methods have no account number.
  const hasHint = accountHint !== undefined;
  const called = [displayName, name, label, email, url, hostname, ...(hasHint ? [method] : [])].map(textOf);
  const own = called.find((each) => each !== '');
  if (own === undefined) return operationIn(rowOf(value));
  return { id: textOf(id), name: withHint(own === method ? stateText(own) : own, accountHint) };
}

/** The object that an id field names: `account` for `accountId`, `operation` or `batch` for `resourceId`. */
export const namedBy = (row: Row, name: string): Payee | undefined =>
  /.Id$/.test(name)
    ? namedIn(name === 'resourceId' ? (row['operation'] ?? row['batch']) : row[name.slice(0, -2)])
    : undefined;

/** An operation by its amount and payee: "100.00 BRL to Maria Souza ····9719". A batch has several of both. */
function operationIn(row: Row): Payee | undefined {
  const type = textOf(row['__typename']);
  if (inList[type] === undefined) return undefined;
  const id = textOf(row['id']);
  if (type === 'PayoutBatch') return { id, name: batchName(row) };
  const { money, what } = concernOf(row);
  return money && { id, name: what };
}

const batchName = ({ reference, description, summary }: Row): string =>
  textOf(reference) || textOf(description) || words.pay.payouts(Number(rowOf(summary)['total']));

const payeeOf = ({ beneficiary, destination }: Row): Payee | undefined =>
  namedIn(beneficiary) ?? namedIn(destination);

/** Payee and amount of an object, from the fields that were read. */
export function concernOf(row: Row): Concern {
  const type = textOf(row['__typename']);
  const batch = type === 'Approval' && isRow(row['batch']) ? row['batch'] : undefined;
  const about = isRow(row['operation']) ? row['operation'] : (batch ?? row);
  // Operators decide about the difference, so it names an exception.
  const isException = type === 'ReconciliationException';
  const money =
    moneyIn(isException ? about['difference'] : about['destination']) ??
    moneyIn(about['amount']) ??
    moneyIn(about['actual']) ??
    moneyIn(about['difference']) ??
    moneyIn(rowOf(about['balance'])['available']) ??
    moneyIn(about['source']);
  const total = moneyIn(about['source']) ?? moneyIn(about['total']);
  const payee = payeeOf(about);
  const noun = within(nounLabel(textOf(about['__typename']) || type));
  const paid = money && payee ? words.act.moneyTo(moneyText(money), payee.name) : money && moneyText(money);
  const what = batch ? batchName(batch) : paid;
  const kind = isException ? stateText(textOf(row['type']), 'ReconciliationExceptionType') : '';
  const own = [row['displayName'], row['name'], row['label'], row['email'], row['hostname'], row['url']];
  const called = own.map(textOf).find((each) => each !== '');
  return {
    noun,
    money,
    total: total && money && total.amount === money.amount ? undefined : total,
    fee: moneyIn(about['fee']),
    payee,
    account: namedIn(row['account']),
    what: what ?? words.act.theNoun(noun),
    name: called ?? words.act.theNoun(noun),
    title: [kind, what ?? called ?? ''].join(' ').trim(),
  };
}

const money = '{ amount currency }';
/** A form counts at most this many payouts to the payee, the newest first. */
export const payeeHistory = 50;
const beneficiary = `beneficiary { id displayName accountHint createdAt payouts(first: ${payeeHistory}) { id status } }`;
const destination = 'destination { id label method accountHint currency }';
const payees = 'beneficiary { id displayName accountHint }';

/** The fields by which a list names an operation. */
export const inList: Readonly<Record<string, string>> = {
  Payout: `id destination ${money} ${payees}`,
  PayoutBatch: 'id reference description summary { total }',
  Refund: `id amount ${money}`,
  Settlement: `id amount ${money} ${destination}`,
  Withdrawal: `id amount ${money} ${destination}`,
};

/** An operation in a list of several kinds. Each kind has its own status enumeration, so status is left out. */
export const operationInList = `operation { __typename ${Object.entries(inList)
  .filter(([type]) => type !== 'PayoutBatch')
  .map(([type, fields]) => `... on ${type} { ${fields} }`)
  .join(' ')} }`;

const batch = `batch { __typename ${inList['PayoutBatch']} }`;

/** What a resourceId names: an operation or, for approvals, also a batch. */
export const resourceOf = (fields: object): string =>
  'operation' in fields ? `${operationInList} ${'batch' in fields ? batch : ''}` : '';

const operations: Readonly<Record<string, string>> = {
  Payout: `id createdAt status reference destination ${money} source { total currency } ${beneficiary}`,
  Refund: `id createdAt status reference amount ${money}`,
  Settlement: `id createdAt status amount ${money} total ${money} fee ${money} ${destination}`,
  Withdrawal: `id createdAt status reference amount ${money} total ${money} fee ${money} approvalThreshold ${money} ${destination}`,
};

/** Each kind has its own status enumeration, so status is left out. */
const anyOperation = `operation { __typename ${Object.entries(operations)
  .map(([type, fields]) => `... on ${type} { ${fields.replace(' status ', ' ')} }`)
  .join(' ')} }`;

/** Facts to decide by that are not fields of the row, by type. */
const wanted: Readonly<Record<string, string>> = {
  ...operations,
  Approval: `id createdAt status resourceType resourceId ${anyOperation} ${batch}`,
  RiskDecision: `id createdAt status reasons resourceId ${anyOperation}`,
  ReconciliationException: `id createdAt status type nextStep resourceId expected ${money} actual ${money} difference ${money}`,
  SettlementSchedule: `id createdAt status currency interval minimumAmount ${money} ${destination}`,
  WebhookEndpoint: 'id createdAt status url failingSince',
};

interface SubjectDocument {
  readonly query: string;
  readonly variables: Readonly<Record<string, string>>;
}

/** The schedules in force, one a currency. A new one replaces the one in its currency. */
const schedules = `schedules: settlementSchedules(accountId: $id, first: 100, filter: { status: [active] }) { nodes {
  currency interval weekday day cutoffTime automatic minimumAmount ${money} destination { id status } } }`;

/** The query for the subject of a form. Undefined if the row has all of it. */
export function subjectDocument(row: Row, act = ''): SubjectDocument | undefined {
  const type = textOf(row['__typename']);
  const id = textOf(row['id']);
  if (act === 'putScheduleInForce') return { query: `query ($id: ID!) { ${schedules} }`, variables: { id } };
  const one = nounOf(type)?.one;
  const fields = wanted[type];
  if (fields === undefined || one === undefined || id === '') return undefined;
  const variables = { id };
  const query = `one: ${one}(id: $id) { accountId account { id name } ${fields} }`;
  if (type !== 'SettlementSchedule') return { query: `query ($id: ID!) { ${query} }`, variables };
  return {
    query: `query ($id: ID!, $accountId: ID!, $currency: String!) { ${query}
      more: balance(accountId: $accountId, currency: $currency) { currency available } }`,
    variables: { id, accountId: textOf(row['accountId']), currency: textOf(row['currency']) },
  };
}

export interface SubjectData {
  readonly one?: Row | null;
  readonly more?: Row | null;
  readonly schedules?: { readonly nodes: readonly Row[] };
}

/** The row with the facts that were queried. An operation's own facts replace those it had in a list. */
export function informed(row: Row, { one, more, schedules }: SubjectData): Row {
  const available = more && { amount: more['available'], currency: more['currency'] };
  const isOperation = one && operations[textOf(row['__typename'])] !== undefined;
  return {
    ...row,
    ...(isOperation && { operation: undefined }),
    ...one,
    ...(available && { balance: { available } }),
    ...(schedules && { schedules: schedules.nodes }),
  };
}
