import type * as tablesOf from '../../src/adapters/postgres/table.js';
import type * as beneficiaries from '../../src/domain/beneficiary.js';
import type * as capabilities from '../../src/domain/capability.js';
import type * as customers from '../../src/domain/customer.js';
import type * as decisions from '../../src/domain/decision.js';
import type * as details from '../../src/domain/details.js';
import type * as fundingAccounts from '../../src/domain/funding-account.js';
import type * as ledgers from '../../src/domain/ledger.js';
import type * as money from '../../src/domain/money.js';
import type * as operations from '../../src/domain/operation.js';
import type * as evidence from '../../src/domain/operation-evidence.js';
import type * as sendings from '../../src/domain/operation-sending.js';
import type * as payins from '../../src/domain/payin.js';
import type * as payoutActions from '../../src/domain/payout-action.js';
import type * as prices from '../../src/domain/price.js';
import type * as quotes from '../../src/domain/quote.js';
import type * as risks from '../../src/domain/risk.js';
import type * as webhooks from '../../src/domain/webhook.js';
import { built } from '../built.ts';

// The history is created by the service's own rules and tables, not by a copy of them.
export const { nounsInOrder, tables } = await built<typeof tablesOf>('adapters/postgres/table.js');
export const { buckets, sidesOf } = await built<typeof ledgers>('domain/ledger.js');
export const { exact, zero } = await built<typeof money>('domain/money.js');
export const { added, decide, joined } = await built<typeof decisions>('domain/decision.js');
export const { findPayin, findPayout, limitOf, rateOf } =
  await built<typeof capabilities>('domain/capability.js');
export const { creditOf, priceOf } = await built<typeof prices>('domain/price.js');
export const { accountHint, identityOf } = await built<typeof details>('domain/details.js');
export const { createCustomer } = await built<typeof customers>('domain/customer.js');
export const { archiveBeneficiary, createBeneficiary, verifyBeneficiary } =
  await built<typeof beneficiaries>('domain/beneficiary.js');
export const { createFundingAccount, noteClosing, openFundingAccount } =
  await built<typeof fundingAccounts>('domain/funding-account.js');
export const { completePayin, seePayment } = await built<typeof payins>('domain/payin.js');
export const { createQuote, useQuote } = await built<typeof quotes>('domain/quote.js');
export const { asOperation, createPayout, requestCancel } =
  await built<typeof payoutActions>('domain/payout-action.js');
export const { createEndpoint } = await built<typeof webhooks>('domain/webhook.js');
export const { closeReview } = await built<typeof risks>('domain/risk.js');
export const { carryOutCancel, decideReview, note } = await built<typeof operations>('domain/operation.js');
export const { applyEvidence, settleReturn } = await built<typeof evidence>('domain/operation-evidence.js');
export const { recordAnswer, takeIntent } = await built<typeof sendings>('domain/operation-sending.js');
