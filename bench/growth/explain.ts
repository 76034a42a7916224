import { PostgreSqlConnection, type MikroORM } from '@mikro-orm/postgresql';
import pg from 'pg';

/** A statement, its plan, and the plan's faults. */
export interface Explained {
  readonly statement: string;
  readonly plan: PlanNode;
  readonly faults: readonly string[];
}

/** A node of a plan, as in EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON). */
export interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Plan Rows': number;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly 'Shared Hit Blocks': number;
  readonly 'Shared Read Blocks': number;
  readonly Plans?: readonly PlanNode[];
}

interface Sent {
  readonly text: string;
  readonly values: readonly unknown[];
}

/** A statement, or several sent together. */
type StatementArgument = string | Partial<Sent> | { readonly statements: readonly Partial<Sent>[] };

function statementsIn(argument: StatementArgument): readonly Partial<Sent>[] {
  if (typeof argument === 'string') return [{ text: argument }];
  return 'statements' in argument ? argument.statements : [argument];
}

const reads = /^\s*(select|with)\b/i;

/**
 * Most blocks for a page: an index descent and the rows. Each row may be in its own block, below a descent of
 * its own.
 */
const blocksMax = (rows: number): number => 48 + 8 * rows;

/** Entries between two marks (migrations/functions/report.sql): a statement page begins with their sums. */
const markedEvery = 256;

/** Most rows sorted: a page, or the entries since a mark, whatever the size of the table. */
const sortedMax = 300;

/**
 * Explains all statements that `work` reads through the ORM, on the ORM's own connections, so with the
 * service's settings and generic plans.
 */
export async function explained(orm: MikroORM, work: () => Promise<unknown>): Promise<Explained[]> {
  const connection = orm.em.getConnection();
  if (!(connection instanceof PostgreSqlConnection)) throw new Error('The connection is not PostgreSQL');
  const pool = await connection.getNativeClient();
  const found: Explained[] = [];
  for (const { text, values } of await statementsOf(pool, work)) {
    const plan = await explain(pool, { text, values });
    found.push({ statement: text.replaceAll(/\s+/g, ' '), plan, faults: faultsOf(plan) });
  }
  return found;
}

/** The statements that `work` sends through the pool. */
export async function statementsOf(pool: pg.Pool, work: () => Promise<unknown>): Promise<Sent[]> {
  const sent: Sent[] = [];
  const restores = new Map<pg.PoolClient, () => void>();
  const watch = (client: pg.PoolClient): void => {
    if (restores.has(client)) return;
    const query = client.query.bind(client) as (...args: unknown[]) => unknown;
    const watched = (argument: StatementArgument, ...rest: unknown[]): unknown => {
      for (const { text = '', values = [] } of statementsIn(argument))
        if (reads.test(text)) sent.push({ text, values });
      return query(argument, ...rest);
    };
    restores.set(client, () => Object.assign(client, { query }));
    Object.assign(client, { query: watched });
  };
  pool.on('acquire', watch);
  try {
    await work();
  } finally {
    pool.off('acquire', watch);
    for (const restore of restores.values()) restore();
  }
  return sent;
}

async function explain(pool: pg.Pool, { text, values }: Sent): Promise<PlanNode> {
  const client = await pool.connect();
  try {
    const argumentsText = values.length === 0 ? '' : `(${values.map(literal).join()})`;
    await client.query(`prepare explained as ${text}`);
    // Runs once before measuring: a connection's first use of a table or function also reads the catalogue.
    await client.query(`execute explained${argumentsText}`);
    const { rows } = await client.query<{ 'QUERY PLAN': { Plan: PlanNode }[] }>(
      `explain (analyze, buffers, timing off, format json) execute explained${argumentsText}`,
    );
    await client.query('deallocate explained');
    const plan = rows[0]?.['QUERY PLAN'][0]?.Plan;
    if (!plan) throw new Error(`no plan was told for ${text}`);
    return plan;
  } finally {
    client.release();
  }
}

function literal(value: unknown): string {
  if (value === null || value === undefined) return 'null';
  if (Array.isArray(value)) return pg.escapeLiteral(`{${value.map((each) => JSON.stringify(each)).join()}}`);
  return pg.escapeLiteral(
    value instanceof Date ? value.toISOString() : String(value as string | number | boolean),
  );
}

/** A table that always has one row. */
const ofOneRow = 'platform';

/** Faults in the plan of a list: it sorts, scans, or reads far more than it returns. */
export function faultsOf(plan: PlanNode): string[] {
  const faults = nodesOf(plan).flatMap((node) => {
    const rows = Math.max(node['Plan Rows'], node['Actual Rows']);
    if (node['Node Type'].includes('Sort') && rows > sortedMax) return [`sorts ${rows} rows`];
    if (node['Node Type'] !== 'Seq Scan' || node['Relation Name'] === ofOneRow) return [];
    // An empty table proves nothing.
    const looked = node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0);
    return looked > 0 ? [`scans ${node['Relation Name']}`] : [];
  });
  const blocks = plan['Shared Hit Blocks'] + plan['Shared Read Blocks'];
  const rows = plan['Actual Rows'];
  const entries = nodesOf(plan).filter((node) => node['Relation Name'] === 'entry');
  const summed = entries.reduce((sum, each) => sum + each['Actual Rows'] * each['Actual Loops'], 0) - rows;
  const allowed = blocksMax(rows) + Math.max(0, Math.min(summed, markedEvery));
  return blocks > allowed ? [...faults, `reads ${blocks} blocks for ${rows} rows`] : faults;
}

function nodesOf(plan: PlanNode): PlanNode[] {
  return [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];
}
