import pg from 'pg';
import { outTables, type OutTable } from './data-out.js';
import { inOwnConnection } from './own-connection.js';
import { beginSnapshot } from './retention.js';
import { presentLsn, presentSource } from './position.js';

/** Start of an incremental export: the position of an earlier export, or a time. */
export type Since = { readonly position: string } | { readonly at: Date };

/** The one snapshot that all rows of an export come from. */
export interface ExportSnapshot {
  /**
   * Where the next export continues: cluster, timeline, database, and the oldest transaction that this snapshot may not
   * see.
   */
  readonly position: string;
  readonly lsn: string;
  readonly at: string;
  /** The rows of a table as JSON texts, sorted by key, in groups. */
  rows(noun: string): AsyncGenerator<readonly string[]>;
}

const positionForm = /^(\d{1,20}-\d{1,10}-\d{1,10})-(\d{1,20})$/;

const atOnce = 200;
/** Transaction ids are compared by age, which has 31 bits. */
const oldestAge = 2n ** 31n;

/** Runs `work` on one snapshot, which stays open until `work` ends. */
export function exporting<T>(
  url: string,
  since: Since | undefined,
  work: (snapshot: ExportSnapshot) => Promise<T>,
): Promise<T> {
  return inOwnConnection(url, { application_name: 'psp export' }, async (client) => {
    await beginSnapshot(client);
    // All rows are read, so the planner must optimize for the last row instead of the first.
    await client.query('set local cursor_tuple_fraction = 1');
    const { source, xid, lsn, at } = await snapshotOf(client);
    const changed = changedSince(since, { source, xid, at });
    return work({
      position: `${source}-${xid}`,
      lsn,
      at,
      rows: (noun) => rowsOf(client, tableOf(noun), changed),
    });
  });
}

interface SnapshotRow {
  readonly source: string;
  readonly xid: string;
  readonly lsn: string;
  readonly at: string;
}

async function snapshotOf(client: pg.Client): Promise<SnapshotRow> {
  const { rows } = await client.query<SnapshotRow>(
    `select ${presentSource} as source,
       pg_snapshot_xmin(pg_current_snapshot())::text as xid, (${presentLsn})::text as lsn,
       written_time(business_now()) as at`,
  );
  const [row] = rows;
  if (!row) throw new Error('the server returned no snapshot');
  return row;
}

type Changed = (times: readonly string[]) => string;

function changedSince(since: Since | undefined, now: Pick<SnapshotRow, 'source' | 'xid' | 'at'>): Changed {
  if (since === undefined) return () => 'true';
  if ('at' in since) {
    const at = pg.escapeLiteral(since.at.toISOString());
    return (times) => hasTimeIn(times, `${at} and ${pg.escapeLiteral(now.at)}`);
  }
  const [, source, xid = '0'] = positionForm.exec(since.position) ?? [];
  // A file-level restore keeps the source, but its transaction ids are lower.
  if (source !== now.source || BigInt(xid) > BigInt(now.xid)) {
    throw new Error(
      'This position comes from another database, or from before a restore or failover. Run a full export, without --since.',
    );
  }
  if (BigInt(now.xid) - BigInt(xid) >= oldestAge)
    throw new Error('This position is too old. Run a full export, without --since.');
  return () => `age(t.xmin) <= age('${xid}'::xid8::xid)`;
}

/**
 * A row without any time may have changed at any time. The upper bound leaves out times in the future, such as due
 * times and expiries.
 */
const hasTimeIn = (times: readonly string[], period: string): string =>
  times.length === 0
    ? 'true'
    : `(coalesce(${times.join()}) is null or ${times.map((each) => `${each} between ${period}`).join(' or ')})`;

function tableOf(noun: string): OutTable {
  const table = outTables.find(({ name }) => name === noun);
  if (!table) throw new Error(`${noun} is not exported`);
  return table;
}

async function* rowsOf(client: pg.Client, table: OutTable, changed: Changed): AsyncGenerator<string[]> {
  const id = pg.escapeIdentifier;
  const types = await typesOf(client, table);
  const times = table.columns.filter((column) => types.get(column) === 'timestamptz');
  const values = table.columns.map(
    (column) => `${valueOf(`t.${id(column)}`, types.get(column))} as ${id(column)}`,
  );
  await client.query(`declare out no scroll cursor for
    select (select row_to_json(r)::text from (select ${values.join(', ')}) r) as line
      from ${id(table.name)} t where ${changed(times.map((column) => `t.${id(column)}`))}
      order by ${table.key.map((column) => `t.${id(column)}`).join(', ')}`);
  for (;;) {
    const { rows } = await client.query<{ line: string }>(`fetch ${atOnce} from out`);
    if (rows.length === 0) break;
    yield rows.map(({ line }) => line);
  }
  await client.query('close out');
}

async function typesOf(client: pg.Client, { name }: OutTable): Promise<ReadonlyMap<string, string>> {
  const { rows } = await client.query<{ column: string; type: string }>(
    `select a.attname::text as column, t.typname::text as type from pg_attribute a join pg_type t on t.oid = a.atttypid
       where a.attrelid = $1::regclass and a.attnum > 0`,
    [pg.escapeIdentifier(name)],
  );
  return new Map(rows.map(({ column, type }) => [column, type]));
}

/** Numeric and bigint values become text, as in the API; times are RFC 3339. */
function valueOf(value: string, type: string | undefined): string {
  if (type === 'numeric') return `trim_scale(${value})::text`;
  if (type === 'int8') return `${value}::text`;
  return type === 'timestamptz' ? `case when isfinite(${value}) then written_time(${value}) end` : value;
}
