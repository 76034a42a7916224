import { AccountMutations } from './account.js';
import { BeneficiaryMutations } from './beneficiary.js';
import { CapabilityMutations } from './capability.js';
import { CustomerMutations } from './customer.js';
import { EvidenceMutations } from './evidence.js';
import { FundingAccountMutations } from './funding-account.js';
import { PayoutMutations } from './payout.js';
import { PlatformMutations } from './platform.js';
import { QuoteMutations } from './quote.js';
import { AdjustmentResolver, ExceptionMutations } from './reconciliation.js';
import { RiskMutations } from './risk.js';
import { TermsMutations } from './terms.js';
import { WebhookMutations } from './webhook.js';

/** Everything that changes something, beside what stands with its noun. */
export const mutations = [
  AccountMutations,
  BeneficiaryMutations,
  CapabilityMutations,
  CustomerMutations,
  EvidenceMutations,
  FundingAccountMutations,
  PayoutMutations,
  PlatformMutations,
  QuoteMutations,
  AdjustmentResolver,
  ExceptionMutations,
  RiskMutations,
  TermsMutations,
  WebhookMutations,
] as const;
