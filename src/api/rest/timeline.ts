import { z } from 'zod';
import { present, isoTime } from '../../domain/event.js';
import { buckets, isBucket } from '../../domain/ledger.js';
import { show } from '../../domain/money.js';
import type { WholeJournal } from '../../ports/ledger-read.js';
import type { Reader } from '../../ports/reader.js';
import { amount, exampleTime, named, time } from '../field.js';
import {
  factsOf,
  hasTimeline,
  inOrder,
  statesOf,
  timelineKinds,
  type Sources,
  type TimelineEntry,
} from '../timeline.js';
import { idKindsOf, ok, route, type Context, type Route } from './route.js';

/** Provider attempts and operator acts are shown to operators only. */
const { intent: _intents, audit: _acts, ...kinds } = timelineKinds;

const entrySchema = named(
  'TimelineEntry',
  z.object({
    at: time.describe('When.'),
    kind: z.enum(Object.keys(kinds) as [keyof typeof kinds]).describe(
      Object.entries(kinds)
        .map(([kind, says]) => `${kind}: ${says.charAt(0).toLowerCase()}${says.slice(1)}`)
        .join(' '),
    ),
    says: z
      .string()
      .describe('What happened, such as completed, payout.completed or payout_capture; open set.'),
    source_id: z
      .string()
      .exactOptional()
      .describe('Request, event, journal, delivery, review or exception that recorded it.'),
    detail: z
      .looseObject({
        entries: z
          .array(
            z.object({
              account: z.enum(buckets).describe('Part of the balance that moved.'),
              direction: z.enum(['credit', 'debit']),
              amount,
              currency: z.string(),
            }),
          )
          .exactOptional()
          .describe('Entries only: what moved on the balances.'),
      })
      .exactOptional()
      .describe('Other details; for an event, the resource at that time.'),
  }),
  undefined,
);

const timelineSchema = named('Timeline', z.object({ data: z.array(entrySchema) }), {
  data: [{ at: exampleTime, kind: 'state', says: 'created' }],
});

/**
 * Adds a timeline operation after the operations of each resource that has a timeline. Quotes have none,
 * because they are never listed and only have a creation.
 */
export function withTimelines(routes: readonly Route[]): readonly Route[] {
  const lastAt = new Map(routes.map(({ path }, index) => [path, index]));
  const listed = new Set(routes.flatMap(({ method, path }) => (method === 'GET' ? [`${path}/{id}`] : [])));
  const withTimeline = routes.filter((each) => listed.has(each.path) && hasEventLog(each));
  const timelineAfter = new Map(withTimeline.map((each) => [lastAt.get(each.path), timelineOf(each)]));
  return routes.flatMap((each, index) => {
    const timeline = timelineAfter.get(index);
    return timeline === undefined ? [each] : [each, timeline];
  });
}

function hasEventLog(operation: Route): boolean {
  const [kind = '', second] = idKindsOf(operation);
  const isRetrieve = operation.method === 'GET' && operation.path.endsWith('/{id}');
  return isRetrieve && second === undefined && hasTimeline(kind);
}

function timelineOf({ path, idKind = [], operationId, tag, summary, run: retrieve }: Route): Route {
  return route({
    method: 'GET',
    path: `${path}/timeline`,
    idKind,
    operationId: `${operationId}Timeline`,
    tag,
    summary: summary.replace('Retrieve', 'Retrieve the timeline of'),
    description:
      'Requests, states, entries, reviews, events, deliveries and exceptions of a resource in one list, oldest first. At most its first 100 events.',
    scope: 'read',
    idempotency: 'none',
    answers: { 200: timelineSchema },
    errors: ['not_found'],
    handle: async (context, { caller, id, language }) => {
      const ask = { caller, id, search: '', body: { value: {} }, use: undefined, language };
      const { body } = await retrieve(context, ask);
      return ok({ data: await storyOf(context, { accountId: caller.account.id, id }, body) });
    },
  });
}

async function storyOf({ ports }: Context, of: { accountId: string; id: string }, resource: unknown) {
  const [now, facts] = await Promise.all([
    ports.reader.now(),
    factsOf(of, sourcesOf(ports.reader), postedOf),
  ]);
  const times = Object.entries(Object(resource) as object).map(
    ([name, value]) =>
      [name, typeof value === 'string' && name.endsWith('_at') ? new Date(value) : value] as const,
  );
  return [...statesOf(times, now), ...facts].sort(inOrder).map(showEntry);
}

const sourcesOf = (reader: Reader): Sources => ({
  journals: (of) => reader.journalsOf(of),
  events: (of, limit) => reader.eventsOf(of, limit),
  children: (relation, of, limit) => reader.children(relation, of, limit),
  list: (noun, ask) => reader.list(noun, ask),
});

/** Entries as in a statement. */
const postedOf = ({ entries }: WholeJournal) => ({
  entries: entries.flatMap(({ ledger, direction, amount: value, currency }) =>
    isBucket(ledger) ? [{ account: ledger, direction, amount: show(value, currency), currency }] : [],
  ),
});

function showEntry({ at, kind, says, sourceId, detail }: TimelineEntry) {
  // Positions in the log are shown as cursors only.
  const { position: _, ...rest } = Object(detail) as Record<string, unknown>;
  return present({
    at: isoTime(at),
    kind,
    says,
    source_id: sourceId,
    detail: detail === null ? null : present(rest),
  });
}
