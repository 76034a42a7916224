import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildCommandLine, runWarm } from '../setup/cli.js';
import { createDatabase } from '../setup/database.js';
import { operatorOf } from '../setup/graphql.js';
import { startReplicated, type Replicated } from '../setup/replica.js';
import { queryRows } from '../setup/rows.js';
import { openBeside, openService, type RunningService } from '../setup/running.js';
import { scrape } from '../setup/scrape.js';
import { sized } from '../setup/size.js';
import { fund, mxnPayout, speiBeneficiary } from '../setup/verbs.js';

const patience = { timeout: 60_000 };
const pairs = sized(80, 1_000);
const year = 'from=2026-01-01T00:00:00Z&to=2027-01-01T00:00:00Z';

let servers: Replicated;
let service: RunningService;
let beneficiary: string;

beforeAll(async () => {
  servers = await startReplicated(true);
  service = await openService({
    DATABASE_URL: servers.primaryUrl,
    DATABASE_READ_URL: servers.standbyUrl,
    RATE_LIMIT_PER_SECOND: '100000',
  });
  beneficiary = await speiBeneficiary(service);
  await fund(service, 'MXN', '1000000.00');
});
afterAll(() => servers.discard());
afterAll(() => service.stop());

/** How many reads each server answered. */
const counted = async () => {
  const metrics = await scrape(service);
  const of = (outcome: string) => metrics.value('psp_replica_reads_total', { outcome });
  return { replica: of('replica'), behind: of('behind'), away: of('away') };
};

const missing = async (): Promise<unknown> =>
  ((await (await fetch(`${service.internalUrl}/readyz`)).json()) as { missing?: unknown }).missing;

/** Opens a funding account and lists; whether the list has it. */
async function isTrue(nth: number, headers?: (position: string) => Record<string, string>): Promise<boolean> {
  const made = await service.post('/v1/funding-accounts', {
    method: 'spei',
    currency: 'MXN',
    reference: `r-${nth}`,
  });
  expect(made.status, made.text).toBe(201);
  const position = made.headers.get('psp-position') ?? '';
  expect(position).toMatch(/^[0-9a-f]{24}$/);
  const options = headers ? { headers: headers(position) } : {};
  const listed = await service.get(`/v1/funding-accounts?reference=r-${nth}`, options);
  expect(listed.status, listed.text).toBe(200);
  return listed.at('data.0.id') === made.get('id');
}

async function stale(
  from: number,
  headers?: (position: string) => Record<string, string>,
): Promise<number[]> {
  const wrong: number[] = [];
  for (let nth = from; nth < from + pairs / 4; nth += 1) if (!(await isTrue(nth, headers))) wrong.push(nth);
  return wrong;
}

it('lists what was written just before, on a replica that applies each commit later', async () => {
  const sent = (position: string) => ({ 'PSP-Position': position });
  const before = await counted();
  expect(await stale(0)).toEqual([]);
  const close = await counted();
  expect(close.replica - before.replica).toBeGreaterThan(0);
  await servers.delayStandby(20);
  expect(await stale(pairs)).toEqual([]);
  expect(await stale(2 * pairs, sent)).toEqual([]);
  const late = await counted();
  expect(late.replica).toBeGreaterThan(close.replica);
  // Later than a read waits.
  await servers.delayStandby(1_500);
  expect(await stale(3 * pairs)).toEqual([]);
  expect((await counted()).behind).toBeGreaterThan(late.behind);
  expect(await missing()).toEqual(['the replica is behind; reads go to the primary']);
});

it('answers a read with an earlier position from the replica, however far it is behind', async () => {
  const path = '/v1/funding-accounts?reference=earlier';
  const body = { method: 'spei', currency: 'MXN', reference: 'earlier' };
  const earlier =
    (await service.post('/v1/funding-accounts', { ...body, reference: 'before' })).headers.get(
      'psp-position',
    ) ?? '';
  const headers = { 'PSP-Position': earlier };
  const isThere = async (): Promise<boolean> => {
    const before = await counted();
    await service.get(path, { headers });
    return (await counted()).replica > before.replica;
  };
  await expect.poll(isThere, patience).toBe(true);
  await servers.delayStandby(600_000);
  const made = await service.post('/v1/funding-accounts', body);
  expect(made.status, made.text).toBe(201);
  const answers = [await service.get(path, { headers }), await service.get(path)];
  expect(answers.map((each) => each.at('data.0.id'))).toEqual([undefined, made.get('id')]);
  await servers.delayStandby(0);
});

it.each(['', 'x'.repeat(24), '0'.repeat(23)])('refuses the position "%s"', async (position) => {
  const answer = await service.get('/v1/payouts', { headers: { 'PSP-Position': position } });
  expect([answer.status, answer.at('error.param')]).toEqual([400, 'PSP-Position']);
});

it('answers truly to a position that no log has reached', async () => {
  const before = await counted();
  expect(await isTrue(9_000_000, () => ({ 'PSP-Position': 'f'.repeat(24) }))).toBe(true);
  const after = await counted();
  expect(after.replica + after.behind).toBeGreaterThan(before.replica + before.behind);
});

it('reads lists, entries, statements, reports and the console on the replica, each with what was just written', async () => {
  const { get } = await operatorOf(service, 'viewer');
  const reads: readonly [string, () => Promise<string>][] = [
    ['list', async () => (await service.get('/v1/payouts')).text],
    ['events', async () => (await service.get('/v1/events?type=payout.created&limit=100')).text],
    ['entries', async () => (await service.get('/v1/balances/MXN/entries')).text],
    ['report', async () => (await service.get(`/v1/reports/payouts?${year}`)).text],
    ['download', async () => (await service.get(`/v1/reports/transactions?${year}&format=csv`)).text],
    ['statement', async () => (await service.get(`/v1/balances/MXN/statement?${year}`)).text],
    ['console', async () => (await get('{ payouts(first: 10) { nodes { id } } }')).text],
    ['dashboard', async () => (await get('{ journals(first: 10) { nodes { originId } } }')).text],
  ];
  for (const [name, read] of reads) {
    const { id } = (await service.post('/v1/payouts', mxnPayout(beneficiary))).body as { id: string };
    await expect.poll(async () => (await service.get(`/v1/payouts/${id}`)).at('status')).toBe('completed');
    const answered = async (): Promise<boolean> => {
      const before = await counted();
      expect(await read(), name).toContain(id);
      return (await counted()).replica > before.replica;
    };
    await expect.poll(answered, { ...patience, message: name }).toBe(true);
  }
});

it('continues with the primary while the replica is stopped, without an error, and returns to it', async () => {
  const statuses = new Set<number>();
  let isOver = false;
  const read = async (path: string): Promise<void> => {
    while (!isOver) statuses.add((await service.get(path)).status);
  };
  const paths = ['/v1/payouts', '/v1/events', `/v1/reports/payouts?${year}`, '/v1/balances/MXN/entries'];
  const reading = Promise.all(paths.map(read));
  const before = await counted();
  await servers.loseStandby();
  await expect.poll(async () => (await counted()).away, patience).toBeGreaterThan(before.away + 10);
  expect(await missing()).toEqual(['the replica is unreachable; reads go to the primary']);
  expect(await isTrue(9_000_001)).toBe(true);
  await servers.returnStandby();
  const back = await counted();
  await expect.poll(async () => (await counted()).replica, patience).toBeGreaterThan(back.replica + 10);
  expect(await missing()).toBeUndefined();
  isOver = true;
  await reading;
  expect([...statuses]).toEqual([200]);
});

it('exports from the replica, or from the primary and says why', async () => {
  await buildCommandLine();
  const home = await mkdtemp(join(tmpdir(), 'psp-replica-export-'));
  const exported = async (name: string) => {
    const { id } = (await service.post('/v1/payouts', mxnPayout(beneficiary))).body as { id: string };
    const out = join(home, name);
    const outcome = await runWarm(['export', '--out', out, '--noun', 'payout', '--json'], service.env);
    expect(outcome.code, outcome.stderr).toBe(0);
    expect(await readFile(join(out, 'payout.ndjson'), 'utf8')).toContain(id);
    return outcome.stderr;
  };
  try {
    expect(await exported('there')).toBe('');
    await servers.loseStandby();
    expect(await exported('away')).toContain('The replica cannot be used');
  } finally {
    await servers.returnStandby();
    await rm(home, { recursive: true });
  }
});

it('is not used if it belongs to another database', async () => {
  const database = await createDatabase();
  const other = await openBeside(service, { DATABASE_READ_URL: database.url });
  try {
    const isRefused = async (): Promise<boolean> => {
      const made = await other.post('/v1/payouts', mxnPayout(beneficiary));
      const listed = await other.get('/v1/payouts?limit=1');
      expect(listed.at('data.0.id'), listed.text).toBe(made.get('id'));
      return (await scrape(other)).value('psp_replica_reads_total', { outcome: 'away' }) > 0;
    };
    await expect.poll(isRefused, patience).toBe(true);
    expect((await scrape(other)).value('psp_replica_reads_total', { outcome: 'replica' })).toBe(0);
  } finally {
    await other.stop();
    await database.drop();
  }
});

it('does not read on a replica that was promoted', async () => {
  await queryRows(servers.standbyUrl, 'select pg_promote()');
  const before = await counted();
  let nth = 9_000_100;
  const missingAfter = async (): Promise<unknown> => {
    nth += 1;
    expect(await isTrue(nth)).toBe(true);
    return missing();
  };
  await expect.poll(missingAfter, patience).toEqual(['the replica is unreachable; reads go to the primary']);
  expect((await counted()).replica).toBe(before.replica);
});
