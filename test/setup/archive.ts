import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import { expect } from 'vitest';
import { withArchiveParts } from '../../src/main/archive.js';
import { removeDays } from '../../src/usecases/archive-remove.js';
import { archiveDays, ArchiveRefused } from '../../src/usecases/archive.js';
import { queryRows } from './rows.js';
import type { Client } from './running.js';

interface ArchivedEntry {
  readonly account: string;
  readonly amount: string;
  readonly currency: string;
  readonly direction: string;
  readonly id: string;
  readonly number?: string;
}
interface Line {
  readonly journal?: {
    readonly account_id: string;
    readonly entries: readonly ArchivedEntry[];
    readonly id: string;
    readonly occurred_at: string;
    readonly origin_id: string;
    readonly origin_type: string;
    readonly purpose: string;
  };
  readonly platform?: readonly ArchivedEntry[];
  readonly event?: Readonly<Record<string, string>> & { readonly intents?: readonly object[] };
  readonly end?: { readonly journals: number; readonly entries: number; readonly events: number };
}

/** Files of an archive by their names below it, in order. */
export const archiveFiles = (directory: string): string[] =>
  readdirSync(directory, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ndjson.gz'))
    .toSorted();

export const archiveText = (directory: string, name: string): string =>
  gunzipSync(readFileSync(join(directory, name))).toString();

export const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex');

const sorted = (rows: readonly object[]): string[] => rows.map((row) => JSON.stringify(row)).toSorted();

/** The rows of journals, entries, events and intents that the files of an archive make, as `rowsBefore` reads them. */
export function rowsOfArchive(directory: string): string[] {
  const lines = archiveFiles(directory).flatMap((name) =>
    archiveText(directory, name)
      .trim()
      .split('\n')
      .map((line) => ({ ...(JSON.parse(line) as Line), account_id: name.split('/')[0] })),
  );
  return sorted(
    lines.flatMap(({ journal, platform = [], event, account_id }) => {
      if (event) {
        const { intents = [], ...rest } = event;
        return [
          { table: 'event', account_id, ...rest },
          ...intents.map((intent) => ({ table: 'intent', account_id, ...intent })),
        ];
      }
      if (!journal) return [];
      const { entries, id, occurred_at, origin_id, origin_type, purpose } = journal;
      const posted = [...entries, ...platform].map((entry) => ({
        table: 'entry',
        account_id,
        amount: entry.amount,
        currency: entry.currency,
        direction: entry.direction,
        id: entry.id,
        journal_id: id,
        ledger: entry.account,
        occurred_at,
        seq: entry.number ?? null,
      }));
      return [{ table: 'journal', account_id, id, occurred_at, origin_id, origin_type, purpose }, ...posted];
    }),
  );
}

/** Position, id, type, resource, time, body and intents of each archived event of an account, in order. */
export const eventsOfArchive = (directory: string, accountId: string): unknown[][] =>
  archiveFiles(directory)
    .filter((name) => name.startsWith(accountId))
    .flatMap((name) => archiveText(directory, name).trim().split('\n'))
    .flatMap((line) => {
      const { event } = JSON.parse(line) as Line;
      return event
        ? [
            [
              event['position'],
              event['id'],
              event['type'],
              event['resource_id'],
              event['occurred_at'],
              event['body'],
              event.intents ?? [],
            ],
          ]
        : [];
    });

/** The rows of the database before a day; intents that were decided by then. */
export async function rowsBefore(databaseUrl: string, day: string): Promise<string[]> {
  const rows = await queryRows(
    databaseUrl,
    `select json_build_object('table', 'journal', 'account_id', account_id, 'id', id, 'occurred_at', written_time(occurred_at),
          'origin_id', origin_id, 'origin_type', origin_type, 'purpose', purpose) as row, occurred_at from journal
      union all select json_build_object('table', 'entry', 'account_id', account_id, 'amount', written_amount(amount, currency),
          'currency', currency, 'direction', direction, 'id', id, 'journal_id', journal_id, 'ledger', ledger,
          'occurred_at', written_time(occurred_at), 'seq', seq::text), occurred_at from entry
      union all select json_build_object('table', 'event', 'account_id', account_id, 'body', body, 'id', id,
          'occurred_at', written_time(occurred_at), 'position', position::text, 'resource_id', resource_id, 'type', type), occurred_at from event
      union all select intent_row, decided_at from (select json_build_object('table', 'intent', 'account_id', account_id, 'created_at', written_time(created_at),
          'decided_at', written_time(decided_at), 'detail', detail, 'id', id, 'kind', kind, 'number', number, 'operation_id', operation_id,
          'reference', reference, 'send_by', written_time(send_by), 'state', state, 'version', version) as intent_row, decided_at
        from intent where state not in ('open', 'uncertain')) decided`.replace(/^/, 'select row from (') +
      `) all_rows where occurred_at < '${day}T00:00:00Z'`,
  );
  return sorted(rows.map(({ row }) => JSON.parse(String(row)) as object));
}

/** What all entries of the books moved, here or archived, without their ids. */
export async function entriesOf(databaseUrl: string): Promise<string[]> {
  const rows = await queryRows(
    databaseUrl,
    `select account_id, journal_id, ledger, currency, direction, trim_scale(amount) as amount, seq, occurred_at from ledger_entry`,
  );
  return sorted(rows);
}

/** Resolves when every event is published: until then it cannot be removed. */
export async function published(databaseUrl: string): Promise<void> {
  const lagging = `select from event_counter c left join relay_cursor r using (account_id) where c.last > coalesce(r.position, 0)`;
  while ((await queryRows(databaseUrl, lagging)).length > 0) await sleep(20);
}

/**
 * Archives the days before a time and removes them, beside `others`. Waits until those of the account can leave; those that
 * something else holds stay.
 */
export async function removeBefore(
  databaseUrl: string,
  { directory, before, accountId }: { directory: string; before: Date; accountId: string },
  others: () => Promise<unknown> = () => Promise.resolve(),
): Promise<void> {
  await published(databaseUrl);
  const held = `select archive_hold(id, $1) as hold from account where archive_hold(id, $1) is not null and id = $2
    union select account_id from balance b left join sealing s using (account_id)
      where b.as_of > '-infinity' and b.as_of < $1 and b.as_of >= coalesce(s.sealed_to, '-infinity')`;
  const values = [before.toISOString(), accountId];
  await expect.poll(() => queryRows(databaseUrl, held, values), { timeout: 120_000 }).toEqual([]);
  await Promise.all([
    withArchiveParts(databaseUrl, directory, async (parts) => {
      await archiveDays(parts, before, () => undefined);
      await removeDays(parts, before, () => undefined).catch((error: unknown) => {
        if (!(error instanceof ArchiveRefused)) throw error;
      });
    }),
    others(),
  ]);
}

const reportNames = ['transactions', 'fees', 'fx', 'balances'];

const dayMs = 86_400_000;

/** Every read of ledger entries over REST, of the 25 days from a day on. */
export const readsFrom = (day: string): string[] => {
  const start = `${day}T00:00:00Z`;
  const period = `from=${start}&to=${new Date(Date.parse(start) + 25 * dayMs).toISOString()}`;
  return [
    ...reportNames.flatMap((name) => [
      `/v1/reports/${name}?${period}`,
      `/v1/reports/${name}?${period}&format=csv`,
    ]),
    ...['available', 'reserved', 'pending'].map(
      (account) => `/v1/balances/MXN/statement?${period}&account=${account}`,
    ),
    `/v1/balances/MXN/statement?${period}&format=camt.053`,
    `/v1/balances/MXN/statement?${period}&proof=true`,
    `/v1/balances?at=${start}`,
  ];
};

/** The answers by their paths, without the time of the answer. */
export async function readBack(service: Client, paths: readonly string[]): Promise<Map<string, string>> {
  const answers = new Map<string, string>();
  for (const path of paths) answers.set(path, withoutTime((await service.get(path)).text));
  return answers;
}

const withoutTime = (text: string): string =>
  text.replaceAll(/("as_of":"|<CreDtTm>|<MsgId>|<Stmt><Id>|"request_id":")[^"<]*/g, '$1');
