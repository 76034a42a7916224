import { Client, Pool, type ClientBase } from 'pg';
import { Refusal } from '../../../domain/refusal.js';

/**
 * The simulator's own tables, separate from the service's tables and migrations: they play the bank and prove
 * what was sent. All times are machine time from the database clock.
 */
const ddl = `
create schema if not exists simulator;

create table if not exists simulator.call (
  id bigint generated always as identity primary key,
  reference text not null,
  kind text not null,
  amount numeric not null,
  currency text not null,
  memo text,
  received_at timestamptz not null default clock_timestamp()
);

create table if not exists simulator.operation (
  reference text primary key,
  amount numeric not null check (amount > 0),
  currency text not null,
  answer text not null check (answer in ('accepted', 'paid', 'refused', 'uncertain')),
  answer_code text,
  answers_at timestamptz not null,
  finding text not null check (finding in ('paid', 'returned', 'not_executed', 'in_flight', 'unknown')),
  finding_code text,
  turns_to text check (turns_to in ('paid', 'returned', 'not_executed')),
  turns_at timestamptz check ((turns_at is null) = (turns_to is null)),
  repeats integer not null default 0
);

create table if not exists simulator.funding (
  reference text primary key,
  instructions text not null,
  closed_at timestamptz
);

create table if not exists simulator.payment (
  reference text primary key,
  funding_reference text not null,
  bank_reference text not null,
  amount numeric not null check (amount > 0),
  currency text not null,
  outcome text not null check (outcome in ('completed', 'failed', 'reversed')),
  due_at timestamptz not null,
  repeats integer not null default 0
);

create table if not exists simulator.notice (
  id text primary key,
  type text not null check (type in ('operation', 'payment_result')),
  reference text not null,
  outcome text not null,
  code text,
  amount numeric,
  currency text,
  attempts integer not null default 0,
  due_at timestamptz not null,
  delivered_at timestamptz
);
create index if not exists notice_due on simulator.notice (due_at) where delivered_at is null;
create index if not exists notice_reference on simulator.notice (reference) where delivered_at is null;

create table if not exists simulator.statement (
  sequence bigint generated always as identity primary key,
  kind text not null check (kind in ('order', 'order_returned', 'payment', 'payment_reversed')),
  reference text not null,
  amount numeric not null,
  currency text not null,
  given_for text,
  funding_reference text,
  bank_reference text,
  booked_at timestamptz not null default clock_timestamp(),
  unique (reference, kind)
);

-- Only where it is missing: the lock that it takes would wait for every call under way.
do $$ begin
  if to_regclass('simulator.operation_unbooked') is null then
    alter table simulator.operation add column given_for text, add column is_unbooked boolean not null default true;
    alter table simulator.payment add column is_unbooked boolean not null default true;
    create index operation_unbooked on simulator.operation (reference) where is_unbooked;
    create index payment_unbooked on simulator.payment (reference) where is_unbooked;
  end if;
  if not exists (select from pg_attribute where attrelid = 'simulator.payment'::regclass and attname = 'turns_to') then
    alter table simulator.payment add column turns_to text check (turns_to in ('completed', 'failed')),
      add column turns_at timestamptz, add check ((turns_at is null) = (turns_to is null));
  end if;
  if not exists (select from pg_attribute where attrelid = 'simulator.operation'::regclass and attname = 'trace_kind') then
    alter table simulator.operation add column trace_kind text, add column trace_reference text;
    alter table simulator.payment add column trace_kind text, add column trace_reference text;
  end if;
end $$;
`;

export const statementTimeoutMs = 3_000;

/**
 * Longer than a call and its commit, so that every call that started in time has ended before "not found"
 * proves anything.
 */
export const settlingMsMin = statementTimeoutMs + 1_000;

export interface PoolOptions {
  /** Called for a notice that was not taken and for a lost database; both are retried. */
  report: (error: unknown) => void;
  /** Called with the connection pool before it opens a connection. */
  onPool?: (pool: Pool) => void;
  /** Connection class of the pool; the driver's by default. */
  Connecting?: typeof Client;
  /** Whether connections keep session settings; if not, the role has them. */
  keepsSession?: boolean;
}

/** The server closes idle connections later than the pool does, in case it cannot reach the client. */
const sessionSettings = `set statement_timeout = ${statementTimeoutMs}; set idle_session_timeout = 30000`;
const sessionOptions = { onConnect: (client: ClientBase) => client.query(sessionSettings) };

/** A pool of its own, so that the bank's commits are never part of the service's transactions. */
export function openPool(
  url: string,
  { report, onPool, Connecting = Client, keepsSession = true }: PoolOptions,
): Pool {
  const pool = new Pool({
    Client: Connecting,
    connectionString: url,
    max: 3,
    connectionTimeoutMillis: 2_000,
    query_timeout: statementTimeoutMs + 1_000,
    idleTimeoutMillis: 10_000,
    application_name: 'psp-simulator',
    ...(keepsSession && sessionOptions),
  });
  pool.on('error', report);
  onPool?.(pool);
  // The pool handles errors of idle connections only; an unhandled error of a busy one would end the process.
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

/** Safe to run in several processes at once. Start-up waits longer for a busy server than a call does. */
export async function createSchema(
  url: string,
  { tables = ddl, Connecting = Client }: { tables?: string } & Pick<PoolOptions, 'Connecting'> = {},
): Promise<void> {
  const client = new Connecting({
    connectionString: url,
    connectionTimeoutMillis: 30_000,
    application_name: 'psp-simulator',
  });
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query(
      `begin; select pg_advisory_xact_lock(hashtext('psp simulator schema')); ${tables} commit;`,
    );
  } finally {
    await client.end();
  }
}

/**
 * Runs work that a caller waits for. If the database is unreachable, the caller gets a retryable error (supplement
 * §9).
 */
export async function refusedWhenAway<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!isAway(error)) throw error;
    const busy = new Refusal('temporarily_unavailable', 'The simulated bank is temporarily unavailable.');
    busy.cause = error;
    throw busy;
  }
}

/**
 * PostgreSQL errors have a severity (25006: read-only server; XX000: it cannot write its files). Other errors
 * are recognized by their text.
 */
function isAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code = '', syscall } = error as NodeJS.ErrnoException;
  if ('severity' in error) return /^(08|53|57|58|25006|XX000)/.test(code);
  return syscall !== undefined || /connect|terminated|timeout|not queryable|closed/i.test(error.message);
}
