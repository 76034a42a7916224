import type { Decision, LimitUse, Moment } from '../../domain/decision.js';
import type { EventDraft } from '../../domain/event.js';
import { timeText } from '../../domain/moment.js';
import { zero } from '../../domain/money.js';
import type { BoundKey } from '../../ports/store.js';
import { byName, postingRows } from './posting.js';
import { rowWrites } from './row-write.js';
import type { Statement } from './connection.js';

const minuteMs = 60_000;

type Rows = readonly (readonly unknown[])[];

/**
 * Everything that decisions change, as statements to be sent together. Their number does not grow with the number of
 * decisions. First come the rows of nouns, then the call of `record`, which writes keys, limits, journals and events.
 */
export function recordStatements(
  decision: Decision,
  { moment, keys }: { readonly moment: Moment; readonly keys: readonly BoundKey[] },
): Statement[] {
  const counts = countsOf(decision.events);
  return [
    ...rowWrites(decision.changes),
    ...recorded({
      keys: keys.map((key) => keyRow(key, moment)),
      limits: usagesOf(decision.limitUses).map(limitRow),
      ...postingRows(moment, decision.journals),
      counters: [...counts].sort(byName).map((counted) => [...counted, timeText(moment.now)]),
      events: eventRows(decision.events, counts),
    }),
  ];
}

function recorded(
  rows: Record<'keys' | 'limits' | 'balances' | 'journals' | 'entries' | 'counters' | 'events', Rows>,
): Statement[] {
  const { keys, limits, balances, journals, entries, counters, events } = rows;
  const values = [keys, limits, balances, journals, entries, counters, events].map(asJson);
  if (values.every((value) => value === null)) return [];
  return [{ text: 'select record($1, $2, $3, $4, $5, $6, $7)', values }];
}

const asJson = (rows: Rows): string | null => (rows.length === 0 ? null : JSON.stringify(rows));

const keyRow = ({ accountId, key, fingerprint, resourceId }: BoundKey, moment: Moment) => [
  accountId,
  key,
  fingerprint,
  resourceId,
  timeText(moment.now),
];

interface Usage extends Omit<LimitUse, 'at'> {
  readonly minute: string;
}

/** One usage per limit and minute, in the order of the locks. */
function usagesOf(uses: readonly LimitUse[]): readonly Usage[] {
  const usages = new Map<string, Usage>();
  for (const { at, ...use } of uses) {
    const minute = timeText(new Date(Math.floor(at.getTime() / minuteMs) * minuteMs));
    const { accountId, product, method, currency } = use;
    const name = `${accountId} ${product} ${method} ${currency} ${minute}`;
    const known = usages.get(name) ?? { ...use, minute, amount: zero, count: 0 };
    usages.set(name, { ...known, amount: known.amount.plus(use.amount), count: known.count + use.count });
  }
  return [...usages].sort(byName).map(([, usage]) => usage);
}

const limitRow = ({ accountId, product, method, currency, minute, amount, count }: Usage) => [
  accountId,
  product,
  method,
  currency,
  minute,
  amount.toFixed(),
  count,
];

/** The number of new events per account. */
function countsOf(events: readonly EventDraft[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { accountId } of events) counts.set(accountId, (counts.get(accountId) ?? 0) + 1);
  return counts;
}

/**
 * The body stays text, because webhooks deliver exactly what is stored. Each event has its distance from the account's
 * last new event.
 */
function eventRows(events: readonly EventDraft[], counts: ReadonlyMap<string, number>) {
  const left = new Map(counts);
  return events.map(({ accountId, id, type, resourceId, occurredAt, body }) => {
    const back = (left.get(accountId) ?? 0) - 1;
    left.set(accountId, back);
    return [accountId, back, id, type, resourceId, timeText(occurredAt), body];
  });
}
