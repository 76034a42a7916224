import { catchesPayout, type ApprovalPolicy } from '../domain/approval-policy.js';
import type { Beneficiary } from '../domain/beneficiary.js';
import { rateOf } from '../domain/capability.js';
import type { Moment } from '../domain/decision.js';
import type { NeededApproval } from '../domain/payout-action.js';
import type { Price } from '../domain/price.js';
import type { Ports } from '../ports/ports.js';

/** The approval that a new payout needs, whether made by a request, a batch item or a remittance. */
export function approvalNeeded(
  { catalogue }: Pick<Ports, 'catalogue'>,
  { now }: Pick<Moment, 'now'>,
  payout: {
    readonly accountId: string;
    readonly policy: ApprovalPolicy;
    readonly price: Pick<Price, 'principal' | 'sourceCurrency'>;
    readonly beneficiary: Pick<Beneficiary, 'createdAt'> | null;
    /** The person or key that asked; the account if unknown. */
    readonly requestedBy?: string | null | undefined;
  },
): NeededApproval | undefined {
  const { accountId, policy, price, beneficiary, requestedBy } = payout;
  const facts = {
    principal: { amount: price.principal, currency: price.sourceCurrency },
    beneficiarySince: beneficiary?.createdAt ?? now,
  };
  const rates = (from: string, to: string) => rateOf(catalogue, from, to);
  if (!catchesPayout(policy, facts, { now, rateOf: rates })) return undefined;
  const { approvals: required, expiresIn } = policy;
  return { of: 'payout', ask: { requestedBy: requestedBy ?? accountId, required, expiresIn } };
}
