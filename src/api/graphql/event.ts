import { Args, ArgsType, Ctx, InputType, Query, Resolver } from 'type-graphql';
import { absentEvent } from '../../domain/archived.js';
import { kindOf } from '../../domain/id.js';
import { declared, type Noun } from '../../domain/noun/all.js';
import { anyId, json, ref, text, time } from '../../domain/noun/declare.js';
import type { OwnedEvent } from '../../ports/ledger-read.js';
import type { OwnedRow } from '../../ports/sight.js';
import { absent } from '../../usecases/own.js';
import { canonical } from '../../usecases/canonical.js';
import { invalid } from '../field.js';
import { shape } from '../shape.js';
import { idArg } from './argument.js';
import { sightOf } from './caller.js';
import { anyOf, connectionOf, ListArgs, page, type Connection } from './connection.js';
import type { Context } from './context.js';
import { field, id, optional, texts } from './field.js';
import { answering, returns } from './type.js';

export const eventShape = shape('Event', 'An event in the log of an account, as webhooks deliver it.', {
  id: ref('event', 'Id, evt_….'),
  accountId: ref('account', 'Account of the log.'),
  position: text('Number in the log, from 1 without gaps.'),
  type: text('Type, such as payout.completed.'),
  resourceId: anyId('Resource of the event.'),
  occurredAt: time('Time of the event.'),
  body: text('Exact text that receivers get.'),
});

const EventConnection = connectionOf('Event', eventShape);

@InputType({ description: 'Events that match every given field.' })
class EventFilter {
  @texts('Only of these exact types. Default: all.', optional)
  readonly types?: string[] | null;

  @id('Only of this resource.', optional)
  readonly resourceId?: string | null;
}

@ArgsType()
class EventsArgs extends ListArgs {
  @field(() => EventFilter, 'Filter.', optional)
  readonly filter?: EventFilter | null;
}

/** Most event types in one filter. */
const typesMax = 20;

/** The requested event types, sorted and without duplicates. */
export function eventTypesIn(names: readonly string[] | null | undefined, param: string): string[] {
  const types = anyOf(names);
  if (types.length > typesMax) invalid(param, `has too many types; send at most ${typesMax}`);
  return types;
}

@Resolver()
export class EventResolver {
  @Query(returns(eventShape), {
    nullable: true,
    description: 'One event; of an archived day, the error `archived`.',
  })
  async event(@idArg() eventId: string, @Ctx() { load, ports, caller }: Context): Promise<OwnedEvent> {
    const event = kindOf(eventId) === 'event' ? await load.event(eventId) : null;
    if (event) return event;
    return absentEvent(await ports.reader.eventBorder(caller.sight), { id: eventId, param: 'id' });
  }

  @Query(returns(EventConnection), {
    description:
      'Events, newest first: of one account in the order of its log, of several accounts by time. Without those of archived days.',
  })
  async events(
    @Args(() => EventsArgs) { accountId, filter, first, after }: EventsArgs,
    @Ctx() context: Context,
  ): Promise<Connection<OwnedEvent>> {
    const { ports, caller } = context;
    const types = eventTypesIn(filter?.types, 'filter.types');
    const resourceId = filter?.resourceId ?? undefined;
    const noun = resourceId === undefined ? undefined : nounWithEvents(resourceId, 'filter.resourceId');
    const owner = accountId ?? (await ownerOf(context, noun, resourceId));
    const sight = sightOf(caller, owner);
    const list = { name: 'event', sight, filter: canonical({ types, resourceId }) };
    return page(ports.vault, list, {
      first,
      after,
      read: (stretch) => ports.reader.events({ sight, types, resourceId, ...stretch }),
      position: (event) => (sight?.length === 1 ? event.position : event.id),
    });
  }
}

export const eventAnswers = answering(eventShape, {
  data: {
    is: json()('The resource at the time of the event.'),
    answer: ({ body }: OwnedEvent) => (JSON.parse(body) as { data: unknown }).data,
  },
});

const nounsWithEvents = new Set<string>(
  declared.flatMap(({ noun, events, hasHandwrittenEventRules }) =>
    events !== undefined || hasHandwrittenEventRules ? [noun] : [],
  ),
);

/** The noun of a resource that can have events. Any other id is refused, with the argument's name as param. */
export function nounWithEvents(resourceId: string, param: string): Noun {
  const kind = kindOf(resourceId) ?? '';
  return nounsWithEvents.has(kind)
    ? (kind as Noun)
    : invalid(
        param,
        'is not the id of a resource with events; send one like pout_01k9zq3v5e8x7m2n4p6r8t0w1y',
      );
}

/** The account of a resource, whose log has the resource's events. */
async function ownerOf(
  { load }: Context,
  noun: Noun | undefined,
  resourceId: string | undefined,
): Promise<string | undefined> {
  if (noun === undefined || resourceId === undefined) return undefined;
  const row = (await load.row(noun, resourceId)) as OwnedRow | null;
  return row?.accountId ?? absent(noun, 'filter.resourceId');
}
