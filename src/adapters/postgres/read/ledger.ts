import { sql, type RawBuilder } from 'kysely';
import { idFloor, kindOf } from '../../../domain/id.js';
import type { LedgerAccount, OriginType, Purpose } from '../../../domain/ledger.js';
import { exact } from '../../../domain/money.js';
import type { EventListing, JournalListing, OwnedEvent, WholeJournal } from '../../../ports/ledger-read.js';
import type { Turnover } from '../../../ports/platform-read.js';
import { instant } from '../column.js';
import { ownedBy } from '../condition.js';
import { choices, type Walk } from './walk.js';

export interface EventRow {
  readonly id: string;
  readonly account_id: string;
  readonly position: string;
  readonly type: string;
  readonly resource_id: string;
  readonly occurred_at: string;
  readonly body: string;
}

export interface JournalRow {
  readonly id: string;
  readonly account_id: string;
  readonly purpose: Purpose;
  readonly origin_type: OriginType;
  readonly origin_id: string;
  readonly occurred_at: string;
}

/** The columns of a journal and one of its entries: one row per entry. */
export const journalColumns = sql`j.id, j.account_id, j.purpose, j.origin_type, j.origin_id, j.occurred_at,
  e.id as entry_id, e.ledger, e.currency, e.direction, e.amount`;

/** One entry with its journal. */
export interface JournalEntryRow extends JournalRow {
  readonly entry_id: string;
  readonly ledger: LedgerAccount;
  readonly currency: string;
  readonly direction: 'debit' | 'credit';
  readonly amount: string;
}

export const eventColumns = sql`event.id, event.account_id, event.position, event.type, event.resource_id,
  event.occurred_at, event.body`;

/**
 * Events of one account are walked by log position. Events of several accounts are walked by id, which is the order of
 * time, because positions of two logs are not comparable.
 */
export function eventWalk({ sight, types, resourceId, after, limit }: EventListing): Walk {
  const own = sight !== null && sight.length === 1 ? sight[0] : undefined;
  const order = own === undefined ? 'id' : 'position';
  const before = after === undefined ? [] : [sql`${sql.ref(order)} < ${after}`];
  const walk = { table: 'event', columns: eventColumns, order, limit };
  if (own === undefined) {
    const filters = [
      ...(sight === null ? [] : [sql`account_id = any(${sight})`]),
      ...(types.length === 0 ? [] : [sql`type = any(${types})`]),
      ...(resourceId === undefined ? [] : [sql`resource_id = ${resourceId}`]),
    ];
    return { ...walk, branches: [before], filters };
  }
  if (resourceId !== undefined) {
    const filters = types.length === 0 ? [] : [sql`type = any(${types})`];
    return {
      ...walk,
      branches: [[sql`account_id = ${own}`, sql`resource_id = ${resourceId}`, ...before]],
      filters,
    };
  }
  const branches = choices(types.length === 0 ? [] : [['type', types]]).map((choice) => [
    sql`account_id = ${own}`,
    ...choice.map(([, type]) => sql`type = ${type}`),
    ...before,
  ]);
  return { ...walk, branches, filters: [] };
}

export function journalWalk(ask: JournalListing): Walk {
  const { sight, originId, purposes, after, limit } = ask;
  const before = [...(after === undefined ? [] : [sql`id < ${after}`]), ...idBounds(ask)];
  // One operation has few journals, and an index finds them.
  const isIndexed = originId !== undefined && kindOf(originId) !== undefined;
  const origin = originId === undefined ? [] : [sql`origin_id = ${originId}`];
  const own = isIndexed ? [...origin, sql`origin_type <> 'adjustment'`] : [];
  const owners = choices(sight === null ? [] : [['accountId', sight]]);
  return {
    table: 'journal',
    columns: sql`journal.id, journal.account_id, journal.purpose, journal.origin_type, journal.origin_id,
      journal.occurred_at`,
    order: 'id',
    branches: owners.map((choice) => [
      ...choice.map(([, owner]) => (isIndexed ? ownedBy(owner as string) : sql`account_id = ${owner}`)),
      ...own,
      ...before,
    ]),
    filters: [
      ...(isIndexed ? [] : origin),
      ...(purposes.length === 0 ? [] : [sql`purpose = any(${purposes})`]),
      ...(ask.from ? [sql`occurred_at >= ${ask.from}`] : []),
      ...(ask.to ? [sql`occurred_at < ${ask.to}`] : []),
      ...withEntry(ask),
    ],
    limit,
  };
}

/** A journal's id is made before its time is set, within the same transaction, so at most this much earlier. */
const slackMs = 3_600_000;

const idBounds = ({ from, to }: JournalListing): RawBuilder<unknown>[] => [
  ...(from ? [sql`id >= ${idFloor('journal', new Date(from.getTime() - slackMs))}`] : []),
  ...(to ? [sql`id < ${idFloor('journal', to)}`] : []),
];

function withEntry({ ledger, currency }: JournalListing): RawBuilder<unknown>[] {
  const wanted = [
    ...(ledger === undefined ? [] : [sql`e.ledger = ${ledger}`]),
    ...(currency === undefined ? [] : [sql`e.currency = ${currency}`]),
  ];
  if (wanted.length === 0) return [];
  const both = sql.join(wanted, sql` and `);
  return [sql`exists (select from entry e where e.journal_id = journal.id and ${both})`];
}

export function eventOfRow(row: EventRow): OwnedEvent {
  return {
    id: row.id,
    accountId: row.account_id,
    position: row.position,
    type: row.type,
    resourceId: row.resource_id,
    occurredAt: instant(row.occurred_at),
    body: row.body,
  };
}

/** Journals with all their entries. Both are sorted oldest first. */
export function journalsFrom(rows: readonly JournalEntryRow[]): WholeJournal[] {
  const entryOf = (row: JournalEntryRow) => ({
    id: row.entry_id,
    ledger: row.ledger,
    currency: row.currency,
    direction: row.direction,
    amount: exact(row.amount),
  });
  const journals = [...Map.groupBy(rows, ({ id }) => id).values()];
  return byId(
    journals.flatMap((own) =>
      own.slice(0, 1).map((row) => ({ ...journalOf(row), entries: byId(own.map(entryOf)) })),
    ),
  );
}

const journalOf = (row: JournalRow) => ({
  id: row.id,
  accountId: row.account_id,
  purpose: row.purpose,
  originType: row.origin_type,
  originId: row.origin_id,
  occurredAt: instant(row.occurred_at),
});

const byId = <T extends { readonly id: string }>(rows: readonly T[]): T[] =>
  [...rows].sort((one, other) => (one.id < other.id ? -1 : 1));

/** Turnover of the platform's own ledger accounts, from the index that holds only their entries. */
export const turnoverQuery = (from: Date, to: Date) => sql<TurnoverRow>`
  select ledger, currency, coalesce(sum(amount) filter (where direction = 'credit'), 0) as credits,
    coalesce(sum(amount) filter (where direction = 'debit'), 0) as debits
  from entry where seq is null and occurred_at >= ${from} and occurred_at < ${to}
  group by ledger, currency order by ledger, currency`;

export interface TurnoverRow {
  readonly ledger: Turnover['ledger'];
  readonly currency: string;
  readonly credits: string;
  readonly debits: string;
}

export const turnoverOfRow = (row: TurnoverRow): Turnover => ({
  ...row,
  credits: exact(row.credits),
  debits: exact(row.debits),
});
