import { sql, type RawBuilder } from 'kysely';

type Sql = RawBuilder<unknown>;

/**
 * A way through a table in the order of an index, newest first. A branch is a set of conditions that an index begins
 * with, so that its rows come in order; several are merged. Filters are what no index answers: they are judged on
 * the rows that are met.
 */
export interface Walk {
  readonly table: string;
  readonly columns: Sql;
  /** The column after which the index is ordered. */
  readonly order: string;
  readonly branches: readonly (readonly Sql[])[];
  readonly filters: readonly Sql[];
  /** Pairs of metadata: the walk goes by the rarest of them, and its branch is judged on the rows that bear it. */
  readonly paired?: Paired;
  /** A range of amounts: see `byAmount`. */
  readonly ranged?: Ranged;
  readonly limit: number;
}

export interface Ranged {
  /** On the account, the currency and the amount: what the index begins with. */
  readonly met: readonly Sql[];
  /** The amount. */
  readonly by: Sql;
}

interface Paired {
  readonly accountId: string;
  readonly metadata: Readonly<Record<string, string>>;
  /** Of the ids of what is wanted. */
  readonly prefix: string;
  /** On the id. */
  readonly bounds: readonly Sql[];
}

/** Rows that a filter may look at before the caller has to ask on: a rare one must not walk through everything. */
export const windowRows = 10_000;

/** The rows of a stretch, and one more where the walk goes on. */
export function rowsQuery(walk: Walk): Sql {
  const { filters, limit, columns, table, order } = walk;
  if (filters.length === 0) return merged(walk, columns, limit + 1);
  const met = merged(walk, columns, windowRows);
  return sql`select * from (${met}) ${sql.ref(table)} where ${sql.join(filters, sql` and `)}
    order by ${sql.ref(order)} desc limit ${limit + 1}`;
}

/** Where the window of a filtered walk ended, if it did not end with the table. */
export function windowEndQuery(walk: Walk): Sql {
  const { order } = walk;
  const met = merged(walk, sql.ref(order), windowRows);
  return sql`select met.${sql.ref(order)} as position from (${met}) met
    order by met.${sql.ref(order)} desc offset ${windowRows - 1} limit 1`;
}

/** Each branch is read in its own order, and the planner merges what is ordered without sorting it. */
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

/** Bearers of a pair that are counted to tell a rare one from a common one. */
const countedMax = 200;

/** Each step stands in a subquery of its own (OFFSET 0): the planner cannot know how many rows bear a pair. */
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

/** Rows of a range of amounts that are sorted at most. Of more, one in a few is met on a walk by the id. */
const sortedMax = 5_000;

/**
 * An index of amounts has a range in the order of amounts, and a list is in that of ids. A range of few rows is sorted; of
 * many, the list is walked by ids, and the amounts are judged on the rows that are met. The count decides which of the two
 * runs, so that no estimate of the planner does.
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

/** Every choice of one value for each field. */
export function choices(
  fields: readonly (readonly [field: string, values: readonly unknown[]])[],
): (readonly [field: string, value: unknown])[][] {
  return fields.reduce<(readonly [string, unknown])[][]>(
    (made, [field, values]) =>
      made.flatMap((choice) => values.map((value) => [...choice, [field, value] as const])),
    [[]],
  );
}
