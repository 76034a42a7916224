import type { RiskDecision } from '../domain/risk.js';
import { closeReview } from '../domain/risk.js';
import { decide } from '../domain/decision.js';
import { decideReview } from '../domain/payout-action.js';
import { refuse } from '../domain/refusal.js';
import { queuedUntil } from '../domain/sandbox.js';
import type { Ports } from '../ports/ports.js';
import { audited, type Operator } from './audit.js';
import { absent } from './own.js';
import { checkSeen } from './seen.js';

/** Approves (the payout goes on) or rejects (it fails with risk_rejected) what the risk rules hold (contract §3.3). */
export async function decideRisk(
  ports: Pick<Ports, 'store' | 'bank' | 'wake'>,
  operator: Operator,
  ask: { id: string; approve: boolean },
): Promise<RiskDecision> {
  const decided = await ports.store.transaction(async (tx) => {
    const [found] = ask.id.startsWith('pout_')
      ? await tx.find('riskDecision', { resourceId: ask.id })
      : await tx.find('riskDecision', { id: ask.id });
    if (!found) return absent('riskDecision');
    const [payout] = await tx.lock('payout', [found.resourceId]);
    const [decision] = await tx.lock('riskDecision', [found.id]);
    if (!payout || !decision) throw new Error(`${found.id} holds nothing`);
    checkSeen(operator, { subjectId: decision.id, state: { status: decision.status } });
    const moment = await tx.moment();
    const closed = closeReview(moment, decision, ask.approve);
    if (payout.riskStatus !== 'in_review') refuse('invalid_request', 'The payout is not held for review.');
    const { payout: _, ...effect } = decideReview(moment, payout, {
      approve: ask.approve,
      ...(ports.bank && { notBefore: queuedUntil(payout.createdAt, payout.description) }),
    });
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
  ports.wake('payout');
  return decided;
}
