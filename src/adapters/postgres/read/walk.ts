import { sql, type RawBuilder } from 'kysely';

type Sql = RawBuilder<unknown>;

/**
 * A walk through a table in index order, newest first. A branch is a set of conditions that an index begins with, so
 * its rows come in order; several branches are merged. Filters are conditions that no index answers; they are evaluated
 * on the rows found.
 */
export interface Walk {
  readonly table: string;
  readonly columns: Sql;
  /** The column that follows the branch's columns in the index. */
  readonly order: string;
  readonly branches: readonly (readonly Sql[])[];
  readonly filters: readonly Sql[];
  /** Metadata pairs. The walk follows the rarest pair, and evaluates the branch on the rows that have it. */
  readonly paired?: Paired;
  /** A range of amounts: see `byAmount`. */
  readonly ranged?: Ranged;
  readonly limit: number;
}

export interface Ranged {
  /** Conditions on account, currency and amount, the columns at the start of the index. */
  readonly met: readonly Sql[];
  /** The amount column. */
  readonly by: Sql;
}

interface Paired {
  readonly accountId: string;
  readonly metadata: Readonly<Record<string, string>>;
  /** The id prefix of the wanted noun. */
  readonly prefix: string;
  /** Bounds on the id. */
  readonly bounds: readonly Sql[];
}

/**
 * The most rows that one filtered read looks at; the caller then continues. Otherwise a rare value would walk the whole
 * table.
 */
export const windowRows = 10_000;

/** The rows of one page, plus one row if more follow. */
export function rowsQuery(walk: Walk): Sql {
  const { filters, limit, columns, table, order } = walk;
  if (filters.length === 0) return merged(walk, columns, limit + 1);
  const met = merged(walk, columns, windowRows);
  return sql`select * from (${met}) ${sql.ref(table)} where ${sql.join(filters, sql` and `)}
    order by ${sql.ref(order)} desc limit ${limit + 1}`;
}

/** The position at which the window of a filtered walk ended; no row if the table ended first. */
export function windowEndQuery(walk: Walk): Sql {
  const { order } = walk;
  const met = merged(walk, sql.ref(order), windowRows);
  return sql`select met.${sql.ref(order)} as position from (${met}) met
    order by met.${sql.ref(order)} desc offset ${windowRows - 1} limit 1`;
}

/** Each branch is read in index order, and the planner merges them without a sort. */
function merged(walk: Walk, columns: Sql, limit: number): Sql {
  const { table, order, branches, paired, ranged } = walk;
  if (paired !== undefined) return byPair(walk, paired, { columns, limit });
  if (ranged !== undefined) return byAmount(walk, ranged, { columns, limit });
  const parts = branches.map((conditions) => {
    const where = conditions.length === 0 ? sql`` : sql`where ${sql.join(conditions, sql` and `)}`;
    return sql`select ${columns} from ${sql.table(table)} ${where} order by ${sql.ref(order)} desc limit ${limit}`;
  });
  const [only] = parts;
  if (only !== undefined && parts.length === 1) return only;
  const all = sql.join(
    parts.map((part) => sql`(${part})`),
    sql` union all `,
  );
  return sql`select * from (${all}) branch order by ${sql.ref(order)} desc limit ${limit}`;
}

/** Rows that are counted per pair, to tell a rare pair from a common one. */
const countedMax = 200;

/** `offset 0` runs each step in its own subquery, because the planner cannot know how many rows have a pair. */
function byPair(
  { table, order, branches }: Walk,
  { accountId, metadata, prefix, bounds }: Paired,
  { columns, limit }: { readonly columns: Sql; readonly limit: number },
): Sql {
  const own = sql`id >= ${prefix} and id < ${prefix.replace('_', '`')}`;
  return sql`select ${columns} from (
      select pair from metadata_pairs(${accountId}, ${JSON.stringify(metadata)}) as wanted(pair)
      order by (select count(*) from (select from metadata_pair b where b.pair = wanted.pair limit ${countedMax}) bearer) limit 1
    ) rarest cross join lateral (
      select bearing.* from (
        select id from metadata_pair where pair = rarest.pair and ${sql.join([own, ...bounds], sql` and `)} order by id desc offset 0
      ) bearer cross join lateral (select * from ${sql.table(table)} where id = bearer.id offset 0) bearing
      where ${sql.join(branches.flat(), sql` and `)}
      order by bearer.id desc limit ${limit}
    ) ${sql.ref(table)} order by ${sql.ref(order)} desc`;
}

/** The most rows of an amount range that are sorted. If there are more, a walk by id finds matches quickly. */
const sortedMax = 5_000;

/**
 * The index of amounts is in amount order, but a list is in id order. A small range is sorted; for a large range the
 * list is walked by id and amounts are compared row by row. The counted rows decide, because the planner's estimate is
 * unreliable.
 */
function byAmount(
  { table, order, branches }: Walk,
  { met, by }: Ranged,
  { columns, limit }: { readonly columns: Sql; readonly limit: number },
): Sql {
  const own = sql.join(branches.flat(), sql` and `);
  const inRange = sql.join(met, sql` and `);
  const count = sql`(select count(*) from met)`;
  return sql`select ${columns} from (
      (with met as materialized (
        select id from ${sql.table(table)} where ${inRange} order by ${by}, id limit ${sql.lit(sortedMax + 1)}
      )
      (select bearing.* from (select id from met where ${count} <= ${sql.lit(sortedMax)} order by id desc offset 0) bearer
        cross join lateral (select * from ${sql.table(table)} where id = bearer.id and ${own} offset 0) bearing
        order by bearer.id desc limit ${limit})
      union all
      (select * from ${sql.table(table)} where ${own} and ${inRange} and ${count} > ${sql.lit(sortedMax)}
        order by ${sql.ref(order)} desc limit ${limit}))
    ) ${sql.ref(table)} order by ${sql.ref(order)} desc limit ${limit}`;
}

/** All combinations of one value per field. */
export function choices(
  fields: readonly (readonly [field: string, values: readonly unknown[]])[],
): (readonly [field: string, value: unknown])[][] {
  return fields.reduce<(readonly [string, unknown])[][]>(
    (made, [field, values]) =>
      made.flatMap((choice) => values.map((value) => [...choice, [field, value] as const])),
    [[]],
  );
}
