import { decide, type Decision, type Moment } from '../domain/decision.js';
import type { Intent } from '../domain/intent.js';
import {
  act,
  carryOutCancel,
  endOf,
  isCancelRequested,
  isFinal,
  isHeld,
  note,
  openStatuses,
  withTrace,
} from '../domain/operation.js';
import type { OfKind, Operation } from '../domain/operation.js';
import type { AnyOperation } from '../domain/operation-kind.js';
import { applyEvidence, settleReturn, type Answer, type Evidence } from '../domain/operation-evidence.js';
import { lookAgain, recordAnswer, takeIntent } from '../domain/operation-sending.js';
import type { ReadinessByRow, SendingNeeds, SentKind, SentKinds } from '../ports/operation.js';
import { maySend } from '../ports/clock.js';
import type { Ports } from '../ports/ports.js';
import type { Finding, Submission } from '../ports/provider.js';
import type { DueAsk, Tx } from '../ports/store.js';
import { stoppedMs } from './kill-switch.js';
import { decideNotices, lateCauses, takeEarly } from './operation-notice.js';

/** All kinds by name, in lock order. */
export const sentKinds = (kinds: readonly SentKind[]): SentKinds =>
  new Map(kinds.map((kind) => [kind.spec.kind, kind]));

/** An intent committed with its operation, and the submission that may be sent for it, once. */
export interface Send {
  readonly row: AnyOperation;
  readonly intent: Intent;
  readonly provider: string;
  readonly submission: Submission;
}

export interface TakenOperations {
  readonly sends: readonly Send[];
  /** Operations to ask the provider about: their outcome or, in a restored database, whether it knows them. */
  readonly lookUps: readonly AnyOperation[];
  readonly found: number;
}

/** In send windows: after this, another process repeats a look-up that a crashed process left open. */
const lookUpWindows = 1.5;
/** In a restored database: delay before a provider without an answer is asked again about an unsent operation. */
const heldMs = 5_000;
/** How long an operation waits for an encrypted value that cannot be decrypted, before it is checked again. */
const unopenedMs = 60_000;

type Needs = SendingNeeds & Pick<Ports, 'store' | 'clock' | 'sendWindowMs'>;

interface TakeAsk extends DueAsk {
  readonly limit: number;
  /** The providers were just asked about these operations and do not know them. */
  readonly areUnknown?: boolean;
}

/**
 * Takes due operations of a kind. Each is cancelled, failed, settled, marked uncertain, looked up, or given an intent
 * to send.
 */
export function takeDueOperations(
  ports: Needs,
  kind: SentKind,
  { limit, areUnknown = false, ...ask }: TakeAsk,
): Promise<TakenOperations> {
  const { spec } = kind;
  const mayLeaveIn = openStatuses(spec);
  return ports.store.transaction(async (tx) => {
    const isSendingOff = !maySend(ports.clock);
    const [stopped, found] = await Promise.all([
      tx.killSwitch.hold(),
      tx.lockDue(spec.kind, limit, { ...ask, mayLeaveIn, isSendingOff }),
    ]);
    if (found.length === 0) return { sends: [], lookUps: [], found: 0 };
    const { rows, heeded } = await withoutNotices(tx, kind, found);
    const due = await DueOperations.load({ ports, kind, areUnknown, stopped }, tx, rows);
    const taken = rows.map((row) => due.decide(row));
    const intents = await openIntents(tx, kind, rows);
    await tx.record([...heeded, ...taken, ...intents]);
    return { sends: due.sends, lookUps: due.lookUps, found: found.length };
  });
}

/** The operations without kept notices. For the others the kept notices decide, and nothing is sent. */
async function withoutNotices(
  tx: Tx,
  { spec }: SentKind,
  found: readonly AnyOperation[],
): Promise<{ rows: readonly AnyOperation[]; heeded: readonly Decision[] }> {
  const unsent = found.filter(({ sending }) => sending === 'unsent');
  const { early, closed } = await takeEarly(tx, unsent);
  const reported = new Set(early.map(({ reference }) => reference));
  const rows = found.filter(({ reference }) => !reported.has(reference));
  const all = found.map((row) => ({ spec, row }));
  return { rows, heeded: [...(await decideNotices(tx, all, early)), ...closed] };
}

/**
 * An intent found open after its window: its answer was lost, so the operation becomes uncertain and is never sent
 * again. If evidence overtook the intent, the operation is due for another reason and the answer may still come.
 */
async function openIntents(tx: Tx, { spec }: SentKind, rows: readonly AnyOperation[]): Promise<Decision[]> {
  const lost = rows.filter((row) => row.sending === 'open' && !isFinal({ spec, row }));
  const ids = lost.map(({ id }) => id);
  if (ids.length === 0) return [];
  const moment = await tx.moment();
  const open = await tx.find('intent', { operationId: ids, state: 'open' });
  const locked = await tx.lock(
    'intent',
    open.map(({ id }) => id),
  );
  return locked.flatMap((intent) => {
    const row = rows.find(({ id }) => id === intent.operationId);
    if (intent.state !== 'open' || !row) return [];
    const answer: Answer = { outcome: 'uncertain', reason: 'no answer was recorded' };
    return [recordAnswer(moment, { spec, row, intent }, answer)];
  });
}

type Due = OfKind<AnyOperation>;

interface From {
  readonly ports: Needs;
  readonly kind: SentKind;
  readonly areUnknown: boolean;
  /** The kill switch is on, and stays on until the commit. */
  readonly stopped: boolean;
}

class DueOperations {
  readonly sends: Send[] = [];
  readonly lookUps: AnyOperation[] = [];

  private constructor(
    private readonly from: From,
    private readonly moment: Moment,
    private readonly facts: {
      readonly readiness: ReadinessByRow;
      readonly restoredAt: Date | null;
    },
  ) {}

  static async load(from: From, tx: Tx, rows: readonly AnyOperation[]): Promise<DueOperations> {
    const { kind, ports } = from;
    const [readiness, restoredAt] = await Promise.all([kind.loadReadiness(ports, tx, rows), tx.restoredAt()]);
    return new DueOperations(from, await tx.moment(), { readiness, restoredAt });
  }

  decide(row: AnyOperation): Decision {
    const operation = { spec: this.from.kind.spec, row };
    if (endOf(operation) === 'returned') return settleReturn(this.moment, operation);
    if (row.sending === 'open') return decide({});
    if (row.sending !== 'unsent' || this.mayBeKnown(row)) return this.lookUp(operation);
    if (isCancelRequested(row)) return carryOutCancel(this.moment, operation);
    return this.send(operation);
  }

  /**
   * The database was restored, so the provider may know the operation already: it is asked before anything is
   * decided.
   */
  private mayBeKnown({ provider }: Operation): boolean {
    return this.facts.restoredAt !== null && provider !== null && !this.from.areUnknown;
  }

  private lookUp(operation: Due): Decision {
    this.lookUps.push(operation.row);
    return note(operation, { nextStepAt: this.later(lookUpWindows * this.from.ports.sendWindowMs) });
  }

  private send(operation: Due): Decision {
    const { spec, row } = operation;
    const { ports } = this.from;
    const ready = this.facts.readiness.of(row);
    if (ready.outcome === 'fails') return this.fail(operation, ready.code);
    if (isHeld(operation)) return note(operation, { nextStepAt: null });
    if (ready.outcome === 'waits') return note(operation, { nextStepAt: this.later(unopenedMs) });
    if (!isRouted(ports, row)) return this.fail(operation, 'no_route');
    if (this.from.stopped) return note(operation, { nextStepAt: this.later(stoppedMs) });
    const waitMs = ports.providers.get(row.provider ?? '')?.remote?.waitMs() ?? 0;
    if (waitMs > 0) return note(operation, { nextStepAt: this.later(waitMs) });
    const words = spec.words(row);
    const sendBy = new Date(ports.clock.machineNow().getTime() + ports.sendWindowMs);
    const { taken, intent, ...decision } = takeIntent(this.moment, sendBy, operation);
    this.sends.push({
      row: taken,
      intent,
      provider: row.provider ?? '',
      submission: {
        reference: row.reference,
        accountId: row.accountId,
        kind: spec.kind,
        method: ready.method,
        ...spec.settles(row),
        details: ready.details,
        ...(words !== null && { memo: words }),
        sendBy,
      },
    });
    return decision;
  }

  private fail({ spec, row }: Due, failureCode: string): Decision {
    return act(this.moment, { spec, row: { ...row, failureCode } }, 'fail');
  }

  private later(ms: number): Date {
    return new Date(this.moment.now.getTime() + ms);
  }
}

/**
 * Makes unsent operations due, held or not, because their customer or destination changed: they fail at once. Beyond
 * a thousand, the rest fail when they come up for sending.
 */
export async function madeDue(
  tx: Tx,
  kinds: SentKinds,
  find: (kind: SentKind) => Promise<readonly string[]> | undefined,
): Promise<Decision[]> {
  const due: Decision[] = [];
  for (const kind of kinds.values()) {
    const { spec } = kind;
    const rows = await tx.lock(spec.kind, (await find(kind)) ?? []);
    const { now: nextStepAt } = await tx.moment();
    const unsent = rows.filter((row) => row.sending === 'unsent' && !isFinal({ spec, row }));
    due.push(...unsent.map((row) => note({ spec, row }, { nextStepAt })));
  }
  return due;
}

/** Whether its provider is configured. */
export const isRouted = ({ providers }: Pick<SendingNeeds, 'providers'>, { provider }: Operation): boolean =>
  provider !== null && providers.has(provider);

/** The earliest time to send an operation; the sandbox bank may delay it. */
export const sendsFrom = ({ bank }: Pick<Ports, 'bank'>, createdAt: Date, words: string | null): Date =>
  bank?.sendsFrom(createdAt, words) ?? createdAt;

/** Records the answers to sends. An operation that a notice decided meanwhile is not decided again. */
export function recordAnswers(
  ports: Pick<Ports, 'store'>,
  { spec }: Pick<SentKind, 'spec'>,
  answers: readonly (Pick<Send, 'row' | 'intent'> & { readonly answer: Answer })[],
): Promise<void> {
  return ports.store.transaction(async (tx) => {
    const taken = answers.map(({ row }) => row);
    const open = answers.map(({ intent }) => intent);
    const [rows, intents] = await Promise.all([tx.lockKnown(spec.kind, taken), tx.lockKnown('intent', open)]);
    const known = await lateCauses(tx, { spec }, rows);
    const moment = await tx.moment();
    const decisions = answers.map(({ intent: { id, operationId }, answer }) => {
      const row = rows.find((each) => each.id === operationId);
      const intent = intents.find((each) => each.id === id);
      if (!row || !intent) throw new Error(`intent ${id} is gone`);
      return recordAnswer(moment, { spec, row, intent }, { ...answer, known: known.get(operationId) });
    });
    await tx.record(decisions);
  });
}

/** A provider's finding. It describes a moment no earlier than `lookedUpAt`. */
interface TimedFinding {
  readonly row: AnyOperation;
  readonly finding: Finding;
  readonly lookedUpAt: Date;
}

/**
 * Records findings of look-ups. "Not found" proves "not executed" only if asked after send_by plus the provider's
 * settling time. Returns the ids of operations never sent from here that the provider provably does not know: they
 * may be sent.
 */
export function recordFindings(
  ports: Pick<Ports, 'store' | 'providers' | 'sendWindowMs'>,
  { spec }: Pick<SentKind, 'spec'>,
  findings: readonly TimedFinding[],
): Promise<string[]> {
  return ports.store.transaction(async (tx) => {
    const byId = new Map(findings.map((found) => [found.row.id, found]));
    const rows = await tx.lock(spec.kind, [...byId.keys()]);
    const [known, restoredAt] = await Promise.all([lateCauses(tx, { spec }, rows), tx.restoredAt()]);
    const moment = await tx.moment();
    const unknown: string[] = [];
    const decisions = rows.map((row) => {
      const found = byId.get(row.id);
      // Sent meanwhile; the answer to the send decides.
      if (!found || row.sending === 'open') return decide({});
      const { finding } = found;
      const silentMs = unprovenMs(ports, found, { row, restoredAt });
      const evidence = evidenceOf(row, finding, silentMs);
      const decideOn = (of: OfKind<AnyOperation>): Decision => {
        if (evidence) return applyEvidence(moment, of, { ...evidence, known: known.get(row.id) });
        // An operation that was decided meanwhile may have its own due step, as a return does.
        if (isFinal(of)) return decide({});
        if (row.sending !== 'unsent') return lookAgain(moment, of);
        const waitMs = finding.outcome === 'not_found' ? Math.min(heldMs, Math.max(0, silentMs)) : heldMs;
        if (waitMs === 0) unknown.push(row.id);
        return note(of, { nextStepAt: new Date(moment.now.getTime() + waitMs) });
      };
      return withTrace({ spec, row }, { trace: finding.trace, decideOn });
    });
    await tx.record(decisions);
    return unknown;
  });
}

function evidenceOf(
  { sending, sendBy }: Operation,
  finding: Finding,
  silentMs: number,
): Evidence | undefined {
  if (finding.outcome === 'paid' || finding.outcome === 'returned') {
    return { outcome: finding.outcome, amount: finding.amount, currency: finding.currency };
  }
  if (finding.outcome === 'not_executed') return { outcome: 'not_executed', code: finding.code };
  if (sending === 'unsent') return finding.outcome === 'in_flight' ? { outcome: 'in_flight' } : undefined;
  const isProven = finding.outcome === 'not_found' && sendBy !== null && silentMs < 0;
  return isProven ? { outcome: 'not_executed', code: 'not_submitted' } : undefined;
}

/**
 * Milliseconds, at the time of asking, until "not found" becomes proof. A call may arrive until send_by; in a
 * restored database, an unknown call may arrive for one send window after the restore.
 */
function unprovenMs(
  { providers, sendWindowMs }: Pick<Ports, 'providers' | 'sendWindowMs'>,
  { lookedUpAt }: TimedFinding,
  { row: { provider, sendBy }, restoredAt }: { readonly row: Operation; readonly restoredAt: Date | null },
): number {
  const settlingMs = providers.get(provider ?? '')?.settlingMs ?? Number.POSITIVE_INFINITY;
  const lastCall = Math.max(sendBy?.getTime() ?? 0, restoredAt ? restoredAt.getTime() + sendWindowMs : 0);
  return lastCall + settlingMs - lookedUpAt.getTime();
}
