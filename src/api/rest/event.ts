import { z } from 'zod';
import { absentEvent } from '../../domain/archived.js';
import { eventTypes, isoTime } from '../../domain/event.js';
import { eventCursor, firstPosition, logPositionOf } from '../cursor.js';
import { exampleId, idOf, named, time } from '../field.js';
import { listOf, logParameters, pageOf } from './page.js';
import { payinExample } from './payin.js';
import { resourceParameter, textParameter } from './query.js';
import { route, type Answer } from './route.js';

const eventExample = {
  id: exampleId('event'),
  type: 'payin.completed',
  schema_version: 1,
  occurred_at: payinExample.completed_at,
  livemode: false,
  data: payinExample,
};

const eventSchema = named(
  'Event',
  z.object({
    id: idOf('event'),
    type: z.string().describe('Open set, such as payout.completed; ignore unknown types.'),
    schema_version: z.int().describe('Version of the schema of data for this type.'),
    occurred_at: time,
    livemode: z.boolean().describe('false in sandbox.'),
    data: z.looseObject({ id: z.string() }).describe('The resource at the time of the event.'),
  }),
  eventExample,
);

const exampleCursor = 'My5mdWxhakVwV1pnMzhkLU5zeEZ2UWVn';
const read = { method: 'GET', tag: 'Events', scope: 'read', idempotency: 'none' } as const;

const eventsSchema = listOf(eventSchema, undefined, {
  archived_before: time.exactOptional().describe('Events before this time are archived and not in the list.'),
});

/** Contract §4.7, §6.3. */
export const eventRoutes = [
  route({
    ...read,
    path: '/v1/events',
    operationId: 'listEvents',
    summary: 'List events, oldest first',
    description:
      'next_cursor is always present, even on an empty page: store it and pass it as after. No event is skipped: if events after it are archived, the answer is 410 `archived`. Without after, the list begins with the first event that is not archived; `archived_before` on its first and last page says from when on it is complete.',
    query: {
      ...logParameters,
      type: textParameter(100, 'An exact type, or a family ending with a dot such as `payout.`.'),
      resource_id: resourceParameter('Only events of this resource.'),
    },
    readsReplica: 'present',
    answers: { 200: eventsSchema },
    examples: { 200: { data: [eventExample], has_more: false, next_cursor: exampleCursor } },
    errors: ['archived'],
    handle: async ({ ports }, { caller, query }) => {
      const accountId = caller.account.id;
      const after = await (query.after === undefined
        ? firstPosition(ports, accountId)
        : logPositionOf(ports, accountId, query.after));
      const limit = query.limit ?? 50;
      const found = await ports.reader.log({
        accountId,
        after: after.position,
        limit,
        types: query.type === undefined ? undefined : typesOf(query.type),
        resourceId: query.resource_id,
      });
      const { rows, has_more } = pageOf(found, limit, (last) => last.position);
      const next_cursor = eventCursor(ports.vault, accountId, rows.at(-1) ?? after);
      const isEnd = query.after === undefined || !has_more;
      const border = isEnd ? await ports.reader.eventBorder([accountId]) : undefined;
      return passedThrough(rows, {
        has_more,
        next_cursor,
        ...(border && { archived_before: isoTime(border.until) }),
      });
    },
  }),
  route({
    ...read,
    path: '/v1/events/{id}',
    idKind: 'event',
    operationId: 'getEvent',
    summary: 'Retrieve an event',
    description: 'An event of an archived day gives 410 `archived`.',
    answers: { 200: eventSchema },
    errors: ['not_found', 'archived'],
    handle: async ({ ports }, { caller, id }) => {
      const sight = [caller.account.id];
      const event = await ports.reader.event(sight, id);
      return { status: 200, text: event?.body ?? absentEvent(await ports.reader.eventBorder(sight), { id }) };
    },
  }),
];

/** Inserts the stored bodies unchanged, because webhooks send the same bytes. */
function passedThrough(
  rows: readonly { body: string }[],
  rest: { has_more: boolean; next_cursor: string; archived_before?: string | null },
): Answer {
  const text = `{"data":[${rows.map((row) => row.body).join(',')}],${JSON.stringify(rest).slice(1)}`;
  return { status: 200, text };
}

/** A filter that ends with a dot is a family; an unknown family matches nothing. */
function typesOf(type: string): readonly string[] {
  return type.endsWith('.') ? eventTypes.filter((each) => each.startsWith(type)) : [type];
}
