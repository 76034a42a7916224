import { setTimeout as pause } from 'node:timers/promises';
import type { MikroORM } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { keepWarm } from '../../src/adapters/postgres/guard.js';
import { openOrm, poolOf, poolState } from '../../src/adapters/postgres/orm.js';
import { postgresReader } from '../../src/adapters/postgres/reader.js';
import { Connection } from '../../src/adapters/postgres/connection.js';
import type { TestDatabase } from '../setup/database.js';
import { Random } from '../fuzz/random.js';
import { createDatabase } from '../setup/database.js';
import { openProxy } from '../soak/proxy.js';

const POOL = 4;
let database: TestDatabase;
let orm: MikroORM;
let admin: pg.Client;

beforeAll(async () => {
  database = await createDatabase('template1');
  orm = await openOrm({ url: database.url, entities: [], poolMax: POOL, applicationName: 'orm test' });
  admin = new pg.Client({ connectionString: database.url });
  await admin.connect();
});

afterAll(async () => {
  await orm.close();
  await admin.end();
  await database.drop();
});

describe('openOrm', () => {
  it('gives every connection its name, its deadlines and UTC', async () => {
    const settings = await orm.em.fork().execute(
      `select name, setting from pg_settings where name in ('application_name', 'TimeZone', 'jit',
         'statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout', 'idle_session_timeout') order by lower(name)`,
    );
    expect(settings).toEqual([
      { name: 'application_name', setting: 'orm test' },
      { name: 'idle_in_transaction_session_timeout', setting: '5000' },
      { name: 'idle_session_timeout', setting: '45000' },
      { name: 'jit', setting: 'off' },
      { name: 'lock_timeout', setting: '4500' },
      { name: 'statement_timeout', setting: '5000' },
      { name: 'TimeZone', setting: 'UTC' },
    ]);
  });
});

describe('a transaction', () => {
  it('releases every connection that dies within it', async () => {
    for (let round = 0; round < 5; round += 1) {
      const outcomes = await Promise.allSettled(Array.from({ length: POOL }, () => dieInTransaction()));
      expect(outcomes.map((outcome) => outcome.status)).toEqual(Array(POOL).fill('rejected'));
    }
    await Promise.all(Array.from({ length: 2 * POOL }, () => count()));
    const state = await poolState(orm);
    expect(state).toEqual({ total: state.idle, idle: state.total, waiting: 0 });
    expect(state.total).toBeGreaterThan(0);
  });

  it('survives a connection that dies between two statements', async () => {
    await expect(dieInTransaction(true)).rejects.toThrow(/connection|not queryable/i);
    expect(await count()).toBe(1);
  });

  it('releases a connection on which it cannot begin', async () => {
    await count();
    await admin.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'orm test'`,
    );
    const outcomes = await Promise.allSettled(Array.from({ length: POOL }, () => count()));
    expect(outcomes).toHaveLength(POOL);
    expect(await count()).toBe(1);
    const state = await poolState(orm);
    expect(state.idle).toBe(state.total);
  });

  it('releases the connection after a rollback', async () => {
    await expect(inTransaction(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
    const state = await poolState(orm);
    expect(state.idle).toBe(state.total);
  });

  it('commits nothing after a failed statement, and reports that statement', async () => {
    await admin.query('create table kept (id int primary key)');
    const outcome = inTransaction((connection) => {
      connection.send({ text: 'insert into kept values ($1)', values: [1] });
      connection.send({ text: 'insert into kept values ($1)', values: [1] });
      connection.send({ text: 'insert into kept values ($1)', values: [2] });
      return Promise.resolve();
    });
    await expect(outcome).rejects.toMatchObject({ code: '23505' });
    const later = inTransaction(async (connection) => {
      connection.send({ text: 'insert into absent values ($1)', values: [1] });
      await connection.rows(sql`select 1`);
    });
    await expect(later).rejects.toMatchObject({ code: '42P01' });
    expect((await admin.query('select from kept')).rows).toEqual([]);
    expect(await count()).toBe(1);
  });

  it('can continue on the same connection after a failed statement', async () => {
    const settings = { url: database.url, entities: [], poolMax: 1, applicationName: 'one' };
    const one = await openOrm(settings);
    const pool = await poolOf(one);
    const around = (divisor: number) =>
      Connection.transaction(pool, async (connection) => {
        connection.send({ text: 'select 1 as before', values: [] });
        connection.send({ text: 'select 1 / $1::int', values: [divisor] });
        connection.send({ text: 'select 1 as next', values: [] });
        return connection.rows<{ behind: number }>(sql`select 2 as behind`);
      });
    await expect(around(0)).rejects.toMatchObject({ code: '22012' });
    expect(await around(1)).toEqual([{ behind: 2 }]);
    expect(await around(1)).toEqual([{ behind: 2 }]);
    await one.close();
  });

  it('makes one round trip for each read, and one for the commit', async () => {
    const orm = await openOrm({ url: database.url, entities: [], poolMax: 1, applicationName: 'unwanted' });
    const pool = await poolOf(orm);
    const client = await pool.connect();
    const turns: string[] = [];
    const query = client.query.bind(client) as (statement: unknown) => unknown;
    Object.assign(client, {
      query: (statement: unknown) => {
        turns.push('queries');
        return query(statement);
      },
    });
    const { stream } = client.connection;
    for (const name of ['_write', '_writev'] as const) {
      const write = (stream[name] as (...args: unknown[]) => void).bind(stream);
      Object.assign(stream, { [name]: (...args: unknown[]) => (turns.push('sends'), write(...args)) });
    }
    client.connection.on('readyForQuery', () => void turns.push('receives'));
    client.release();
    await Connection.transaction(pool, async (connection) => {
      connection.send({ text: 'select 1', values: [] });
      await connection.look(sql`select 2`);
      connection.send({ text: 'select 3', values: [] });
      connection.send({ text: 'select 4', values: [] });
    });
    const exchange = 'queries queries queries sends receives receives receives';
    expect(turns.join(' ')).toBe(`${exchange} ${exchange}`);
    await orm.close();
  });

  it('stores nothing that was sent with a failed BEGIN', async () => {
    const failing = await openOrm({
      url: database.url,
      entities: [],
      poolMax: 1,
      applicationName: 'no begin',
    });
    const pool = await poolOf(failing);
    const client = await pool.connect();
    await client.query('create temporary table kept (n int)');
    const query = client.query.bind(client) as (statement: unknown) => unknown;
    Object.assign(client, {
      query: (statement: unknown) => query(statement === 'begin' ? 'begin or else' : statement),
    });
    client.release();
    const working: ((connection: Connection) => Promise<unknown>)[] = [
      (connection: Connection) => connection.rows(sql`insert into kept values (1)`),
      async (connection: Connection) => {
        await connection.look(sql`select 2`);
        connection.send({ text: 'insert into kept values (2)', values: [] });
        await connection.look(sql`select 3`);
      },
    ];
    for (const work of working) {
      await expect(Connection.transaction(pool, work)).rejects.toThrow('syntax error');
    }
    const again = await pool.connect();
    expect((await again.query('select n from kept')).rows).toEqual([]);
    again.release();
    await failing.close();
  });
});

describe('keepWarm', () => {
  it('keeps every opened connection, even if unused', async () => {
    const name = 'warm test';
    const pool = new pg.Pool({
      connectionString: database.url,
      max: 3,
      idleTimeoutMillis: 1_000,
      application_name: name,
    });
    keepWarm(pool, 100);
    const clients = await Promise.all(Array.from({ length: 3 }, () => pool.connect()));
    const connections = async () =>
      (await admin.query('select pid from pg_stat_activity where application_name = $1 order by pid', [name]))
        .rows;
    const opened = await connections();
    for (const client of clients) client.release();
    await pause(2_500);
    expect(pool.totalCount).toBe(3);
    expect(await connections()).toEqual(opened);
    await pool.end();
  });
});

it('uses TLS if its URL says so', async () => {
  const url = `${database.url}?sslmode=require`;
  const sealed = await openOrm({ url, entities: [], poolMax: 1, applicationName: 'sealed' });
  await expect(poolOf(sealed)).rejects.toThrow('does not support SSL');
  await sealed.close();
});

describe('a database that cannot be reached', () => {
  it.each([
    ['nobody listens', 'postgres://psp@127.0.0.1:1/psp'],
    ['its name is not known', 'postgres://psp@database.invalid/psp'],
    ['no network leads to it', 'postgres://psp@255.255.255.255/psp'],
  ])('is a temporary error: %s', async (_why, url) => {
    const away = await openOrm({ url, entities: [], poolMax: 1, applicationName: 'away' });
    await expect(postgresReader(away).now()).rejects.toMatchObject({ code: 'temporarily_unavailable' });
    await away.close();
  });
});

describe('a database that falls silent', () => {
  it('costs each waiting caller 6 seconds and later callers nothing: no connection and no lock remains', async () => {
    const proxy = await openProxy(database.url, new Random(1));
    const settings = { url: proxy.url, entities: [], poolMax: POOL, applicationName: 'silent' };
    const behind = await openOrm(settings);
    const read = () => behind.em.fork().execute<unknown[]>('select 1');
    const write = async (amid = (): void => undefined) =>
      Connection.transaction(await poolOf(behind), async (connection) => {
        await connection.rows(sql`select pg_advisory_xact_lock(1)`);
        amid();
        await connection.rows(sql`select 1`);
      });
    await Promise.all(Array.from({ length: POOL }, read));
    expect((await poolState(behind)).idle).toBe(POOL);
    const began = performance.now();
    const caught = write(() => proxy.fallSilent());
    await expect(caught).rejects.toThrow(/terminated/);
    expect(performance.now() - began).toBeLessThan(7_000);
    proxy.speakAgain('stay silent');
    await read();
    await write();
    expect(performance.now() - began).toBeLessThan(8_000);
    expect(await poolState(behind)).toEqual({ total: 1, idle: 1, waiting: 0 });
    await behind.close();
    await proxy.close();
  });

  it('costs no more if the first of several statements was answered', async () => {
    const proxy = await openProxy(database.url, new Random(1));
    const behind = await openOrm({
      url: proxy.url,
      entities: [],
      poolMax: POOL,
      applicationName: 'half received',
    });
    const began = performance.now();
    const caught = Connection.transaction(await poolOf(behind), async (connection) => {
      await connection.rows(sql`select 1`);
      setTimeout(() => proxy.fallSilent(), 200);
      await Promise.all([connection.rows(sql`select 1`), connection.rows(sql`select pg_sleep(0.5)`)]);
    });
    await expect(caught).rejects.toThrow(/terminated/);
    expect(performance.now() - began).toBeLessThan(8_000);
    expect((await poolState(behind)).total).toBe(0);
    await behind.close();
    await proxy.close();
  });
});

async function inTransaction<T>(work: (connection: Connection) => Promise<T>): Promise<T> {
  return Connection.transaction(await poolOf(orm), work);
}

/** `quietly`: the end of the connection is noticed before the next statement. */
async function dieInTransaction(quietly = false): Promise<void> {
  await inTransaction(async (connection) => {
    const [row] = await connection.rows(sql<{ pid: number }>`select pg_backend_pid() as pid`);
    await admin.query('select pg_terminate_backend($1)', [row?.pid]);
    const alive = () => admin.query('select from pg_stat_activity where pid = $1', [row?.pid]);
    while (quietly && (await alive()).rows.length > 0);
    await connection.rows(sql`select 1`);
  });
}

function count(): Promise<number> {
  return inTransaction(async (connection) => (await connection.rows(sql`select 1`)).length);
}
