import { isObjectType, type GraphQLResolveInfo } from 'graphql';
import { Ctx, Info, Query, Resolver } from 'type-graphql';
import type { AuditEntry } from '../../domain/account.js';
import { attemptsMax } from '../../domain/intent.js';
import { anyId, json, oneOf, snake, text, time, words } from '../../domain/noun/declare.js';
import type { WholeJournal } from '../../ports/ledger-read.js';
import type { OwnedRow } from '../../ports/sight.js';
import { absent } from '../../usecases/own.js';
import {
  factsOf,
  inOrder,
  othersMost,
  statesOf,
  timelineKinds,
  timelineNoun,
  type Sources,
  type TimelineEntry,
} from '../timeline.js';
import { shape } from '../shape.js';
import { idArg } from './argument.js';
import { rowOf, type Context } from './context.js';
import { atMost } from './field.js';
import { visibleEntries } from './journal.js';
import { typeNameOf } from './type-name.js';
import { returnsList } from './type.js';

const timelineEntry = shape('TimelineEntry', 'One entry of a timeline.', {
  at: time('When.'),
  kind: oneOf(words(timelineKinds, { name: 'TimelineKind', says: 'Kind of a timeline entry.' }), {
    says: 'Kind of the entry.',
  }),
  says: text('What happened, such as completed, payout.completed or payout_capture.'),
  sourceId: anyId(
    'Request, event, journal, delivery, intent, review, exception or audit entry that recorded it.',
    { optional: true },
  ),
  detail: json()('Other details.', { optional: true }),
});

const entriesMost = 1_000;

@Resolver()
export class TimelineResolver {
  @atMost(entriesMost)
  @Query(returnsList(timelineEntry), {
    description:
      'Everything that happened to a resource, oldest first: requests, states, entries, attempts, events and acts. At most its first 100 events.',
  })
  async timeline(
    @idArg() resourceId: string,
    @Ctx() context: Context,
    @Info() { schema }: GraphQLResolveInfo,
  ): Promise<TimelineEntry[]> {
    const noun = timelineNoun(resourceId) ?? absent('payout', 'id');
    const row = await rowOf(context, noun, resourceId);
    const accountId = 'accountId' in row && typeof row.accountId === 'string' ? row.accountId : row.id;
    const of = { accountId, id: row.id };
    const type = schema.getType(typeNameOf(noun));
    const fieldNames = isObjectType(type) ? Object.keys(type.getFields()) : [];
    const times = Object.entries(row).filter(([name]) => fieldNames.includes(name));
    const reached = statesOf(
      times.map(([name, at]) => [snake(name), at] as const),
      await context.load.now(),
    );
    const parts = await Promise.all([
      factsOf(of, sourcesOf(context), (journal) => postedOf(journal, context)),
      done(of, context),
    ]);
    return [...reached, ...parts.flat()].sort(inOrder);
  }
}

const sourcesOf = ({ load, ports }: Context): Sources => ({
  journals: (of) => load.journals(of),
  events: (of, limit) => load.events(of, limit),
  children: (relation, of, limit) => load.children(relation, of, limit),
  list: (noun, ask) => ports.reader.list(noun, ask),
});

const postedOf = (journal: WholeJournal, { caller }: Context) =>
  visibleEntries(journal, caller).map(({ ledger, direction, money: { amount, currency } }) => ({
    ledger,
    direction,
    amount,
    currency,
  }));

/** For operators only: attempts at the provider, and acts of people. */
async function done(of: OwnedRow, { load, caller, ports }: Context): Promise<readonly TimelineEntry[]> {
  if (caller.kind !== 'operator') return [];
  const [intents, audit] = await Promise.all([
    load.children(['intent', 'operationId'], of, attemptsMax),
    ports.reader.list('auditEntry', {
      sight: caller.sight,
      where: { subjectId: of.id },
      limit: othersMost,
    }),
  ]);
  const tried = intents.map(({ id: sourceId, createdAt, state, number, reference, detail, decidedAt }) => ({
    at: createdAt,
    kind: 'intent' as const,
    says: state,
    sourceId,
    detail: { number, reference, detail, decided_at: decidedAt },
  }));
  return [...tried, ...audit.rows.map(auditEntry)];
}

const auditEntry = (row: AuditEntry): TimelineEntry => {
  const { id: sourceId, createdAt, action, operator, reason, before, after } = row;
  return {
    at: createdAt,
    kind: 'audit',
    says: action,
    sourceId,
    detail: { operator, reason, before, after },
  };
};
