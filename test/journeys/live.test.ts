import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import type { ChildProcess } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { formatReport } from '../../src/adapters/postgres/check/report.js';
import { checkInvariants } from '../../src/adapters/postgres/check/run.js';
import type { Reference } from '../../src/adapters/providers/reference.js';
import { exact } from '../../src/domain/money.js';
import { createBatch, ended, summaryOf } from '../setup/batch-journey.js';
import { buildCommandLine, runCommand, startCommand } from '../setup/cli.js';
import { aReferenceConnector } from '../setup/connector.js';
import { connectorSettings } from '../setup/connector-settings.js';
import { startBroker, type Broker } from '../setup/nats.js';
import { queryRows } from '../setup/rows.js';
import { remit, remittanceIs, remittanceQuote } from '../setup/remit.js';
import { clientOf, freshKey, type Client } from '../setup/running.js';
import { openMailServer, type MailServer } from '../setup/smtp.js';
import { balanceOf, mxnPayout, speiBeneficiary, speiDestination } from '../setup/verbs.js';
import { Server } from '../soak/kill/server.js';
import { newKeys } from '../setup/keys.js';
import { freePort } from '../../src/main/free-port.js';

// Four processes, a PostgreSQL and a broker need time on a busy machine.
vi.setConfig({ hookTimeout: 600_000 });

let home: string;
let server: Server;
let broker: Broker;
let mail: MailServer;
let reference: Reference;
let env: Record<string, string>;
const running: ChildProcess[] = [];
/** The output of all processes. */
let log = '';

interface Addresses {
  readonly base_url: string;
  readonly internal_url: string;
}

async function start(role: 'api' | 'worker', port = 0): Promise<Addresses> {
  const child = startCommand(['serve', '--json'], { ...env, PSP_ROLES: role, PORT: String(port) });
  running.push(child);
  let said = '';
  let faults = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    faults += text;
    log += text;
  });
  const started = new Promise<Addresses>((resolve, reject) => {
    child.once('close', () => reject(new Error(`it did not start: ${said}${faults}`)));
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      said += text;
      log += text;
      const line = /^\{"base_url".*\}$/m.exec(said)?.[0];
      if (line !== undefined) resolve(JSON.parse(line) as Addresses);
    });
  });
  return started;
}

beforeAll(async () => {
  await buildCommandLine();
  home = mkdtempSync(join(tmpdir(), 'psp-live-'));
  [server, broker, mail] = await Promise.all([Server.start(), startBroker(), openMailServer()]);
  const [databaseUrl, bankUrl] = await Promise.all([server.createDatabase(), server.createDatabase()]);
  reference = await aReferenceConnector(bankUrl, { environment: 'live' });
  env = {
    PSP_ENVIRONMENT: 'live',
    PSP_DATA_DIR: home,
    DATABASE_URL: databaseUrl,
    NATS_URL: broker.url,
    SMTP_URL: mail.url,
    ...newKeys(),
    PSP_CONNECTORS: connectorSettings(reference.url),
    INTERNAL_PORT: '0',
    DRAIN_SECONDS: '0',
    LOG_LEVEL: 'info',
  };
});

afterAll(async () => {
  const ended = running
    .filter(({ exitCode, signalCode }) => exitCode === null && signalCode === null)
    .map((child) => once(child, 'close'));
  for (const child of running) child.kill('SIGTERM');
  await Promise.all(ended);
  await reference.close();
  await Promise.all([broker.discard(), server.stop(), mail.close()]);
  await rm(home, { recursive: true, force: true });
});

async function runJson(...args: string[]): Promise<Record<string, unknown>> {
  const { code, stdout, stderr } = await runCommand([...args, '--json'], env);
  expect(code, stderr).toBe(0);
  return JSON.parse(stdout) as Record<string, unknown>;
}

describe('a day of money in live, over two api processes and two workers', () => {
  let apis: Client[];
  let internalUrl: string;
  const at = (index: number): Client => apis[index % apis.length] ?? (apis[0] as Client);

  async function openedFunding(body: object): Promise<string> {
    const opened = await at(0).post('/v1/funding-accounts', body);
    expect(opened.status, opened.text).toBe(201);
    const path = `/v1/funding-accounts/${opened.get('id')}`;
    const active = await at(1).until(path, (answer) => answer.at('status') !== 'pending');
    expect(active.at('status'), active.text).toBe('active');
    return opened.get('id');
  }

  async function comesIn(id: string, money: { amount: string; currency: string }): Promise<void> {
    const [row] = await queryRows(
      env['DATABASE_URL'] ?? '',
      `select reference from funding_account where id = '${id}'`,
    );
    await reference.bank.deposit({
      fundingReference: String(row?.['reference']),
      bankReference: freshKey(),
      amount: exact(money.amount),
      currency: money.currency,
      outcome: 'completed',
      delayMs: 0,
    });
  }

  test('it starts, and an account gets a key of live', async () => {
    const port = await freePort();
    // The first process creates the tables.
    const first = await start('api', port);
    const [second] = await Promise.all([start('api'), start('worker'), start('worker')]);
    reference.pushTo(`${first.base_url}/providers/reference/notices`);
    internalUrl = first.internal_url;
    const opened = await runJson(
      'account',
      'open',
      '--name',
      'Acme Ltd',
      '--owner-email',
      'owner@acme.example',
    );
    const key = String(opened['api_key']);
    expect(key).toMatch(/^psp_live_/);
    apis = [first, second].map(({ base_url: url }) => clientOf(url, key));
    const account = await at(0).get('/v1/account');
    expect(account.body).toMatchObject({
      environment: 'live',
      credential: { prefix: expect.stringMatching(/^psp_live_/) as string },
    });
  });

  test('a funding account receives a payment, reported by a notice', async () => {
    const id = await openedFunding({ method: 'spei', currency: 'MXN', settlement_currency: 'MXN' });
    await comesIn(id, { amount: '1000.00', currency: 'MXN' });
    await at(1).until('/v1/payins', (answer) => answer.at('data.0.status') === 'completed', 30_000);
    expect(await balanceOf(at(0), 'MXN')).toMatchObject({ available: '1000.00' });
  });

  test('payouts are paid by the bank, once each, with any description', async () => {
    const beneficiary = await speiBeneficiary(at(0));
    const words = ['July', 'sim:fail', 'sim:uncertain', 'sim:hold'];
    const made = await Promise.all(
      words.map((each, index) => at(index).post('/v1/payouts', mxnPayout(beneficiary, '10.00', each))),
    );
    for (const [index, payout] of made.entries()) {
      expect(payout.status, payout.text).toBe(201);
      const ended = await at(index).until(
        `/v1/payouts/${payout.get('id')}`,
        (answer) => answer.at('status') !== 'processing' && answer.at('status') !== 'submitted',
        60_000,
      );
      expect(ended.at('status'), ended.text).toBe('completed');
    }
    const calls = await reference.calls();
    expect(calls.map(({ count }) => count)).toEqual([1, 1, 1, 1]);
  });

  /** How many of ten payouts were paid while a worker was killed. */
  let amidKill = 0;

  test('a worker killed during sends leaves no payout undecided and sends none twice', async () => {
    const beneficiary = await speiBeneficiary(at(0));
    const worker = running[2];
    const made = await Promise.all(
      Array.from({ length: 10 }, async (_, nth) => {
        const payout = await at(nth).post('/v1/payouts', mxnPayout(beneficiary, '5.00'));
        if (nth === 4) worker?.kill('SIGKILL');
        return payout;
      }),
    );
    for (const [nth, payout] of made.entries()) {
      expect(payout.status, payout.text).toBe(201);
      const over = await at(nth).until(
        `/v1/payouts/${payout.get('id')}`,
        (answer) => /^(completed|failed)$/.test(answer.get('status')),
        60_000,
      );
      // A payout whose intent was committed but never sent fails.
      if (over.at('status') === 'failed') expect(over.at('failure_code'), over.text).toBe('not_submitted');
      else amidKill += 1;
    }
    expect(worker?.signalCode).toBe('SIGKILL');
    const counts = (await reference.calls()).map(({ count }) => count);
    expect(counts).toEqual(Array.from({ length: 4 + amidKill }, () => 1));
  });

  test('a batch, a refund, a withdrawal, a remittance and a settlement are executed too', async () => {
    const beneficiary = await speiBeneficiary(at(0));
    const items = ['10.00', '11.00'].map((amount) => mxnPayout(beneficiary, amount));
    const batch = await ended(at(1), (await createBatch(at(0), items)).get('id'));
    expect(summaryOf(batch), batch.text).toEqual({ total: 2, completed: 2 });

    const payin = (await at(1).get('/v1/payins')).get('data.0.id');
    await ends('/v1/refunds', { payin_id: payin, amount: '50.00' });
    const destination = await speiDestination(at(0));
    await ends('/v1/withdrawals', { destination_id: destination, amount: '60.00' });

    const quote = await remittanceQuote(at(0), { method: 'spei', currency: 'MXN' });
    const into = await openedFunding({
      method: 'bank_transfer',
      currency: 'PEN',
      settlement_currency: 'USDT',
    });
    const source = { funding_account_id: into };
    const made = await remit(at(1), { quote_id: quote.get('id'), beneficiary_id: beneficiary, source });
    await comesIn(into, { amount: quote.get('source.total'), currency: 'PEN' });
    await remittanceIs(at(0), made.get('id'), 'completed');

    const acme = (await at(0).get('/v1/account')).get('id');
    const daily = ['--currency', 'MXN', '--interval', 'daily', '--cutoff', '17:00', '--reason', 'agreed'];
    const to = ['--account', acme, '--destination', destination];
    const { id: schedule } = await runJson('schedule', 'put-in-force', ...to, ...daily);
    const { id: settlement } = await runJson('settlement', 'run', String(schedule), '--reason', 'asked for');
    await at(1).until(
      `/v1/settlements/${String(settlement)}`,
      (answer) => answer.at('status') === 'completed',
      60_000,
    );
    expect(await balanceOf(at(0), 'MXN')).toMatchObject({ available: '0.00' });
    expect((await reference.calls()).filter(({ count }) => count > 1)).toEqual([]);
  });

  async function ends(path: string, body: object): Promise<void> {
    const made = await at(0).post(path, body);
    expect(made.status, made.text).toBe(201);
    const isOver = (status: string): boolean => ['completed', 'failed', 'rejected'].includes(status);
    const over = await at(1).until(`${path}/${made.get('id')}`, (each) => isOver(each.get('status')), 30_000);
    expect(over.at('status'), over.text).toBe('completed');
  }

  test("the bank's statement agrees with the ledger", async () => {
    const compared = await runJson('exception', 'compare', '--reason', 'the end of a day');
    expect(compared).toMatchObject({
      data: [{ provider: 'reference', lines: 12 + amidKill, unknown: [], changed: [] }],
    });
    const exceptions = await at(0).get('/v1/reconciliation-exceptions');
    expect(exceptions.at('data'), exceptions.text).toEqual([]);
    const report = await checkInvariants(env['DATABASE_URL'] ?? '');
    expect(report.violations, formatReport(report)).toEqual([]);
  });

  test('events have livemode true, and sandbox operations do not exist', async () => {
    const events = await at(1).get('/v1/events?limit=100');
    const all = events.at('data') as { type: string; livemode: boolean }[];
    expect(all.map(({ type }) => type)).toContain('payout.completed');
    expect(all.every(({ livemode }) => livemode)).toBe(true);
    for (const path of ['/v1/sandbox/deposits', '/v1/sandbox/operations/pout_1/evidence'])
      expect((await at(0).post(path, {})).status, path).toBe(404);
    const response = await fetch(`${internalUrl}/graphql`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ query: '{ __schema { queryType { name } } }' }),
    });
    expect(await response.text()).not.toContain('queryType":');
    const moved = await runCommand(['clock', 'advance', '1h', '--reason', 'try'], env);
    expect(moved.code).not.toBe(0);
  });

  test('messages not signed by the connector are refused, and other connectors do not exist', async () => {
    const body = { notices: [] };
    expect((await at(0).call('POST', '/providers/reference/notices', { body })).status).toBe(401);
    expect((await at(0).call('POST', '/providers/another/notices', { body })).status).toBe(404);
    expect((await at(0).call('GET', '/providers/reference/notices')).status).toBe(405);
  });

  test('no process log contains personal data', () => {
    expect(log).toContain('"level":"info"');
    const personal = [
      'Rosa Campos',
      '032180000118359719',
      'Acme SA de CV',
      '03218000000000001',
      'owner@acme',
    ];
    expect(personal.filter((each) => log.includes(each))).toEqual([]);
    expect(log).not.toMatch(/psp_live_\w/);
  });

  test('a sandbox connector makes the start fail', async () => {
    const other = await aReferenceConnector(await server.createDatabase(), { environment: 'sandbox' });
    const settings = { ...env, PSP_CONNECTORS: connectorSettings(other.url), PORT: '0' };
    const { code, stderr } = await runCommand(['serve'], settings);
    expect(code).not.toBe(0);
    expect(stderr).toContain('it is a connector of sandbox, and this is live');
    await other.close();
  });
});
