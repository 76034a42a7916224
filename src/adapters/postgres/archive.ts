import { setTimeout as sleep } from 'node:timers/promises';
import { sql, type RawBuilder } from 'kysely';
import type pg from 'pg';
import {
  archiveVersion,
  type ArchiveFile,
  type ArchivedEvent,
  type ArchivedJournal,
  type ArchiveVersion,
} from '../../domain/archive.js';
import type { ArchiveBook, ArchivedEvents, ArchivedPart, ArchiveSummary } from '../../ports/archive.js';
import type { LeafSpan } from '../../ports/ledger-seal.js';
import { instant } from './column.js';
import { compiled, prepared } from './connection.js';
import { numberSpans, sealReads, windows, type Read } from './ledger-seal.js';
import { inOwnConnection } from './own-connection.js';
import { columnsOf, decodeRow } from './row.js';

const eventsAtOnce = 500;
/** Entries of a balance, or events of an account, that one statement removes. */
const removedAtOnce = 1_000;
/** Parts of entries, and of events with their bodies, that one pass through a file puts back. */
const partsAtOnce = 20;
const eventPartsAtOnce = 5;

/** Runs the work on a connection of its own, once no other archive command runs on this database. */
export function withArchiveBook<T>(url: string, work: (book: ArchiveBook) => Promise<T>): Promise<T> {
  return inOwnConnection(url, { application_name: 'psp archive' }, async (client) => {
    const { rows } = await client.query<{ free: boolean }>(
      `select pg_try_advisory_lock(hashtextextended('psp archive', 0)) as free`,
    );
    if (rows[0]?.free !== true)
      throw new Error('Another archive command is running on this database. Nothing was changed.');
    const read: Read = async <T>(query: RawBuilder<T>): Promise<T[]> => {
      const began = performance.now();
      const { rows: found } = await client.query<T & pg.QueryResultRow>(prepared(compiled(query)));
      // Rests as long as the server has worked, so that it has at least as much time for payments.
      await sleep(performance.now() - began);
      return found;
    };
    return work(archiveBook(read));
  });
}

function archiveBook(read: Read): ArchiveBook {
  const seals = sealReads(read);
  return {
    ...fileRows(read),
    ...borderRows(read),
    ...restoreRows(read),
    now: async () => instant((await read(sql<{ now: string }>`select business_now() as now`))[0]?.now),
    isRestored: async () => (await read(sql`select from platform where restored_at is not null`)).length > 0,
    accounts: async (after, limit) =>
      (
        await read(sql<{ id: string }>`select id from account where id > ${after} order by id limit ${limit}`)
      ).map(({ id }) => id),
    close: async (accountId, before) => {
      const open = sql`select from balance where account_id = ${accountId} and closed_to < ${before}`;
      if ((await read(open)).length > 0) await read(sql`select close_days(${accountId}, ${before})`);
      await read(sql`select close_events(${accountId}, ${before})`);
    },
    hasUnsealed: async (accountId, before) => {
      const from = (await seals.sealedTo(accountId)) ?? new Date(0);
      return from < before && (await seals.firstDay({ accountId, from, to: before })) !== undefined;
    },
    firstDay: async ({ accountId, from, to }) => {
      const [row] = await read(sql<{ day: string | null }>`select min(day) as day from (
        (select s.day from ledger_seal s where s.account_id = ${accountId} and s.day >= to_char(${from}::timestamptz at time zone 'UTC', 'YYYY-MM-DD')
          order by s.day limit 1)
        union all (select to_char(e.occurred_at at time zone 'UTC', 'YYYY-MM-DD') from event e
          where e.account_id = ${accountId} and e.position = last_position(${accountId}, ${from}) + 1)) days`);
      if (typeof row?.day !== 'string') return undefined;
      const start = new Date(`${row.day}T00:00:00Z`);
      return start < to ? start : undefined;
    },
    seal: async (accountId, day) => {
      const [row] = await read(
        sql`select ${columnsOf('ledgerSeal')} from ledger_seal where account_id = ${accountId} and day = ${day}`,
      );
      return row === undefined ? undefined : decodeRow('ledgerSeal', row);
    },
    lastPosition: async (accountId, before) => {
      const [row] = await read(sql<{ last: string }>`select last_position(${accountId}, ${before}) as last`);
      return row?.last ?? '0';
    },
    journals: (span) => journalsOf(read, span),
    events: (span, version) => eventsOf(read, span, version),
  };
}

async function* journalsOf(read: Read, span: LeafSpan): AsyncGenerator<ArchivedJournal[]> {
  for (const { currency, ...numbers } of await read(numberSpans(span)))
    for (const [after, upto] of windows(numbers))
      yield await read(sql<ArchivedJournal>`select l.leaf, p.platform, p.entries
        from ledger_leaves(${span.accountId}, ${currency}, ${after}, ${upto}) l
        cross join lateral (select count(*)::int as entries,
            coalesce(string_agg(leaf_entry(e.ledger, e.amount, e.currency, e.direction, e.id, e.seq), ',' order by e.id)
              filter (where e.seq is null), '') as platform
          from entry e where e.journal_id = l.leaf::json ->> 'id' offset 0) p
        order by l.number`);
}

async function* eventsOf(
  read: Read,
  { accountId, from, to }: LeafSpan,
  version: ArchiveVersion,
): AsyncGenerator<ArchivedEvent[]> {
  const [span] = await read(sql<{ after: string; upto: string }>`
    select last_position(${accountId}, ${from}) as after, last_position(${accountId}, ${to}) as upto`);
  for (let after: string | undefined = span?.after; after !== undefined;) {
    const rows = await read(sql<ArchivedEvent & { intents: ArchivedEvent['intents'] | null }>`
      select position, id, type, resource_id, written_time(occurred_at) as occurred_at, body,
          case when ${version > 1} then (select jsonb_agg(i order by i->'number', i->'id') from ended_intents(type, resource_id, occurred_at) i) end as intents from event
        where account_id = ${accountId} and position > ${after} and position <= ${span?.upto}
        order by position limit ${eventsAtOnce}`);
    const events = rows.map((row): ArchivedEvent => ({ ...row, intents: row.intents ?? undefined }));
    yield events;
    after = events.at(-1)?.position;
  }
}

interface FileRow {
  readonly account_id: string;
  readonly day: string;
  readonly sha256: string;
  readonly previous: string;
  readonly journals: number;
  readonly entries: number;
  readonly events: number;
  /** Null in rows of earlier releases. */
  readonly intents: number | null;
  readonly last_position: string;
  readonly bytes: string;
  readonly archived_at: string;
}

const decoded = (row: FileRow): ArchiveFile => ({
  accountId: row.account_id,
  day: row.day,
  sha256: row.sha256,
  previous: row.previous,
  journals: row.journals,
  entries: row.entries,
  events: row.events,
  intents: row.intents ?? 0,
  version: row.intents === null ? 1 : archiveVersion,
  lastPosition: row.last_position,
  bytes: Number(row.bytes),
  archivedAt: instant(row.archived_at),
});

type BorderWork = 'borderDay' | 'leavingDay' | 'holdOf' | 'moveBorder' | 'removeEntries' | 'removeEvents';
type RestoreWork = 'lastParts' | 'restorePart' | 'lastEvents' | 'restoreEvents' | 'moveBorderBack';

/** The border between days in the database and days in the archive only. */
const borderRows = (read: Read): Pick<ArchiveBook, BorderWork> => ({
  borderDay: async (accountId) => {
    const [row] = await read(
      sql<{ day: string }>`select day from archive_border where account_id = ${accountId}`,
    );
    return row?.day;
  },
  leavingDay: async (accountId) => {
    const [row] = await read(sql<{
      day: string | null;
    }>`select least(leaving_events_day(${accountId}) collate "C", (
        select b.day from archive_border b join archive_balance a on a.account_id = b.account_id and a.removed_to < a.seq
          where b.account_id = ${accountId} limit 1)) as day`);
    return row?.day ?? undefined;
  },
  holdOf: async (accountId, until) => {
    const [row] = await read(
      sql<{ hold: string | null }>`select archive_hold(${accountId}, ${until}) as hold`,
    );
    return row?.hold ?? undefined;
  },
  moveBorder: async ({ accountId, day, sha256 }, totals) => {
    await read(
      sql`select move_archive_border(${accountId}, ${day}, ${sha256}, ${JSON.stringify(totals)}::jsonb)`,
    );
  },
  removeEntries: async ({ accountId, day }) => {
    const [row] = await read(sql<{
      done: string;
    }>`select remove_archived_entries(account_id, ${removedAtOnce}) as done
      from archive_border where account_id = ${accountId} and day = ${day}`);
    return Number(row?.done ?? 0);
  },
  removeEvents: async ({ accountId, day }) => {
    const [row] = await read(
      sql<{ done: string }>`select remove_archived_events(${accountId}, ${day}, ${removedAtOnce}) as done`,
    );
    return Number(row?.done ?? 0);
  },
});

/** The way back across the border. */
const restoreRows = (read: Read): Pick<ArchiveBook, RestoreWork> => ({
  lastParts: (accountId) =>
    read(sql<ArchivedPart>`select currency, upto, journals from last_parts(${accountId}, ${partsAtOnce})`),
  restorePart: async (accountId, { currency, upto }, entries) => {
    await read(
      sql`select restore_archived_part(${accountId}, ${currency}, ${upto}, ${JSON.stringify(entries)}::jsonb)`,
    );
  },
  lastEvents: (accountId) =>
    read(sql<ArchivedEvents>`select after, upto from last_event_parts(${accountId}, ${eventPartsAtOnce})`),
  restoreEvents: async (accountId, { upto }, events) => {
    const rows = events.map((event) => [
      event.position,
      event.id,
      event.type,
      event.resource_id,
      event.occurred_at,
      event.body,
      event.intents ?? [],
    ]);
    await read(sql`select restore_archived_events(${accountId}, ${upto}, ${JSON.stringify(rows)}::jsonb)`);
  },
  moveBorderBack: async (accountId) => {
    await read(sql`select move_border_back(${accountId})`);
  },
});

/** The rows of the files that are in the archive. */
const fileRows = (read: Read): Pick<ArchiveBook, 'lastFile' | 'files' | 'file' | 'summaries' | 'add'> => ({
  lastFile: async (accountId) => {
    const [row] = await read(
      sql<FileRow>`select * from archive_file where account_id = ${accountId} order by day desc limit 1`,
    );
    return row && decoded(row);
  },
  files: async (accountId, after, limit) =>
    (
      await read(sql<FileRow>`select * from archive_file where account_id = ${accountId} and day > ${after}
        order by day limit ${limit}`)
    ).map(decoded),
  file: async (accountId, day) => {
    const [row] = await read(
      sql<FileRow>`select * from archive_file where account_id = ${accountId} and day = ${day}`,
    );
    return row && decoded(row);
  },
  summaries: (limit) =>
    read(sql<ArchiveSummary>`select account_id as "accountId", min(day) as first, max(day) as last, count(*)::int as days
      from archive_file group by account_id order by account_id limit ${limit}`),
  add: async (file) => {
    await read(sql`insert into archive_file
        (account_id, day, sha256, previous, journals, entries, events, intents, last_position, bytes, archived_at)
      values (${file.accountId}, ${file.day}, ${file.sha256}, ${file.previous}, ${file.journals}, ${file.entries},
        ${file.events}, ${file.intents}, ${file.lastPosition}, ${file.bytes}, business_now())`);
  },
});
