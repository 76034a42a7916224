import type { OperationKind } from '../operation-kind.js';
import { accountTerms } from './account-terms.js';
import { account } from './account.js';
import { adjustment } from './adjustment.js';
import { apiKey } from './api-key.js';
import { approval } from './approval.js';
import { auditEntry } from './audit-entry.js';
import { beneficiary } from './beneficiary.js';
import { customer } from './customer.js';
import type { Declaration, RowOf } from './declare.js';
import { exception } from './exception.js';
import { fundingAccount } from './funding-account.js';
import { hostedDomain } from './hosted-domain.js';
import { hostedImage } from './hosted-image.js';
import { hostedPage } from './hosted-page.js';
import { hostedSession } from './hosted-session.js';
import { intent } from './intent.js';
import { ledgerSeal } from './ledger-seal.js';
import { mail } from './mail.js';
import { member } from './member.js';
import { operatorSession } from './operator-session.js';
import { operator } from './operator.js';
import { passkey } from './passkey.js';
import { payin } from './payin.js';
import { payoutBatchItem } from './payout-batch-item.js';
import { payoutBatch } from './payout-batch.js';
import { payout } from './payout.js';
import { quote } from './quote.js';
import { refund } from './refund.js';
import { remittance } from './remittance.js';
import { request } from './request.js';
import { riskDecision } from './risk-decision.js';
import { session } from './session.js';
import { settlementDestination } from './settlement-destination.js';
import { settlementSchedule } from './settlement-schedule.js';
import { settlement } from './settlement.js';
import { suspension } from './suspension.js';
import { webhookDelivery } from './webhook-delivery.js';
import { webhookEndpoint } from './webhook-endpoint.js';
import { withdrawal } from './withdrawal.js';

/**
 * Every noun with rows of its own, in write order: a row is written after the rows it refers to. The other layers
 * derive what they know about a noun from its declaration.
 */
export const declarations = {
  account,
  accountTerms,
  apiKey,
  operator,
  operatorSession,
  suspension,
  auditEntry,
  member,
  session,
  passkey,
  mail,
  customer,
  beneficiary,
  settlementDestination,
  quote,
  fundingAccount,
  payin,
  remittance,
  riskDecision,
  approval,
  payoutBatch,
  payout,
  payoutBatchItem,
  refund,
  settlementSchedule,
  settlement,
  withdrawal,
  intent,
  webhookEndpoint,
  webhookDelivery,
  exception,
  adjustment,
  ledgerSeal,
  hostedPage,
  hostedImage,
  hostedDomain,
  hostedSession,
  request,
};

export type Declarations = typeof declarations;
export type Noun = keyof Declarations;
export type Nouns = { readonly [N in Noun]: RowOf<Declarations[N]> };

/** The same list, for code that does not need the types of the fields. */
export const declared: readonly Declaration<Noun>[] = Object.values(declarations);

/** Nouns sent to a provider: the kinds of operations. */
export const sentNouns = declared
  .filter(({ draws }) => draws !== undefined)
  .map(({ noun }) => noun as OperationKind);

/** Nouns that move money at a bank and have its reference. */
export const tracedNouns = declared.filter(({ fields }) => 'traceReference' in fields);

type ListedBy<L> = { [N in Noun]: Declarations[N] extends { listedBy: L } ? N : never }[Noun];
/** Nouns that an account lists, newest first. */
export type OwnNoun = ListedBy<'account'>;
/** Nouns that the platform lists, of one account or all, newest first. */
export type ListedNoun = ListedBy<'account' | 'platform'>;
