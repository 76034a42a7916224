import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openOrm, poolState } from '../../src/adapters/postgres/orm.js';
import { postgresReader } from '../../src/adapters/postgres/reader.js';
import { createDatabase, type TestDatabase } from '../setup/database.js';
import { openRefusingDoor, type RefusingDoor } from '../setup/refusing.js';

const poolMax = 6;
let database: TestDatabase;
let door: RefusingDoor;
let orm: Awaited<ReturnType<typeof openOrm>>;

beforeAll(async () => {
  database = await createDatabase();
});
afterEach(async () => {
  await orm.close();
  await door.close();
});
afterAll(() => database.drop());

async function open() {
  door = await openRefusingDoor(database.url);
  orm = await openOrm({ url: door.url, entities: [], poolMax, applicationName: 'refused' });
  return postgresReader(orm);
}

describe('a server that refuses new connections', () => {
  it.each([
    ['XX000', 'could not write init file'],
    ['53100', 'could not write lock file "postmaster.pid": No space left on device'],
    ['53300', 'sorry, too many clients already'],
    ['57P03', 'the database system is starting up'],
    ['08006', 'connection failure'],
    ['58030', 'could not read file "global/pg_filenode.map": Input/output error'],
    ['28P01', 'password authentication failed for user "psp"'],
  ])('is a temporary error with any message: %s %s', async (code, message) => {
    const reader = await open();
    door.refuse(code, message);
    await expect(reader.now()).rejects.toMatchObject({ code: 'temporarily_unavailable' });
    door.refuse(undefined);
    await expect(reader.now()).resolves.toBeInstanceOf(Date);
  });

  it('fails no query while other connections are open, and is not tried by all of them', async () => {
    const reader = await open();
    await Promise.all([reader.now(), reader.now()]);
    const opened = (await poolState(orm)).total;
    door.refuse('XX000', 'could not write init file');
    const began = performance.now();
    for (let round = 0; round < 20; round += 1) {
      await Promise.all(Array.from({ length: 30 }, () => reader.now()));
    }
    const seconds = (performance.now() - began) / 1000;
    expect(door.refused).toBeGreaterThan(0);
    expect(door.refused).toBeLessThanOrEqual(poolMax * (seconds + 1));
    expect((await poolState(orm)).total).toBe(opened);
    door.refuse(undefined);
    await expect
      .poll(
        async () => {
          await Promise.all(Array.from({ length: 30 }, () => reader.now()));
          return (await poolState(orm)).total;
        },
        { timeout: 60_000 },
      )
      .toBe(poolMax);
  });

  it('reports a failed statement on the same connection, which stays open', async () => {
    const reader = await open();
    await reader.now();
    const { total } = await poolState(orm);
    await expect(reader.logEnds(['\0'])).rejects.toMatchObject({ code: 'invalid_parameter' });
    door.refuse('53300');
    await expect(reader.now()).resolves.toBeInstanceOf(Date);
    expect((await poolState(orm)).total).toBe(total);
  });
});
