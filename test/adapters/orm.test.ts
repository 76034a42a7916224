import type { MikroORM } from '@mikro-orm/postgresql';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openOrm, poolState } from '../../src/adapters/postgres/orm.js';
import type { TestDatabase } from '../setup/database.js';
import { createDatabase } from '../setup/database.js';

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
  it('gives every session its name, its deadlines and UTC', async () => {
    const settings = await orm.em.fork().execute(
      `select name, setting from pg_settings where name in ('application_name', 'TimeZone', 'jit',
         'statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout') order by lower(name)`,
    );
    expect(settings).toEqual([
      { name: 'application_name', setting: 'orm test' },
      { name: 'idle_in_transaction_session_timeout', setting: '15000' },
      { name: 'jit', setting: 'off' },
      { name: 'lock_timeout', setting: '4500' },
      { name: 'statement_timeout', setting: '30000' },
      { name: 'TimeZone', setting: 'UTC' },
    ]);
  });
});

describe('the guarded pool', () => {
  it('gets back every connection that dies inside a transaction', async () => {
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

  it('gets back a connection whose transaction cannot even begin', async () => {
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

  it('returns the connection of a transaction that is rolled back', async () => {
    const failure = orm.em.fork().transactional(() => Promise.reject(new Error('no')));
    await expect(failure).rejects.toThrow('no');
    const state = await poolState(orm);
    expect(state.idle).toBe(state.total);
  });
});

/** `quietly`: the connection's end is heard before the next statement. */
async function dieInTransaction(quietly = false): Promise<void> {
  await orm.em.fork().transactional(async (em) => {
    const [row] = await em.execute<{ pid: number }[]>('select pg_backend_pid() as pid');
    await admin.query('select pg_terminate_backend($1)', [row?.pid]);
    const alive = () => admin.query('select from pg_stat_activity where pid = $1', [row?.pid]);
    while (quietly && (await alive()).rows.length > 0);
    await em.execute('select 1');
  });
}

async function count(): Promise<number> {
  return orm.em.fork().transactional(async (em) => {
    const rows = await em.execute<unknown[]>('select 1');
    return rows.length;
  });
}
