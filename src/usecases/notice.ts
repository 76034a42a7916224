import type { Ports } from '../ports/ports.js';
import type { EarlyNotice } from '../ports/provider.js';
import type { Tx } from '../ports/store.js';

/** What notices of one kind are about, and how they are applied. */
export interface NoticeSubject<R, T extends EarlyNotice> {
  /** The reference in a notice, and the reference of a row. */
  readonly referenceOf: (notice: T) => string;
  readonly nameOf: (row: R) => string | null;
  readonly lock: (tx: Tx, references: readonly string[]) => Promise<R[]>;
  /** Applies notices to these locked rows, and the kept notices about them. */
  readonly apply: (tx: Tx, rows: readonly R[], notices: readonly T[]) => Promise<void>;
}

/**
 * Takes in a provider's notices, each once. A notice with an unknown reference is kept and acknowledged. Operations
 * are committed before they are sent, and pay-ins before they are confirmed, so an unknown reference is foreign,
 * early, or from before a restore.
 */
export async function takeNotices<R, T extends EarlyNotice>(
  { store }: Pick<Ports, 'store'>,
  subject: NoticeSubject<R, T>,
  { provider, notices }: { readonly provider: string; readonly notices: readonly T[] },
): Promise<T[]> {
  const { referenceOf, nameOf, apply: heed } = subject;
  const lockReported = (tx: Tx, notices: readonly T[]) => subject.lock(tx, notices.map(referenceOf));
  const early = await store.transaction(async (tx) => {
    const fresh = await tx.takeNotices(
      provider,
      notices.map(({ id }) => id),
    );
    const rows = await lockReported(tx, notices);
    const ours = new Set(rows.map(nameOf));
    const unknown = notices.filter((notice) => !ours.has(referenceOf(notice)));
    await tx.keepNotices(
      provider,
      unknown.filter(({ id }) => fresh.has(id)),
    );
    const news = notices.filter(({ id }) => fresh.has(id));
    if (rows.length > 0) await heed(tx, rows, news);
    return unknown;
  });
  // A new row looks for kept notices after it is committed; here rows are looked for after the notices are committed.
  // Whichever commits second sees the other.
  if (early.length > 0) {
    await store.transaction(async (tx) => {
      const rows = await lockReported(tx, early);
      if (rows.length > 0) await heed(tx, rows, []);
    });
  }
  return early;
}
