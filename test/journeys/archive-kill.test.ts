import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Random } from '../fuzz/random.js';
import { archiveFiles, entriesOf, rowsBefore, rowsOfArchive } from '../setup/archive.js';
import { buildCommandLine, runCommand, startCommand } from '../setup/cli.js';
import { openOtherAccount } from '../setup/hand.js';
import { queryRows } from '../setup/rows.js';
import { progressOf, seedOf, sized } from '../setup/size.js';
import { clientOf, openService, type RunningService } from '../setup/running.js';
import { allAtOnce, fund, mxnPayout, speiBeneficiary } from '../setup/verbs.js';

const months = sized(3, 40);
const payoutsAMonth = 5;
const accounts = 2;
const killsMax = sized(3, 30);
/** Of few days, a command may do several before it is killed. */
const killsLeast = sized(2, 30);
const random = new Random(seedOf('archive kill'));
const report = progressOf('archive kill');

const home = mkdtempSync(join(tmpdir(), 'psp-archive-kill-'));
const directory = join(home, 'archive');
let service: RunningService;

beforeAll(
  async () => {
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
      report(`${month + 1} of ${months} months`);
    }
  },
  sized(300_000, 1_200_000),
);
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

/**
 * Runs a command and kills it, mostly just after it has made progress, otherwise at any moment of its first seconds;
 * after the last kill it runs to its end. Returns the number of kills.
 */
async function killed(
  args: readonly string[],
  progress: () => Promise<unknown>,
  most = killsMax,
): Promise<number> {
  for (let kills = 0; ; kills += 1) {
    report(`${args.slice(0, 2).join(' ')}: ${kills} of ${most} kills`);
    const was = JSON.stringify(await progress());
    const child = startCommand(args, { ...service.env, PSP_ARCHIVE_DIR: directory });
    const closed = once(child, 'close') as Promise<[number | null]>;
    let isOver = false;
    void closed.then(() => (isOver = true));
    if (kills < most) {
      if (random.chance(0.2)) await sleep(random.whole(0, 2_000));
      else {
        while (!isOver && JSON.stringify(await progress()) === was) await sleep(1);
        await sleep(random.whole(0, 15));
      }
      child.kill('SIGKILL');
    }
    const [code] = await closed;
    if (code === 0) return kills;
    expect(code).toBe(null);
    if (kills % 3 === 2) await service.check();
  }
}

test(
  'an archive that is killed again and again ends as one that never was',
  async () => {
    const before = await sealedBefore();
    const kills = await killed(['archive', '--before', before], () => Promise.resolve(filesNow()));
    expect(kills).toBeGreaterThanOrEqual(killsLeast);
    expect(rowsOfArchive(directory)).toEqual(await rowsBefore(service.databaseUrl, before));
    const verified = await runCommand(['archive', 'verify', '--json'], {
      ...service.env,
      PSP_ARCHIVE_DIR: directory,
    });
    expect(JSON.parse(verified.stdout)).toMatchObject({ holds: true, files: filesNow() });
  },
  sized(300_000, 3_600_000),
);

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
    expect(removals).toBeGreaterThanOrEqual(killsLeast);
    expect(await entriesOf(databaseUrl)).toEqual(books);
    for (const table of ['entry', 'event'])
      expect(
        await queryRows(databaseUrl, `select id from ${table} where occurred_at < '${before}T00:00:00Z'`),
      ).toEqual([]);
    expect(await logOf(databaseUrl)).toEqual(log);
    const accounts = await queryRows(databaseUrl, 'select account_id from archive_border');
    let restores = 0;
    for (const { account_id: id } of accounts)
      restores += await killed(
        ['archive', 'restore', id ?? '', '--from', '2000-01-01'],
        left,
        killsMax - restores,
      );
    expect(restores).toBeGreaterThanOrEqual(killsLeast);
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
