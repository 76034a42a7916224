import { Pool } from 'pg';
import { createSchema } from '../simulator/schema.js';
import type { Line } from './line.js';

/** Tables of the protocol, in addition to those of the simulated bank. */
const ddl = `
create schema if not exists connector;

create table if not exists connector.asked (
  path text primary key,
  body text not null,
  received_at timestamptz not null default clock_timestamp()
);

create table if not exists connector.notice (
  sequence bigint generated always as identity primary key,
  id text not null unique,
  told text not null,
  is_taken boolean not null default false
);
create index if not exists notice_untaken on connector.notice (sequence) where not is_taken;

create table if not exists connector.line (
  sequence bigint generated always as identity primary key,
  told text not null,
  currency text,
  amount numeric,
  closes date,
  source text unique
);
`;

/** One writer at a time, so that numbers follow commit order and no cursor skips a row. */
const inOrder = `select pg_advisory_xact_lock(hashtext('psp reference connector'))`;

export interface StoredRequest {
  readonly body: string;
  readonly receivedAt: Date;
}

export interface StoredNotice {
  readonly sequence: string;
  readonly told: string;
}

/** The store of the reference connector, in its own PostgreSQL schema. */
export class ReferenceStore {
  private constructor(private readonly pool: Pool) {}

  static async open(url: string, report: (error: unknown) => void): Promise<ReferenceStore> {
    await createSchema(url, { tables: ddl });
    const pool = new Pool({ connectionString: url, max: 3, application_name: 'psp-connector' });
    pool.on('error', report);
    pool.on('connect', (client) => client.on('error', () => undefined));
    return new ReferenceStore(pool);
  }

  close(): Promise<void> {
    return this.pool.end();
  }

  async requestAt(path: string): Promise<StoredRequest | undefined> {
    const { rows } = await this.pool.query<{ body: string; received_at: Date }>(
      'select body, received_at from connector.asked where path = $1',
      [path],
    );
    return rows[0] && { body: rows[0].body, receivedAt: rows[0].received_at };
  }

  /**
   * Stores a request before it is executed and returns the first request under the same path, which may be
   * this one.
   */
  async keep(path: string, body: string): Promise<StoredRequest> {
    await this.pool.query(
      'insert into connector.asked (path, body) values ($1, $2) on conflict (path) do nothing',
      [path, body],
    );
    const stored = await this.requestAt(path);
    if (stored === undefined) throw new Error('the stored request is missing');
    return stored;
  }

  async addNotices(notices: readonly { readonly id: string; readonly message: object }[]): Promise<void> {
    await this.alone((query) =>
      query(
        `insert into connector.notice (id, told)
         select id, told from unnest($1::text[], $2::text[]) with ordinality as n(id, told, place) order by place
         on conflict (id) do nothing`,
        [notices.map(({ id }) => id), notices.map(({ message }) => JSON.stringify(message))],
      ),
    );
  }

  async noticesAfter(after: string, limit: number): Promise<StoredNotice[]> {
    const { rows } = await this.pool.query<StoredNotice>(
      'select sequence, told from connector.notice where sequence > $1::bigint order by sequence limit $2',
      [after, limit],
    );
    return rows;
  }

  async untaken(limit: number): Promise<StoredNotice[]> {
    const { rows } = await this.pool.query<StoredNotice>(
      'select sequence, told from connector.notice where not is_taken order by sequence limit $1',
      [limit],
    );
    return rows;
  }

  async setTaken(sequences: readonly string[]): Promise<void> {
    await this.pool.query('update connector.notice set is_taken = true where sequence = any($1)', [
      sequences,
    ]);
  }

  /** Adds lines, once each by source, and closes the days that have ended. */
  async book(lines: readonly Line[], today: string, closesAtOnce: boolean): Promise<void> {
    const close = `insert into connector.line (told, closes)
      select json_build_object('kind', 'day_closed', 'booked_on', day)::text, day
      from (select max((told::json ->> 'booked_on')::date) as day, max(sequence) as last from connector.line) booked
      where last > coalesce((select max(sequence) from connector.line where closes is not null), 0)
        and (day < $1::date or $2)`;
    await this.alone(async (query) => {
      await query(close, [today, false]);
      await query(
        `insert into connector.line (told, currency, amount, source)
         select told, currency, amount, source
         from json_to_recordset($1) as l(told text, currency text, amount numeric, source text, place int) order by place
         on conflict (source) do nothing`,
        [JSON.stringify(lines.map((line, index) => ({ ...line, place: index })))],
      );
      await query(close, [today, closesAtOnce]);
    });
  }

  async lastSource(): Promise<string | undefined> {
    const { rows } = await this.pool.query<{ last: string | null }>(
      'select max(source::bigint) as last from connector.line',
    );
    return rows[0]?.last ?? undefined;
  }

  async linesAfter(after: string, limit: number) {
    const { rows } = await this.pool.query<{ sequence: string; told: string; closed: string | null }>(
      `select sequence, told, (select max(sequence) from connector.line where closes is not null) as closed
       from connector.line where sequence > $1::bigint order by sequence limit $2`,
      [after, limit],
    );
    return rows;
  }

  async closed(): Promise<string> {
    const { rows } = await this.pool.query<{ closed: string | null }>(
      'select max(sequence) as closed from connector.line where closes is not null',
    );
    return rows[0]?.closed ?? '0';
  }

  async balances(): Promise<{ currency: string; amount: string }[]> {
    const { rows } = await this.pool.query<{ currency: string; amount: string }>(
      `select currency, sum(amount) as amount from connector.line
       where currency is not null group by currency order by currency`,
    );
    return rows;
  }

  private async alone(
    work: (query: (text: string, values: unknown[]) => Promise<unknown>) => Promise<unknown>,
  ): Promise<void> {
    const client = await this.pool.connect();
    try {
      await client.query(`begin; ${inOrder}`);
      await work((text, values) => client.query(text, values));
      await client.query('commit');
      client.release();
    } catch (error) {
      client.release(true);
      throw error;
    }
  }
}
