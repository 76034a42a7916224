import type { Decision, LimitUse, Moment } from '../../domain/decision.js';
import type { EventDraft } from '../../domain/event.js';
import { written } from '../../domain/moment.js';
import { zero, type Amount } from '../../domain/money.js';
import type { KeyUse } from '../../ports/store.js';
import { keyName, minuteOf, newVersion } from './assumption.js';
import type { AssumedUsage, Assumption, Movements, UsageKey } from './assumption.js';
import { byName, postingRows } from './posting.js';
import { rowWrites } from './row-write.js';
import type { Statement } from './session.js';

export type BoundKey = KeyUse & { readonly resourceId: string };

interface RecordOptions {
  readonly moment: Moment;
  readonly keys: readonly BoundKey[];
  readonly proof?: ProofOptions | undefined;
}

interface ProofOptions {
  /** What was decided on without having been read. */
  readonly assumption: Assumption;
  /** Told when it is proven and its locks are held. */
  readonly heard: () => void;
}

/** So many asks are a crowd, of which the next group waits to hear that this one has its locks. */
const crowd = 8;

/** What is sent to write decisions down, and what they add to what payouts are decided on. */
interface Recording {
  readonly statements: readonly Statement[];
  readonly movements: Movements;
}

type Rows = readonly (readonly unknown[])[];

/**
 * Everything that decisions change, as statements that are sent at once: a fixed number of them however many
 * decisions. The rows of the nouns first, then what the function `record` writes: keys, limits, journals, events. What
 * was assumed is proven in between, which takes the locks: what needs none is written while another group holds them.
 */
export function recordStatements(decision: Decision, options: RecordOptions): Recording {
  const { moment, keys, proof } = options;
  const assumption = proof?.assumption;
  const usages = usagesOf(decision.limitUses, moment, assumption?.usages ?? []);
  const version = newVersion();
  const limits = usages.map((usage) => [...limitRow(usage), version]);
  const bound = keys.map((key) => keyRow(key, moment));
  const { available, ...postings } = postingRows(moment, decision.journals, assumption?.funds ?? []);
  const counts = countsOf(decision.events);
  const counters = [...counts].sort(byName).map((counted) => [...counted, written(moment.now)]);
  const told = { counters, events: eventRows(decision.events, counts) };
  const following = { keys: [], limits: [], ...postings, ...told };
  const rows = rowWrites(decision.changes);
  return {
    statements: proof
      ? [
          binding(proof, { keys, bound }),
          ...rows,
          proving(proof, { moment, limits, isHeard: keys.length >= crowd }),
          ...recorded(following),
        ]
      : [...rows, ...recorded({ ...following, keys: bound, limits })],
    movements: { version, usages, funds: available },
  };
}

/** What was asked with a key and came to nothing has to have found its key free, too. */
function binding(
  { assumption }: ProofOptions,
  { keys, bound }: { keys: readonly BoundKey[]; bound: Rows },
): Statement {
  const names = new Set(keys.map(keyName));
  const others = assumption.keys.filter((use) => !names.has(keyName(use)));
  const free = others.map(({ accountId, key }) => [accountId, key]);
  return { text: 'select bind_keys($1, $2)', values: [JSON.stringify(bound), JSON.stringify(free)] };
}

const proving = (
  { assumption, heard }: ProofOptions,
  { moment, limits, isHeard }: { moment: Moment; limits: Rows; isHeard: boolean },
): Statement => ({
  text: 'select prove_facts($1, $2, $3)',
  values: [written(moment.now), assumption.platformVersion, JSON.stringify(limits)],
  heard: isHeard ? heard : undefined,
});

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
  written(moment.now),
];

interface Usage extends UsageKey {
  /** Its number since 1970. */
  readonly minute: number;
  readonly amount: Amount;
  readonly count: number;
  /** As it was assumed to be. */
  readonly assumed?: AssumedUsage;
}

/** One a limit and minute, in the order of their locks; of those that were assumed in any case. */
function usagesOf(
  uses: readonly LimitUse[],
  { now }: Moment,
  assumed: Assumption['usages'],
): readonly Usage[] {
  const usages = new Map<string, Usage>();
  const nameOf = ({ accountId, product, method, currency }: UsageKey, minute: number): string =>
    `${accountId} ${product} ${method} ${currency} ${minute}`;
  for (const key of assumed) {
    const minute = minuteOf(now);
    usages.set(nameOf(key, minute), { ...key, assumed: key, minute, amount: zero, count: 0 });
  }
  for (const use of uses) {
    const minute = minuteOf(use.at);
    const name = nameOf(use, minute);
    const known = usages.get(name) ?? { ...use, minute, amount: zero, count: 0 };
    usages.set(name, { ...known, amount: known.amount.plus(use.amount), count: known.count + use.count });
  }
  return [...usages].sort(byName).map(([, usage]) => usage);
}

const limitRow = ({ accountId, product, method, currency, minute, amount, count, assumed }: Usage) => [
  accountId,
  product,
  method,
  currency,
  new Date(minute * 60_000).toISOString(),
  amount.toFixed(),
  count,
  assumed?.version ?? null,
  assumed?.accountVersion ?? null,
];

/** How many events each account gets. */
function countsOf(events: readonly EventDraft[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { accountId } of events) counts.set(accountId, (counts.get(accountId) ?? 0) + 1);
  return counts;
}

/** The body goes as text, since what is stored is what is delivered; each counts back from its account's last one. */
function eventRows(events: readonly EventDraft[], counts: ReadonlyMap<string, number>) {
  const left = new Map(counts);
  return events.map(({ accountId, id, type, resourceId, occurredAt, body }) => {
    const back = (left.get(accountId) ?? 0) - 1;
    left.set(accountId, back);
    return [accountId, back, id, type, resourceId, written(occurredAt), body];
  });
}
