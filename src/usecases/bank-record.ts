import type { Decision, Moment } from '../domain/decision.js';
import { endOf, type OfKind } from '../domain/operation.js';
import type { AnyOperation } from '../domain/operation-kind.js';
import { raiseException, unknownOrder, type UnknownOrder } from '../domain/reconciliation.js';
import { Refusal } from '../domain/refusal.js';
import type { Ports } from '../ports/ports.js';
import type {
  Finding,
  Order,
  OperationNotice,
  PaymentNotice,
  PaymentPage,
  Provider,
} from '../ports/provider.js';
import type { Tx } from '../ports/store.js';
import { takeOperationNotices } from './operation-notice.js';
import { ingestPayments, type IngestResult } from './payin.js';
import { takePaymentResults } from './payin-result.js';

export type RecordNeeds = Pick<
  Ports,
  'store' | 'reader' | 'clock' | 'catalogue' | 'operations' | 'providers' | 'wake'
>;
type ReportedOutcome = Pick<OperationNotice, 'outcome' | 'code' | 'amount' | 'currency' | 'trace'>;

/** An order on which a provider's record and the ledger disagreed, and how that was resolved. */
export interface Difference {
  readonly provider: string;
  readonly reference: string;
  readonly outcome: ReportedOutcome;
  /** The account that gave the order, if the provider knows it. */
  readonly accountId: string | undefined;
  /** The operation before and after; undefined if it is unknown here. */
  readonly was: AnyOperation | undefined;
  readonly is: AnyOperation | undefined;
  /**
   * `decided`: it ended as the provider says. `watched`: the provider has not decided; it is looked up and not sent.
   * `contradicted`: it had ended differently here and is now a reconciliation exception. `unknown`: there is no such
   * operation here; the notice is kept and decides a later request with that reference.
   */
  readonly became: 'decided' | 'watched' | 'contradicted' | 'unknown';
}

/** Payments by how they were taken in. */
export interface TakenPayments {
  readonly read: number;
  readonly taken: readonly IngestResult[];
  /** Payments into funding accounts that do not exist here. */
  readonly unknown: readonly PaymentNotice[];
}

/** Takes in payments like new notices: each once, credited after its provider confirms it. */
export async function takePayments(
  ports: RecordNeeds,
  { name }: Provider,
  { notices }: Pick<PaymentPage, 'notices'>,
): Promise<TakenPayments> {
  const payments = notices.filter((notice) => notice.type === 'payment');
  const results = notices.filter((notice) => notice.type === 'payment_result');
  const ingested = await ingestPayments(ports, payments);
  if (results.length > 0) await takePaymentResults(ports, name, results);
  return {
    read: payments.length,
    taken: ingested.flatMap((each) => (each?.how === 'created' ? [each] : [])),
    unknown: payments.filter((_, at) => ingested[at] === undefined),
  };
}

/**
 * Takes in the outcomes of orders that are not known here, like notices: each once. Those of unknown orders are kept.
 */
export async function takeOrders(
  ports: RecordNeeds,
  { name }: Provider,
  orders: ReadonlyMap<string, Order>,
): Promise<Difference[]> {
  const known = await booksOf(ports, [...orders.keys()]);
  const news = [...orders].flatMap(([reference, order]) => {
    const outcome = outcomeOf(order);
    return outcome && isNews(known.get(reference), outcome)
      ? [{ reference, outcome, accountId: order.accountId }]
      : [];
  });
  if (news.length === 0) return [];
  const notices = news.map(({ reference, outcome }): OperationNotice => ({
    ...outcome,
    id: `record:${reference}:${outcome.outcome}`,
    type: 'operation',
    reference,
  }));
  await takeOperationNotices(ports, name, notices);
  const now = await booksOf(
    ports,
    news.map(({ reference }) => reference),
  );
  return news.map((each): Difference => {
    const was = known.get(each.reference);
    const is = now.get(each.reference);
    const became = resolutionOf(was, each.outcome);
    return { provider: name, ...each, was: was?.row, is: is?.row, became };
  });
}

function resolutionOf(
  was: OfKind<AnyOperation> | undefined,
  { outcome }: ReportedOutcome,
): Difference['became'] {
  if (was === undefined) return 'unknown';
  if (outcome === 'in_flight') return 'watched';
  const end = endOf(was);
  return end === undefined || (end === 'paid' && outcome === 'returned') ? 'decided' : 'contradicted';
}

function outcomeOf({
  accountId: _,
  ...finding
}: Finding & { accountId?: string | undefined }): ReportedOutcome | undefined {
  if (finding.outcome === 'not_found') return undefined;
  // The provider has the order and does not know its outcome yet.
  return finding.outcome === 'unknown' ? { outcome: 'in_flight' } : finding;
}

function isNews(known: OfKind<AnyOperation> | undefined, { outcome }: ReportedOutcome): boolean {
  if (known === undefined) return true;
  const end = endOf(known);
  if (outcome === 'in_flight') return end === undefined && known.row.sending === 'unsent';
  return end !== outcome && !(end === 'returned' && outcome === 'paid');
}

async function booksOf(
  { store, operations }: Pick<Ports, 'store' | 'operations'>,
  reference: readonly string[],
): Promise<Map<string, OfKind<AnyOperation>>> {
  return store.transaction(async (tx) => {
    const found = [...operations.values()].map(async ({ spec }) => {
      const rows: readonly AnyOperation[] = await tx.find(spec.kind, { reference });
      return rows.map((row) => [row.reference, { spec, row }] as const);
    });
    return new Map((await Promise.all(found)).flat());
  });
}

/**
 * Raises one exception per unknown order on the account it names. Orders without a known account stay among the kept
 * notices, which operators see.
 */
export async function raiseUnknown(
  tx: Tx,
  moment: Moment,
  orders: readonly UnknownOrder[],
): Promise<Decision[]> {
  if (orders.length === 0) return [];
  const references = orders.map(({ reference }) => reference);
  tx.lockNames(references.map((reference) => `order:${reference}`));
  const [raised, accounts] = await Promise.all([
    tx.find('exception', { paymentReference: references }),
    tx.find('account', { id: [...new Set(orders.map(({ accountId }) => accountId))] }),
  ]);
  const known = new Set(raised.map(({ paymentReference }) => paymentReference));
  const ours = new Set(accounts.map(({ id }) => id));
  return orders
    .filter(({ reference, accountId }) => !known.has(reference) && ours.has(accountId))
    .map((order) => raiseException(moment, unknownOrder(order)));
}

export function cannotBeReached(provider: Provider, error: unknown): never {
  const away = new Refusal(
    'temporarily_unavailable',
    `The provider ${provider.name} did not return its records. Run the command again later; until then, operations that were not looked up are not sent.`,
  );
  away.cause = error;
  throw away;
}
