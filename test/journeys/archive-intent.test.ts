import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { takeOperationNotices } from '../../src/usecases/operation-notice.js';
import { archiveFiles, archiveText, digestOf, published, rowsBefore } from '../setup/archive.js';
import { buildCommandLine, runWarm } from '../setup/cli.js';
import { advance, withHand } from '../setup/hand.js';
import { operatorOf, type Ask } from '../setup/graphql.js';
import { queryRows } from '../setup/rows.js';
import { openService, type RunningService } from '../setup/running.js';
import { fund, mxnPayout, speiBeneficiary } from '../setup/verbs.js';

const directory = mkdtempSync(join(tmpdir(), 'psp-archive-intent-'));
let service: RunningService;
let ask: Ask;
let border: string;
/** A completed payout of an archived day. */
let payout: string;
/** All rows of before the border, before any has left. */
let rows: string[];

async function psp(...args: string[]): Promise<Record<string, unknown>> {
  await published(service.databaseUrl);
  const env = { ...service.env, PSP_ARCHIVE_DIR: directory };
  const { code, stdout, stderr } = await runWarm(['archive', ...args, '--json'], env);
  expect(code, stderr).toBe(0);
  return JSON.parse(stdout) as Record<string, unknown>;
}
const run = (statement: string) => queryRows(service.databaseUrl, statement);
const intentRows = (): string[] => rows.filter((row) => row.startsWith('{"table":"intent"'));

beforeAll(async () => {
  await buildCommandLine();
  service = await openService();
  ({ ask } = await operatorOf(service, 'admin'));
  const beneficiary = await speiBeneficiary(service);
  await fund(service, 'MXN', '5000');
  for (const tag of ['sim:paid', 'sim:fail', 'sim:return'])
    await service.post('/v1/payouts', mxnPayout(beneficiary, '10.01', tag));
  payout = (await service.post('/v1/payouts', mxnPayout(beneficiary, '10.02', 'sim:paid'))).get('id');
  await service.until('/v1/payouts?status=processing', (each) => (each.at('data') as []).length === 0);
  await advance(service, 5 * 86_400);
  const [now] = await run(`select to_char(business_now() at time zone 'UTC', 'YYYY-MM-DD') as day`);
  border = now?.['day'] ?? '';
  await advance(service, 2 * 86_400);
  rows = await rowsBefore(service.databaseUrl, border);
}, 300_000);
afterAll(async () => {
  await service.check();
  await service.stop();
  rmSync(directory, { recursive: true });
});

test('intents leave with the event that ended their operation, and come back the same', async () => {
  expect(intentRows()).toHaveLength(4);
  expect(await psp('--before', border, '--remove')).toMatchObject({ intents: 4 });
  expect(await run('select from intent')).toEqual([]);
  expect(await run('select from archived_intent')).toHaveLength(4);
  await service.check();
  await psp('restore', service.accountId, '--from', '2000-01-01');
  expect(await rowsBefore(service.databaseUrl, border)).toEqual(rows);
  await service.check();
  await psp('--before', border, '--remove');
});

test('an archived payout is read by operators without its attempts, and the archive has them', async () => {
  const query = `query { payout(id: "${payout}") { status dispatch { sending intents { number state } } } }`;
  expect((await ask(query)).at('payout')).toEqual({
    status: 'completed',
    dispatch: { sending: 'accepted', intents: [] },
  });
  const [intent] = intentRows().filter((row) => row.includes(payout));
  const { id } = JSON.parse(intent ?? '') as { id: string };
  const { records } = await psp('show', service.accountId, '--id', id);
  expect(records).toMatchObject([
    { event: { type: 'payout.completed', resource_id: payout, intents: [{ id }] } },
  ]);
});

test('a late notice still returns an archived payout', async () => {
  const [row] = await run(`select reference, provider from payout where id = '${payout}'`);
  const { reference = '', provider = '' } = row ?? {};
  await withHand(service, (ports) =>
    takeOperationNotices(ports, provider ?? '', [
      { id: 'late', type: 'operation', reference: reference ?? '', outcome: 'returned' },
    ]),
  );
  expect((await service.get(`/v1/payouts/${payout}`)).at('status')).toBe('returned');
  await service.check();
});

const copied = `insert into intent (id, account_id, kind, operation_id, number, reference, state, send_by, created_at, decided_at, version)
  select 'int_x', account_id, 'payout', id, 2, reference, 'accepted', now(), now(), now(), 1 from payout`;

test('the database refuses a second intent of an archived operation', async () => {
  await expect(run(`${copied} where id = '${payout}'`)).rejects.toThrow('or one that is archived');
});

test('the database refuses the removal of an intent that is not archived', async () => {
  const made = await service.post(
    '/v1/payouts',
    mxnPayout(await speiBeneficiary(service), '1.00', 'sim:paid'),
  );
  await service.until(`/v1/payouts/${made.get('id')}`, (each) => each.at('status') === 'completed');
  await expect(run('delete from intent')).rejects.toThrow('intent is never changed or deleted');
  await expect(run('truncate intent')).rejects.toThrow('intent is never changed or deleted');
});

/** Makes the files of the archive, and their rows, those of an earlier release. */
async function withoutIntents(): Promise<void> {
  let previous = '0'.repeat(64);
  for (const name of archiveFiles(directory)) {
    const lines = archiveText(directory, name).trim().split('\n');
    const text = lines
      .map((line, at) => `${at === 0 ? firstOf(line, previous) : ofVersion1(line)}\n`)
      .join('');
    writeFileSync(join(directory, name), gzipSync(text));
    await run(`set session_replication_role = replica; update archive_file set sha256 = '${digestOf(text)}',
      previous = '${previous}', intents = null where day = '${name.slice(-20, -10)}'`);
    previous = digestOf(text);
  }
}
const firstOf = (line: string, previous: string): string =>
  line.replace('"archive":2', '"archive":1').replace(/"previous":"\w+"/, `"previous":"${previous}"`);
const ofVersion1 = (line: string): string => line.replace(/"intents":(\d+|\[.*?\]),/, '');

test('files of an earlier release are read, and the intents of their days stay', async () => {
  await psp('restore', service.accountId, '--from', '2000-01-01');
  await withoutIntents();
  expect(await psp('verify')).toMatchObject({ holds: true, intents: 0 });
  await psp('--before', border, '--remove');
  expect(await rowsBefore(service.databaseUrl, border)).toEqual(
    rows.filter((row) => row.startsWith('{"table":"journal"') || row.startsWith('{"table":"intent"')),
  );
  await service.check();
  await psp('restore', service.accountId, '--from', '2000-01-01');
  expect(await rowsBefore(service.databaseUrl, border)).toEqual(rows);
});
