import { sql, type RawBuilder } from 'kysely';
import type { ArchiveBorder, EventBorder } from '../../../domain/archived.js';
import type { LedgerReads } from '../../../ports/ledger-read.js';
import { instant } from '../column.js';
import type { Runs } from './run.js';

interface BorderRow {
  readonly until: string;
  readonly archived_at: string;
}

const borders = sql`select b.until, f.archived_at from archive_border b
  join archive_file f on f.account_id = b.account_id and f.day = b.day`;

interface EventBorderRow extends BorderRow {
  readonly position: string;
  readonly id: string;
}

/** The last event that was removed from each log. */
const eventBorders = (owners: RawBuilder<unknown>) => sql<EventBorderRow>`
  select p.upto as position, p.last_id as id, (p.day::date + 1)::timestamp at time zone 'UTC' as until, f.archived_at
    from archive_border b
      cross join lateral (select * from archived_event_part where account_id = b.account_id order by upto desc limit 1) p
      join archive_file f on f.account_id = p.account_id and f.day = p.day
    where ${owners}`;

/** The last event that was removed from the log of an account. */
export const eventBorderQuery = (accountId: string) => eventBorders(sql`b.account_id = ${accountId}`);

export const eventBorderOf = ([row]: readonly EventBorderRow[]): EventBorder | undefined =>
  row && {
    position: row.position,
    id: row.id,
    until: instant(row.until),
    archivedAt: instant(row.archived_at),
  };

export type ArchiveRead = 'archiveBorder' | 'settledBorder' | 'archivedJournal' | 'eventBorder';

/** Reads of entries and events that were removed from the database. */
export function archivedReads({ direct }: Runs): Pick<LedgerReads, ArchiveRead> {
  return {
    archiveBorder: async (accountId) =>
      borderOf(await direct(sql<BorderRow>`${borders} where b.account_id = ${accountId}`)),
    settledBorder: async ({ accountId, currency, fromSeq, toSeq }) =>
      borderOf(
        await direct(sql<BorderRow>`${borders} join archive_balance a on a.account_id = b.account_id
          where b.account_id = ${accountId} and a.currency = ${currency} and a.seq > ${fromSeq} and ${toSeq}::bigint > ${fromSeq}::bigint`),
      ),
    archivedJournal: async (sight, id) =>
      borderOf(
        await direct(sql<BorderRow>`${borders} join journal j on j.account_id = b.account_id and j.occurred_at < b.until
          where j.id = ${id} and (${sight === null} or j.account_id = any(${sight ?? []}))`),
      ),
    eventBorder: async (sight) => {
      const rows = await direct(
        sight?.length === 1 && sight[0] !== undefined
          ? eventBorderQuery(sight[0])
          : sql<EventBorderRow>`${eventBorders(sight === null ? sql`true` : sql`b.account_id = any(${sight})`)}
              order by until desc limit 1`,
      );
      return eventBorderOf(rows);
    },
  };
}

const borderOf = ([row]: readonly BorderRow[]): ArchiveBorder | undefined =>
  row && { until: instant(row.until), archivedAt: instant(row.archived_at) };
