import { added, changed, decide, type Change, type Decision, type Moment } from './decision.js';
import { eventOf, isoTime, type Resource } from './event.js';
import type { Amount } from './money.js';
import type { RiskDecision } from './noun/risk-decision.js';
import type { OperationKind } from './operation-kind.js';
import { refuse } from './refusal.js';

export type { RiskDecision } from './noun/risk-decision.js';

/** The facts that risk rules may use. */
export interface RiskFacts {
  readonly principal: Amount;
  readonly sourceCurrency: string;
  /** Operations accepted within the velocity rule's window, without this one. */
  readonly recentCount: number;
  readonly memo: string | null;
  /** For a settlement destination: ms since it was registered. */
  readonly destinationAgeMs?: number;
}

/** The reason to hold a large withdrawal until its destination is no longer new. */
export const rushed = 'large_withdrawal_to_new_destination';

export type RiskVerdict =
  | { readonly outcome: 'allow' }
  | { readonly outcome: 'review'; readonly reasons: readonly string[] }
  | { readonly outcome: 'block'; readonly reasons: readonly string[] };

export function holdForReview(
  moment: Moment,
  resource: { accountId: string; kind: OperationKind; id: string },
  { id, reasons }: Pick<RiskDecision, 'id' | 'reasons'>,
): Decision {
  const riskDecision: RiskDecision = {
    id,
    accountId: resource.accountId,
    resourceType: resource.kind,
    resourceId: resource.id,
    status: 'in_review',
    reasons,
    createdAt: moment.now,
    decidedAt: null,
    version: 1,
  };
  const data = showRiskDecision(riskDecision);
  return decide({
    changes: [added('riskDecision', riskDecision)],
    events: [eventOf(moment, { accountId: resource.accountId, type: 'risk.review_required', data })],
  });
}

export function closeReview(moment: Moment, decision: RiskDecision, approve: boolean): Change {
  if (decision.status !== 'in_review') {
    refuse('invalid_request', `The review is already closed: ${decision.status}.`);
  }
  return changed('riskDecision', {
    ...decision,
    status: approve ? 'approved' : 'rejected',
    decidedAt: moment.now,
  });
}

/** Supplement §4: data of risk.review_required. */
export function showRiskDecision(decision: RiskDecision): Resource {
  return {
    id: decision.id,
    status: decision.status,
    reasons: decision.reasons,
    resource: { type: decision.resourceType, id: decision.resourceId },
    created_at: isoTime(decision.createdAt),
  };
}
