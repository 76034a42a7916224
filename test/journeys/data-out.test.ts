import { execFile } from 'node:child_process';
import { chmodSync, mkdtempSync } from 'node:fs';
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { migrate } from '../../src/adapters/postgres/migrate.js';
import { startPostgres, type EmbeddedPostgres } from '../../src/main/embedded.js';
import { migrationsDir } from '../../src/main/wire.js';
import { codeBlocks } from '../setup/markdown.js';
import { patience } from '../setup/patience.js';
import { queryRows } from '../setup/rows.js';
import { environmentOf, openBeside, type RunningService } from '../setup/running.js';
import { projectText } from '../setup/source.js';
import { fund, mxnPayout, speiBeneficiary } from '../setup/verbs.js';

// Runs docs/data-out.md, from the WAL level to the end of the subscription, during payments.
const [walLevel, role, columns, subscribe, copying, refresh, compare, stop] = codeBlocks(
  projectText('docs/data-out.md'),
  'sh',
);
const home = mkdtempSync(join(tmpdir(), 'psp-data-out-'));
chmodSync(home, 0o711);
const dirs = { source: join(home, 'source'), target: join(home, 'target') };
let source: EmbeddedPostgres;
let target: EmbeddedPostgres;
let dataDir: string;
let service: RunningService;
let beneficiary: string;
let variables: Readonly<Record<string, string>>;

const start = (dir: string): Promise<EmbeddedPostgres> =>
  startPostgres({ loopback: true, dir, durable: false });
const databaseOf = (url: string): string => Object.assign(new URL(url), { pathname: '/psp' }).href;

beforeAll(async () => {
  source = await start(dirs.source);
  target = await start(dirs.target);
  for (const { url } of [source, target]) await queryRows(url, 'create database psp');
  variables = {
    SOURCE: databaseOf(source.url),
    TARGET: databaseOf(target.url),
    READER_PASSWORD: 'f3b0c44298fc1c14',
  };
  expect(await pasted(walLevel)).toMatchObject({ code: 0 });
  await source.stop();
  source = await startPostgres({
    loopback: true,
    dir: dirs.source,
    durable: false,
    port: Number(new URL(source.url).port),
  });
  const { port } = new URL(source.url);
  const reader = `host=127.0.0.1 port=${port} dbname=psp user=psp_reader password=${variables['READER_PASSWORD']}`;
  variables = { ...variables, READER: reader };
  dataDir = await mkdtemp(join(tmpdir(), 'psp-service-'));
  const url = databaseOf(source.url);
  service = await openBeside({ env: { ...environmentOf(dataDir, url), RATE_LIMIT_PER_SECOND: '100000' } });
  await fund(service, 'MXN', '100000.00');
  beneficiary = await speiBeneficiary(service);
});
afterAll(async () => {
  await service.check();
  await service.stop();
  await Promise.all([source.stop(), target.stop()]);
  for (const dir of [home, dataDir]) await rm(dir, { recursive: true });
});

/** Runs a block of the page as if pasted into a shell. */
function pasted(
  block = '',
): Promise<{ readonly code: number; readonly stdout: string; readonly said: string }> {
  const env = { PATH: process.env['PATH'] ?? '', ...variables };
  return new Promise((resolve) => {
    execFile(
      'bash',
      ['--norc', '-c', `set -e\n${block}`],
      { cwd: home, env, timeout: 60_000 },
      (error, stdout, stderr) =>
        resolve({ code: error === null ? 0 : Number(error.code ?? -1), stdout, said: `${stdout}${stderr}` }),
    );
  });
}
async function done(block: string | undefined): Promise<string> {
  const { code, stdout, said } = await pasted(block);
  expect(code, said).toBe(0);
  return stdout;
}

const pay = async (): Promise<string> =>
  (await service.post('/v1/payouts', mxnPayout(beneficiary, '10.00'))).get('id');
/** Runs the work while payments continue. */
async function amidPayments<T>(work: () => Promise<T>): Promise<T> {
  let isOver = false;
  const paying = [1, 2, 3].map(async () => {
    while (!isOver) await pay();
  });
  try {
    return await work();
  } finally {
    isOver = true;
    await Promise.all(paying);
  }
}
const targetRows = (statement: string) => queryRows(variables['TARGET'] ?? '', statement);
async function slotBytes(): Promise<number | undefined> {
  const metrics = await (await fetch(`${service.internalUrl}/metrics`)).text();
  const found = /^psp_replication_slot_bytes\{slot="psp"\} (\S+)$/m.exec(metrics)?.[1];
  return found === undefined ? undefined : Number(found);
}

test('the documented commands set up a second PostgreSQL with equal sums at a position', async () => {
  await pay();
  expect(await slotBytes()).toBeUndefined();
  for (const block of [role, columns]) await done(block);
  const words = await amidPayments(async () => {
    await done(subscribe);
    await expect.poll(() => done(copying), patience).toBe('');
    return done(compare);
  });
  expect(words).toMatch(/^The sums are equal at [0-9A-F]+\/[0-9A-F]+\.$/m);
  expect((await done('cat source.txt')).trim().split('\n').length).toBeGreaterThan(1);
  expect(await done('wc -l < position.txt')).toMatch(/^[1-9]/);
  await queryRows(
    variables['TARGET'] ?? '',
    `update entry set amount = amount + 1 where id = (select min(id) from entry where seq = 1)`,
  );
  expect((await pasted(compare)).code, 'a difference is found').toBe(1);
  await queryRows(
    variables['TARGET'] ?? '',
    `update entry set amount = amount - 1 where id = (select min(id) from entry where seq = 1)`,
  );
  await done(compare);
});

test('neither the copy nor its role can read encrypted columns', async () => {
  const present = await targetRows(
    `select table_name || '.' || column_name as name from information_schema.columns where table_schema = 'public'`,
  );
  const names = present.map(({ name }) => String(name));
  expect(names).toContain('beneficiary.account_hint');
  for (const secret of ['beneficiary.details', 'customer.profile', 'member.email', 'webhook_endpoint.secret'])
    expect(names).not.toContain(secret);
  expect(names.filter((name) => /^(session|api_key|sign_in|mail|operator)/.test(name))).toEqual([]);
  const url = Object.assign(new URL(variables['SOURCE'] ?? ''), {
    username: 'psp_reader',
    password: variables['READER_PASSWORD'] ?? '',
  }).href;
  expect(await queryRows(url, 'select account_hint from beneficiary')).not.toEqual([]);
  await expect(queryRows(url, 'select details from beneficiary')).rejects.toThrow('permission denied');
  await expect(queryRows(url, 'select fingerprint from api_key')).rejects.toThrow('permission denied');
  await queryRows(variables['SOURCE'] ?? '', 'grant select (operator) on audit_entry to psp_reader');
  await queryRows(url, 'select operator from audit_entry');
  await done(columns);
  await expect(queryRows(url, 'select operator from audit_entry')).rejects.toThrow('permission denied');
  await queryRows(url, 'select operator_id from audit_entry');
});

test('a column missing in the copy is added as after an upgrade, and nothing is lost', async () => {
  await targetRows('alter table payout drop column description');
  const id = await pay();
  for (const block of [columns, refresh]) await done(block);
  await expect
    .poll(() => targetRows(`select id from payout where id = '${id}'`), { ...patience, timeout: 60_000 })
    .toEqual([{ id }]);
  await done(compare);
});

test('an unread replication slot is measured, and is dropped with its subscription', async () => {
  await targetRows('alter subscription psp disable');
  await pay();
  await expect.poll(slotBytes, patience).toBeGreaterThan(0);
  const before = (await slotBytes()) ?? 0;
  await queryRows(
    variables['SOURCE'] ?? '',
    `select pg_logical_emit_message(false, 'test', repeat('x', 2000000))`,
  );
  await expect.poll(slotBytes, patience).toBeGreaterThan(before + 1_900_000);
  await targetRows('alter subscription psp enable');
  await done(stop);
  await expect.poll(slotBytes, patience).toBeUndefined();
});

test('a subscription continues after a contract migration that drops and retypes columns', async () => {
  const [from, to] = [variables['SOURCE'] ?? '', variables['TARGET'] ?? ''].map((url) =>
    Object.assign(new URL(url), { pathname: '/contract' }),
  );
  for (const { url } of [source, target]) await queryRows(url, 'create database contract');
  const [SOURCE, TARGET] = [from?.href ?? '', to?.href ?? ''];
  const READER = (variables['READER'] ?? '').replace('dbname=psp', 'dbname=contract');
  variables = { ...variables, SOURCE, TARGET, READER };
  await migrate(SOURCE, migrationsDir);
  for (const block of [columns, subscribe]) await done(block);
  await expect.poll(() => done(copying), patience).toBe('');
  const insert = (id: string, method: string): string =>
    `insert into suspension (id, product, method, currency, created_at, version) values ('${id}', 'payout', '${method}', 'MXN', now(), 1)`;
  await queryRows(SOURCE, insert('susp_1', 'spei'));
  const dir = await mkdtemp(join(home, 'migrations-'));
  await cp(migrationsDir, dir, { recursive: true });
  await writeFile(
    join(dir, '9999_contract.sql'),
    `-- contract
     alter table suspension drop column lifted_at;
     alter table suspension alter column method type varchar(90);
     ${insert('susp_2', 'pix')};
     update suspension set version = 2 where id = 'susp_1';`,
  );
  expect(await migrate(SOURCE, dir)).toEqual(['9999_contract.sql']);
  await queryRows(SOURCE, insert('susp_3', 'cvu'));
  const rows = () => queryRows(TARGET, 'select id, method, version from suspension order by id');
  await expect.poll(rows, patience).toEqual([
    { id: 'susp_1', method: 'spei', version: '2' },
    { id: 'susp_2', method: null, version: '1' },
    { id: 'susp_3', method: 'cvu', version: '1' },
  ]);
  await done(stop);
});

test('an owed delivery that outlives its partition is not sent to subscribers again', async () => {
  await queryRows(source.url, 'create database moved');
  const url = Object.assign(new URL(source.url), { pathname: '/moved' }).href;
  await migrate(url, migrationsDir);
  await queryRows(
    url,
    `insert into account (id, name, status, created_at, version) values ('acct_1', 'Shop', 'active', now(), 1);
     insert into webhook_cursor (account_id, position) values ('acct_1', 0);
     insert into webhook_endpoint (id, account_id, url, event_types, secret, created_at, updated_at, version)
       values ('we_1', 'acct_1', 'sealed', '{}', 'sealed', now(), now(), 1)`,
  );
  await queryRows(url, `select pg_create_logical_replication_slot('moved', 'pgoutput')`);
  /** The kinds of the messages that a subscriber gets: I for an insert, U for an update, D for a delete. */
  const sent = async () => {
    const rows = await queryRows(
      url,
      `select chr(get_byte(data, 0)) as kind from pg_logical_slot_get_binary_changes('moved', null, null,
         'proto_version', '1', 'publication_names', 'psp')`,
    );
    return rows.map(({ kind }) => String(kind)).filter((kind) => 'IUDT'.includes(kind));
  };
  await queryRows(
    url,
    `insert into webhook_delivery (id, account_id, endpoint_id, event_id, event_type, resource_id, kind, status, attempts,
         next_attempt_at, history, created_at, version)
       values ('whd_' || ulid_time(now()) || repeat('0', 16), 'acct_1', 'we_1', 'evt_1', 'webhook.ping', 'we_1', 'ping', 'pending',
         0, now(), '[]', now(), 1)`,
  );
  expect(await sent()).toEqual(['I']);
  await queryRows(url, 'update platform set clock_offset_ms = 300 * 86400000::bigint');
  const [turned] = await queryRows(
    url,
    `select turn_partitions('webhook_delivery', 'whd', '90 days', '15 days', 'status = $$pending$$') ->> 'dropped' as dropped`,
  );
  expect(turned?.['dropped']).toContain('"webhook_delivery_before"');
  expect(await queryRows(url, 'select count(*) from webhook_delivery_rest')).toEqual([{ count: '1' }]);
  expect(await sent()).toEqual([]);
  await queryRows(url, 'update webhook_delivery set version = 2');
  expect(await sent()).toEqual(['U']);
  await queryRows(url, `select pg_drop_replication_slot('moved')`);
});
