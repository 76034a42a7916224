import { isObjectType, type GraphQLResolveInfo } from 'graphql';
import { Ctx, Info, ObjectType, Query, Resolver } from 'type-graphql';
import type { AuditEntry } from '../../domain/account.js';
import type { Noun, Nouns } from '../../domain/decision.js';
import { prefixes, type IdKind } from '../../domain/id.js';
import { attemptsMax } from '../../domain/intent.js';
import type { Amount } from '../../domain/money.js';
import { declared } from '../../domain/noun/all.js';
import { snake } from '../../domain/noun/declare.js';
import type { InspectedEvent, InspectedJournal, Owned } from '../../ports/inspector.js';
import { absent } from '../../usecases/own.js';
import { idArg } from './argument.js';
import { found, type Context } from './context.js';
import { enumOf } from './enum.js';
import { atMost, field, id, json, optional, text, time } from './field.js';
import { shownEntries } from './journal.js';
import { money } from './money.js';
import { typeNameOf } from './type-name.js';

/** In the order of what happens at the same time: it becomes something, then that is posted and told. */
const kinds = {
  state: 'It became what it is.',
  review: 'The risk rules held it.',
  intent: 'An attempt to send it to its provider; for operators.',
  entries: 'Money moved in the books.',
  event: 'The log tells of it.',
  delivery: 'A webhook told of it.',
  exception: 'It does not agree with what its provider says.',
  audit: 'Somebody did something to it; for operators.',
} as const;
type Kind = keyof typeof kinds;
const KindEnum = enumOf<Kind>('TimelineKind', 'What an entry of a timeline tells of.', kinds);
const ranks = Object.keys(kinds);

@ObjectType('TimelineEntry', { description: 'One fact of the story of something.' })
export class TimelineEntryType {
  @time('When.')
  readonly at!: Date;

  @field(() => KindEnum, 'What it tells of.')
  readonly kind!: Kind;

  @text('What happened, such as completed, payout.completed or payout_capture.')
  readonly says!: string;

  @id('The event, journal, delivery, intent, review, exception or audit entry that has it.', optional)
  readonly sourceId!: string | null;

  @json('The rest of it.', optional)
  readonly detail!: unknown;
}

const eventsMost = 100;
const othersMost = 100;
const entriesMost = 1_000;
/** Deliveries are made when their event was told; those of a later replay are in the list of deliveries. */
const deliveriesWithinMs = 86_400_000;

const rooted = new Set<string>(['account', 'apiKey', 'payin', 'payout', 'riskDecision', 'webhookEndpoint']);
for (const { noun, listedBy } of declared)
  if (listedBy === 'account' || listedBy === 'platform') rooted.add(noun);

@Resolver()
export class TimelineResolver {
  @atMost(entriesMost)
  @Query(() => [TimelineEntryType], {
    description:
      'The whole story of something, oldest first: what it became, what was posted, tried, told and done. Of its events the first 100.',
  })
  async timeline(
    @idArg() given: string,
    @Ctx() context: Context,
    @Info() { schema }: GraphQLResolveInfo,
  ): Promise<TimelineEntryType[]> {
    const noun = nounOf(given);
    const row = await found(context, noun, given);
    const accountId = 'accountId' in row && typeof row.accountId === 'string' ? row.accountId : row.id;
    const of = { accountId, id: row.id };
    const type = schema.getType(typeNameOf(noun));
    const shown = isObjectType(type) ? Object.keys(type.getFields()) : [];
    const times = Object.entries(row).filter(([name]) => shown.includes(name));
    const reached = states(times, await context.load.now());
    const parts = await Promise.all([
      context.load.journals(of).then((journals) => journals.map((each) => postedOf(each, context))),
      told(of, context),
      judged(of, context),
      done(of, context),
    ]);
    return [...reached, ...parts.flat()].sort(inOrder);
  }
}

function nounOf(given: string): Noun & IdKind {
  const prefix = given.slice(0, given.indexOf('_'));
  const [noun] = Object.entries(prefixes).find(([, each]) => each === prefix) ?? [];
  return noun !== undefined && rooted.has(noun) ? (noun as Noun & IdKind) : absent('payout', 'id');
}

const inOrder = (a: TimelineEntryType, b: TimelineEntryType): number =>
  a.at.getTime() - b.at.getTime() ||
  ranks.indexOf(a.kind) - ranks.indexOf(b.kind) ||
  ((a.sourceId ?? '') < (b.sourceId ?? '') ? -1 : 1);

/** The times that a row shows, as far as they have come: each is a state that it reached. */
function states(row: readonly (readonly [string, unknown])[], now: Date): TimelineEntryType[] {
  return row.flatMap(([name, at]) => {
    const isTime = at instanceof Date && name.endsWith('At') && !/^(next|expires|updated)/.test(name);
    if (!isTime || at > now) return [];
    return [{ at, kind: 'state', says: snake(name.slice(0, -2)), sourceId: null, detail: null } as const];
  });
}

function postedOf(journal: InspectedJournal, { caller }: Context): TimelineEntryType {
  const detail = shownEntries(journal, caller).map(({ ledger, direction, money: { amount, currency } }) => ({
    ledger,
    direction,
    amount,
    currency,
  }));
  return { at: journal.occurredAt, kind: 'entries', says: journal.purpose, sourceId: journal.id, detail };
}

/** The events and their deliveries. */
async function told(of: Owned, { load, ports }: Context): Promise<TimelineEntryType[]> {
  const events = await load.events(of, eventsMost);
  const [first] = events;
  const last = events.at(-1);
  if (first === undefined || last === undefined) return [];
  const { rows } = await ports.inspector.list('webhookDelivery', {
    sight: [of.accountId],
    where: { resourceId: of.id },
    createdFrom: first.occurredAt,
    createdTo: new Date(last.occurredAt.getTime() + deliveriesWithinMs),
    limit: othersMost,
  });
  return [...events.map(eventEntry), ...rows.map(deliveryEntry)];
}

const eventEntry = ({
  id: sourceId,
  type,
  occurredAt,
  position,
  body,
}: InspectedEvent): TimelineEntryType => ({
  at: occurredAt,
  kind: 'event',
  says: type,
  sourceId,
  detail: { position, ...(JSON.parse(body) as { data: object }).data },
});

const deliveryEntry = (row: Nouns['webhookDelivery']): TimelineEntryType => {
  const { id: sourceId, createdAt, eventType, status, endpointId, attempts, history } = row;
  const detail = { event_type: eventType, status, endpoint_id: endpointId, attempts, history };
  return { at: createdAt, kind: 'delivery', says: status, sourceId, detail };
};

/** Reviews and exceptions. */
async function judged(of: Owned, { load }: Context): Promise<TimelineEntryType[]> {
  const [reviews, exceptions] = await Promise.all([
    load.children(['riskDecision', 'resourceId'], of, othersMost),
    load.children(['exception', 'resourceId'], of, othersMost),
  ]);
  const held = reviews.flatMap(({ id: sourceId, createdAt, decidedAt, status, reasons }) => [
    { at: createdAt, kind: 'review', says: 'in_review', sourceId, detail: { reasons } } as const,
    ...(decidedAt === null
      ? []
      : [{ at: decidedAt, kind: 'review', says: status, sourceId, detail: { reasons } } as const]),
  ]);
  return [...held, ...exceptions.map(exceptionEntry)];
}

function exceptionEntry(row: Nouns['exception']): TimelineEntryType {
  const { id: sourceId, createdAt, type, status } = row;
  const { expectedAmount, expectedCurrency, actualAmount, actualCurrency } = row;
  const sum = (value: Amount | null, currency: string | null) =>
    value === null || currency === null ? null : money(value, currency);
  const detail = {
    status,
    expected: sum(expectedAmount, expectedCurrency),
    actual: sum(actualAmount, actualCurrency),
  };
  return { at: createdAt, kind: 'exception', says: type, sourceId, detail };
}

/** The platform's own part: attempts at the provider, and what people did. */
async function done(of: Owned, { load, caller, ports }: Context): Promise<TimelineEntryType[]> {
  if (caller.kind !== 'operator') return [];
  const [intents, audit] = await Promise.all([
    load.children(['intent', 'operationId'], of, attemptsMax),
    ports.inspector.list('auditEntry', {
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

const auditEntry = (row: AuditEntry): TimelineEntryType => {
  const { id: sourceId, createdAt, action, operator, reason, before, after } = row;
  return {
    at: createdAt,
    kind: 'audit',
    says: action,
    sourceId,
    detail: { operator, reason, before, after },
  };
};
