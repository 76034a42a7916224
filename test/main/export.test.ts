import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { outTables } from '../../src/adapters/postgres/data-out.js';
import { buildCommandLine, runCommand, runWarm } from '../setup/cli.js';
import { patience } from '../setup/patience.js';
import { queryRows } from '../setup/rows.js';
import { openService, type RunningService } from '../setup/running.js';
import { fund, mxnPayout, speiBeneficiary } from '../setup/verbs.js';

interface Manifest {
  readonly position: string;
  readonly since: string | null;
  readonly snapshot_at: string;
  readonly files: readonly {
    readonly noun: string;
    readonly file: string;
    readonly rows: number;
    readonly bytes: number;
    readonly sha256: string;
  }[];
}
type Row = Readonly<Record<string, unknown>>;

let service: RunningService;
let beneficiary: string;
const home = mkdtempSync(join(tmpdir(), 'psp-export-'));
beforeAll(async () => {
  await buildCommandLine();
  service = await openService();
  await fund(service, 'MXN', '100000.00');
  beneficiary = await speiBeneficiary(service);
  await pay();
});
afterAll(async () => {
  await service.check();
  await service.stop();
  await rm(home, { recursive: true });
});

async function pay(): Promise<string> {
  const made = await service.post('/v1/payouts', mxnPayout(beneficiary, '10.00'));
  const id = made.get('id');
  await service.until(`/v1/payouts/${id}`, (answer) => answer.at('status') === 'completed');
  return id;
}

const dirOf = (name: string): string => join(home, name);
const run = (name: string, ...args: string[]) =>
  runWarm(['export', '--out', dirOf(name), '--json', ...args], service.env);
async function exported(name: string, ...args: string[]): Promise<Manifest> {
  const { code, stderr } = await run(name, ...args);
  expect(code, stderr).toBe(0);
  return manifestOf(name);
}
const manifestOf = (name: string): Manifest =>
  JSON.parse(readFileSync(join(dirOf(name), 'manifest.json'), 'utf8')) as Manifest;
const rowsOf = (name: string, noun: string): Row[] =>
  readFileSync(join(dirOf(name), `${noun}.ndjson`), 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Row);
const idsOf = (name: string, noun: string) => rowsOf(name, noun).map(({ id }) => id);

/** Rows by primary key; later exports replace earlier rows. */
function merged(noun: string, names: readonly string[]): ReadonlyMap<string, Row> {
  const key = outTables.find(({ name }) => name === noun)?.key ?? [];
  const rows = names.flatMap((name) => rowsOf(name, noun));
  return new Map(rows.map((row) => [key.map((column) => String(row[column])).join(), row]));
}
/** Event positions are numbers as text. */
const keyOf = (row: Row, key: readonly string[]) =>
  key
    .map((column) => (column === 'position' ? String(row[column]).padStart(20, '0') : String(row[column])))
    .join();

test('writes each noun in key order, with correct counts and digests', async () => {
  const { files, since } = await exported('whole');
  expect(since).toBeNull();
  expect(files.map(({ noun }) => noun)).toEqual(outTables.map(({ name }) => name));
  for (const { noun, file, rows, bytes, sha256 } of files) {
    const text = readFileSync(join(dirOf('whole'), file));
    expect(text.length, file).toBe(bytes);
    expect(createHash('sha256').update(text).digest('hex'), file).toBe(sha256);
    const found = rowsOf('whole', noun);
    expect(found, file).toHaveLength(rows);
    const table = outTables.find(({ name }) => name === noun);
    for (const row of found) expect(Object.keys(row).toSorted()).toEqual(table?.columns.toSorted());
    const keys = found.map((row) => keyOf(row, table?.key ?? []));
    expect(keys, file).toEqual(keys.toSorted());
  }
  const [balance] = rowsOf('whole', 'balance').filter(({ currency }) => currency === 'MXN');
  const known = await queryRows(
    service.databaseUrl,
    `select trim_scale(available) as available from balance where currency = 'MXN'`,
  );
  expect(balance?.['available']).toBe(known[0]?.['available']);
  expect(rowsOf('whole', 'payout')).toMatchObject([{ destination_amount: '10', status: 'completed' }]);
});

test('has nothing encrypted, and no hash of an identity', async () => {
  const sealed = await queryRows(
    service.databaseUrl,
    `select details as value from beneficiary union all select identity_hash from beneficiary
       union all select fingerprint from api_key union all select email from member union all select email_hash from member`,
  );
  expect(sealed.length).toBeGreaterThan(4);
  const all = outTables
    .map(({ name }) => readFileSync(join(dirOf('whole'), `${name}.ndjson`), 'utf8'))
    .join('');
  expect(sealed.filter(({ value }) => all.includes(String(value)))).toEqual([]);
});

test('an export since the previous position has all changes, and later ones add up', async () => {
  // A transaction that begins before the export and commits after it.
  const slow = new pg.Client({ connectionString: service.databaseUrl });
  await slow.connect();
  await slow.query('begin');
  await slow.query(`update customer set metadata = metadata || '{"seen": "late"}'`);
  await slow.query(`update beneficiary set metadata = '{"seen": "late"}', version = version + 1`);
  await pay();
  const first = await exported('first');
  await slow.query('commit');
  await slow.end();
  const after = await pay();
  const second = await exported('second', '--since', first.position);
  expect(second.since).toBe(first.position);
  expect(idsOf('second', 'payout')).toContain(after);
  expect(rowsOf('second', 'beneficiary')).toMatchObject([{ metadata: { seen: 'late' } }]);
  // Open transactions of other databases on this server hold the position back, so rows are repeated until
  // they have ended.
  const names = ['first', 'second'];
  let { position } = second;
  const rowsAgain = async (): Promise<number | undefined> => {
    const name = `again-${names.length}`;
    const again = await exported(name, '--since', position);
    names.push(name);
    ({ position } = again);
    return again.files.find(({ noun }) => noun === 'journal')?.rows;
  };
  await expect.poll(rowsAgain, patience).toBe(0);
  await exported('fresh');
  for (const { name } of outTables) expect(merged(name, names), name).toEqual(merged(name, ['fresh']));
});

test('an export since a time has what was created after it', async () => {
  const { snapshot_at: at } = await exported('earlier', '--noun', 'payout');
  const later = await pay();
  const { files } = await exported('since', '--since', at, '--noun', 'payout', 'entry');
  expect(files.map(({ noun }) => noun)).toEqual(['entry', 'payout']);
  expect(idsOf('since', 'payout')).toEqual([later]);
  expect(existsSync(join(dirOf('since'), 'balance.ndjson'))).toBe(false);
});

test('a failed run leaves no manifest and can be repeated; a complete one is not overwritten', async () => {
  mkdirSync(join(dirOf('broken'), 'payout.ndjson'), { recursive: true });
  expect((await run('broken')).code).toBe(1);
  expect(existsSync(join(dirOf('broken'), 'entry.ndjson'))).toBe(true);
  expect(existsSync(join(dirOf('broken'), 'manifest.json'))).toBe(false);
  rmdirSync(join(dirOf('broken'), 'payout.ndjson'));
  const { position } = await exported('broken');
  const again = await run('broken');
  expect([again.code, again.stderr]).toEqual([1, expect.stringContaining('already holds an export')]);
  expect(manifestOf('broken').position).toBe(position);
});

test.each([
  [
    ['--since', 'yesterday'],
    2,
    'Give a time such as 2027-01-31T12:00:00Z, or the position of a manifest.json',
  ],
  [['--noun', 'session'], 2, 'Allowed choices are'],
  [['--since', '1-1-1-1'], 1, 'This position comes from another database'],
])('%j is refused and nothing is written', async (args, code, words) => {
  const refused = await run('refused', ...args);
  expect(refused.code).toBe(code);
  expect(refused.stderr).toContain(words);
  expect(existsSync(dirOf('refused'))).toBe(false);
});

test('a position of another cluster, timeline or database, or from the future, is refused', async () => {
  const { position } = await exported('placed', '--noun', 'payout');
  const [cluster, timeline, database, xid] = position.split('-').map(BigInt);
  const known = await queryRows(
    service.databaseUrl,
    `select (select timeline_id::text from pg_control_checkpoint()) as timeline,
       (select oid::text from pg_database where datname = current_database()) as database`,
  );
  expect(known).toEqual([{ timeline: String(timeline), database: String(database) }]);
  const numbers = [cluster, timeline, database, xid].map((each) => each ?? 0n);
  for (const nth of numbers.keys()) {
    const other = numbers.map((each, at) => (at === nth ? each + 1_000_000n : each)).join('-');
    const refused = await run('displaced', '--since', other, '--noun', 'payout');
    expect([refused.code, refused.stderr]).toEqual([
      1,
      expect.stringContaining('comes from another database'),
    ]);
  }
  expect(existsSync(dirOf('displaced'))).toBe(false);
  await exported('again-placed', '--since', position, '--noun', 'payout');
});

test('needs no more memory for a table of 100 MB', async () => {
  await queryRows(
    service.databaseUrl,
    `set session_replication_role = replica;
     insert into event (account_id, position, id, type, resource_id, occurred_at, body)
       select 'acct_large', n, 'evt_large_' || n, 'payout.created', 'pout_1', now(), json_build_object('x', repeat('x', 10000)) from generate_series(1, 10000) n`,
  );
  const args = ['export', '--out', dirOf('large'), '--noun', 'event'];
  const { code, stderr } = await runCommand(args, {
    ...service.env,
    NODE_OPTIONS: '--max-old-space-size=64',
  });
  await queryRows(
    service.databaseUrl,
    `set session_replication_role = replica; delete from event where account_id = 'acct_large'`,
  );
  expect(code, stderr).toBe(0);
  expect(manifestOf('large').files[0]?.bytes).toBeGreaterThan(100_000_000);
});
