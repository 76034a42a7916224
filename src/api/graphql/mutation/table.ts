import { ApprovalMutations } from './approval.js';
import { BeneficiaryMutations } from './beneficiary.js';
import { FundingAccountMutations } from './funding-account.js';
import { labelledNouns, metadataMutation } from './metadata.js';
import { PayoutMutations } from './payout.js';
import { PayoutBatchMutations } from './payout-batch.js';
import { QuoteMutations } from './quote.js';
import { RefundMutations } from './refund.js';
import { RemittanceMutations } from './remittance.js';
import { WithdrawalMutations } from './withdrawal.js';

/** Mutations in an account's stead, by the rules of REST; the acts of operators stand in src/api/act. */
export const mutations = [
  ApprovalMutations,
  BeneficiaryMutations,
  FundingAccountMutations,
  PayoutMutations,
  PayoutBatchMutations,
  QuoteMutations,
  RefundMutations,
  RemittanceMutations,
  WithdrawalMutations,
  ...labelledNouns.map(metadataMutation),
] as const;
