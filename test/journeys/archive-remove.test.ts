import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { closeSchedule, putScheduleInForce } from '../../src/usecases/settlement-schedule.js';
import { runSettlement } from '../../src/usecases/settlement.js';
import { archiveFiles, entriesOf, published, readBack, readsFrom, rowsBefore } from '../setup/archive.js';
import { buildCommandLine, runWarm } from '../setup/cli.js';
import { advance, openOtherAccount, operator, withHand } from '../setup/hand.js';
import { operatorOf, type Ask } from '../setup/graphql.js';
import { queryRows } from '../setup/rows.js';
import { clientOf, openService, type Client, type RunningService } from '../setup/running.js';
import { fund, mxnPayout, refusal, speiBeneficiary, speiDestination } from '../setup/verbs.js';

const home = mkdtempSync(join(tmpdir(), 'psp-archive-remove-'));
const directory = join(home, 'archive');
const tags = ['sim:paid', 'sim:fail', 'sim:return', undefined];

let service: RunningService;
let beside: Client & { readonly id: string };
let ask: Ask;
let beneficiary: string;
let settlement: string;
/** The account's rows of the first two months before any has left. */
let rows: string[];
/** The first days of the months in which something was paid. */
const months: string[] = [];

const startOf = (text: string): string => `${text}T00:00:00Z`;
const today = async (): Promise<string> =>
  String(
    (
      await queryRows(
        service.databaseUrl,
        `select to_char(business_now() at time zone 'UTC', 'YYYY-MM-DD') as day`,
      )
    )[0]?.['day'],
  );

/** Payouts of every outcome, and days without any behind them. */
async function month(): Promise<void> {
  months.push(await today());
  await fund(service, 'MXN', '5000');
  await fund(beside, 'MXN', '50');
  for (const tag of tags) await service.post('/v1/payouts', mxnPayout(beneficiary, '10.01', tag));
  await advance(service, 86_400);
  await service.post('/v1/payouts', mxnPayout(beneficiary, '7.77', 'sim:return'));
  await service.until('/v1/payouts?status=processing', (each) => (each.at('data') as []).length === 0);
  await advance(service, 30 * 86_400);
}

beforeAll(async () => {
  await buildCommandLine();
  service = await openService();
  const other = await openOtherAccount(service);
  beside = { ...clientOf(service.baseUrl, other.key), id: other.id };
  beneficiary = await speiBeneficiary(service);
  ({ ask } = await operatorOf(service, 'admin'));
  const destination = await speiDestination(beside);
  await withHand(service, (ports) =>
    putScheduleInForce(ports, operator, {
      accountId: other.id,
      currency: 'MXN',
      destinationId: destination,
      interval: 'manual',
    }),
  );
  for (let count = 0; count < 3; count += 1) await month();
}, 300_000);
afterAll(async () => {
  await service.check();
  await service.stop();
  rmSync(home, { recursive: true });
});

async function psp(...args: string[]) {
  await published(service.databaseUrl);
  return runWarm(['archive', ...args, '--json'], { ...service.env, PSP_ARCHIVE_DIR: directory });
}
const runJson = async (...args: string[]): Promise<Record<string, unknown>> => {
  const { code, stdout, stderr } = await psp(...args);
  expect(code, stderr).toBe(0);
  return JSON.parse(stdout) as Record<string, unknown>;
};
const monthAt = (at: number): string => months[at] ?? '';
const here = async (accountId: string): Promise<number> =>
  Number(
    (
      await queryRows(service.databaseUrl, 'select count(*) as n from entry where account_id = $1', [
        accountId,
      ])
    )[0]?.['n'],
  );

const ownRows = async (): Promise<string[]> =>
  (await rowsBefore(service.databaseUrl, monthAt(2))).filter((row) => row.includes(service.accountId));

test('entries that a settlement has not taken stay, and those of other accounts leave', async () => {
  rows = await ownRows();
  expect(rows.length).toBeGreaterThan(40);
  const before = await entriesOf(service.databaseUrl);
  const [mine, others] = [await here(service.accountId), await here(beside.id)];
  const refused = await psp('--before', monthAt(1), '--remove');
  expect(refused.code).toBe(1);
  expect(refused.stderr).toContain(`${beside.id}: settlement schedule`);
  expect(await here(beside.id)).toBe(others);
  expect(await here(service.accountId)).toBeLessThan(mine);
  expect(await entriesOf(service.databaseUrl)).toEqual(before);
  await service.check();
});

test('once it is settled they leave too, and the settlement is archived', async () => {
  const [schedule] = await queryRows(service.databaseUrl, `select id from settlement_schedule`);
  const id = schedule?.['id'] ?? '';
  settlement = (await withHand(service, (ports) => runSettlement(ports, operator, { scheduleId: id }))).id;
  await beside.until(`/v1/settlements/${settlement}`, (each) => each.at('status') === 'completed');
  await runJson('--before', monthAt(1), '--remove');
  expect(refusal(await beside.get(`/v1/settlements/${settlement}`))).toEqual([410, 'archived']);
  const response = await ask(`query { settlement(id: "${settlement}") { items(first: 2) { purpose } } }`);
  expect(response.codes()).toEqual(['archived']);
  await withHand(service, (ports) => closeSchedule(ports, operator, { id }));
  await service.check();
});

test('what is behind the border reads the same, byte for byte, and what is before it is 410', async () => {
  const open = readsFrom(monthAt(2));
  const platform = `query { platformAccounts(from: "${startOf(monthAt(1))}", to: "${startOf(monthAt(2))}") { ledger currency credits debits } }`;
  const turnover = (await ask(platform)).at('platformAccounts');
  expect(turnover).toHaveLength(2);
  const before = await readBack(service, open);
  const entries = await entriesOf(service.databaseUrl);
  expect(await runJson('--before', monthAt(2), '--remove')).toMatchObject({
    removed_days: expect.any(Number),
  });
  expect(await readBack(service, open)).toEqual(before);
  expect(before.size).toBeGreaterThan(8);
  expect(await entriesOf(service.databaseUrl)).toEqual(entries);
  expect((await ask(platform)).at('platformAccounts')).toEqual(turnover);
  const [left] = await queryRows(
    service.databaseUrl,
    `select count(*) as n from entry where occurred_at < '${startOf(monthAt(2))}'`,
  );
  expect(left).toEqual({ n: '0' });
  const gone = await readBack(service, readsFrom(monthAt(0)));
  for (const [path, text] of gone) {
    expect(text, path).toContain('"code":"archived"');
    expect(text, path).toMatch(/"archived_at":"20/);
  }
  await service.check();
});

test('a list of entries ends at the border and says so; an archived cursor is refused', async () => {
  const [first] = await queryRows(
    service.databaseUrl,
    `select until from archive_border where account_id = '${service.accountId}'`,
  );
  const path = '/v1/balances/MXN/entries?limit=100';
  const page = await service.get(path);
  expect(page.at('has_more')).toBe(false);
  expect(new Date(page.get('archived_before'))).toEqual(new Date(first?.['until'] ?? ''));
  const oldest = (page.at('data') as { id: string; occurred_at: string }[]).at(-1);
  expect(oldest && oldest.occurred_at >= page.get('archived_before')).toBe(true);
  const { records } = await runJson('show', service.accountId, '--day', monthAt(0));
  const [id] = JSON.stringify(records).match(/ent_[0-9a-z]+/) ?? [];
  expect(refusal(await service.get(`${path}&after=${id}`))).toEqual([410, 'archived']);
  const [report] = readsFrom(monthAt(2));
  expect(refusal(await service.get(`${report}&after=${id}`))).toEqual([410, 'archived']);
  expect((await beside.get('/v1/balances/USD/entries')).body).toEqual({
    data: [],
    has_more: false,
    archived_before: expect.any(String),
  });
});

test('operators find no archived journal', async () => {
  const [journal] = await queryRows(
    service.databaseUrl,
    `select id from journal where account_id = '${service.accountId}' order by id limit 1`,
  );
  expect((await ask(`query { journal(id: "${journal?.['id']}") { id } }`)).codes()).toEqual(['archived']);
  const listed = await ask(
    `query { journals(accountId: "${service.accountId}", first: 100) { nodes { occurredAt } } }`,
  );
  const times = (listed.at('journals.nodes') as { occurredAt: string }[]).map(({ occurredAt }) => occurredAt);
  expect(times.length).toBeGreaterThan(3);
  expect(times.every((at) => at >= monthAt(2))).toBe(true);
});

test("a bank's later report about an archived payout still agrees with its movements", async () => {
  const [payout] = await queryRows(
    service.databaseUrl,
    `select p.reference, p.provider, p.id from payout p join archived_entry e on e.account_id = p.account_id
       join journal j on j.id = e.journal_id and j.origin_id = p.id where e.ledger like 'clearing:%' and p.status = 'completed' limit 1`,
  );
  const { reference = '', provider = '' } = payout ?? {};
  const compared = await withHand(service, (ports) =>
    ports.store.transaction((tx) => tx.statements.compare(provider ?? '', [reference ?? ''])),
  );
  expect(reference).not.toBe('');
  expect(compared).toEqual([]);
});

test('payments go on behind the border, and a repeated key gets its answer', async () => {
  const body = mxnPayout(beneficiary, '3.33', 'sim:paid');
  const made = await service.post('/v1/payouts', body, { idempotencyKey: 'across-the-border' });
  await service.until(`/v1/payouts/${made.get('id')}`, (each) => each.at('status') === 'completed');
  const again = await service.post('/v1/payouts', body, { idempotencyKey: 'across-the-border' });
  expect(again.at('id')).toBe(made.at('id'));
  const old = (await service.get('/v1/payouts?limit=100')).at('data') as { id: string }[];
  expect((await service.get(`/v1/payouts/${old.at(-1)?.id}`)).status).toBe(200);
  await service.check();
});

test('a file that is gone or changed stops a removal before any entry has left', async () => {
  const before = await here(service.accountId);
  await runJson('--before', await today());
  const name = archiveFiles(directory).findLast((each) => each.startsWith(service.accountId)) ?? '';
  const path = join(directory, name);
  renameSync(path, `${path}.kept`);
  writeFileSync(path, gzipSync('{"archive":1}\n'));
  const refused = await psp('--before', await today(), '--remove');
  expect(refused.code).toBe(1);
  expect(refused.stderr).toContain(name);
  const [left] = await queryRows(
    service.databaseUrl,
    `select count(*) as n from archive_border where account_id = '${service.accountId}' and day >= '${name.slice(-20, -10)}'`,
  );
  expect(left).toEqual({ n: '0' });
  renameSync(`${path}.kept`, path);
  await runJson('--before', await today(), '--remove');
  expect(await here(service.accountId)).toBeLessThan(before);
});

test('a file that is lost after its entries have left is not made up', async () => {
  const [name = ''] = archiveFiles(directory);
  renameSync(join(directory, name), join(home, 'kept'));
  const refused = await psp('--before', await today());
  renameSync(join(home, 'kept'), join(directory, name));
  expect(refused.code).toBe(1);
  expect(refused.stderr).toContain('from your backup of the archive');
  expect(await runJson('verify')).toMatchObject({ holds: true });
});

test('restored entries are the same rows, and every read works again', async () => {
  const [entries, before] = [await entriesOf(service.databaseUrl), await here(service.accountId)];
  const month = readsFrom(monthAt(1));
  await runJson('restore', service.accountId, '--from', monthAt(1));
  expect(await here(service.accountId)).toBeGreaterThan(before);
  expect(await entriesOf(service.databaseUrl)).toEqual(entries);
  for (const [path, text] of await readBack(service, month)) expect(text, path).not.toContain('"archived"');
  expect(refusal(await service.get(`/v1/balances?at=${startOf(monthAt(0))}`))).toEqual([410, 'archived']);
  await service.check();
  await runJson('restore', service.accountId, '--from', '2000-01-01');
  expect((await service.get('/v1/balances/MXN/entries?limit=100')).body).not.toHaveProperty(
    'archived_before',
  );
  expect(await ownRows()).toEqual(rows);
  await service.check();
});

test('days without postings are removed too, and sealing continues after them', async () => {
  const third = await openOtherAccount(service);
  const quiet = clientOf(service.baseUrl, third.key);
  const isSealed = `select 1 as sealed from sealing where account_id = '${third.id}'`;
  const happen = async (name: string) => {
    const body = { external_id: name, type: 'individual', country: 'MX', display_name: name };
    expect((await quiet.post('/v1/customers', body)).status).toBe(201);
  };
  await fund(quiet, 'MXN', '5');
  await advance(service, 2 * 86_400);
  await happen('later');
  await advance(service, 4 * 86_400);
  await runJson('--before', await today(), '--remove');
  expect(await here(third.id)).toBe(0);
  // The last sealed day is before the border now. Both commands and the backlog read from there on.
  await runJson('--before', await today(), '--remove');
  await fund(quiet, 'MXN', '6');
  await advance(service, 4 * 86_400);
  expect(await queryRows(service.databaseUrl, isSealed)).toHaveLength(1);
  const backlog = await ask('{ backlog { waiting { count } } }');
  expect(backlog.errors).toEqual([]);
  await runJson('--before', await today(), '--remove');
  expect(await here(third.id)).toBe(0);
  await service.check();
});

test('a settlement in flight keeps the entries of its period until evidence has ended it', async () => {
  const settling = await openOtherAccount(service);
  const own = clientOf(service.baseUrl, settling.key);
  const schedule = { accountId: settling.id, destinationId: await speiDestination(own), currency: 'MXN' };
  const { id } = await withHand(service, (ports) =>
    putScheduleInForce(ports, operator, { ...schedule, interval: 'manual' }),
  );
  await fund(own, 'MXN', '20');
  const flying = await withHand(service, async (ports) => {
    const run = await runSettlement(ports, { ...operator, reason: 'sim:hold' }, { scheduleId: id });
    await closeSchedule(ports, operator, { id });
    return run.id;
  });
  await advance(service, 5 * 86_400);
  const before = await here(settling.id);
  const refused = await psp('--before', await today(), '--remove');
  expect(refused.stderr).toContain(`${settling.id}: settlement ${flying} is in flight`);
  expect(await here(settling.id)).toBe(before);
  const evidence = await own.post(`/v1/sandbox/operations/${flying}/evidence`, { outcome: 'paid' });
  expect(evidence.at('status'), evidence.text).toBe('completed');
  await advance(service, 5 * 86_400);
  await runJson('--before', await today(), '--remove');
  expect(await here(settling.id)).toBe(0);
  expect(refusal(await own.get(`/v1/settlements/${flying}`))).toEqual([410, 'archived']);
  await service.check();
});

const refusedChanges: [string, string][] = [
  ['an entry that is not archived', `delete from entry where id = (select max(id) from entry)`],
  ['what entries moved', `delete from archived_part`],
  ['a carried-forward balance', `delete from archive_balance`],
  [
    'a carried-forward balance, back',
    `update archive_balance set seq = seq - 1, removed_to = removed_to - 1`,
  ],
  ['the border', `delete from archive_border`],
  ['the border, back', `update archive_border set day = '2020-01-01', until = '2020-01-02T00:00:00Z'`],
  [
    'the border, to a day that is not archived',
    `update archive_border set day = '2999-01-01', until = '2999-01-02T00:00:00Z'`,
  ],
  [
    'the border, without the digest of the file',
    `select move_archive_border(account_id, day, repeat('0', 64), '[]') from archive_file`,
  ],
];
test.each(refusedChanges)('the database keeps %s', async (_what, statement) => {
  await fund(service, 'MXN', '1');
  await expect(queryRows(service.databaseUrl, statement)).rejects.toThrow(
    /never changed|runs back|cannot move|violates|not the next/,
  );
});
