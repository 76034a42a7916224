import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSchema } from '../../src/adapters/providers/simulator/schema.js';
import { declared } from '../../src/domain/noun/all.js';
import { snake } from '../../src/domain/noun/declare.js';
import { migrate } from '../../src/adapters/postgres/migrate.js';
import { migrationsDir } from '../../src/main/wire.js';
import { createDatabase, type TestDatabase } from '../setup/database.js';
import { clientOf, environmentOf, openBeside, type RunningService } from '../setup/running.js';
import { projectText } from '../setup/source.js';
import { dumpedReleases, loadRows, readDump } from './dump.js';

it('a recorded database of a release exists', () => {
  expect(dumpedReleases()).not.toEqual([]);
});

describe.each(dumpedReleases())('the database of %s', (release) => {
  const dump = readDump(release);
  let database: TestDatabase;
  let dir: string;
  let service: RunningService;

  beforeAll(async () => {
    database = await createDatabase('template1');
    dir = await mkdtemp(join(tmpdir(), 'psp-release-'));
    for (const [name, text] of Object.entries(dump.migrations)) {
      await mkdir(dirname(join(dir, name)), { recursive: true });
      await writeFile(join(dir, name), text);
    }
    await migrate(database.url, dir);
    await createSchema(database.url);
    await loadRows(database.url, dump);
    await migrate(database.url, migrationsDir);
    // Without workers: nothing that has fallen due since is done, so what was answered then is answered now.
    const env = { ...environmentOf(join(dir, 'data'), database.url), ...dump.env, PSP_ROLES: 'api' };
    service = await openBeside({ env });
  });
  afterAll(async () => {
    await service.stop();
    await database.drop();
    await rm(dir, { recursive: true });
  });

  it('has rows of every noun', () => {
    const empty = declared
      .map(({ noun }) => `public.${snake(noun)}`)
      .filter((name) => dump.tables[name]?.rows === '');
    expect(empty).toEqual([]);
  });

  it('its migrations were not edited since', () => {
    const edited = Object.entries(dump.migrations)
      .filter(([name]) => !name.startsWith('functions/'))
      .filter(([name, text]) => projectText(join('migrations', name)) !== text)
      .map(([name]) => name);
    expect(edited).toEqual([]);
  });

  it('holds every invariant after the later migrations', async () => {
    await service.check();
  });

  it.each(Object.entries(dump.answers))('answers GET %s as before', async (path, text) => {
    const { status, body } = await clientOf(service.baseUrl, dump.apiKey).get(path);
    expect(status).toBe(200);
    // Later releases may add fields.
    expect(body).toMatchObject(JSON.parse(text) as object);
  });
});
