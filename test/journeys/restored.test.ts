import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { decideRisk } from '../../src/usecases/risk.js';
import { buildCommandLine, runWarm } from '../setup/cli.js';
import { createDatabase, type TestDatabase } from '../setup/database.js';
import { operator, withHand } from '../setup/hand.js';
import { pathOf } from '../setup/payout-journey.js';
import { queryRows } from '../setup/rows.js';
import { freshKey, openBeside, type RunningService } from '../setup/running.js';
import {
  allAtOnce,
  deposit,
  fund,
  mxnPayout,
  openFundingAccount,
  speiBeneficiary,
  walk,
} from '../setup/verbs.js';
import { newKeys } from '../setup/keys.js';

// "Not found" proves nothing until a send window and five seconds after the restore.
vi.setConfig({ testTimeout: 600_000 });

const databases: TestDatabase[] = [];
let running: RunningService | undefined;
let dataDir: string;
let env: Record<string, string>;

beforeEach(async () => {
  await buildCommandLine();
  dataDir = await mkdtemp(join(tmpdir(), 'psp-restored-'));
  env = {
    PSP_DATA_DIR: dataDir,
    DATABASE_URL: await database(),
    // The bank's record is not restored with the ledger.
    SIMULATOR_DATABASE_URL: await database('template1'),
    ...newKeys(),
    PORT: '0',
    INTERNAL_PORT: '0',
    LOG_LEVEL: 'error',
    RATE_LIMIT_PER_SECOND: '100000',
    PSP_SEND_WINDOW_MS: '2000',
    PSP_ALLOW_UNSAFE_DURABILITY: 'true',
  };
});
afterEach(async () => {
  await running?.stop();
  for (const each of databases.splice(0)) await each.drop();
  await rm(dataDir, { recursive: true, force: true });
});

async function database(template?: string): Promise<string> {
  const made = await createDatabase(template);
  databases.push(made);
  return made.url;
}

async function start(): Promise<RunningService> {
  running = await openBeside({ env });
  return running;
}

async function stop(): Promise<void> {
  await running?.stop();
  running = undefined;
}

/** A copy of the database, to restore later. */
const backUp = (): Promise<string> => database(new URL(env['DATABASE_URL'] ?? '').pathname.slice(1));

async function psp(...args: string[]): Promise<Record<string, unknown>> {
  const { code, stdout, stderr } = await runWarm([...args, '--json'], env);
  expect([code, stderr.replaceAll(/^\d+ orders so far\n/gm, '')], stdout).toEqual([0, '']);
  return JSON.parse(stdout) as Record<string, unknown>;
}

/** A request for a payout, which may be repeated. */
interface Wish {
  readonly body: object;
  readonly key: string;
  id?: string;
}

let beneficiaryId: string;
const wish = (description: string): Wish => ({
  body: mxnPayout(beneficiaryId, '10.00', description),
  key: freshKey(),
});

/** Sends all requests, and stores what they created. */
async function ask(service: RunningService, wishes: readonly Wish[]): Promise<void> {
  await allAtOnce(wishes.length, async (at) => {
    const each = wishes[at];
    const made = await service.post('/v1/payouts', each?.body, { idempotencyKey: each?.key ?? '' });
    expect([200, 201], made.text).toContain(made.status);
    if (each) each.id = made.get('id');
  });
}

const several = (times: number, ...descriptions: string[]): Wish[] =>
  descriptions.flatMap((description) => Array.from({ length: times }, () => wish(description)));

async function stand(service: RunningService, { id = '' }: Wish, status: string): Promise<void> {
  await service.until(pathOf(id), (each) => each.at('status') === status, 60_000);
}

/** How a payout ends, by its description. */
function endOf({ body }: Wish): string {
  const { description = '' } = body as { description?: string };
  if (description.includes('sim:return')) return 'returned';
  if (description.includes('sim:fail')) return 'failed';
  if (/sim:(uncertain|hold)/.test(description)) return 'verification_pending';
  return 'completed';
}

const repeatedCalls = () =>
  queryRows(
    env['SIMULATOR_DATABASE_URL'] ?? '',
    'select reference, count(*) from simulator.call group by reference having count(*) > 1',
  );

test("a restored database sends nothing again, and takes over the bank's outcomes", async () => {
  const first = await start();
  const funding = await openFundingAccount(first, 'MXN');
  await deposit(first, { funding_account_id: funding, amount: '400.00' });
  beneficiaryId = await speiBeneficiary(first);
  const paid = several(6, 'sim:paid');
  const queued = several(
    6,
    'sim:queue:12000 sim:paid',
    'sim:queue:12000 sim:return',
    'sim:queue:12000 sim:fail',
    'sim:queue:12000 sim:uncertain',
    'sim:queue:12000 sim:hold',
  );
  const held = wish('sim:review');
  const [dropped, answered] = [wish('sim:queue:600000'), wish('sim:queue:600000')];
  await ask(first, [...paid, ...queued, held, dropped, answered]);
  for (const each of paid) await stand(first, each, 'completed');
  await stop();
  const backup = await backUp();

  const later = await start();
  for (const each of paid.slice(0, 3)) {
    const path = `/v1/sandbox/operations/${each.id}/evidence`;
    expect((await later.post(path, { outcome: 'returned' })).status).toBe(200);
  }
  await withHand(later, (ports) => decideRisk(ports, operator, { id: held.id ?? '', approve: true }));
  // These payouts use money that the restored ledger does not know.
  await deposit(later, { funding_account_id: funding, amount: '1000.00' });
  await fund(later, 'MXN', '77.00');
  const lost = several(8, 'sim:paid', 'sim:return', 'sim:fail', 'sim:uncertain');
  await ask(later, lost);
  for (const each of [...queued, ...lost, held]) {
    const isHeld = /sim:hold/.test((each.body as { description: string }).description);
    await stand(later, each, isHeld ? 'processing' : endOf(each));
  }
  await later.until('/v1/payouts?status=returned', (each) => (each.at('data') as object[]).length === 17);
  await stop();

  env = { ...env, DATABASE_URL: backup };
  const report = await psp('restored');
  expect(report).toMatchObject({ restored_at: expect.any(String), orders: 69, agreed: 3, contradicted: [] });
  expect(report).toMatchObject({ payments: 3, payments_unknown: [{ amount: '77.00', currency: 'MXN' }] });
  const countOf = (part: string) => (report[part] as object[]).length;
  expect([countOf('decided'), countOf('watched'), countOf('unknown')]).toEqual([22, 12, 32]);
  expect(report['payments_taken']).toEqual([
    { funding_account_id: funding, payin_id: expect.stringMatching(/^pin_/) },
  ]);

  const restored = await start();
  await restored.until('/v1/payins?status=completed', (each) => (each.at('data') as object[]).length === 2);
  await psp('payout', 'cancel', dropped.id ?? '');
  await psp('evidence', 'record', answered.id ?? '', 'not_executed');
  const fresh = several(4, 'sim:paid');
  const [soon, late] = [lost.filter((_, at) => at % 2 === 0), lost.filter((_, at) => at % 2 === 1)];
  await ask(restored, [...soon, ...fresh]);
  for (const each of [...queued, ...soon, ...fresh, held]) await stand(restored, each, endOf(each));
  for (const each of paid) await stand(restored, each, paid.indexOf(each) < 3 ? 'returned' : 'completed');
  await stand(restored, dropped, 'cancelled');
  await stand(restored, answered, 'failed');
  // An order unknown to the ledger is an exception of its account until its request comes again; refused orders moved
  // nothing.
  const open = '/v1/reconciliation-exceptions?status=open';
  const unknown = await walk<object>(restored, open);
  expect(unknown).toHaveLength(late.filter(({ body }) => !JSON.stringify(body).includes('sim:fail')).length);
  expect(unknown[0]).toMatchObject({
    type: 'provider_mismatch',
    resource: { type: 'account', id: restored.accountId },
  });
  expect(unknown).toContainEqual(expect.objectContaining({ actual: { amount: '10.00', currency: 'MXN' } }));
  const [known] = await walk<{ note: string }>(restored, '/v1/reconciliation-exceptions?status=resolved');
  expect(known?.note).toMatch(/^The request was repeated: it is pout_\w{26}, with the provider's result\.$/);
  expect(await repeatedCalls()).toEqual([]);
  await restored.check();

  const ended = await psp('restored', 'end');
  expect(ended).toMatchObject({ restored_at: null, decided: [], watched: [], contradicted: [] });
  expect(ended['unknown']).toHaveLength(late.length);
  const after = several(2, 'sim:paid');
  await ask(restored, [...late, ...soon, ...after]);
  for (const each of [...late, ...after]) await stand(restored, each, endOf(each));
  expect(await walk(restored, open)).toEqual([]);
  expect(await repeatedCalls()).toEqual([]);
  await restored.check();
});

test('the checker expects differences from after the backup, until restored mode has settled them', async () => {
  const first = await start();
  const funding = await openFundingAccount(first, 'MXN');
  const notify = (reference: string, outcome: string) =>
    first.post('/v1/sandbox/deposits', { funding_account_id: funding, amount: '40.00', reference, outcome });
  for (const [reference, outcome] of [
    ['paid', 'completed'],
    ['refused', 'failed'],
  ] as const)
    expect((await notify(reference, outcome)).status).toBe(201);
  const ended = async () =>
    (await walk<{ status: string }>(first, '/v1/payins')).map(({ status }) => status).sort();
  await expect.poll(ended).toEqual(['completed', 'failed']);
  beneficiaryId = await speiBeneficiary(first);
  const [late] = several(1, 'sim:fail') as [Wish];
  await ask(first, [late]);
  await stand(first, late, 'failed');
  await stop();
  const backup = await backUp();
  const [{ reference = '' } = {}] = await queryRows(backup, 'select reference from operation where id = $1', [
    late.id,
  ]);
  const bank = (text: string, values: unknown[] = []) =>
    queryRows(env['SIMULATOR_DATABASE_URL'] ?? '', text, values);
  await bank(
    `with paid as (update simulator.operation set finding = 'paid', turns_to = null, turns_at = null
        where reference = $1 returning *)
      insert into simulator.notice (id, type, reference, outcome, amount, currency, due_at)
      select reference || ':late', 'operation', reference, 'paid', amount, currency, now() from paid`,
    [reference],
  );
  const later = await start();
  const raised = (service: RunningService) =>
    walk<{ type: string }>(service, '/v1/reconciliation-exceptions?status=open');
  const settled = ['late_payment_evidence', 'late_payment_evidence', 'payin_reversed'];
  const typesOf = async (service: RunningService) => (await raised(service)).map(({ type }) => type).sort();
  for (const [reference, outcome] of [
    ['paid', 'reversed'],
    ['refused', 'completed'],
  ] as const)
    await later.post('/v1/sandbox/deposits', {
      funding_account_id: funding,
      amount: '40.00',
      reference,
      outcome,
    });
  await expect.poll(() => typesOf(later), { timeout: 60_000 }).toEqual(settled);
  const isDelivered = () => bank(`select 1 from simulator.notice where delivered_at is null`);
  await expect.poll(isDelivered, { timeout: 60_000 }).toEqual([]);
  expect(await psp('check')).toMatchObject({ holds: true, violations: [], expected: [] });
  await stop();
  const lost = env['DATABASE_URL'] ?? '';

  env = { ...env, DATABASE_URL: backup };
  const check = await psp('check');
  expect(check).toMatchObject({
    holds: true,
    violations: [],
    expected: [
      { number: 30, count: 1, rows: [{ status: 'failed', provider_says: 'paid' }] },
      { number: 33, count: 2 },
    ],
  });
  const human = await runWarm(['check'], env);
  expect([human.code, human.stdout]).toEqual([
    0,
    expect.stringMatching(/^EXPECTED {2}30 .*: 1 row\n {12}operation_id=/m),
  ]);
  await psp('restored');
  expect(await psp('check')).toMatchObject({ holds: true, violations: [], expected: [] });
  const restored = await start();
  await expect.poll(() => typesOf(restored), { timeout: 60_000 }).toEqual(settled);
  await restored.check();

  // The notices count as taken here, but had no effect: that is the fault to find.
  await stop();
  env = { ...env, DATABASE_URL: lost };
  await queryRows(lost, 'delete from exception');
  const { code, stdout } = await runWarm(['check', '--json'], env);
  const { violations, expected } = JSON.parse(stdout) as Record<string, { number: number }[]>;
  expect([code, expected]).toEqual([1, []]);
  expect(violations?.map(({ number }) => number)).toEqual(expect.arrayContaining([30, 33]));
});

test('a payout that the bank has paid but the restored balance does not cover fails, with an exception', async () => {
  beneficiaryId = await speiBeneficiary(await start());
  await stop();
  const backup = await backUp();
  const later = await start();
  await fund(later, 'MXN', '100.00');
  const [lost] = several(1, 'sim:paid') as [Wish];
  await ask(later, [lost]);
  await stand(later, lost, 'completed');
  await stop();

  env = { ...env, DATABASE_URL: backup };
  await psp('restored');
  const restored = await start();
  await ask(restored, [lost]);
  expect((await restored.get(pathOf(lost.id ?? ''))).at('failure_code')).toBe('insufficient_funds');
  const exceptions = await walk<object>(restored, '/v1/reconciliation-exceptions?status=open');
  expect(exceptions).toMatchObject([
    { type: 'late_payment_evidence', resource: { type: 'payout', id: lost.id }, actual: { amount: '10.00' } },
  ]);
  expect(await repeatedCalls()).toEqual([]);
  await restored.check();
});
