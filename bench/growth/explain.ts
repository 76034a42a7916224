import { PostgreSqlConnection, type MikroORM } from '@mikro-orm/postgresql';
import pg from 'pg';

/** A statement as it was sent, what its plan read, and what is wrong with that. */
export interface Explained {
  readonly statement: string;
  readonly plan: PlanNode;
  readonly faults: readonly string[];
}

/** One step of a plan, as EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) tells it. */
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

/** A statement, or several that travel together. */
type StatementArgument = string | Partial<Sent> | { readonly statements: readonly Partial<Sent>[] };

function statementsIn(asked: StatementArgument): readonly Partial<Sent>[] {
  if (typeof asked === 'string') return [{ text: asked }];
  return 'statements' in asked ? asked.statements : [asked];
}

const reads = /^\s*(select|with)\b/i;

/** A page is a descent and its rows; each row may lie on a page of its own, below a descent of its own. */
const blocksMax = (rows: number): number => 48 + 8 * rows;

/** The entries from a mark to the next (migrations/functions/report.sql): a page of a statement begins with their sums. */
const markedEvery = 256;

/** A page, and the entries since a mark, are put in order however large the table is; a sort of more grows with it. */
const sortedMax = 300;

/**
 * The plans of whatever `work` reads through the mapper: its own statements, explained on the mapper's own
 * connections, so with the settings and the generic plans that the service runs with.
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

/** The reads of `work` through the pool, statement by statement. */
export async function statementsOf(pool: pg.Pool, work: () => Promise<unknown>): Promise<Sent[]> {
  const sent: Sent[] = [];
  const restores = new Map<pg.PoolClient, () => void>();
  const watch = (client: pg.PoolClient): void => {
    if (restores.has(client)) return;
    const query = client.query.bind(client) as (...args: unknown[]) => unknown;
    const watched = (asked: StatementArgument, ...rest: unknown[]): unknown => {
      for (const { text = '', values = [] } of statementsIn(asked))
        if (reads.test(text)) sent.push({ text, values });
      return query(asked, ...rest);
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
    const given = values.length === 0 ? '' : `(${values.map(literal).join()})`;
    await client.query(`prepare explained as ${text}`);
    // Once unmeasured: a connection's first use of a table or function reads the catalogue too.
    await client.query(`execute explained${given}`);
    const { rows } = await client.query<{ 'QUERY PLAN': { Plan: PlanNode }[] }>(
      `explain (analyze, buffers, timing off, format json) execute explained${given}`,
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

/** However much there is, this table has one row. */
const ofOneRow = 'platform';

/** The faults of a list's plan, however large the table: it sorts, scans, or reads far more than it answers with. */
export function faultsOf(plan: PlanNode): string[] {
  const faults = nodesOf(plan).flatMap((node) => {
    const rows = Math.max(node['Plan Rows'], node['Actual Rows']);
    if (node['Node Type'].includes('Sort') && rows > sortedMax) return [`sorts ${rows} rows`];
    if (node['Node Type'] !== 'Seq Scan' || node['Relation Name'] === ofOneRow) return [];
    // Of an empty table it tells nothing.
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
