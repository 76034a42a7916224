import { BigNumber } from 'bignumber.js';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import type { Notice, StatementLine } from './message.ts';

const ddl = `
create table if not exists request (
  path text primary key, body text not null, answer text, received_at text not null
) strict;
create table if not exists notice (
  sequence integer primary key autoincrement, id text not null unique, body text not null,
  is_taken integer not null default 0
) strict;
create index if not exists notice_untaken on notice (sequence) where is_taken = 0;
create table if not exists line (
  sequence integer primary key autoincrement, source text unique, body text not null,
  booked_on text not null, is_marker integer not null default 0
) strict;
create table if not exists balance (currency text primary key, amount text not null) strict;
`;

interface Stored {
  readonly sequence: number;
  readonly body: string;
}

interface Page {
  readonly rows: readonly object[];
  readonly next: string;
  readonly hasMore: boolean;
}

/**
 * The durable record of a connector: one SQLite file, synced at each commit, used by one process at a time.
 * It has requests, the log of notices and the statement; a bank adds its own tables.
 */
export class Journal {
  readonly #db: DatabaseSync;

  /** `tables`: DDL that is safe to run at each start, or steps that are each run once, in order. */
  constructor(path: string, tables: string | readonly string[] = '') {
    this.#db = new DatabaseSync(path);
    this.#db.exec(
      'pragma locking_mode = exclusive; pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = on;',
    );
    this.#db.exec(typeof tables === 'string' ? ddl + tables : ddl);
    if (typeof tables !== 'string') this.#run(tables);
  }

  #run(steps: readonly string[]): void {
    const { user_version: done = 0 } = this.one<{ user_version: number }>('pragma user_version') ?? {};
    for (const [at, step] of steps.entries())
      if (at >= done) this.commit(() => this.#db.exec(`${step}; pragma user_version = ${at + 1}`));
  }

  close(): void {
    this.#db.close();
  }

  all<T>(sql: string, ...values: SQLInputValue[]): T[] {
    return this.#db.prepare(sql).all(...values) as T[];
  }

  one<T>(sql: string, ...values: SQLInputValue[]): T | undefined {
    return this.#db.prepare(sql).get(...values) as T | undefined;
  }

  run(sql: string, ...values: SQLInputValue[]): number {
    return Number(this.#db.prepare(sql).run(...values).changes);
  }

  /** Rows changed since the journal was opened; no other process changes it. */
  changes(): number {
    return this.one<{ count: number }>('select total_changes() as count')?.count ?? 0;
  }

  /**
   * After a restore: later notices and lines get sequences above those of the lost journal. Milliseconds
   * since 1970 grow faster than the sequences, so a second restore of the same backup repeats none either.
   */
  skipSequences(now: Date): void {
    for (const table of ['notice', 'line']) {
      this.run(
        'insert into sqlite_sequence (name, seq) select ?1, 0 where ?1 not in (select name from sqlite_sequence)',
        table,
      );
      this.run('update sqlite_sequence set seq = max(seq + 1000000, ?) where name = ?', now.getTime(), table);
    }
  }

  /** Runs `work` in a transaction. `work` is synchronous, so nothing else runs in between. */
  commit<T>(work: () => T): T {
    this.#db.exec('begin immediate');
    try {
      const result = work();
      this.#db.exec('commit');
      return result;
    } catch (error) {
      this.#db.exec('rollback');
      throw error;
    }
  }

  /** Stores a request before anything is done; returns what was stored first under that path. */
  keep(path: string, body: string): { body: string; answer: string | undefined; isRepeat: boolean } {
    const isNew =
      this.run(
        'insert into request (path, body, received_at) values (?, ?, ?) on conflict (path) do nothing',
        path,
        body,
        new Date().toISOString(),
      ) === 1;
    const row = this.request(path);
    if (row === undefined) throw new Error(`the request ${path} was not stored`);
    return { ...row, isRepeat: !isNew };
  }

  request(path: string): { body: string; answer: string | undefined; receivedAt: string } | undefined {
    const row = this.one<{ body: string; answer: string | null; received_at: string }>(
      'select body, answer, received_at from request where path = ?',
      path,
    );
    return row && { body: row.body, answer: row.answer ?? undefined, receivedAt: row.received_at };
  }

  answer(path: string, answer: string): void {
    this.run('update request set answer = ? where path = ? and answer is null', answer, path);
  }

  /** Adds a notice; one with a known id is ignored. */
  notify(notice: Notice): void {
    this.run(
      'insert into notice (id, body) values (?, ?) on conflict (id) do nothing',
      notice.id,
      JSON.stringify(notice),
    );
  }

  notices(after: string, limit: number): Page {
    return pageOf(
      this.all<Stored>(
        'select sequence, body from notice where sequence > ? order by sequence limit ?',
        after,
        limit,
      ),
      { after, limit },
    );
  }

  untaken(limit: number): { sequence: number }[] {
    const rows = this.all<Stored>(
      'select sequence, body from notice where is_taken = 0 order by sequence limit ?',
      limit,
    );
    return rows.map(objectOf);
  }

  setTaken(sequences: readonly number[]): void {
    this.run(
      'update notice set is_taken = 1 where sequence in (select value from json_each(?))',
      JSON.stringify(sequences),
    );
  }

  /**
   * Adds a line and its part of the balance; a known source is ignored. `sign`: 1 for money in, -1 for money
   * out, 0 if the bank states its balance. Days only advance: a line of a later day closes the day before,
   * and a late line is booked on the first open day. Call it within `commit`.
   */
  book(source: string, line: StatementLine, sign: 1 | 0 | -1): void {
    if (this.one('select 1 from line where source = ?', source) !== undefined) return;
    const last = this.#lastLine();
    const earliest = last?.is_marker === 1 ? dayAfter(last.booked_on) : (last?.booked_on ?? '');
    const day = line.booked_on < earliest ? earliest : line.booked_on;
    if (last?.is_marker === 0 && day > last.booked_on) this.closeDay(last.booked_on);
    this.run(
      'insert into line (source, body, booked_on) values (?, ?, ?)',
      source,
      JSON.stringify({ ...line, booked_on: day }),
      day,
    );
    if (sign === 0) return;
    const before = this.one<{ amount: string }>(
      'select amount from balance where currency = ?',
      line.currency,
    );
    const amount = BigNumber(before?.amount ?? '0').plus(BigNumber(line.amount).times(sign));
    this.run(
      'insert into balance (currency, amount) values (?, ?) on conflict (currency) do update set amount = excluded.amount',
      line.currency,
      amount.toFixed(),
    );
  }

  /** The day with lines but without a marker. */
  openDay(): string | undefined {
    const last = this.#lastLine();
    return last?.is_marker === 0 ? last.booked_on : undefined;
  }

  #lastLine() {
    return this.one<{ booked_on: string; is_marker: 0 | 1 }>(
      'select booked_on, is_marker from line order by sequence desc limit 1',
    );
  }

  /** Ends a day with a marker, unless nothing was booked since the last marker. */
  closeDay(day: string): void {
    this.run(
      `insert into line (body, booked_on, is_marker)
       select ?, ?, 1 where exists (select 1 from line where sequence > ?)`,
      JSON.stringify({ kind: 'day_closed', booked_on: day }),
      day,
      this.closedSequence(),
    );
  }

  closedSequence(): number {
    const row = this.one<{ last: number }>(
      'select coalesce(max(sequence), 0) as last from line where is_marker = 1',
    );
    return row?.last ?? 0;
  }

  lines(after: string, limit: number): Page {
    return pageOf(
      this.all<Stored>(
        'select sequence, body from line where sequence > ? order by sequence limit ?',
        after,
        limit,
      ),
      { after, limit },
    );
  }

  balances(): { currency: string; amount: string }[] {
    return this.all('select currency, amount from balance order by currency');
  }
}

const objectOf = ({ sequence, body }: Stored): { sequence: number } => ({
  ...(JSON.parse(body) as object),
  sequence,
});

const dayAfter = (day: string): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);

function pageOf(rows: readonly Stored[], { after, limit }: { after: string; limit: number }): Page {
  const next = rows.at(-1)?.sequence;
  return {
    rows: rows.map(objectOf),
    next: next === undefined ? after : String(next),
    hasMore: rows.length === limit,
  };
}
