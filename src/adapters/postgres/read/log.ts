import { sql } from 'kysely';
import type { LogAsk, LoggedEvent, LedgerReads, OwnedEvent } from '../../../ports/ledger-read.js';
import type { OwnedRow } from '../../../ports/sight.js';
import { gatheredReads, textOf } from '../gathered-reads.js';
import { eventColumns, eventOfRow, eventWalk, type EventRow } from './ledger.js';
import { keyedBy, owned, seen, type Seen } from './noun.js';
import { stretchOf, type Runs } from './run.js';

type LogRead = 'log' | 'logEnds' | 'events' | 'event' | 'eventsOf';

/** Reads of the event log. */
export function logReads({ direct, inSlot, once }: Runs): Pick<LedgerReads, LogRead> {
  const byIds = gatheredReads<Seen, OwnedEvent>(inSlot, {
    text: textOf(sql`select a.ord, ${eventColumns} from ${seen.asks}
      cross join lateral (select * ${keyedBy('event', 'a.id')}) event where ${seen.owns('event.account_id')}`),
    valuesOf: seen.valuesOf,
    nameOf: seen.nameOf,
    decode: (row) => eventOfRow(row as EventRow),
  });
  const ofResources = gatheredReads<OwnedRow, OwnedEvent>(inSlot, {
    text: textOf(sql`select a.ord, ${eventColumns} from ${owned.asks}
      cross join lateral (select * from event where account_id = a.account_id and resource_id = a.id
        order by position limit ${0}) event`),
    valuesOf: owned.valuesOf,
    nameOf: owned.nameOf,
    decode: (row) => eventOfRow(row as EventRow),
  });
  return {
    log: async (ask) => (ask.types?.length === 0 ? [] : await direct(logQuery(ask))),
    logEnds: async (accountIds) => {
      const ends = sql<{ account_id: string; last: string }>`select c.account_id, c.last
        from unnest(${accountIds}::text[]) as a(id) join event_counter c on c.account_id = a.id`;
      return new Map((await direct(ends)).map(({ account_id: id, last }) => [id, last]));
    },
    async events(ask) {
      const { rows, next } = await stretchOf<EventRow>(once, eventWalk(ask));
      return { rows: rows.map(eventOfRow), next };
    },
    event: async (sight, id) => (await byIds(seen.of(sight, [id])))[0],
    eventsOf: (resource, limit) => ofResources([resource], limit),
  };
}

/** The index is sorted by type first, so several types are read separately and merged by position. */
function logQuery({ accountId, after, limit, types, resourceId }: LogAsk) {
  const of = (type?: string) => {
    const conditions = [
      sql`account_id = ${accountId}`,
      sql`position > unarchived_position(${accountId}, ${after})`,
    ];
    if (type !== undefined) conditions.push(sql`type = ${type}`);
    if (resourceId !== undefined) conditions.push(sql`resource_id = ${resourceId}`);
    return sql<LoggedEvent>`select position, id, body from event where ${sql.join(conditions, sql` and `)}
      order by position limit ${limit + 1}`;
  };
  const [type, ...others] = types ?? [];
  if (others.length === 0) return of(type);
  const each = [type, ...others].map((one) => sql`(${of(one)})`);
  return sql<LoggedEvent>`select * from (${sql.join(each, sql` union all `)}) merged order by position limit ${limit + 1}`;
}
