import type { Noun, Nouns } from '../../domain/decision.js';
import type { Price } from '../../domain/price.js';
import { amount, columnsOf, decimal, fixed, int, optional, snake, text, time } from './column.js';
import type { Column, Columns, Declared } from './column.js';
import { declarations } from '../../domain/noun/all.js';

const priced: Columns<Price> = {
  sourceCurrency: fixed(text),
  principal: fixed(amount),
  platformFee: fixed(amount),
  tenantMarkup: fixed(amount),
  total: fixed(amount),
  destinationAmount: fixed(amount),
  destinationCurrency: fixed(text),
  rate: fixed(decimal),
};

/** The fields of each noun and how they are stored; the order of the nouns is the order in which rows are written. */
const columns: { readonly [N in Noun]: Columns<Nouns[N]> | Declared } = {
  account: columnsOf(declarations.account),
  accountTerms: columnsOf(declarations.accountTerms),
  apiKey: columnsOf(declarations.apiKey),
  operator: columnsOf(declarations.operator),
  suspension: columnsOf(declarations.suspension),
  auditEntry: columnsOf(declarations.auditEntry),
  member: columnsOf(declarations.member),
  session: columnsOf(declarations.session),
  mail: columnsOf(declarations.mail),
  customer: columnsOf(declarations.customer),
  beneficiary: columnsOf(declarations.beneficiary),
  settlementDestination: columnsOf(declarations.settlementDestination),
  quote: columnsOf(declarations.quote),
  fundingAccount: columnsOf(declarations.fundingAccount),
  payin: {
    id: text,
    accountId: fixed(text),
    fundingAccountId: fixed(text),
    status: text,
    // As long as it is processing it is worth what the present rate makes of it.
    amount,
    currency: fixed(text),
    paidAmount: fixed(amount),
    paidCurrency: fixed(text),
    provider: fixed(optional(text)),
    bankReference: fixed(optional(text)),
    paymentReference: fixed(optional(text)),
    failureCode: optional(text),
    attempts: int,
    nextStepAt: optional(time),
    createdAt: fixed(time),
    completedAt: optional(time),
    version: int,
  },
  remittance: columnsOf(declarations.remittance),
  riskDecision: columnsOf(declarations.riskDecision),
  payoutBatch: columnsOf(declarations.payoutBatch),
  payout: {
    id: text,
    accountId: fixed(text),
    status: text,
    method: fixed(text),
    country: fixed(optional(text)),
    beneficiaryId: fixed(text),
    quoteId: fixed(optional(text)),
    remittanceId: fixed(optional(text)),
    batchId: fixed(optional(text)),
    batchIndex: fixed(optional(int)),
    ...priced,
    description: fixed(optional(text)),
    failureCode: optional(text),
    riskStatus: text,
    riskDecisionId: optional(text),
    refundStatus: optional(text),
    cancelRequestedAt: optional(time),
    cancelDecidedAt: optional(time),
    reference: fixed(text),
    provider: optional(text),
    sending: text,
    attempts: int,
    lookUps: int,
    sendBy: optional(time),
    nextStepAt: optional(time),
    limitDaily: fixed(optional(amount)),
    dailyTotal: fixed(optional(amount)),
    createdAt: fixed(time),
    updatedAt: time,
    completedAt: optional(time),
    failedAt: optional(time),
    returnedAt: optional(time),
    cancelledAt: optional(time),
    version: int,
  },
  payoutBatchItem: columnsOf(declarations.payoutBatchItem),
  refund: columnsOf(declarations.refund),
  settlementSchedule: columnsOf(declarations.settlementSchedule),
  settlement: columnsOf(declarations.settlement),
  withdrawal: columnsOf(declarations.withdrawal),
  intent: columnsOf(declarations.intent),
  webhookEndpoint: columnsOf(declarations.webhookEndpoint),
  webhookDelivery: columnsOf(declarations.webhookDelivery),
  exception: columnsOf(declarations.exception),
  adjustment: columnsOf(declarations.adjustment),
  hostedPage: columnsOf(declarations.hostedPage),
  hostedImage: columnsOf(declarations.hostedImage),
  hostedDomain: columnsOf(declarations.hostedDomain),
  hostedSession: columnsOf(declarations.hostedSession),
};

export interface Field {
  readonly field: string;
  readonly column: string;
  readonly type: Column;
}

export interface Table {
  readonly noun: Noun;
  readonly name: string;
  readonly fields: readonly Field[];
}

const entriesOf = (noun: Noun): [string, Column][] => Object.entries(columns[noun] as Record<string, Column>);

function tableOf(noun: Noun): Table {
  const fields = entriesOf(noun).map(([field, type]) => ({ field, column: snake(field), type }));
  return { noun, name: snake(noun), fields };
}

export const nounsInOrder = Object.keys(columns) as readonly Noun[];
export const tables = Object.fromEntries(nounsInOrder.map((noun) => [noun, tableOf(noun)])) as Readonly<
  Record<Noun, Table>
>;
