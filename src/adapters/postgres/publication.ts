import pg from 'pg';
import { outTables } from './data-out.js';
import { lockMs, patiently } from './expand.js';
import { sqlState } from './failure.js';

/** Missing right, or a lock that another session holds for long, such as a vacuum. */
const postponed = new Set(['42501', '55P03']);
const lockTries = 3;

/** Publications are named per database, and one database may hold the service in several schemas. */
export const publicationOf = (schema: string): string => (schema === 'public' ? 'psp' : `psp_${schema}`);

interface Listed {
  readonly name: string;
  readonly columns: readonly string[];
}

/**
 * Creates the publication of the published tables (docs/data-out.md), or updates its columns to this release. Returns a
 * warning if the role lacks a right or a table stays locked, because a migration must not fail for that.
 */
export async function publish(client: pg.Client, schema: string): Promise<string | undefined> {
  const name = publicationOf(schema);
  const wanted = await presentOf(client, schema);
  const listed = await listedIn(client, name, schema);
  if (wanted.length === 0 || isSame(wanted, listed ?? [])) return undefined;
  const id = pg.escapeIdentifier;
  const tables = wanted.map(
    (each) => `table ${id(schema)}.${id(each.name)} (${each.columns.map(id).join(', ')})`,
  );
  const verb = listed ? `alter publication ${id(name)} set` : `create publication ${id(name)} for`;
  try {
    await patiently(async () => {
      await client.query(`set lock_timeout = ${lockMs}`);
      // A subscriber replicates the table as a whole; its partitions here do not matter.
      if (listed) await client.query(`alter publication ${id(name)} set (publish_via_partition_root = true)`);
      await client.query(
        `${verb} ${tables.join(', ')}${listed ? '' : ' with (publish_via_partition_root = true)'}`,
      );
    }, lockTries);
    return undefined;
  } catch (error) {
    if (!postponed.has(sqlState(error) ?? '')) throw error;
    return `The publication ${name} was not ${listed ? 'changed' : 'created'}: ${(error as Error).message}. The next migrate or start tries again. See docs/data-out.md.`;
  }
}

/** Statements around contract migrations, in their transaction. */
export interface PublicationChange {
  /** Removes the columns that the migrations drop or retype: PostgreSQL refuses both for published columns. */
  readonly narrow: string;
  /** Publishes this release's columns of the same tables again. */
  readonly restore: string;
}

/**
 * What the publication needs before and after these contract migrations. All other columns stay published throughout, so a
 * subscriber also receives the rows that the migrations change.
 */
export async function publicationChange(
  client: pg.Client,
  schema: string,
  texts: readonly string[],
): Promise<PublicationChange | undefined> {
  const name = publicationOf(schema);
  const listed = (await listedIn(client, name, schema)) ?? [];
  const id = pg.escapeIdentifier;
  const narrow: string[] = [];
  const names: string[] = [];
  for (const { name: table, columns } of listed) {
    const declared = outTables.find((each) => each.name === table);
    const reshaped = reshapedIn(texts, table);
    const same = columns.filter((each) => declared?.columns.includes(each) && !reshaped.has(each));
    if (same.length === columns.length) continue;
    const tableName = `${id(schema)}.${id(table)}`;
    names.push(table);
    narrow.push(`alter publication ${id(name)} drop table ${tableName};`);
    // Without its key columns, a published table accepts no updates, so the table stays out for now.
    if (declared?.key.every((each) => same.includes(each)))
      narrow.push(`alter publication ${id(name)} add table ${tableName} (${same.map(id).join(', ')});`);
  }
  if (names.length === 0) return undefined;
  return { narrow: narrow.join('\n'), restore: restoreStatement(name, schema, names) };
}

const dropped = /\bdrop\s+(?:column\s+)?(?:if\s+exists\s+)?"?(\w+)/gi;
const retyped = /\balter\s+(?:column\s+)?"?(\w+)"?\s+(?:set\s+data\s+)?type\b/gi;

/** Columns that the migrations naming this table drop or retype. Extra matches do no harm. */
function reshapedIn(texts: readonly string[], table: string): ReadonlySet<string> {
  const own = texts.filter((text) => new RegExp(`\\b${table}\\b`, 'i').test(text));
  const found = own.flatMap((text) => [...text.matchAll(dropped), ...text.matchAll(retyped)]);
  return new Set(found.map(([, column = '']) => column.toLowerCase()));
}

/** The columns are looked up at run time, because a run may apply only some of the migrations. */
function restoreStatement(name: string, schema: string, names: readonly string[]): string {
  const wanted = outTables.filter((each) => names.includes(each.name));
  const literal = pg.escapeLiteral;
  const json = literal(JSON.stringify(Object.fromEntries(wanted.map((each) => [each.name, each.columns]))));
  return `do $restore$ declare own record; begin
    for own in
      select c.relname, string_agg(quote_ident(a.attname), ', ' order by a.attnum) as columns,
          exists (select from pg_publication_tables p
            where p.pubname = ${literal(name)} and p.schemaname = ${literal(schema)} and p.tablename = c.relname) as is_listed
        from json_each(${json}) as wanted
        join pg_class c on c.relnamespace = ${literal(pg.escapeIdentifier(schema))}::regnamespace and c.relkind in ('r', 'p') and c.relname = wanted.key
        join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
          and a.attname in (select json_array_elements_text(wanted.value))
        group by c.relname
    loop
      if own.is_listed then
        execute format('alter publication %I drop table %I.%I', ${literal(name)}, ${literal(schema)}, own.relname);
      end if;
      execute format('alter publication %I add table %I.%I (%s)', ${literal(name)}, ${literal(schema)}, own.relname, own.columns);
    end loop;
  end $restore$`;
}

/** The published tables and columns that the database has. A run may apply only some of the migrations. */
async function presentOf(client: pg.Client, schema: string): Promise<Listed[]> {
  const { rows } = await client.query<{ name: string; columns: string[] }>(
    `select c.relname::text as name, array_agg(a.attname::text) as columns
       from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
       where c.relnamespace = $1::regnamespace and c.relkind in ('r', 'p') and c.relname = any($2) group by c.relname`,
    [pg.escapeIdentifier(schema), outTables.map(({ name }) => name)],
  );
  const present = new Map(rows.map(({ name, columns }) => [name, new Set(columns)]));
  return outTables.flatMap(({ name, columns, key }) => {
    const has = present.get(name);
    const existing = columns.filter((column) => has?.has(column));
    return has && key.every((column) => has.has(column)) ? [{ name, columns: existing }] : [];
  });
}

/** The tables and columns in the publication; undefined if it does not exist. */
async function listedIn(client: pg.Client, name: string, schema: string): Promise<Listed[] | undefined> {
  const { rowCount } = await client.query('select from pg_publication where pubname = $1', [name]);
  if (rowCount === 0) return undefined;
  const { rows } = await client.query<{ name: string; columns: string[] }>(
    `select tablename::text as name, attnames::text[] as columns from pg_publication_tables
       where pubname = $1 and schemaname = $2`,
    [name, schema],
  );
  return rows;
}

function isSame(wanted: readonly Listed[], listed: readonly Listed[]): boolean {
  const textOf = (tables: readonly Listed[]): string =>
    tables
      .map(({ name, columns }) => `${name} ${columns.toSorted().join()}`)
      .toSorted()
      .join('\n');
  return textOf(wanted) === textOf(listed);
}
