import type { Nouns } from '../domain/decision.js';
import type { Ports } from '../ports/ports.js';
import type { EarlyNotice } from '../ports/provider.js';
import type { Tx } from '../ports/store.js';

/** Which rows notices of one kind are about, and what these do to them. */
interface Subject<N extends 'payout' | 'payin', T extends EarlyNotice> {
  readonly noun: N;
  /** By what a notice names its row. */
  readonly referenceOf: (of: T | Nouns[N]) => string | null;
  readonly lock: (tx: Tx, references: readonly string[]) => Promise<Nouns[N][]>;
  /** Does as the notices say about these rows, which are locked, and as those say that were kept for them. */
  readonly heed: (tx: Tx, rows: readonly Nouns[N][], told: readonly T[]) => Promise<void>;
}

type Take<T> = (
  ports: Pick<Ports, 'store' | 'wake'>,
  provider: string,
  notices: readonly T[],
) => Promise<T[]>;

/**
 * How a provider's notices are taken. One told before is passed over. One about an unknown reference is kept, and
 * answered: a payout is committed before it is sent and a pay-in before it is confirmed, so it is not ours, not yet, or
 * of a time before the database was restored.
 */
export function taking<N extends 'payout' | 'payin', T extends EarlyNotice>(subject: Subject<N, T>): Take<T> {
  return async (ports, provider, notices) => {
    const early = await ports.store.transaction(async (tx) => {
      const fresh = await tx.takeNotices(
        provider,
        notices.map(({ id }) => id),
      );
      const rows = await lockTold(tx, subject, notices);
      const ours = new Set(rows.map(subject.referenceOf));
      const unknown = notices.filter((notice) => !ours.has(subject.referenceOf(notice)));
      await tx.keepNotices(
        provider,
        unknown.filter(({ id }) => fresh.has(id)),
      );
      const told = notices.filter(({ id }) => fresh.has(id));
      if (rows.length > 0) await subject.heed(tx, rows, told);
      return unknown;
    });
    // A row looks for what was kept once it is committed, and here it is looked for once the notice is: whichever of
    // the two comes second sees the other.
    if (early.length > 0) {
      await ports.store.transaction(async (tx) => {
        const rows = await lockTold(tx, subject, early);
        if (rows.length > 0) await subject.heed(tx, rows, []);
      });
    }
    ports.wake(subject.noun);
    return early;
  };
}

function lockTold<N extends 'payout' | 'payin', T extends EarlyNotice>(
  tx: Tx,
  { referenceOf, lock }: Subject<N, T>,
  notices: readonly T[],
): Promise<Nouns[N][]> {
  return lock(
    tx,
    notices.flatMap((notice) => referenceOf(notice) ?? []),
  );
}
