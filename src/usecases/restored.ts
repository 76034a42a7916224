import { refuse } from '../domain/refusal.js';
import type { EventHint } from '../ports/messaging.js';
import type { Ports } from '../ports/ports.js';
import type { Provider } from '../ports/provider.js';
import type { Tx } from '../ports/store.js';
import { audited, type Operator } from './audit.js';
import {
  cannotBeReached,
  raiseUnknown,
  takeOrders,
  takePayments,
  type Difference,
  type RecordNeeds,
  type TakenPayments,
} from './bank-record.js';
import { isSeconded, proposed, takesTwo } from './second-operator.js';

/** The comparison with one provider. */
export interface ProviderComparison {
  readonly provider: string;
  readonly orders: number;
  readonly payments: number;
  /** Orders and payments that were missing here. */
  readonly learned: number;
}

export interface Comparison {
  /** Machine time since which the database counts as restored; null if it does not any more. */
  readonly restoredAt: Date | null;
  /** Restored mode continues until another operator requests its end too. */
  readonly isProposed?: boolean;
  readonly orders: number;
  readonly differences: readonly Difference[];
  readonly payments: TakenPayments;
  readonly found: readonly ProviderComparison[];
}

/**
 * Enters restored mode after a backup was restored: from now on, each provider is asked about an operation before it
 * is sent. Compares the database with every provider's record, which decides.
 */
export async function enterRestored(
  ports: RecordNeeds,
  operator: Operator,
  onProgress: (orders: number) => void,
): Promise<Comparison> {
  await setRestored(ports, operator, { restored: true });
  for (const kind of ports.operations.keys()) ports.wake(kind);
  const compared = await compare(ports, onProgress);
  return { ...compared, restoredAt: await ports.reader.restoredAt() };
}

/**
 * Leaves restored mode after comparing the records again: by then they contain every call from before the restore.
 */
export async function leaveRestored(
  ports: RecordNeeds & Pick<Ports, 'sendWindowMs' | 'twoOperators'>,
  operator: Operator,
  onProgress: (orders: number) => void,
): Promise<Comparison> {
  for (const { remote } of ports.providers.values()) await remote?.refresh();
  const restoredAt = await ports.reader.restoredAt();
  if (restoredAt === null) return refuse('invalid_request', 'The database is not in restored mode.');
  const settlingMs = Math.max(0, ...[...ports.providers.values()].map((each) => each.settlingMs));
  const until = new Date(restoredAt.getTime() + ports.sendWindowMs + settlingMs);
  if (ports.clock.machineNow() <= until) {
    const when = until.toISOString();
    refuse(
      'temporarily_unavailable',
      `Until ${when} an older call may still reach a provider. Nothing changed; run the command again after that.`,
    );
  }
  const compared = await compare(ports, onProgress);
  const isProposed = takesTwo(ports) && (await proposesEnd(ports, operator));
  if (isProposed) return { ...compared, restoredAt, isProposed };
  await setRestored(ports, operator, { restored: false });
  return { ...compared, restoredAt: null };
}

/** Whether the end has to wait for another operator. */
function proposesEnd({ store }: Pick<Ports, 'store'>, operator: Operator): Promise<boolean> {
  return store.transaction(async (tx) => {
    tx.lockNames(['restored']);
    const begun = await tx.find('auditEntry', { action: 'restored.begin' });
    const since = begun.reduce<Date | undefined>(
      (latest, { createdAt }) => (latest === undefined || createdAt > latest ? createdAt : latest),
      undefined,
    );
    const proposal = {
      action: 'restored.propose',
      accountId: null,
      subjectId: null,
      wanted: { restored: false },
    } as const;
    if (await isSeconded(tx, operator, { ...proposal, since })) return false;
    await tx.record([proposed(await tx.moment(), operator, proposal)]);
    return true;
  });
}

/**
 * Enters restored mode because the database is older than what was published. Returns false if it is in that mode:
 * another process was first, or an operator.
 */
export function noticeRestored(ports: Pick<Ports, 'store'>, { id }: EventHint): Promise<boolean> {
  const operator = { name: 'service', reason: `Event ${id} was published and is not in the database.` };
  return setRestored(ports, operator, { restored: true, onlyIfChanged: true });
}

/** Whether anything was set. */
function setRestored(
  { store }: Pick<Ports, 'store'>,
  operator: Operator,
  { restored, onlyIfChanged = false }: { readonly restored: boolean; readonly onlyIfChanged?: boolean },
): Promise<boolean> {
  return store.transaction(async (tx) => {
    tx.lockNames(['restored']);
    const before = { restored: (await tx.restoredAt()) !== null };
    if (onlyIfChanged && before.restored === restored) return false;
    await tx.setRestored(restored);
    const entry = audited(await tx.moment(), operator, {
      action: restored ? 'restored.begin' : 'restored.end',
      accountId: null,
      subjectId: null,
      before,
      after: { restored },
    });
    await tx.record([entry]);
    return true;
  });
}

async function compare(
  ports: RecordNeeds,
  onProgress: (orders: number) => void,
): Promise<Omit<Comparison, 'restoredAt'>> {
  const differences: Difference[] = [];
  const taken: TakenPayments[] = [];
  const found: ProviderComparison[] = [];
  let orders = 0;
  for (const provider of ports.providers.values()) {
    const [ordersBefore, learnedBefore] = [orders, differences.length];
    const paymentsBefore = taken.length;
    const start = await sinceBackup(ports, provider);
    // Incoming money first: payouts may depend on it.
    for await (const page of pagesOf(provider, (after = start) => provider.payments(after))) {
      taken.push(await takePayments(ports, provider, page));
    }
    for await (const page of pagesOf(provider, (after = start) => provider.orders(after))) {
      const news = await takeOrders(ports, provider, page.orders);
      await raiseUnknownOrders(ports, news);
      differences.push(...news);
      orders += page.orders.size;
      if (page.next !== undefined) onProgress(orders);
    }
    const payments = taken.slice(paymentsBefore);
    found.push({
      provider: provider.name,
      orders: orders - ordersBefore,
      payments: payments.reduce((total, { read }) => total + read, 0),
      learned:
        differences.length -
        learnedBefore +
        payments.reduce((total, each) => total + each.taken.length + each.unknown.length, 0),
    });
  }
  const payments = {
    read: taken.reduce((total, { read }) => total + read, 0),
    taken: taken.flatMap((each) => each.taken),
    unknown: taken.flatMap((each) => each.unknown),
  };
  return { orders, differences, payments, found };
}

/**
 * A connector's statement is read from where the backup had read it; a provider in this process, from the beginning.
 */
async function sinceBackup(ports: RecordNeeds, { name, remote }: Provider): Promise<string | undefined> {
  if (remote === undefined) return undefined;
  const progress = await ports.store.transaction((tx) => tx.statements.progress(name));
  return progress.from ?? undefined;
}

async function* pagesOf<P extends { readonly next: string | undefined }>(
  provider: Provider,
  read: (after: string | undefined) => Promise<P>,
): AsyncGenerator<P> {
  for (let after: string | undefined, isFirst = true; isFirst || after !== undefined; isFirst = false) {
    const page = await read(after).catch((error: unknown) => cannotBeReached(provider, error));
    yield page;
    after = page.next;
  }
}

/**
 * Raises exceptions for unknown orders; only the provider's data and the account are known. Refused orders moved
 * nothing.
 */
function raiseUnknownOrders({ store }: Pick<Ports, 'store'>, found: readonly Difference[]): Promise<void> {
  const orders = found.flatMap(({ became, accountId, reference, outcome: { outcome, amount, currency } }) =>
    became === 'unknown' && accountId !== undefined && outcome !== 'not_executed'
      ? [{ accountId, reference, moved: amount && currency !== undefined ? { amount, currency } : undefined }]
      : [],
  );
  return store.transaction(async (tx) => tx.record(await raiseUnknown(tx, await tx.moment(), orders)));
}

/**
 * In a restored database the bank may have paid already, so an approval cannot be declined: approve it, and the bank
 * is asked before anything is sent.
 */
export async function checkDeclinable(tx: Pick<Tx, 'restoredAt'>): Promise<void> {
  if ((await tx.restoredAt()) !== null) {
    refuse(
      'invalid_request',
      'The database was restored, and the bank may already have paid it. Decline it after restored mode ends.',
    );
  }
}
