import type { ApprovalPolicy } from './approval-policy.js';
import { changed, decide, type Decision, type Moment } from './decision.js';
import { checkBeneficiary, type Beneficiary, type PayeeVerdict } from './beneficiary.js';
import type { Json } from './event.js';
import { timeText } from './moment.js';
import type { Unseal } from './noun/show.js';
import { refuse } from './refusal.js';

export type { PayeeResult } from './noun/beneficiary.js';

/** Stores the result of a payee check on the beneficiary (supplement §11.10). A new check replaces the last one. */
export function recordPayeeCheck(
  moment: Moment,
  beneficiary: Beneficiary,
  { result, hint }: PayeeVerdict,
): Decision & { readonly beneficiary: Beneficiary } {
  checkBeneficiary(beneficiary);
  const next: Beneficiary = {
    ...beneficiary,
    payeeResult: result,
    payeeHint: hint,
    payeeCheckedAt: moment.now,
    updatedAt: moment.now,
  };
  return { ...decide({ changes: [changed('beneficiary', next)] }), beneficiary: next };
}

const validMs = 30 * 86_400_000;

/**
 * Refuses a payout if the account's policy requires a payee check, and the last one found another holder, is missing,
 * or is older than 30 days.
 */
export function checkPayeePolicy(
  { payeeCheck }: Pick<ApprovalPolicy, 'payeeCheck'>,
  { payeeResult, payeeCheckedAt }: Pick<Beneficiary, 'payeeResult' | 'payeeCheckedAt'>,
  now: Date,
): void {
  if (payeeCheck !== 'require') return;
  const fault = payeeFault({ payeeResult, payeeCheckedAt }, now);
  if (fault === undefined) return;
  refuse(
    'beneficiary_not_verified',
    `The beneficiary ${fault}; call POST /v1/beneficiaries/{id}/verification.`,
    {
      param: 'beneficiary_id',
    },
  );
}

/** Why a beneficiary should not be paid, judging by its last payee check; undefined if nothing speaks against it. */
export function payeeFault(
  { payeeResult, payeeCheckedAt }: Pick<Beneficiary, 'payeeResult' | 'payeeCheckedAt'>,
  now: Date,
): string | undefined {
  if (payeeResult === 'no_match') return "is not the account's holder according to the last payee check";
  if (payeeCheckedAt === null) return 'has no payee check';
  return now.getTime() - payeeCheckedAt.getTime() > validMs
    ? 'has a payee check older than 30 days'
    : undefined;
}

/** The last check as REST shows it; undefined if there was none. */
export function showPayeeCheck(
  {
    payeeResult,
    payeeHint,
    payeeCheckedAt,
  }: Pick<Beneficiary, 'payeeResult' | 'payeeHint' | 'payeeCheckedAt'>,
  unseal: Unseal,
): { readonly [key: string]: Json } | undefined {
  if (payeeResult === null || payeeCheckedAt === null) return undefined;
  const hint = payeeHint === null ? undefined : unseal(payeeHint, 'payeeHint');
  return {
    result: payeeResult,
    ...(hint !== undefined && { holder_hint: hint }),
    checked_at: timeText(payeeCheckedAt),
  };
}
