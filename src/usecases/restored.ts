import { sendWindowMs } from '../domain/intent.js';
import { endOf, type OfKind } from '../domain/operation.js';
import type { AnyOperation } from '../domain/operation-kind.js';
import { refuse, Refusal } from '../domain/refusal.js';
import type { Ports } from '../ports/ports.js';
import type {
  Finding,
  OperationNotice,
  OrderPage,
  PaymentNotice,
  PaymentPage,
  Provider,
} from '../ports/provider.js';
import { audited, type Operator } from './audit.js';
import { takeOperationNotices } from './operation-notice.js';
import { ingestPayments, type Ingested } from './payin.js';
import { takePaymentResults } from './payin-result.js';

type Needs = Pick<Ports, 'store' | 'reader' | 'clock' | 'catalogue' | 'operations' | 'providers' | 'wake'>;
type Told = Pick<OperationNotice, 'outcome' | 'code' | 'amount' | 'currency'>;

/** An order of which a provider's record and the books said different things, and what became of it. */
export interface Difference {
  readonly provider: string;
  readonly reference: string;
  readonly told: Told;
  /** As the books had it and have it; undefined where they know nothing of it. */
  readonly was: AnyOperation | undefined;
  readonly is: AnyOperation | undefined;
  /**
   * `decided`: it ended as its provider says. `watched`: its provider has it and has not decided; it is looked up and not
   * sent. `contradicted`: it had ended here in another way, and is a reconciliation exception. `unknown`: the books have no
   * such operation; the word is kept, and decides the request that brings it again.
   */
  readonly became: 'decided' | 'watched' | 'contradicted' | 'unknown';
}

/** Payments by what became of them here. */
export interface TakenPayments {
  readonly read: number;
  readonly taken: readonly Ingested[];
  /** Into accounts that the books do not have. */
  readonly unknown: readonly PaymentNotice[];
}

export interface Comparison {
  /** Machine time from which the database counts as restored; null: not any more. */
  readonly restoredAt: Date | null;
  readonly orders: number;
  readonly differences: readonly Difference[];
  readonly payments: TakenPayments;
}

/**
 * The database was brought back: from now on no provider is sent anything that it was not asked about. Compares the
 * books with the record of every provider, and lets that decide.
 */
export async function enterRestored(
  ports: Needs,
  operator: Operator,
  onProgress: (orders: number) => void,
): Promise<Comparison> {
  await setRestored(ports, operator, true);
  for (const kind of ports.operations.keys()) ports.wake(kind);
  const compared = await compare(ports, onProgress);
  return { ...compared, restoredAt: await ports.reader.restoredAt() };
}

/** Sends go on as before, once the records have been compared again: by then every call of the time before is in them. */
export async function leaveRestored(
  ports: Needs,
  operator: Operator,
  onProgress: (orders: number) => void,
): Promise<Comparison> {
  const restoredAt = await ports.reader.restoredAt();
  if (restoredAt === null) return refuse('invalid_request', 'The database does not count as restored.');
  const settlingMs = Math.max(0, ...[...ports.providers.values()].map((each) => each.settlingMs));
  const until = new Date(restoredAt.getTime() + sendWindowMs + settlingMs);
  if (ports.clock.machineNow() <= until) {
    const when = until.toISOString();
    refuse(
      'temporarily_unavailable',
      `Until ${when} a call of the time before may still reach a provider. Nothing was changed: run the command again after that.`,
    );
  }
  const compared = await compare(ports, onProgress);
  await setRestored(ports, operator, false);
  return { ...compared, restoredAt: null };
}

function setRestored({ store }: Pick<Ports, 'store'>, operator: Operator, restored: boolean): Promise<void> {
  return store.transaction(async (tx) => {
    tx.lockNames(['restored']);
    const before = { restored: (await tx.restoredAt()) !== null };
    await tx.setRestored(restored);
    const entry = audited(await tx.moment(), operator, {
      action: restored ? 'restored.begin' : 'restored.end',
      accountId: null,
      subjectId: null,
      before,
      after: { restored },
    });
    await tx.record([entry]);
  });
}

async function compare(
  ports: Needs,
  onProgress: (orders: number) => void,
): Promise<Omit<Comparison, 'restoredAt'>> {
  const differences: Difference[] = [];
  const taken: TakenPayments[] = [];
  let orders = 0;
  for (const provider of ports.providers.values()) {
    // The money that came in first: it may be what payouts are made of.
    for await (const page of pagesOf(provider, (after) => provider.payments(after))) {
      taken.push(await takePayments(ports, provider, page));
    }
    for await (const page of pagesOf(provider, (after) => provider.orders(after))) {
      differences.push(...(await comparePage(ports, provider, page)));
      orders += page.orders.size;
      if (page.next !== undefined) onProgress(orders);
    }
  }
  const payments = {
    read: taken.reduce((total, { read }) => total + read, 0),
    taken: taken.flatMap((each) => each.taken),
    unknown: taken.flatMap((each) => each.unknown),
  };
  return { orders, differences, payments };
}

async function* pagesOf<P extends { readonly next: string | undefined }>(
  provider: Provider,
  read: (after: string | undefined) => Promise<P>,
): AsyncGenerator<P> {
  for (let after: string | undefined, isFirst = true; isFirst || after !== undefined; isFirst = false) {
    const page = await read(after).catch((error: unknown) => cannotBeAsked(provider, error));
    yield page;
    after = page.next;
  }
}

function cannotBeAsked(provider: Provider, error: unknown): never {
  const away = new Refusal(
    'temporarily_unavailable',
    `The provider ${provider.name} cannot be asked for its record. Run the command again once it can; until then nothing is sent that it was not asked about.`,
  );
  away.cause = error;
  throw away;
}

/** As if they were told of now: each is taken once, and credited once its provider confirms it. */
async function takePayments(
  ports: Needs,
  { name }: Provider,
  { notices }: PaymentPage,
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

/** Tells the books whatever of a page they do not have, as notices are told: once, and of the unknown kept. */
async function comparePage(ports: Needs, { name }: Provider, { orders }: OrderPage): Promise<Difference[]> {
  const known = await booksOf(ports, [...orders.keys()]);
  const news = [...orders].flatMap(([reference, finding]) => {
    const told = toldBy(finding);
    return told && isNews(known.get(reference), told) ? [{ reference, told }] : [];
  });
  if (news.length === 0) return [];
  const notices = news.map(({ reference, told }): OperationNotice => ({
    ...told,
    id: `record:${reference}:${told.outcome}`,
    type: 'operation',
    reference,
  }));
  await takeOperationNotices(ports, name, notices);
  const now = await booksOf(
    ports,
    news.map(({ reference }) => reference),
  );
  return news.map(({ reference, told }): Difference => {
    const was = known.get(reference);
    const is = now.get(reference);
    const became = becameOf(was, told);
    return { provider: name, reference, told, was: was?.row, is: is?.row, became };
  });
}

function becameOf(was: OfKind<AnyOperation> | undefined, { outcome }: Told): Difference['became'] {
  if (was === undefined) return 'unknown';
  if (outcome === 'in_flight') return 'watched';
  const end = endOf(was);
  return end === undefined || (end === 'paid' && outcome === 'returned') ? 'decided' : 'contradicted';
}

function toldBy(finding: Finding): Told | undefined {
  if (finding.outcome === 'not_found') return undefined;
  // It has the order, and cannot tell what becomes of it.
  return finding.outcome === 'unknown' ? { outcome: 'in_flight' } : finding;
}

function isNews(known: OfKind<AnyOperation> | undefined, { outcome }: Told): boolean {
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
