import { adjustment } from './adjustment.js';
import { beneficiary } from './beneficiary.js';
import { customer } from './customer.js';
import type { Declaration, RowOf } from './declare.js';
import { exception } from './exception.js';
import { fundingAccount } from './funding-account.js';
import { hostedDomain } from './hosted-domain.js';
import { hostedImage } from './hosted-image.js';
import { hostedPage } from './hosted-page.js';
import { hostedSession } from './hosted-session.js';
import { mail } from './mail.js';
import { member } from './member.js';
import { payoutBatch } from './payout-batch.js';
import { payoutBatchItem } from './payout-batch-item.js';
import { quote } from './quote.js';
import { remittance } from './remittance.js';
import { refund } from './refund.js';
import { settlementDestination } from './settlement-destination.js';
import { session } from './session.js';
import { settlement } from './settlement.js';
import { settlementSchedule } from './settlement-schedule.js';
import { withdrawal } from './withdrawal.js';

/**
 * Every noun that has rows of its own, in the order in which rows are written: what a row names is written before it.
 * The other layers' knowledge of a noun follows from its declaration.
 */
export const declarations = {
  member,
  session,
  mail,
  customer,
  beneficiary,
  settlementDestination,
  quote,
  fundingAccount,
  payoutBatch,
  payoutBatchItem,
  remittance,
  refund,
  settlementSchedule,
  settlement,
  withdrawal,
  exception,
  adjustment,
  hostedPage,
  hostedImage,
  hostedDomain,
  hostedSession,
};

export type Declarations = typeof declarations;
export type Noun = keyof Declarations;
export type Nouns = { readonly [N in Noun]: RowOf<Declarations[N]> };

/** The same list, where the types of the fields do not matter. */
export const declared: readonly Declaration<Noun>[] = Object.values(declarations);

type ListedBy<L> = { [N in Noun]: Declarations[N] extends { listedBy: L } ? N : never }[Noun];
/** The nouns that an account lists, newest first. */
export type ListedNoun = ListedBy<'account'>;
/** The nouns that the platform lists, of one account or of all, newest first. */
export type InspectedNoun = ListedBy<'account' | 'platform'>;
