import type { Ports } from '../ports/ports.js';
import type { EarlyNotice } from '../ports/provider.js';
import type { Tx } from '../ports/store.js';

/** The subject of notices of one kind, and what these do to it. */
export interface Subject<R, T extends EarlyNotice> {
  /** By what a notice names its row, and a row is named. */
  readonly referenceOf: (notice: T) => string;
  readonly nameOf: (row: R) => string | null;
  readonly lock: (tx: Tx, references: readonly string[]) => Promise<R[]>;
  /** Does as the notices say about these rows, which are locked, and as those say that were kept for them. */
  readonly heed: (tx: Tx, rows: readonly R[], told: readonly T[]) => Promise<void>;
}

/**
 * How a provider's notices are taken. One told before is passed over. One about an unknown reference is kept, and
 * answered: an operation is committed before it is sent and a pay-in before it is confirmed, so it is not ours, not
 * yet, or of a time before the database was restored.
 */
export async function takeNotices<R, T extends EarlyNotice>(
  { store }: Pick<Ports, 'store'>,
  subject: Subject<R, T>,
  { provider, notices }: { readonly provider: string; readonly notices: readonly T[] },
): Promise<T[]> {
  const { referenceOf, nameOf, heed } = subject;
  const lockTold = (tx: Tx, told: readonly T[]) => subject.lock(tx, told.map(referenceOf));
  const early = await store.transaction(async (tx) => {
    const fresh = await tx.takeNotices(
      provider,
      notices.map(({ id }) => id),
    );
    const rows = await lockTold(tx, notices);
    const ours = new Set(rows.map(nameOf));
    const unknown = notices.filter((notice) => !ours.has(referenceOf(notice)));
    await tx.keepNotices(
      provider,
      unknown.filter(({ id }) => fresh.has(id)),
    );
    const told = notices.filter(({ id }) => fresh.has(id));
    if (rows.length > 0) await heed(tx, rows, told);
    return unknown;
  });
  // A row looks for what was kept once it is committed, and here it is looked for once the notice is: whichever of
  // the two comes second sees the other.
  if (early.length > 0) {
    await store.transaction(async (tx) => {
      const rows = await lockTold(tx, early);
      if (rows.length > 0) await heed(tx, rows, []);
    });
  }
  return early;
}
