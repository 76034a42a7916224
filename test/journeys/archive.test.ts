import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { archiveFiles, archiveText, digestOf, rowsBefore, rowsOfArchive } from '../setup/archive.js';
import { buildCommandLine, runWarm } from '../setup/cli.js';
import { advance, openOtherAccount } from '../setup/hand.js';
import { queryRows } from '../setup/rows.js';
import { clientOf, openService, type RunningService } from '../setup/running.js';
import { fund, mxnPayout, speiBeneficiary } from '../setup/verbs.js';

const home = mkdtempSync(join(tmpdir(), 'psp-archive-'));
const directory = join(home, 'archive');
let service: RunningService;
let payout: string;
let days: string[];
let keys: string;

beforeAll(async () => {
  await buildCommandLine();
  service = await openService();
  const other = await openOtherAccount(service);
  const beside = clientOf(service.baseUrl, other.key);
  const beneficiary = await speiBeneficiary(service);
  for (const pause of [1, 3, 2]) {
    await fund(service, 'MXN', '500');
    if (pause === 3) await fund(beside, 'PEN', '20');
    const made = await service.post('/v1/payouts', mxnPayout(beneficiary, '10.00', 'sim:paid'));
    payout ??= made.get('id');
    const path = '/v1/payouts?status=processing';
    await service.until(path, (each) => (each.at('data') as unknown[]).length === 0);
    await advance(service, pause * 86_400);
  }
  await service.until('/v1/ledger-seals', (each) => (each.at('data') as unknown[]).length === 3);
  const seals = (await service.get('/v1/ledger-seals')).at('data') as { day: string }[];
  days = seals.map(({ day }) => day).toReversed();
  const known = (await service.get('/v1/ledger-seal-keys')).at('data') as {
    id: string;
    public_key: string;
  }[];
  keys = known.map((each) => `${each.id}:${each.public_key}`).join();
});
afterAll(async () => {
  await service.check();
  await service.stop();
  rmSync(home, { recursive: true });
});

const psp = (dataDir: string, ...args: string[]) =>
  runWarm(['archive', ...args, '--json'], { ...service.env, PSP_ARCHIVE_DIR: dataDir });
const runJson = async (...args: string[]): Promise<Record<string, unknown>> => {
  const { code, stdout, stderr } = await psp(directory, ...args);
  expect(code, stderr).toBe(0);
  return JSON.parse(stdout) as Record<string, unknown>;
};
const day = (at: number): string => days.at(at) ?? '';
const dayAfter = (text: string): string => new Date(Date.parse(text) + 86_400_000).toISOString().slice(0, 10);

test('a day that is not closed, or a missing setting, is refused and nothing is written', async () => {
  const tomorrow = await psp(directory, '--before', '2999-01-01');
  expect(tomorrow.code).toBe(1);
  expect(tomorrow.stderr).toContain('is not closed yet');
  const unset = await runWarm(['archive', '--before', day(1)], service.env);
  expect(unset.stderr).toContain('Set PSP_ARCHIVE_DIR');
  const relative = await psp('archive', '--before', day(1));
  expect(relative.stderr).toContain('absolute path');
  const wrong = await psp(directory, '--before', '2026-02-30');
  expect(wrong.code).toBe(2);
  expect(await queryRows(service.databaseUrl, 'select * from archive_file')).toEqual([]);
});

test('the days before are in the archive row for row, and the next run adds the later ones', async () => {
  expect(await runJson('--before', day(1))).toMatchObject({ files: 1, journals: 3 });
  expect(rowsOfArchive(directory)).toEqual(await rowsBefore(service.databaseUrl, day(1)));
  const later = dayAfter(day(2));
  const { files } = await runJson('--before', later);
  expect(files).toBeGreaterThan(2);
  const rows = await rowsBefore(service.databaseUrl, later);
  expect(rows.length).toBeGreaterThan(40);
  expect(rowsOfArchive(directory)).toEqual(rows);
  expect(await runJson('--before', later)).toMatchObject({ files: 0 });
});

test('each file names the digest of the file before it, and the database has the digest of each', async () => {
  const names = archiveFiles(directory).filter((name) => name.startsWith(service.accountId));
  const texts = names.map((name) => archiveText(directory, name));
  const first = texts.map((text) => JSON.parse(text.split('\n')[0] ?? '') as { previous: string });
  expect(first.map(({ previous }) => previous)).toEqual([
    '0'.repeat(64),
    ...texts.slice(0, -1).map(digestOf),
  ]);
  const { files } = await runJson('show', service.accountId);
  expect((files as { sha256: string }[]).map(({ sha256 }) => sha256)).toEqual(texts.map(digestOf));
});

test('show finds the journals and events of a payout, of a day, and the accounts', async () => {
  const { records } = await runJson('show', service.accountId, '--id', payout);
  const names = (records as { journal?: { purpose: string }; event?: { type: string } }[]).map(
    ({ journal, event }) => journal?.purpose ?? event?.type,
  );
  expect(names).toEqual(['payout_reserve', 'payout_capture', 'payout.created', 'payout.completed']);
  const ofDay = await runJson('show', service.accountId, '--id', payout, '--day', day(1));
  expect(ofDay).toEqual({ account_id: service.accountId, records: [], has_more: false });
  const { accounts } = await runJson('show');
  expect((accounts as { account_id: string }[]).map(({ account_id }) => account_id)).toHaveLength(2);
  const nameless = await psp(directory, 'show', '--id', payout);
  expect(nameless.code).toBe(2);
});

test('a sound archive is verified', async () => {
  const { holds, findings, files } = await runJson('verify');
  expect({ holds, findings }).toEqual({ holds: true, findings: [] });
  expect(files).toBe(archiveFiles(directory).length);
});

test('the files and the public keys are enough to prove it, without the database', async () => {
  const args = ['archive', 'verify', '--json', '--key'];
  const env = { PSP_ARCHIVE_DIR: directory };
  const proven = await runWarm([...args, keys], env);
  expect(proven.code, proven.stderr).toBe(0);
  expect(JSON.parse(proven.stdout)).toMatchObject({ holds: true, files: archiveFiles(directory).length });
  const [id] = keys.split(':');
  const forged = await runWarm([...args, `${id}:${Buffer.alloc(32, 7).toString('base64')}`], env);
  expect(forged.code).toBe(1);
  expect(forged.stdout).toContain('"forged_seal"');
  expect((await runWarm([...args, 'nothing'], env)).stderr).toContain('id:base64');
});

test('a file that was lost is written again, the same', async () => {
  const name = archiveFiles(directory)[0] ?? '';
  const text = archiveText(directory, name);
  rmSync(join(directory, name));
  expect(await runJson('--before', day(1))).toMatchObject({ files: 1 });
  expect(archiveText(directory, name)).toBe(text);
});

const forgeries: [string, string[], (path: string, text: string) => void][] = [
  ['a file that is gone', ['missing'], (path) => rmSync(path)],
  [
    'a file that is cut off',
    ['unreadable'],
    (path) => writeFileSync(path, readFileSync(path).subarray(0, -20)),
  ],
  ['a file that is no gzip', ['unreadable'], (path) => writeFileSync(path, 'gone')],
  [
    'another amount',
    ['wrong_seal', 'changed'],
    (path, text) => writeFileSync(path, gzipSync(text.replace('"amount":"500.00"', '"amount":"501.00"'))),
  ],
  [
    "another amount of the platform's",
    ['wrong_seal', 'changed'],
    (path, text) => writeFileSync(path, gzipSync(text.replace(/("platform":\[.*?"amount":")\d/, '$19'))),
  ],
  [
    'a journal left out',
    ['wrong_form', 'wrong_seal', 'wrong_count', 'changed'],
    (path, text) => writeFileSync(path, gzipSync(text.replace(/^\{"journal".*\n/m, ''))),
  ],
  [
    'an event left out',
    ['wrong_form', 'wrong_count', 'changed'],
    (path, text) => writeFileSync(path, gzipSync(text.replace(/^\{"event".*\n/m, ''))),
  ],
  [
    'another text of an event',
    ['changed'],
    (path, text) => writeFileSync(path, gzipSync(text.replace('completed', 'cancelled'))),
  ],
  [
    'another file before it',
    ['wrong_chain', 'changed'],
    (path, text) => writeFileSync(path, gzipSync(text.replace(/("previous":")\w/, '$1x'))),
  ],
  [
    'no last line',
    ['wrong_form', 'changed'],
    (path, text) => writeFileSync(path, gzipSync(text.replace(/^\{"end".*\n/m, ''))),
  ],
];
test.each(forgeries)('verify finds %s', async (_name, faults, forge) => {
  const copy = join(home, 'forged');
  cpSync(directory, copy, { recursive: true });
  const file = `${service.accountId}/${day(1)}.ndjson.gz`;
  forge(join(copy, file), archiveText(copy, file));
  const { code, stdout } = await psp(copy, 'verify');
  const offline = await runWarm(['archive', 'verify', '--key', keys], { PSP_ARCHIVE_DIR: copy });
  rmSync(copy, { recursive: true });
  expect(code).toBe(1);
  expect(JSON.parse(stdout)).toMatchObject({ holds: false, findings: [{ file, faults }] });
  expect(offline.code, offline.stderr).toBe(1);
  expect(offline.stdout).toContain(service.accountId);
});

test('an account that has moved for the first time today does not hold the others up', async () => {
  const third = await openOtherAccount(service);
  await fund(clientOf(service.baseUrl, third.key), 'PEN', '5');
  const before = dayAfter(day(2));
  expect(await runJson('--before', before)).toMatchObject({ files: 0 });
  const [row] = await queryRows(
    service.databaseUrl,
    `select count(*) as open from balance where closed_to < '${before}'`,
  );
  expect(row).toEqual({ open: '0' });
});

test('an account with a day that is not sealed is named and left out', async () => {
  const unsealed = await openService({}, undefined);
  try {
    await fund(unsealed, 'MXN', '7');
    // Two days on, without a key no day would be sealed.
    await queryRows(
      unsealed.databaseUrl,
      `alter table sealing add constraint none check (account_id is null) not valid;
       update platform set clock_offset_ms = clock_offset_ms + 2 * 86400000::bigint`,
    );
    const [now] = await queryRows(
      unsealed.databaseUrl,
      `select to_char(business_now() at time zone 'UTC', 'YYYY-MM-DD') as day`,
    );
    const before = new Date(Date.parse(now?.['day'] ?? '') - 86_400_000).toISOString().slice(0, 10);
    const env = { ...unsealed.env, PSP_ARCHIVE_DIR: join(home, 'unsealed') };
    const refused = await runWarm(['archive', '--before', before], env);
    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain(unsealed.accountId);
    expect(await queryRows(unsealed.databaseUrl, 'select * from archive_file')).toEqual([]);
  } finally {
    await unsealed.stop();
  }
});

test('a file of another database in place of a day is refused and left alone', async () => {
  await fund(service, 'MXN', '7');
  await advance(service, 2 * 86_400);
  await service.until('/v1/ledger-seals', (each) => (each.at('data') as unknown[]).length === 4);
  const { day: last } = ((await service.get('/v1/ledger-seals')).at('data') as { day: string }[])[0] ?? {
    day: '',
  };
  const foreign = join(directory, service.accountId, `${last}.ndjson.gz`);
  writeFileSync(foreign, gzipSync('{"archive":1}\n'));
  const refused = await psp(directory, '--before', dayAfter(last));
  expect(refused.code).toBe(1);
  expect(refused.stderr).toContain('Move the file away');
  expect(archiveText(directory, `${service.accountId}/${last}.ndjson.gz`)).toBe('{"archive":1}\n');
  rmSync(foreign);
  await runJson('--before', dayAfter(last));
  expect(rowsOfArchive(directory)).toEqual(await rowsBefore(service.databaseUrl, dayAfter(last)));
});

test('an event of an archived day is no longer listed, and the rows of the files stay', async () => {
  const [row] = await queryRows(
    service.databaseUrl,
    `select count(*) as late from event_counter c
    join (select account_id, max(day) as day from archive_file group by 1) f using (account_id)
    where c.told_at < (f.day::date + 1)::timestamp at time zone 'UTC'`,
  );
  expect(row).toEqual({ late: '0' });
  await expect(queryRows(service.databaseUrl, 'delete from archive_file')).rejects.toThrow(/never changed/);
  await expect(
    queryRows(
      service.databaseUrl,
      `insert into archive_file select account_id, '2999-01-01', sha256, sha256, 0, 0, 0, last_position, 1, archived_at
      from archive_file order by day desc limit 1`,
    ),
  ).rejects.toThrow(/not closed/);
});
