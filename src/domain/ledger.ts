import type { Moment } from './moment.js';
import type { Amount } from './money.js';
import type { OperationKind } from './operation-kind.js';

/** The client's buckets (contract §2.4) and the platform's own ledger accounts behind them. */
export const buckets = ['available', 'pending', 'reserved', 'in_settlement', 'earnings'] as const;
export type Bucket = (typeof buckets)[number];
export type PlatformLedger = `clearing:${string}` | 'fees' | 'fx' | 'rounding' | 'adjustments';
export type LedgerAccount = Bucket | PlatformLedger;

/** For an operation: its kind and the step, as in the database (`check_journals`). */
export type Purpose =
  | 'funding_deposit'
  | `${OperationKind}_${'reserve' | 'commit' | 'capture' | 'return' | 'return_settled'}`
  | 'reversal'
  | 'adjustment_credit'
  | 'adjustment_debit';

export type OriginType = 'payin' | 'adjustment' | OperationKind;

/** Moves money between two ledger accounts: the first is debited, the second credited. */
export interface Posting {
  readonly debit: LedgerAccount;
  readonly credit: LedgerAccount;
  readonly amount: Amount;
  readonly currency: string;
}

/** The balanced postings of one operation at one time. */
export interface Journal {
  readonly id: string;
  readonly accountId: string;
  readonly purpose: Purpose;
  readonly originType: OriginType;
  readonly originId: string;
  readonly postings: readonly Posting[];
}

/** One side of a posting (contract §2.5). */
export interface Entry {
  readonly id: string;
  readonly journalId: string;
  readonly purpose: Purpose;
  readonly account: Bucket;
  readonly direction: 'debit' | 'credit';
  readonly amount: Amount;
  readonly currency: string;
  readonly originType: OriginType;
  readonly originId: string;
  readonly occurredAt: Date;
}

/** The postings of one action, and their purpose. */
export type PostingRow<T> = { readonly purpose: Purpose; of(state: T): readonly Posting[] } | 'none';

/** The postings of each action, next to the noun's flow table. An action without an entry does not compile. */
export type Postings<A extends string, T> = Readonly<Record<A, PostingRow<T>>>;

/** The journal of an action, computed from the resulting state; none if the action moves no money. */
export function journalsOf<T extends { readonly id: string; readonly accountId: string }>(
  moment: Moment,
  row: PostingRow<T>,
  { originType, state }: { readonly originType: OriginType; readonly state: T },
): Journal[] {
  if (row === 'none') return [];
  const { id: originId, accountId } = state;
  const id = moment.newId('journal', moment.now);
  return [{ id, accountId, purpose: row.purpose, originType, originId, postings: row.of(state) }];
}

/** Leaves out postings of zero: a fee of zero makes no entry. */
export function postings(...list: readonly Posting[]): Posting[] {
  return list.filter((posting) => posting.amount.isGreaterThan(0));
}

/** One entry of a journal: postings on the same side of the same ledger account are added up. */
export interface Side {
  readonly ledger: string;
  readonly direction: 'debit' | 'credit';
  readonly currency: string;
  readonly amount: Amount;
}

export const isBucket = (ledger: string): ledger is Bucket => (buckets as readonly string[]).includes(ledger);

/** The entries of a journal, the client's first. */
export function sidesOf(journal: Journal): Side[] {
  const sides = new Map<string, Side>();
  const add = (
    ledger: string,
    direction: Side['direction'],
    posting: { currency: string; amount: Amount },
  ) => {
    const name = `${ledger} ${direction} ${posting.currency}`;
    const known = sides.get(name);
    const amount = known ? known.amount.plus(posting.amount) : posting.amount;
    sides.set(name, { ledger, direction, currency: posting.currency, amount });
  };
  for (const posting of journal.postings) {
    add(posting.debit, 'debit', posting);
    add(posting.credit, 'credit', posting);
  }
  return [...sides.values()].sort((a, b) => Number(isBucket(b.ledger)) - Number(isBucket(a.ledger)));
}
