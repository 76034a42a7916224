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
  readonly limit: number;
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
  const { table, order, branches, paired } = walk;
  if (paired !== undefined) return byPair(walk, paired, { columns, limit });
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
