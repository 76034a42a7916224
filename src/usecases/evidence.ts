import { failureCodePattern } from '../domain/failure-code.js';
import { kindOf } from '../domain/id.js';
import { endOf, isFinal, type Operation } from '../domain/operation.js';
import { applyEvidence, checkFits } from '../domain/operation-evidence.js';
import type { AnyOperation, OperationKind } from '../domain/operation-kind.js';
import { mayLeave } from '../domain/operation-sending.js';
import type { Exception } from '../domain/reconciliation.js';
import { refuse } from '../domain/refusal.js';
import type { SentKind } from '../ports/operation.js';
import type { Ports } from '../ports/ports.js';
import type { Tx } from '../ports/store.js';
import { audited, type Operator } from './audit.js';
import { lateCauses, overtakenIntents } from './operation-notice.js';
import { absent } from './own.js';
import { isSeconded, proposed, takesTwo } from './second-operator.js';
import { checkSeen } from './seen.js';

/** A provider's answer about an operation, entered by hand. */
export interface EvidenceRequest {
  readonly outcome: 'paid' | 'not_executed' | 'returned';
  /** The failure_code of an operation that was not executed. */
  readonly code?: string | undefined;
}

export interface EvidenceResult {
  readonly kind: OperationKind;
  readonly row: AnyOperation;
  /** The exception that was raised because the evidence contradicts a final state. */
  readonly exception: Exception | undefined;
  /** Nothing is recorded yet: another operator has to request the same. */
  readonly isProposed: boolean;
}

const waitForSendMs = 3_000;

/**
 * Decides an operation in flight by an operator's evidence; in a restored database also one that was not sent from
 * here. Against a final state it moves nothing and raises a reconciliation exception, except that a completed payout
 * may be returned (supplement §9).
 */
export async function recordEvidence(
  ports: Pick<Ports, 'store' | 'reader' | 'bank' | 'clock' | 'operations' | 'wake' | 'twoOperators'>,
  operator: Operator,
  ask: EvidenceRequest & { readonly id: string },
): Promise<EvidenceResult> {
  if (ask.code !== undefined && !failureCodePattern.test(ask.code)) {
    const message = 'code: has the wrong format; send 1 to 64 characters of A-Z a-z 0-9 . _ -.';
    refuse('invalid_parameter', message, { param: 'code' });
  }
  const { spec } = kindNamed(ports, ask.id);
  const { kind } = spec;
  const { accountId, reference } = await ports.store.transaction(async (tx) => {
    const [row] = await tx.find(kind, { id: ask.id });
    return row ?? absent(kind);
  });
  const due = { accountId, id: ask.id };
  await untilSent(ports, due, ({ sending }) => sending === 'unsent' || sending === 'open');
  const evidenceCase = { spec, operator, ask };
  const waiting = takesTwo(ports)
    ? await ports.store.transaction((tx) => propose(ports, tx, evidenceCase))
    : undefined;
  if (waiting) return waiting;
  if (ask.outcome === 'not_executed') await ports.bank?.willContradict(reference);
  const { isLate, ...recorded } = await ports.store.transaction((tx) => record(ports, tx, evidenceCase));
  if (!isLate) await ports.bank?.setOutcome(recorded.row.reference, ask.outcome, ask.code);
  ports.wake(kind);
  return recorded;
}

interface EvidenceCase extends Pick<SentKind, 'spec'> {
  readonly operator: Operator;
  readonly ask: EvidenceRequest & { readonly id: string };
}

/** The effect of the evidence; writes nothing. */
async function judge(ports: Pick<Ports, 'clock'>, tx: Tx, { spec, operator, ask }: EvidenceCase) {
  const { id, outcome, code } = ask;
  const [row] = await tx.lock(spec.kind, [id]);
  if (!row) return absent(spec.kind);
  checkSeen(operator, { subjectId: id, state: { status: row.status }, changedAt: row.updatedAt });
  const isLeaving = mayLeave(row, ports.clock.machineNow());
  const isRestored = (await tx.restoredAt()) !== null;
  checkFits({ spec, row }, outcome, { mayContradict: true, isLeaving, isRestored });
  const known = (await lateCauses(tx, { spec }, [row])).get(id);
  const moment = await tx.moment();
  const { row: next, ...decision } = applyEvidence(moment, { spec, row }, { outcome, code, known });
  return { row, next, decision, moment };
}

/** Evidence that gives money back takes a second operator: the first request only writes a proposal. */
async function propose(
  ports: Pick<Ports, 'clock'>,
  tx: Tx,
  evidenceCase: EvidenceCase,
): Promise<EvidenceResult | undefined> {
  const { spec, operator, ask } = evidenceCase;
  const { outcome, code } = ask;
  if (outcome === 'paid') return undefined;
  const { row, decision, moment } = await judge(ports, tx, evidenceCase);
  if (decision.journals.length === 0) return undefined;
  const proposal = {
    action: 'evidence.propose',
    accountId: row.accountId,
    subjectId: row.id,
    wanted: { outcome, ...(code !== undefined && { code }) },
  } as const;
  if (await isSeconded(tx, operator, proposal)) return undefined;
  await tx.record([proposed(moment, operator, { ...proposal, state: { status: row.status } })]);
  return { kind: spec.kind, row, exception: undefined, isProposed: true };
}

async function record(
  ports: Pick<Ports, 'clock' | 'twoOperators'>,
  tx: Tx,
  evidenceCase: EvidenceCase,
): Promise<EvidenceResult & { isLate: boolean }> {
  // Checked again under the deciding lock: the operation may have changed meanwhile.
  const waiting = takesTwo(ports) ? await propose(ports, tx, evidenceCase) : undefined;
  if (waiting) return { ...waiting, isLate: true };
  const { spec, operator, ask } = evidenceCase;
  const { id, outcome, code } = ask;
  const { kind } = spec;
  const { row, next, decision, moment } = await judge(ports, tx, evidenceCase);
  const intents = await overtakenIntents(tx, [row]);
  const [exception] = decision.changes.flatMap((each) => (each.noun === 'exception' ? [each.row] : []));
  const entry = audited(moment, operator, {
    action: 'evidence.record',
    accountId: row.accountId,
    subjectId: id,
    before: { status: row.status },
    after: {
      status: next.status,
      outcome,
      ...(code !== undefined && { code }),
      ...(exception && { exceptionId: exception.id }),
    },
  });
  await tx.record([decision, ...intents, entry]);
  // Repeated evidence informs the bank again: the first caller may have crashed before informing it.
  const isLate = next === row && endOf({ spec, row }) !== outcome;
  return { kind, row: next, exception, isProposed: false, isLate };
}

/** The kind of operation with the id's prefix. */
export function kindNamed({ operations }: Pick<Ports, 'operations'>, id: string): SentKind {
  const kind = [...operations.values()].find(({ spec }) => spec.kind === kindOf(id));
  return kind ?? refuse('not_found', 'This operation does not exist.');
}

/** Waits briefly for an operation that is about to be sent: evidence concerns what was sent. */
export async function untilSent(
  ports: Pick<Ports, 'reader' | 'clock' | 'operations'>,
  { accountId, id }: { accountId: string; id: string },
  isOnItsWay: (row: Operation) => boolean | Promise<boolean>,
): Promise<void> {
  const { spec } = kindNamed(ports, id);
  const deadline = ports.clock.machineNow().getTime() + waitForSendMs;
  while (ports.clock.machineNow().getTime() < deadline) {
    const row = await ports.reader.get(spec.kind, [accountId], id);
    const isDue =
      row &&
      !isFinal({ spec, row }) &&
      row.nextStepAt !== null &&
      (row.sending === 'open' || row.nextStepAt <= (await ports.reader.now())) &&
      (await isOnItsWay(row));
    if (!isDue) return;
    await ports.clock.sleep(20);
  }
}
