import { decide, type Decision, type Moment } from '../domain/decision.js';
import type { Intent } from '../domain/intent.js';
import {
  act,
  carryOutCancel,
  endOf,
  isCancelAsked,
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
import type { Gathered, SendingNeeds, SentKind, SentKinds } from '../ports/operation.js';
import { maySend } from '../ports/clock.js';
import type { Ports } from '../ports/ports.js';
import type { Finding, Submission } from '../ports/provider.js';
import type { DueAsk, Tx } from '../ports/store.js';
import { stoppedMs } from './kill-switch.js';
import { heedNotices, lateCauses, takeKept } from './operation-notice.js';

/** Every kind by its name, in the order in which rows of several kinds are locked. */
export const sentKinds = (kinds: readonly SentKind[]): SentKinds =>
  new Map(kinds.map((kind) => [kind.spec.kind, kind]));

/** An intent that is committed with its operation, and the submission that may follow it, once. */
export interface Send {
  readonly row: AnyOperation;
  readonly intent: Intent;
  readonly provider: string;
  readonly submission: Submission;
}

export interface DueWork {
  readonly sends: readonly Send[];
  /** Operations that the provider is to be asked about: how they ended, or, in a restored database, whether it has them. */
  readonly lookUps: readonly AnyOperation[];
  readonly found: number;
}

/** Windows of a send until what its process died amid looking up is looked up by another. */
const lookUpWindows = 1.5;
/** In a restored database, until a provider that could not tell is asked again about what was not sent from here. */
const heldMs = 5_000;
/** How long an operation waits for a sealed value that does not open, before it is looked at again. */
const unopenedMs = 60_000;

type Needs = SendingNeeds & Pick<Ports, 'store' | 'clock' | 'sendWindowMs'>;

interface TakeAsk extends DueAsk {
  readonly limit: number;
  /** The providers have just been asked about these and never heard of them. */
  readonly areUnheardOf?: boolean;
}

/** Takes what is due of a kind: each is cancelled, failed, settled, doubted, looked up, or given its intent to send. */
export function takeDueOperations(
  ports: Needs,
  kind: SentKind,
  { limit, areUnheardOf = false, ...ask }: TakeAsk,
): Promise<DueWork> {
  const { spec } = kind;
  const mayLeaveIn = openStatuses(spec);
  return ports.store.transaction(async (tx) => {
    const isSendingOff = !maySend(ports.clock);
    const [stopped, found] = await Promise.all([
      tx.killSwitch.hold(),
      tx.lockDue(spec.kind, limit, { ...ask, mayLeaveIn, isSendingOff }),
    ]);
    if (found.length === 0) return { sends: [], lookUps: [], found: 0 };
    const { rows, heeded } = await untold(tx, kind, found);
    const due = await DueOperations.load({ ports, kind, areUnheardOf, stopped }, tx, rows);
    const taken = rows.map((row) => due.decide(row));
    const intents = await openIntents(tx, kind, rows);
    await tx.record([...heeded, ...taken, ...intents]);
    return { sends: due.sends, lookUps: due.lookUps, found: found.length };
  });
}

/** Those that the bank has not told of already; of the others the notices that were kept decide instead of a send. */
async function untold(
  tx: Tx,
  { spec }: SentKind,
  found: readonly AnyOperation[],
): Promise<{ rows: readonly AnyOperation[]; heeded: readonly Decision[] }> {
  const unsent = found.filter(({ sending }) => sending === 'unsent');
  const { kept, closed } = await takeKept(tx, unsent);
  const told = new Set(kept.map(({ reference }) => reference));
  const rows = found.filter(({ reference }) => !told.has(reference));
  const all = found.map((row) => ({ spec, row }));
  return { rows, heeded: [...(await heedNotices(tx, all, kept)), ...closed] };
}

/**
 * An intent found open after its window: its answer was lost, so it is uncertain and is never sent again. One that
 * was overtaken by evidence has its operation due for something else, and its answer may still come.
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
  readonly areUnheardOf: boolean;
  /** The kill switch is on, and stays so until the commit. */
  readonly stopped: boolean;
}

class DueOperations {
  readonly sends: Send[] = [];
  readonly lookUps: AnyOperation[] = [];

  private constructor(
    private readonly from: From,
    private readonly moment: Moment,
    private readonly facts: {
      readonly gathered: Gathered;
      readonly restoredAt: Date | null;
    },
  ) {}

  static async load(from: From, tx: Tx, rows: readonly AnyOperation[]): Promise<DueOperations> {
    const { kind, ports } = from;
    const [gathered, restoredAt] = await Promise.all([kind.gather(ports, tx, rows), tx.restoredAt()]);
    return new DueOperations(from, await tx.moment(), { gathered, restoredAt });
  }

  decide(row: AnyOperation): Decision {
    const operation = { spec: this.from.kind.spec, row };
    if (endOf(operation) === 'returned') return settleReturn(this.moment, operation);
    if (row.sending === 'open') return decide({});
    if (row.sending !== 'unsent' || this.mayBeKnown(row)) return this.lookUp(operation);
    if (isCancelAsked(row)) return carryOutCancel(this.moment, operation);
    return this.send(operation);
  }

  /** The database was brought back: its provider may have had it before, so that it is asked before anything is decided. */
  private mayBeKnown({ provider }: Operation): boolean {
    return this.facts.restoredAt !== null && provider !== null && !this.from.areUnheardOf;
  }

  private lookUp(operation: Due): Decision {
    this.lookUps.push(operation.row);
    return note(operation, { nextStepAt: this.later(lookUpWindows * this.from.ports.sendWindowMs) });
  }

  private send(operation: Due): Decision {
    const { spec, row } = operation;
    const { ports } = this.from;
    const ready = this.facts.gathered.of(row);
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
 * Of each kind those that are found and have not left, held or not, are due: something about where they go is no
 * longer so, and they fail at once. Beyond a thousand the rest does in its turn.
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

/** Whether its provider is there. */
export const isRouted = ({ providers }: Pick<SendingNeeds, 'providers'>, { provider }: Operation): boolean =>
  provider !== null && providers.has(provider);

/** The moment from which an operation may be sent; a sandbox's bank may leave it waiting for a while. */
export const sendsFrom = ({ bank }: Pick<Ports, 'bank'>, createdAt: Date, words: string | null): Date =>
  bank?.sendsFrom(createdAt, words) ?? createdAt;

/** Records the answers to sends; an operation that a notice decided meanwhile is not decided again. */
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

/** A provider's word of an operation: of no earlier moment than `askedAt`, and whenever it came. */
interface Found {
  readonly row: AnyOperation;
  readonly finding: Finding;
  readonly askedAt: Date;
}

/**
 * The findings of look-ups. "Not found" proves "not executed" only where it was asked after send_by plus the provider's
 * settling time. Answers with the ids of those that were not sent from here and of which that is proven: they may be.
 */
export function recordFindings(
  ports: Pick<Ports, 'store' | 'providers' | 'sendWindowMs'>,
  { spec }: Pick<SentKind, 'spec'>,
  findings: readonly Found[],
): Promise<string[]> {
  return ports.store.transaction(async (tx) => {
    const byId = new Map(findings.map((found) => [found.row.id, found]));
    const rows = await tx.lock(spec.kind, [...byId.keys()]);
    const [known, restoredAt] = await Promise.all([lateCauses(tx, { spec }, rows), tx.restoredAt()]);
    const moment = await tx.moment();
    const unheardOf: string[] = [];
    const decisions = rows.map((row) => {
      const found = byId.get(row.id);
      // It was sent meanwhile: its answer tells.
      if (!found || row.sending === 'open') return decide({});
      const { finding } = found;
      const silentMs = unprovenMs(ports, found, { row, restoredAt });
      const evidence = evidenceOf(row, finding, silentMs);
      const decideOn = (of: OfKind<AnyOperation>): Decision => {
        if (evidence) return applyEvidence(moment, of, { ...evidence, known: known.get(row.id) });
        // A row decided while it was looked up may have something due of its own, as a return has.
        if (isFinal(of)) return decide({});
        if (row.sending !== 'unsent') return lookAgain(moment, of);
        const waitMs = finding.outcome === 'not_found' ? Math.min(heldMs, Math.max(0, silentMs)) : heldMs;
        if (waitMs === 0) unheardOf.push(row.id);
        return note(of, { nextStepAt: new Date(moment.now.getTime() + waitMs) });
      };
      return withTrace({ spec, row }, { told: finding.trace, decideOn });
    });
    await tx.record(decisions);
    return unheardOf;
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
 * Milliseconds that were left, when it was asked, until a provider that does not know it proves that it never will: a
 * call may arrive until send_by, and in a restored database one that is not known here until then from its restoration on.
 */
function unprovenMs(
  { providers, sendWindowMs }: Pick<Ports, 'providers' | 'sendWindowMs'>,
  { askedAt }: Found,
  { row: { provider, sendBy }, restoredAt }: { readonly row: Operation; readonly restoredAt: Date | null },
): number {
  const settlingMs = providers.get(provider ?? '')?.settlingMs ?? Number.POSITIVE_INFINITY;
  const lastCall = Math.max(sendBy?.getTime() ?? 0, restoredAt ? restoredAt.getTime() + sendWindowMs : 0);
  return lastCall + settlingMs - askedAt.getTime();
}
