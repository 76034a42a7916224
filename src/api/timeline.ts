import type { Noun, Nouns } from '../domain/decision.js';
import { kindOf } from '../domain/id.js';
import type { IdKind } from '../domain/noun/prefix.js';
import { show, type Amount } from '../domain/money.js';
import { declared } from '../domain/noun/all.js';
import type { OwnedEvent, WholeJournal } from '../ports/ledger-read.js';
import type { Reader, Relation } from '../ports/reader.js';
import type { OwnedRow } from '../ports/sight.js';

/**
 * Kinds of entries, in the order in which entries of the same time are sorted: state changes first, then
 * postings and events.
 */
export const timelineKinds = {
  request: 'A /v1 call that created or changed the resource, while it is in the request log.',
  state: 'The resource reached a status.',
  review: 'Risk rules held the resource.',
  intent: 'An attempt to send it to its provider; only for operators.',
  entries: 'Money moved in the books.',
  event: 'An event was published.',
  delivery: 'A webhook was delivered or attempted.',
  exception: "It disagrees with the provider's record.",
  audit: 'Someone acted on it; only for operators.',
} as const;
export type TimelineKind = keyof typeof timelineKinds;
const ranks = Object.keys(timelineKinds);

export interface TimelineEntry {
  readonly at: Date;
  readonly kind: TimelineKind;
  readonly says: string;
  readonly sourceId: string | null;
  readonly detail: unknown;
}

/** The reads that a timeline needs. */
export interface Sources {
  journals(of: OwnedRow): Promise<WholeJournal[]>;
  events(of: OwnedRow, limit: number): Promise<OwnedEvent[]>;
  children<R extends Relation>(relation: R, of: OwnedRow, limit: number): Promise<Nouns[R[0]][]>;
  readonly list: Reader['list'];
}

const eventsMost = 100;
export const othersMost = 100;
/**
 * Deliveries are created within a day of their event. Deliveries of a later replay appear only in the list of
 * deliveries.
 */
const deliveriesWithinMs = 86_400_000;

const rooted = new Set<string>(
  declared.flatMap(({ noun, listedBy, isPartOfOthers }) =>
    listedBy !== undefined && !isPartOfOthers ? [noun] : [],
  ),
);

/** Whether resources with ids of this kind have a timeline. */
export const hasTimeline = (kind: string): kind is Noun & IdKind => rooted.has(kind);

/** The noun of an id whose resource has a timeline. */
export function timelineNoun(id: string): (Noun & IdKind) | undefined {
  const kind = kindOf(id);
  return kind !== undefined && hasTimeline(kind) ? kind : undefined;
}

export const inOrder = (a: TimelineEntry, b: TimelineEntry): number =>
  a.at.getTime() - b.at.getTime() ||
  ranks.indexOf(a.kind) - ranks.indexOf(b.kind) ||
  ((a.sourceId ?? '') < (b.sourceId ?? '') ? -1 : 1);

/**
 * The state changes, from the resource's time fields that are set. Creation comes before any other state of
 * the same time.
 */
export function statesOf(
  entries: readonly (readonly [string, unknown])[],
  now: Date,
): readonly TimelineEntry[] {
  const later = ([name]: readonly [string, unknown]) => Number(name !== 'created_at');
  const inTurn = entries.toSorted((one, other) => later(one) - later(other));
  return inTurn.flatMap(([name, at]) => {
    const isTime = at instanceof Date && name.endsWith('_at') && !/^(next|expires|updated)/.test(name);
    if (!isTime || at > now) return [];
    return [{ at, kind: 'state', says: name.slice(0, -3), sourceId: null, detail: null } as const];
  });
}

/** All other entries visible to the account; `posted` renders the journals. */
export async function factsOf(
  of: OwnedRow,
  sources: Sources,
  posted: (journal: WholeJournal) => unknown,
): Promise<readonly TimelineEntry[]> {
  const parts = await Promise.all([
    sources.journals(of).then((journals) =>
      journals.map((journal) => {
        const { occurredAt: at, purpose: says, id: sourceId } = journal;
        return { at, kind: 'entries', says, sourceId, detail: posted(journal) } as const;
      }),
    ),
    eventsAndDeliveries(of, sources),
    reviewsAndExceptions(of, sources),
    requests(of, sources),
  ]);
  return parts.flat();
}

async function eventsAndDeliveries(of: OwnedRow, sources: Sources): Promise<readonly TimelineEntry[]> {
  const events = await sources.events(of, eventsMost);
  const [first] = events;
  const last = events.at(-1);
  if (first === undefined || last === undefined) return [];
  const { rows } = await sources.list('webhookDelivery', {
    sight: [of.accountId],
    where: { resourceId: of.id },
    createdFrom: first.occurredAt,
    createdTo: new Date(last.occurredAt.getTime() + deliveriesWithinMs),
    limit: othersMost,
  });
  return [...events.map(eventEntry), ...rows.map(deliveryEntry)];
}

const eventEntry = ({ id: sourceId, type, occurredAt, position, body }: OwnedEvent): TimelineEntry => ({
  at: occurredAt,
  kind: 'event',
  says: type,
  sourceId,
  detail: { position, ...(JSON.parse(body) as { data: object }).data },
});

const deliveryEntry = (row: Nouns['webhookDelivery']): TimelineEntry => {
  const { id: sourceId, createdAt, eventType, status, endpointId, attempts, history } = row;
  const detail = { event_type: eventType, status, endpoint_id: endpointId, attempts, history };
  return { at: createdAt, kind: 'delivery', says: status, sourceId, detail };
};

/** The newest requests that created or changed the resource. */
async function requests(of: OwnedRow, sources: Sources): Promise<readonly TimelineEntry[]> {
  const { rows } = await sources.list('request', {
    sight: [of.accountId],
    where: { resourceId: of.id },
    limit: othersMost,
  });
  return rows.map(({ id: sourceId, createdAt: at, method, route, status, outcome, ...row }) => {
    const { errorCode, idempotencyKey, replayed, apiKeyPrefix, memberId } = row;
    const detail = {
      status,
      outcome,
      error_code: errorCode,
      idempotency_key: idempotencyKey,
      replayed,
      api_key_prefix: apiKeyPrefix,
      member_id: memberId,
    };
    return { at, kind: 'request', says: `${method} ${route}`, sourceId, detail } as const;
  });
}

async function reviewsAndExceptions(of: OwnedRow, sources: Sources): Promise<readonly TimelineEntry[]> {
  const [reviews, exceptions] = await Promise.all([
    sources.children(['riskDecision', 'resourceId'], of, othersMost),
    sources.children(['exception', 'resourceId'], of, othersMost),
  ]);
  const held = reviews.flatMap(({ id: sourceId, createdAt, decidedAt, status, reasons }) => [
    { at: createdAt, kind: 'review', says: 'in_review', sourceId, detail: { reasons } } as const,
    ...(decidedAt === null
      ? []
      : [{ at: decidedAt, kind: 'review', says: status, sourceId, detail: { reasons } } as const]),
  ]);
  return [...held, ...exceptions.map(exceptionEntry)];
}

function exceptionEntry(row: Nouns['exception']): TimelineEntry {
  const { id: sourceId, createdAt, type, status } = row;
  const { expectedAmount, expectedCurrency, actualAmount, actualCurrency } = row;
  const sum = (value: Amount | null, currency: string | null) =>
    value === null || currency === null ? null : { amount: show(value, currency), currency };
  const detail = {
    status,
    expected: sum(expectedAmount, expectedCurrency),
    actual: sum(actualAmount, actualCurrency),
  };
  return { at: createdAt, kind: 'exception', says: type, sourceId, detail };
}
