import { applyEvidence, checkFits, failureCodePattern, mayLeave } from '../domain/dispatch.js';
import { isId } from '../domain/id.js';
import type { Payout } from '../domain/payout.js';
import type { Exception } from '../domain/reconciliation.js';
import { refuse } from '../domain/refusal.js';
import type { Ports } from '../ports/ports.js';
import type { Tx } from '../ports/store.js';
import { audited, type Operator } from './audit.js';
import { absent } from './own.js';
import { lateCauses } from './payout-notice.js';
import { checkSeen } from './seen.js';

/** What a provider said of an operation, brought by hand. */
export interface GivenEvidence {
  readonly outcome: 'paid' | 'not_executed' | 'returned';
  /** The failure_code of what was not executed. */
  readonly code?: string | undefined;
}

export interface Recorded {
  readonly payout: Payout;
  /** What the evidence became where it contradicts a final state. */
  readonly exception: Exception | undefined;
}

const waitForSendMs = 3_000;

/**
 * An operator's evidence decides an operation in flight. Against a final state it moves nothing and makes a
 * reconciliation exception, except that a completed payout may be returned (supplement §9).
 */
export async function recordEvidence(
  ports: Pick<Ports, 'store' | 'reader' | 'bank' | 'clock' | 'wake'>,
  operator: Operator,
  ask: GivenEvidence & { readonly id: string },
): Promise<Recorded> {
  if (ask.code !== undefined && !failureCodePattern.test(ask.code)) {
    refuse('invalid_parameter', 'code must be 1 to 64 characters of A-Z a-z 0-9 . _ -', { param: 'code' });
  }
  const accountId = await ports.store.transaction(async (tx) => (await payoutOf(tx, ask.id)).accountId);
  const due = { accountId, id: ask.id };
  // Only what can no longer leave is known not to have been executed.
  const waits = ask.outcome === 'not_executed' ? ['unsent', 'open'] : ['unsent'];
  await untilSent(ports, due, ({ sending }) => waits.includes(sending));
  const { isLate, ...recorded } = await ports.store.transaction((tx) => record(ports, tx, { operator, ask }));
  if (!isLate) await ports.bank?.tell(recorded.payout.reference, ask.outcome, ask.code);
  ports.wake('payout');
  return recorded;
}

async function record(
  ports: Pick<Ports, 'clock'>,
  tx: Tx,
  { operator, ask }: { operator: Operator; ask: GivenEvidence & { readonly id: string } },
): Promise<Recorded & { isLate: boolean }> {
  const { id, outcome, code } = ask;
  const [payout] = await tx.lock('payout', [id]);
  if (!payout) return absent('payout');
  checkSeen(operator, { subjectId: id, state: { status: payout.status }, changedAt: payout.updatedAt });
  const isLeaving = mayLeave(payout, ports.clock.machineNow());
  checkFits(payout, outcome, { mayContradict: true, isLeaving });
  const known = (await lateCauses(tx, [payout])).get(id);
  const moment = await tx.moment();
  const { payout: next, ...decision } = applyEvidence(moment, payout, { outcome, code, known });
  const [exception] = decision.changes.flatMap((each) => (each.noun === 'exception' ? [each.row] : []));
  const entry = audited(moment, operator, {
    action: 'evidence.record',
    accountId: payout.accountId,
    subjectId: id,
    before: { status: payout.status },
    after: {
      status: next.status,
      outcome,
      ...(code !== undefined && { code }),
      ...(exception && { exceptionId: exception.id }),
    },
  });
  await tx.record([decision, entry]);
  return { payout: next, exception, isLate: next === payout };
}

async function payoutOf(tx: Tx, id: string): Promise<Payout> {
  const [payout] = isId('payout', id) ? await tx.find('payout', { id }) : [];
  return payout ?? absent('payout');
}

/** A payout that is just about to be sent is given the moment it needs: evidence is about what was sent. */
export async function untilSent(
  ports: Pick<Ports, 'reader' | 'clock'>,
  { accountId, id }: { accountId: string; id: string },
  isOnItsWay: (payout: Payout) => boolean | Promise<boolean>,
): Promise<void> {
  const deadline = ports.clock.machineNow().getTime() + waitForSendMs;
  while (ports.clock.machineNow().getTime() < deadline) {
    const payout = isId('payout', id) && (await ports.reader.get('payout', accountId, id));
    const isDue =
      payout &&
      payout.status === 'processing' &&
      payout.nextStepAt !== null &&
      (payout.sending === 'open' || payout.nextStepAt <= (await ports.reader.now())) &&
      (await isOnItsWay(payout));
    if (!isDue) return;
    await ports.clock.sleep(20);
  }
}
