import { tracingChannel } from 'node:diagnostics_channel';
import { Kysely, DummyDriver, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Pool, PoolClient, QueryResult } from 'pg';
import { ClockStepped, isStepped, type Clock } from '../../ports/clock.js';
import type { Span } from '../../ports/trace.js';
import { isOfStatement } from './failure.js';

/**
 * Compiles a query into text and parameters; it never runs a query. Queries are SQL text instead of typed Kysely: the
 * noun is usually a parameter, and `selectFrom` over a union of tables does not compile (TS2349). The drift test
 * compares tables with entities.
 */
const compiler = new Kysely<unknown>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
});

/** The service has few statement texts and they are fixed. Each gets a name, so each connection plans it once. */
const names = new Map<string, string>();

export interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
}

/** The statement with its name, as the driver takes it. */
export function prepared({ text, values }: Statement) {
  let name = names.get(text);
  if (name === undefined) {
    name = `psp_${names.size}`;
    names.set(text, name);
  }
  return { name, text, values: [...values] };
}

const spans = tracingChannel<unknown, Span>('psp:span');

/** Traces the statement. The span has the text, which contains no values. */
function followed<T>(text: string, run: () => Promise<T>): Promise<T> {
  if (!spans.hasSubscribers) return run();
  const facts = { 'db.system.name': 'postgresql', 'db.query.text': text.slice(0, 500) };
  return spans.tracePromise(run, { name: spanNameOf(text), kind: 'client', facts });
}

const spanNameMax = 60;

/** The verb, and the first table or function that the statement names. */
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
 * From now on, writes of this pool are refused while the database's clock differs from the expected time. This process
 * refuses before sending if it knows of the difference; otherwise `machine_now` and `business_now` refuse.
 */
export function expectTime(pool: Pool, clock: Clock): void {
  clocks.set(pool, clock);
}

function trustedClock(pool: Pool): Clock | undefined {
  const clock = clocks.get(pool);
  if (clock !== undefined && isStepped(clock)) throw new ClockStepped();
  return clock;
}

/** The expected time is part of the BEGIN message, so it costs no round trip. */
const beginAt = (clock: Clock | undefined): string =>
  clock === undefined ? 'begin' : `begin; set local psp.expected_ms = ${clock.machineNow().getTime()}`;

/**
 * Like `rowsOf`, for a statement that writes a time. It runs in its own transaction; BEGIN, statement and COMMIT go out
 * in one write.
 */
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
  if (answer.status !== 'fulfilled') throw new Error('a statement ended without a result');
  return answer.value.rows as T[];
}

/**
 * Runs one statement on its own connection. The connection is discarded after any error that is not a plain statement
 * error.
 */
export function rowsOf<T>(pool: Pool, statement: Statement): Promise<T[]> {
  return rowsOfQuery(pool, prepared(statement));
}

/** Like `rowsOf`, but without a prepared statement, because many different texts are sent this way. */
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
 * Runs `before` and then the statement on one connection; both go out in one write. With `isOnce` the statement is not
 * prepared.
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
 * Sends everything of this event-loop turn in one write. The driver writes each statement separately, and each write
 * wakes the server: that cost 4 to 10 % more CPU for a payout and 7 % for a pay-in.
 */
function together({ connection: { stream } }: PoolClient): void {
  stream.cork();
  process.nextTick(() => stream.uncork());
}

/**
 * One transaction on one connection. A sent statement waits for the next query with rows, or for the commit, and goes
 * out with it. No round trip is spent in between, because the pool's clients pipeline (orm.ts).
 */
export class Connection {
  #unsent: Statement[] = [];
  #fault: { readonly error: unknown } | undefined;
  /** If BEGIN failed, the statement sent with it ran outside a transaction. */
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

  /**
   * Runs the work and commits. After a failure nothing is committed, and the connection is rolled back or discarded.
   */
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
      // Later failures follow from the first one, so the first one is thrown.
      throw connection.#fault?.error ?? error;
    }
  }

  async rows<T>(query: RawBuilder<T>): Promise<T[]> {
    await this.#begun;
    return this.look(query);
  }

  /**
   * Like `rows`, for a query that only reads and locks. It goes out with BEGIN, because most transactions start with
   * such a query.
   */
  async look<T>(query: RawBuilder<T>): Promise<T[]> {
    const { rows } = await this.exchange(compiled(query));
    return rows as T[];
  }

  /**
   * Sends without waiting; an error surfaces at the next `rows` or at the commit. Before the first `rows` has returned,
   * send only locks.
   */
  send(statement: Statement): void {
    this.#unsent.push(statement);
  }

  private async exchange(last: Statement): Promise<QueryResult> {
    // Send nothing after a failed BEGIN: outside a transaction, the statement would be committed.
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
      // A connection that cannot roll back is discarded. The server then ends the transaction.
      this.client.release(true);
    }
  }
}
