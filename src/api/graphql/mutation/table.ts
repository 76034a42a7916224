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

/** Mutations on behalf of an account, with the rules of REST. The acts of operators are in src/api/act. */
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
