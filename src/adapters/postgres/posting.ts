import type { Moment } from '../../domain/decision.js';
import { buckets, isBucket, sidesOf, type Bucket, type Journal, type Side } from '../../domain/ledger.js';
import { zero, type Amount } from '../../domain/money.js';

/** The effect of journals on one balance. */
interface Movement {
  readonly accountId: string;
  readonly currency: string;
  readonly by: Map<Bucket, Amount>;
  entries: number;
}

/** Compares by name in code-unit order. Ids and codes are ASCII, so the database sorts them the same way. */
export const byName = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number =>
  a < b ? -1 : Number(a > b);

/** The rows to write for journals. Balances are sorted in the order of their locks. */
export function postingRows(moment: Moment, journals: readonly Journal[]) {
  const movements = new Map<string, Movement>();
  const movementOf = (accountId: string, currency: string): Movement => {
    const name = `${accountId} ${currency}`;
    const movement = movements.get(name) ?? { accountId, currency, by: new Map(), entries: 0 };
    movements.set(name, movement);
    return movement;
  };
  const sides = journals.flatMap((journal) =>
    sidesOf(journal).map((side) => {
      const own = isBucket(side.ledger) ? movementOf(journal.accountId, side.currency) : undefined;
      return { journal, side, own, nth: own && move(own, side) };
    }),
  );
  return {
    balances: [...movements].sort(byName).map(([, movement]) => balanceRow(movement)),
    journals: journals.map((each) => [each.id, each.accountId, each.purpose, each.originType, each.originId]),
    entries: sides.map(({ journal, side, own, nth = 0 }) => [
      moment.newId('entry', moment.now),
      journal.accountId,
      journal.id,
      side.ledger,
      side.currency,
      side.direction,
      side.amount.toFixed(),
      own ? own.entries - nth : null,
    ]),
  };
}

/** Applies a side to its balance. Returns its 1-based number among the new entries of that balance. */
function move(movement: Movement, { ledger, direction, amount }: Side): number {
  const bucket = ledger as Bucket;
  const before = movement.by.get(bucket) ?? zero;
  movement.by.set(bucket, direction === 'credit' ? before.plus(amount) : before.minus(amount));
  return (movement.entries += 1);
}

const balanceRow = ({ accountId, currency, by, entries }: Movement) => [
  accountId,
  currency,
  entries,
  ...buckets.map((bucket) => (by.get(bucket) ?? zero).toFixed()),
];
