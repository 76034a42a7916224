import { sql } from 'kysely';
import type { ArchiveBorder } from '../../../domain/archived.js';
import type { LedgerReads } from '../../../ports/ledger-read.js';
import { instant } from '../column.js';
import type { Runs } from './run.js';

interface BorderRow {
  readonly until: string;
  readonly archived_at: string;
}

const borders = sql`select b.until, f.archived_at from archive_border b
  join archive_file f on f.account_id = b.account_id and f.day = b.day`;

export type ArchiveRead = 'archiveBorder' | 'settledBorder' | 'archivedJournal';

/** Reads of entries that were removed from the database. */
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
  };
}

const borderOf = ([row]: readonly BorderRow[]): ArchiveBorder | undefined =>
  row && { until: instant(row.until), archivedAt: instant(row.archived_at) };
