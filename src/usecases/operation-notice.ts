import type { Decision } from '../domain/decision.js';
import { endOf, isFinal, type OfKind, type Operation } from '../domain/operation.js';
import type { AnyOperation } from '../domain/operation-kind.js';
import { applyInTurn, paidOther, type Evidence } from '../domain/operation-evidence.js';
import { overtakeIntent } from '../domain/operation-sending.js';
import type { Exception } from '../domain/noun/exception.js';
import { knownAgain } from '../domain/reconciliation.js';
import type { SentKind, SentKinds } from '../ports/operation.js';
import type { OperationNotice } from '../ports/provider.js';
import type { Tx } from '../ports/store.js';
import type { Ports } from '../ports/ports.js';
import { takeNotices, type NoticeSubject } from './notice.js';

type SentOperation = OfKind<AnyOperation>;

/** Takes in a provider's notices about operations. Returns those about unknown operations. */
export async function takeOperationNotices(
  ports: Pick<Ports, 'store' | 'operations' | 'wake'>,
  provider: string,
  notices: readonly OperationNotice[],
): Promise<OperationNotice[]> {
  const subject: NoticeSubject<SentOperation, OperationNotice> = {
    referenceOf: ({ reference }) => reference,
    nameOf: ({ row }) => row.reference,
    lock: (tx, references) => lockNamed(tx, ports.operations, references),
    apply: applyNotices,
  };
  const early = await takeNotices(ports, subject, { provider, notices });
  for (const kind of ports.operations.keys()) ports.wake(kind);
  return early;
}

async function applyNotices(
  tx: Tx,
  found: readonly SentOperation[],
  notices: readonly OperationNotice[],
): Promise<void> {
  const { early, closed } = await takeEarly(
    tx,
    found.map(({ row }) => row),
  );
  await tx.record([...(await decideNotices(tx, found, [...early, ...notices])), ...closed]);
}

/** Takes the notices that were kept until these operations were created, and closes the exceptions about them. */
export async function takeEarly(
  tx: Tx,
  rows: readonly AnyOperation[],
): Promise<{ readonly early: readonly OperationNotice[]; readonly closed: readonly Decision[] }> {
  const early = await tx.takeEarlyNotices(
    'operation',
    rows.map(({ reference }) => reference),
  );
  if (early.length === 0) return { early, closed: [] };
  const found = await tx.find('exception', {
    paymentReference: [...new Set(early.map(({ reference }) => reference))],
    resourceType: 'account',
  });
  const exceptions = await tx.lock(
    'exception',
    found.map(({ id }) => id),
  );
  const moment = await tx.moment();
  const closed = exceptions
    .filter(({ status }) => status === 'open')
    .map((exception) => {
      const row = rows.find(({ reference }) => reference === exception.paymentReference);
      return knownAgain(moment, exception, row?.id ?? '');
    });
  return { early, closed };
}

/** Kinds in the order in which they are registered. */
async function lockNamed(tx: Tx, kinds: SentKinds, reference: readonly string[]): Promise<SentOperation[]> {
  const found = [...kinds.values()].map(async ({ spec }) => {
    const rows = await tx.lockFound(spec.kind, { reference });
    return rows.map((row) => ({ spec, row }));
  });
  return (await Promise.all(found)).flat();
}

/**
 * After a restore the bank may have paid operations that the balance no longer covers. They fail, and the bank's
 * notice raises an exception.
 */
export async function decideEarlyNotices(tx: Tx, made: readonly SentOperation[]): Promise<Decision[]> {
  const failed = made.filter((each) => endOf(each) === 'not_executed');
  const { early, closed } = await takeEarly(
    tx,
    failed.map(({ row }) => row),
  );
  return [...(await decideNotices(tx, failed, early)), ...closed];
}

/** Decides notices about these locked operations. The caller records the decisions together with its own. */
export async function decideNotices(
  tx: Tx,
  operations: readonly SentOperation[],
  notices: readonly OperationNotice[],
): Promise<Decision[]> {
  const byReference = Map.groupBy(notices, ({ reference }) => reference);
  const noticed = operations.filter(({ row }) => byReference.has(row.reference));
  if (noticed.length === 0) return [];
  const causes = await causesOf(tx, noticed);
  const intents = await overtakenIntents(
    tx,
    noticed.map(({ row }) => row),
  );
  const moment = await tx.moment();
  const decisions = noticed.map((operation) => {
    const { id, reference } = operation.row;
    const known = causes.get(id);
    const evidence = (byReference.get(reference) ?? []).map(
      ({ outcome, code, amount, currency, trace }): Evidence => ({
        outcome,
        code,
        amount,
        currency,
        trace,
        known,
      }),
    );
    return applyInTurn(moment, operation, evidence);
  });
  return [...decisions, ...intents];
}

/** Closes the open intents of operations about which evidence arrived; recorded together with that evidence. */
export async function overtakenIntents(tx: Tx, rows: readonly Operation[]): Promise<Decision[]> {
  const operationId = rows.filter(({ sending }) => sending === 'open').map(({ id }) => id);
  if (operationId.length === 0) return [];
  const open = await tx.find('intent', { operationId, state: 'open' });
  const locked = await tx.lock(
    'intent',
    open.map(({ id }) => id),
  );
  const moment = await tx.moment();
  return locked.filter(({ state }) => state === 'open').map((intent) => overtakeIntent(moment, intent));
}

type Causes = ReadonlyMap<string, ReadonlySet<string>>;

/** The late evidence and payments of other amounts that each operation's exceptions already report. */
export const lateCauses = (
  tx: Tx,
  { spec }: Pick<SentKind, 'spec'>,
  rows: readonly AnyOperation[],
): Promise<Causes> =>
  causesOf(
    tx,
    rows.map((row) => ({ spec, row })),
  );

function wordsOf({ type, cause, actualAmount, actualCurrency }: Exception): string | undefined {
  if (type !== 'provider_mismatch') return cause;
  if (cause !== 'paid' || actualAmount === null || actualCurrency === null) return undefined;
  return paidOther({ amount: actualAmount, currency: actualCurrency });
}

async function causesOf(tx: Tx, operations: readonly SentOperation[]): Promise<Causes> {
  const final = operations.filter(isFinal).map(({ row }) => row.id);
  if (final.length === 0) return new Map();
  const exceptions = await tx.find('exception', {
    resourceId: final,
    type: ['late_payment_evidence', 'provider_mismatch'],
  });
  const causes = new Map<string, Set<string>>();
  for (const each of exceptions) {
    const words = wordsOf(each);
    if (words) causes.set(each.resourceId, (causes.get(each.resourceId) ?? new Set()).add(words));
  }
  return causes;
}
