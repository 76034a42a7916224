import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { archiveFiles, entriesOf, rowsBefore, rowsOfArchive } from '../setup/archive.js';
import { buildCommandLine, runCommand, startCommand } from '../setup/cli.js';
import { openOtherAccount } from '../setup/hand.js';
import { queryRows } from '../setup/rows.js';
import { sized } from '../setup/size.js';
import { clientOf, openService, type RunningService } from '../setup/running.js';
import { allAtOnce, fund, mxnPayout, speiBeneficiary } from '../setup/verbs.js';

const months = sized(3, 40);
const payoutsAMonth = 5;
const accounts = 2;

const home = mkdtempSync(join(tmpdir(), 'psp-archive-kill-'));
const directory = join(home, 'archive');
let service: RunningService;

beforeAll(async () => {
  await buildCommandLine();
  service = await openService();
  const beside = clientOf(service.baseUrl, (await openOtherAccount(service)).key);
  const beneficiary = await speiBeneficiary(service);
  await fund(service, 'MXN', '1000000');
  for (let month = 0; month < months; month += 1) {
    await fund(beside, 'PEN', '20');
    await allAtOnce(payoutsAMonth, () => service.post('/v1/payouts', mxnPayout(beneficiary, '10.00')));
    await service.until(
      '/v1/payouts?status=processing',
      (each) => (each.at('data') as unknown[]).length === 0,
    );
    await nextMonth();
  }
}, 300_000);
afterAll(async () => {
  await service.check();
  await service.stop();
  rmSync(home, { recursive: true });
});

const sealsNow = async (): Promise<number> =>
  Number((await queryRows(service.databaseUrl, 'select count(*) as n from ledger_seal'))[0]?.['n']);

/** A month on at once; resolves when the days until then are sealed. */
async function nextMonth(): Promise<void> {
  const before = await sealsNow();
  await queryRows(
    service.databaseUrl,
    'update platform set clock_offset_ms = clock_offset_ms + 30 * 86400000::bigint',
  );
  while ((await sealsNow()) < before + accounts) await sleep(20);
}

const filesNow = (): number => (existsSync(directory) ? archiveFiles(directory).length : 0);

/** The day after the last sealed one. */
async function sealedBefore(): Promise<string> {
  const [row] = await queryRows(
    service.databaseUrl,
    `select to_char(max(day)::date + 1, 'YYYY-MM-DD') as before from ledger_seal`,
  );
  return row?.['before'] ?? '';
}

/** Runs a command and kills it again and again, each time after it has gone on, until it ends by itself; how often. */
async function killed(args: readonly string[], progress: () => Promise<unknown>): Promise<number> {
  const env = { ...service.env, PSP_ARCHIVE_DIR: directory };
  for (let kills = 0; ; kills += 1) {
    const was = JSON.stringify(await progress());
    const child = startCommand(args, env);
    const closed = once(child, 'close') as Promise<[number | null]>;
    let isOver = false;
    void closed.then(() => (isOver = true));
    while (!isOver && JSON.stringify(await progress()) === was) await sleep(1);
    await sleep(Math.random() * 20);
    child.kill('SIGKILL');
    const [code] = await closed;
    if (code === 0) return kills;
    expect(code).toBe(null);
    if (kills % sized(4, 1) === 0) await service.check();
  }
}

test('an archive that is killed again and again ends as one that never was', async () => {
  const before = await sealedBefore();
  const env = { ...service.env, PSP_ARCHIVE_DIR: directory };
  const args = ['archive', '--before', before];
  let kills = 0;
  for (;;) {
    const goal = filesNow() + 1 + Math.floor(Math.random() * sized(2, 4));
    const child = startCommand(args, env);
    const closed = once(child, 'close') as Promise<[number | null]>;
    let isOver = false;
    void closed.then(() => (isOver = true));
    while (!isOver && filesNow() < goal) await sleep(1);
    // At another place within a file each time.
    await sleep(Math.random() * 5);
    child.kill('SIGKILL');
    const [code] = await closed;
    if (code === 0) break;
    kills += 1;
  }
  expect(kills).toBeGreaterThan(sized(1, 3));
  expect(rowsOfArchive(directory)).toEqual(await rowsBefore(service.databaseUrl, before));
  const verified = await runCommand(['archive', 'verify', '--json'], env);
  expect(JSON.parse(verified.stdout)).toMatchObject({ holds: true, files: filesNow() });
});

test('a second command is refused while one runs', async () => {
  const args = ['archive', 'verify'];
  const env = { ...service.env, PSP_ARCHIVE_DIR: directory };
  const outcomes = await Promise.all([runCommand(args, env), runCommand(args, env), runCommand(args, env)]);
  const codes = outcomes.map(({ code }) => code);
  expect(codes).toContain(0);
  for (const { code, stderr } of outcomes)
    if (code !== 0) expect(stderr).toContain('Another archive command');
});

test(
  'a removal and a restore that are killed again and again lose nothing',
  async () => {
    const { databaseUrl } = service;
    await statementCompared();
    const before = await sealedBefore();
    const [books, rows] = [await entriesOf(databaseUrl), await rowsBefore(databaseUrl, '2999-01-01')];
    const log = await logOf(databaseUrl);
    const left = () =>
      queryRows(
        databaseUrl,
        `select count(*) as n, max(seq), (select count(*) from archived_event) as events from archived_entry`,
      );
    const removals = await killed(['archive', '--before', before, '--remove'], left);
    expect(removals).toBeGreaterThanOrEqual(sized(3, 30));
    expect(await entriesOf(databaseUrl)).toEqual(books);
    for (const table of ['entry', 'event'])
      expect(
        await queryRows(databaseUrl, `select id from ${table} where occurred_at < '${before}T00:00:00Z'`),
      ).toEqual([]);
    expect(await logOf(databaseUrl)).toEqual(log);
    const accounts = await queryRows(databaseUrl, 'select account_id from archive_border');
    let restores = 0;
    for (const { account_id: id } of accounts)
      restores += await killed(['archive', 'restore', id ?? '', '--from', '2000-01-01'], left);
    expect(restores).toBeGreaterThanOrEqual(sized(3, 30));
    expect(await rowsBefore(databaseUrl, '2999-01-01')).toEqual(rows);
    expect(await queryRows(databaseUrl, 'select from archive_border')).toEqual([]);
  },
  sized(600_000, 3_600_000),
);

/** Every event, here or archived, without its id and body. */
const logOf = (databaseUrl: string) =>
  queryRows(
    databaseUrl,
    'select account_id, position, type, resource_id, occurred_at from logged_event order by account_id, position',
  );

/** Entries leave once the statements of providers were compared. */
async function statementCompared(): Promise<void> {
  const open = `select from account a where archive_hold(a.id, (select max(day)::date + 1 from ledger_seal)::timestamptz) is not null`;
  while ((await queryRows(service.databaseUrl, open)).length > 0) await sleep(50);
}
