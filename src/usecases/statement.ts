import { joined } from '../domain/decision.js';
import type { Exception } from '../domain/reconciliation.js';
import { otherSum, raiseException, isAbout } from '../domain/reconciliation.js';
import { isFinal } from '../domain/operation.js';
import { ClockStepped } from '../ports/clock.js';
import type { Ports } from '../ports/ports.js';
import type { PaymentNotice, PaymentResultNotice, Provider } from '../ports/provider.js';
import type { StatementLine, StatementProgress, ComparedTotals } from '../ports/statement.js';
import type { Tx } from '../ports/store.js';
import { takeTraces } from './bank-reference.js';
import { cannotBeReached, raiseUnknown, takeOrders, takePayments, type RecordNeeds } from './bank-record.js';

const dayMs = 24 * 60 * 60_000;
/**
 * Our ledger and the bank learn of a payment one after the other: a difference younger than this is only a matter of
 * time.
 */
const youngMs = 60_000;
/** References asked about at once. */
const compareAtOnce = 100;

/** The result of comparing a provider's statement with its clearing account. */
export interface StatementReport {
  readonly provider: string;
  /** New lines. */
  readonly lines: number;
  /** References that differ for now because an operation or payment is in flight. */
  readonly inFlight: number;
  readonly raised: readonly Exception[];
  /** Lines that cannot be assigned to any account. */
  readonly unknown: readonly StatementLine[];
  /** Lines that differ from their earlier version: a provider must never change lines. */
  readonly changed: readonly bigint[];
}

type Verdict =
  | { readonly is: 'agreed' | 'in flight' | 'reported' }
  | { readonly is: 'raised'; readonly exceptions: readonly Exception[] }
  | { readonly is: 'unknown'; readonly line: StatementLine | undefined };

/**
 * Reads the statement up to its closed line, and compares each reference with the clearing account. For each
 * difference the provider is asked first, and missing notices are taken in. A difference that remains, with nothing
 * in flight on either side, raises a reconciliation exception; the money stays where it is.
 */
export function compareStatement(ports: RecordNeeds, provider: Provider): Promise<StatementReport> {
  return exclusively(ports, provider, (lost) => compare(ports, provider, lost));
}

/** Like `compareStatement`, if it is due and no other process has done it; undefined otherwise. */
export function compareDueStatement(
  ports: RecordNeeds,
  provider: Provider,
): Promise<StatementReport | undefined> {
  return exclusively(ports, provider, async (lost) => {
    const { due } = await progressOf(ports, provider);
    return due === null || due > (await ports.reader.now()) ? undefined : compare(ports, provider, lost);
  });
}

const exclusively = <T>(
  { store }: RecordNeeds,
  { name }: Provider,
  work: (lost: AbortSignal) => Promise<T>,
): Promise<T> => store.alone(`statement ${name}`, work);

const progressOf = ({ store }: Pick<Ports, 'store'>, { name }: Provider): Promise<StatementProgress> =>
  store.transaction((tx) => tx.statements.progress(name));

/** Plans the comparison for the end of the first day, or `laterMs` from now if it failed. */
export async function planStatement(
  { store }: Pick<Ports, 'store'>,
  { name }: Provider,
  laterMs?: number,
): Promise<void> {
  await store.transaction(async (tx) => {
    const progress = await tx.statements.progress(name);
    if (laterMs === undefined && progress.due !== null) return;
    const { now } = await tx.moment();
    const due = laterMs === undefined ? nextDay(now) : new Date(now.getTime() + laterMs);
    await tx.statements.setProgress(name, { ...progress, due });
  });
}

async function compare(ports: RecordNeeds, provider: Provider, lost: AbortSignal): Promise<StatementReport> {
  const began = await ports.reader.now();
  const progress = await progressOf(ports, provider);
  const { next, ...read } = await readOn(ports, provider, progress);
  const verdicts: Verdict[] = [];
  for await (const names of namesOf(ports, provider, { progress, began })) {
    lost.throwIfAborted();
    verdicts.push(...(await compareNames(ports, provider, { names, began })));
  }
  await ports.store.transaction(async (tx) => {
    const { now } = await tx.moment();
    // The database's clock was ahead when the comparison began.
    if (began > now) throw new ClockStepped();
    await tx.statements.setProgress(provider.name, {
      from: progress.next,
      next,
      comparedAt: began,
      due: nextDay(began),
    });
  });
  return {
    provider: provider.name,
    ...read,
    inFlight: verdicts.filter(({ is }) => is === 'in flight').length,
    raised: verdicts.flatMap((each) => (each.is === 'raised' ? each.exceptions : [])),
    unknown: verdicts.flatMap((each) => (each.is === 'unknown' && each.line ? [each.line] : [])),
  };
}

/** The end of the day, when its statement is compared. */
const nextDay = (now: Date): Date => new Date((Math.floor(now.getTime() / dayMs) + 1) * dayMs);

/**
 * Stores lines up to the number that was closed at the start. Reading starts where the comparison before the last one
 * ended: pages may shift, and lines may come late.
 */
async function readOn(ports: RecordNeeds, provider: Provider, progress: StatementProgress) {
  let [after, closed, lines] = [progress.from, undefined as bigint | undefined, 0];
  const changed: bigint[] = [];
  for (;;) {
    const page = await provider
      .statement(after ?? undefined)
      .catch((error: unknown) => cannotBeReached(provider, error));
    closed ??= page.closed;
    const until = closed;
    const settled = page.lines.filter(({ sequence }) => sequence <= until);
    const stored = await ports.store.transaction((tx) => tx.statements.keep(provider.name, settled));
    await takeTraces(ports, settled);
    lines += stored.added;
    changed.push(...stored.changed);
    // A page that is not closed to its end is read again next time.
    if (settled.length < page.lines.length) break;
    after = page.next;
    if (!page.hasMore) break;
  }
  return { next: after, lines, changed };
}

/** References of open lines, then those posted here until a day ago: by now the statement must have them. */
async function* namesOf(
  ports: RecordNeeds,
  { name }: Provider,
  { progress, began }: { readonly progress: StatementProgress; readonly began: Date },
): AsyncGenerator<readonly string[]> {
  for (let from: string | undefined = ''; from !== undefined;) {
    const after: string = from;
    const open = await ports.store.transaction((tx) => tx.statements.openNames(name, after));
    if (open.references.length > 0) yield open.references;
    from = open.next;
  }
  const until = new Date(began.getTime() - dayMs);
  // Covers one day of the last comparison again: entries may have been posted while it ran.
  let after = progress.comparedAt && new Date(progress.comparedAt.getTime() - 2 * dayMs);
  for (;;) {
    const span = { after, until };
    const posted = await ports.store.transaction((tx) => tx.statements.postedNames(name, span));
    for (let at = 0; at < posted.references.length; at += compareAtOnce)
      yield posted.references.slice(at, at + compareAtOnce);
    if (posted.next === undefined) return;
    after = posted.next;
  }
}

async function compareNames(
  ports: RecordNeeds,
  provider: Provider,
  { names, began }: { readonly names: readonly string[]; readonly began: Date },
): Promise<Verdict[]> {
  const weighed = await ports.store.transaction((tx) => tx.statements.compare(provider.name, names));
  const differing = [...Map.groupBy(weighed, ({ reference }) => reference)];
  await takeMissing(ports, provider, differing);
  const verdicts: Verdict[] = [];
  for (const [reference] of differing) {
    verdicts.push(
      await ports.store.transaction((tx) => judge(ports, tx, { provider: provider.name, reference, began })),
    );
  }
  return verdicts;
}

/** Records events that were missed: a payment without a notice, the outcome of an order whose notice was lost. */
async function takeMissing(
  ports: RecordNeeds,
  provider: Provider,
  differing: readonly (readonly [string, readonly ComparedTotals[]])[],
): Promise<void> {
  const orders: [string, StatementLine | undefined][] = [];
  const notices: (PaymentNotice | PaymentResultNotice)[] = [];
  for (const [reference, [weighed]] of differing) {
    if (weighed?.line?.payment) notices.push(...noticesOf(weighed.line, weighed));
    else orders.push([reference, weighed?.line]);
  }
  if (notices.length > 0) await takePayments(ports, provider, { notices });
  for (let at = 0; at < orders.length; at += compareAtOnce) {
    const some = new Map(orders.slice(at, at + compareAtOnce));
    const found = await provider
      .lookUp([...some.keys()])
      .catch((error: unknown) => cannotBeReached(provider, error));
    const known = [...found].map(
      ([reference, finding]) =>
        [reference, { ...finding, accountId: some.get(reference)?.accountId }] as const,
    );
    await takeOrders(ports, provider, new Map(known));
  }
}

function noticesOf(line: StatementLine, { actual }: ComparedTotals): (PaymentNotice | PaymentResultNotice)[] {
  const { reference: paymentReference, payment, amount, currency } = line;
  if (!payment) return [];
  const id = `statement:${paymentReference}`;
  const seen: PaymentNotice = { id, type: 'payment', paymentReference, ...payment, amount, currency };
  return actual.isZero()
    ? [seen, { id: `${id}:reversed`, type: 'payment_result', paymentReference, outcome: 'reversed' }]
    : [{ ...seen, outcome: 'completed' }];
}

interface Subject {
  readonly accountId: string;
  readonly resourceType: Exception['resourceType'];
  readonly resourceId: string;
  readonly isOpen: boolean;
}

/** Locks the operation or pay-in with this reference. */
async function subjectOf(
  { operations }: Pick<RecordNeeds, 'operations'>,
  tx: Tx,
  reference: string,
): Promise<Subject | undefined> {
  for (const { spec } of operations.values()) {
    const [row] = await tx.lockFound(spec.kind, { reference });
    if (!row) continue;
    const { id: resourceId, accountId } = row;
    return { accountId, resourceType: spec.kind, resourceId, isOpen: !isFinal({ spec, row }) };
  }
  const [payin] = await tx.lockFound('payin', { paymentReference: reference });
  if (!payin) return undefined;
  const { id: resourceId, accountId, status } = payin;
  return { accountId, resourceType: 'payin', resourceId, isOpen: status === 'processing' };
}

async function judge(
  ports: RecordNeeds,
  tx: Tx,
  { provider, reference, began }: { provider: string; reference: string; began: Date },
): Promise<Verdict> {
  const subject = await subjectOf(ports, tx, reference);
  const weighed = await tx.statements.compare(provider, [reference]);
  if (weighed.length === 0) return { is: 'agreed' };
  if (subject === undefined) return judgeUnknown(tx, provider, weighed);
  const isYoung = ({ postedAt }: ComparedTotals) =>
    postedAt !== null && postedAt.getTime() > began.getTime() - youngMs;
  if (subject.isOpen || weighed.some(isYoung)) return { is: 'in flight' };
  const exceptions = await tx.find('exception', { resourceId: subject.resourceId });
  const news = weighed.filter((sums) => !exceptions.some((exception) => isAbout(exception, sums)));
  await tx.statements.setAside(provider, reference);
  if (news.length === 0) return { is: 'reported' };
  const moment = await tx.moment();
  const raised = news.map((sums) => raiseException(moment, otherSum(subject, sums)));
  await tx.record([joined(raised)]);
  return { is: 'raised', exceptions: raised.map(({ exception }) => exception) };
}

/**
 * Judges a reference of neither an operation nor a pay-in: a payment that became an exception, or one unknown here.
 */
async function judgeUnknown(tx: Tx, provider: string, weighed: readonly ComparedTotals[]): Promise<Verdict> {
  const line = weighed[0]?.line;
  const reference = line?.reference ?? '';
  const moved = weighed.map(({ actual, currency }) => ({ amount: actual.abs(), currency }))[0];
  const orders = line?.accountId === undefined ? [] : [{ accountId: line.accountId, reference, moved }];
  const raised = await raiseUnknown(tx, await tx.moment(), orders);
  const known = await tx.find('exception', { paymentReference: reference });
  if (raised.length === 0 && known.length === 0) return { is: 'unknown', line };
  await tx.statements.setAside(provider, reference);
  await tx.record(raised);
  const exceptions = raised.flatMap(({ changes }) =>
    changes.flatMap((each) => (each.noun === 'exception' ? [each.row] : [])),
  );
  return exceptions.length === 0 ? { is: 'reported' } : { is: 'raised', exceptions };
}
