import { tracingChannel } from 'node:diagnostics_channel';
import { Kysely, DummyDriver, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Pool, PoolClient, QueryResult } from 'pg';
import { ClockStepped, isStepped, type Clock } from '../../ports/clock.js';
import type { Span } from '../../ports/trace.js';
import { isOfStatement } from './failure.js';

/**
 * Turns a query into text and parameters; it never runs one. Statements are text, and not typed Kysely: the noun is mostly
 * a parameter, and `selectFrom` over a union of tables cannot be called (TS2349). The drift test holds tables to entities.
 */
const compiler = new Kysely<unknown>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
});

/** The texts of the service are few and fixed, so each is planned once a connection, under a name of its own. */
const names = new Map<string, string>();

export interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
}

function prepared({ text, values }: Statement) {
  let name = names.get(text);
  if (name === undefined) {
    name = `psp_${names.size}`;
    names.set(text, name);
  }
  return { name, text, values: [...values] };
}

const spans = tracingChannel<unknown, Span>('psp:span');

/** Told to whoever follows requests: the text alone, in which no value stands. */
function followed<T>(text: string, run: () => Promise<T>): Promise<T> {
  if (!spans.hasSubscribers) return run();
  const facts = { 'db.system.name': 'postgresql', 'db.query.text': text.slice(0, 500) };
  return spans.tracePromise(run, { name: spanNameOf(text), kind: 'client', facts });
}

const spanNameMax = 60;

/** The verb of a statement, and the first table or function that it names: a list of columns would be no name. */
export function spanNameOf(text: string): string {
  const verb = /\w+/.exec(text)?.[0] ?? '';
  const called = /^\s*select\s+(\w+)\(/i.exec(text)?.[1] ?? '';
  const about = /\b(?:from|into|update|join)\s+"?([\w.]+)/i.exec(text)?.[1] ?? called;
  return `sql ${verb} ${about}`.trim().slice(0, spanNameMax);
}

export function compiled(query: RawBuilder<unknown>): Statement {
  const { sql: text, parameters: values } = query.compile(compiler);
  return { text, values };
}

const clocks = new WeakMap<Pool, Clock>();

/**
 * From now on whatever this pool writes is refused while the database's clock is not where this process expects it: before
 * it is sent where that is known here, and by `machine_now` and `business_now` in the first moments of a step.
 */
export function expectTime(pool: Pool, clock: Clock): void {
  clocks.set(pool, clock);
}

function trustedClock(pool: Pool): Clock | undefined {
  const clock = clocks.get(pool);
  if (clock !== undefined && isStepped(clock)) throw new ClockStepped();
  return clock;
}

/** The expected time goes with BEGIN, in one message: it costs no round trip. */
const beginAt = (clock: Clock | undefined): string =>
  clock === undefined ? 'begin' : `begin; set local psp.expected_ms = ${clock.machineNow().getTime()}`;

/** As `rowsOf`, of a statement that writes a time: in a transaction of its own, which goes out in one write. */
export async function writtenRowsOf<T>(pool: Pool, statement: Statement): Promise<T[]> {
  const clock = trustedClock(pool);
  const client = await pool.connect();
  together(client);
  const query = prepared(statement);
  const [begun, answer, committed] = await Promise.allSettled([
    client.query(beginAt(clock)),
    followed(query.text, () => client.query(query)),
    client.query('commit'),
  ]);
  const failed = [begun, answer, committed].find((each) => each.status === 'rejected');
  client.release(failed !== undefined && !isOfStatement(failed.reason));
  if (failed) throw failed.reason;
  if (answer.status !== 'fulfilled') throw new Error('a statement ended in no way');
  return answer.value.rows as T[];
}

/** The rows of one statement, on a connection of its own; one that failed by more than its statement is not trusted again. */
export function rowsOf<T>(pool: Pool, statement: Statement): Promise<T[]> {
  return rowsOfQuery(pool, prepared(statement));
}

/** As `rowsOf`, of a text that is not to be remembered: there are many like it. */
export function rowsOfOnce<T>(pool: Pool, { text, values }: Statement): Promise<T[]> {
  return rowsOfQuery(pool, { text, values: [...values] });
}

async function rowsOfQuery<T>(pool: Pool, query: { text: string; values: unknown[] }): Promise<T[]> {
  const client = await pool.connect();
  try {
    const { rows } = await followed(query.text, () => client.query(query));
    client.release();
    return rows as T[];
  } catch (error) {
    client.release(!isOfStatement(error));
    throw error;
  }
}

/**
 * The rows of a statement, and those of another that runs before it on the same connection; both leave together. A text
 * `isOnce` is not to be remembered.
 */
export async function rowsAfter<B, T>(
  pool: Pool,
  before: Statement,
  { isOnce, ...statement }: Statement & { readonly isOnce: boolean },
): Promise<{ readonly before: B[]; readonly rows: T[] }> {
  const query = isOnce ? { ...statement, values: [...statement.values] } : prepared(statement);
  const client = await pool.connect();
  together(client);
  try {
    const [first, { rows }] = await Promise.all([
      client.query(prepared(before)),
      followed(query.text, () => client.query(query)),
    ]);
    client.release();
    return { before: first.rows as B[], rows: rows as T[] };
  } catch (error) {
    client.release(!isOfStatement(error));
    throw error;
  }
}

/**
 * All that this turn of the event loop sends leaves in one write. The driver makes one of each statement, and each wakes the
 * server: without this a payout took 1.04 to 1.10 times as much of the processors, a pay-in 1.07 times.
 */
function together({ connection: { stream } }: PoolClient): void {
  stream.cork();
  process.nextTick(() => stream.uncork());
}

/**
 * One transaction on one connection. A statement waits for the next one with rows, or for the commit, and goes
 * out with it without waiting for answers in between: the pool's clients pipeline (orm.ts).
 */
export class Connection {
  #unsent: Statement[] = [];
  #fault: { readonly error: unknown } | undefined;
  /** A statement that went out with a BEGIN that failed was outside of a transaction. */
  readonly #begun: Promise<unknown>;

  private constructor(
    private readonly client: PoolClient,
    clock: Clock | undefined,
  ) {
    together(client);
    this.#begun = client.query(beginAt(clock));
    this.#begun.catch((error: unknown) => {
      this.#fault ??= { error };
    });
  }

  /** Runs the work and commits; whatever fails, nothing of it is kept and the connection is whole or gone. */
  static async transaction<T>(pool: Pool, work: (connection: Connection) => Promise<T>): Promise<T> {
    const clock = trustedClock(pool);
    const client = await pool.connect();
    const connection = new Connection(client, clock);
    try {
      const result = await work(connection);
      await connection.commit();
      client.release();
      return result;
    } catch (error) {
      await connection.abandon();
      // The first failure made all that followed it fail.
      throw connection.#fault?.error ?? error;
    }
  }

  async rows<T>(query: RawBuilder<T>): Promise<T[]> {
    await this.#begun;
    return this.look(query);
  }

  /** As `rows`, of what reads and locks and keeps nothing: it goes out with BEGIN, which a transaction mostly starts by. */
  async look<T>(query: RawBuilder<T>): Promise<T[]> {
    const { rows } = await this.exchange(compiled(query));
    return rows as T[];
  }

  /**
   * Sends without waiting: a failure comes out with the next rows, or at the commit. Before the first rows have come it
   * may be no more than a lock.
   */
  send(statement: Statement): void {
    this.#unsent.push(statement);
  }

  private async exchange(last: Statement): Promise<QueryResult> {
    // Nothing more goes out: without its BEGIN it would be kept.
    if (this.#fault) throw this.#fault.error;
    together(this.client);
    const before = this.#unsent.map((each) => followed(each.text, () => this.client.query(prepared(each))));
    this.#unsent = [];
    try {
      const [answer] = await followed(last.text, () =>
        Promise.all([this.client.query(prepared(last)), ...before]),
      );
      return answer;
    } catch (error) {
      this.#fault ??= { error };
      throw error;
    }
  }

  private async commit(): Promise<void> {
    await this.#begun;
    const committed = await this.exchange({ text: 'commit', values: [] });
    if (committed.command !== 'COMMIT') throw new Error('the transaction was rolled back');
  }

  private async abandon(): Promise<void> {
    try {
      await this.client.query('rollback');
      this.client.release();
    } catch {
      // A connection that cannot roll back is not given back: its server ends the transaction with it.
      this.client.release(true);
    }
  }
}
