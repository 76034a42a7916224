import type { RiskDecision } from '../domain/risk.js';
import { closeReview } from '../domain/risk.js';
import { decide } from '../domain/decision.js';
import { kindOf } from '../domain/id.js';
import { decideReview } from '../domain/operation.js';
import { refuse } from '../domain/refusal.js';
import type { Ports } from '../ports/ports.js';
import type { Follow } from '../ports/store.js';
import { audited, type Operator } from './audit.js';
import { sendsFrom } from './operation.js';
import { absent } from './own.js';
import { checkDeclinable } from './restored.js';
import { checkSeen } from './seen.js';

/**
 * Approves an operation that the risk rules hold (it continues), or rejects it (it fails with risk_rejected) (contract
 * §3.3).
 */
export async function decideRisk(
  ports: Pick<Ports, 'store' | 'bank' | 'operations' | 'wake'>,
  operator: Operator,
  ask: { id: string; approve: boolean },
): Promise<RiskDecision> {
  const decided = await ports.store.transaction(async (tx) => {
    const names = kindOf(ask.id) === 'riskDecision' ? 'id' : 'resourceId';
    const [found] = await tx.find('riskDecision', { [names]: ask.id });
    if (!found) return absent('riskDecision');
    const spec = ports.operations.get(found.resourceType)?.spec;
    if (!spec) throw new Error(`a ${found.resourceType} is unknown`);
    const [row] = await tx.lock(spec.kind, [found.resourceId]);
    const [decision] = await tx.lock('riskDecision', [found.id]);
    if (!row || !decision) throw new Error(`${found.id} holds nothing`);
    checkSeen(operator, { subjectId: decision.id, state: { status: decision.status } });
    if (!ask.approve) await checkDeclinable(tx);
    const moment = await tx.moment();
    const closed = closeReview(moment, decision, ask.approve);
    if (row.riskStatus !== 'in_review') {
      refuse('invalid_request', `The ${spec.kind} is not held for review.`);
    }
    const { row: _, ...effect } = decideReview(
      moment,
      { spec, row },
      { approve: ask.approve, notBefore: sendsFrom(ports, row.createdAt, spec.words(row)) },
    );
    const entry = audited(moment, operator, {
      action: ask.approve ? 'risk.approve' : 'risk.reject',
      accountId: decision.accountId,
      subjectId: decision.id,
      before: { status: decision.status },
      after: { status: ask.approve ? 'approved' : 'rejected' },
    });
    await tx.record([decide({ changes: [closed] }), effect, entry]);
    return { ...decision, status: ask.approve ? 'approved' : 'rejected', decidedAt: moment.now } as const;
  });
  ports.wake(decided.resourceType);
  return decided;
}

/** Closes open risk reviews of operations that ended. */
export const followEndedReviews: Follow = async (tx, decisions) => {
  const changes = decisions.flatMap((decision) => decision.changes);
  const decided = new Set(changes.flatMap(({ noun, row }) => (noun === 'riskDecision' ? row.id : [])));
  const statuses = new Map(
    changes.flatMap(({ row }) =>
      'riskDecisionId' in row && row.riskDecisionId !== null && row.riskStatus !== 'in_review'
        ? [[row.riskDecisionId, row.riskStatus] as const]
        : [],
    ),
  );
  const ids = [...statuses.keys()].filter((id) => !decided.has(id));
  if (ids.length === 0) return [];
  const reviews = (await tx.lock('riskDecision', ids)).filter(({ status }) => status === 'in_review');
  const moment = await tx.moment();
  const closed = reviews.map((review) => closeReview(moment, review, statuses.get(review.id) === 'approved'));
  return [decide({ changes: closed })];
};
