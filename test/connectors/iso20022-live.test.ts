import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { formatReport } from '../../src/adapters/postgres/check/report.js';
import { checkInvariants } from '../../src/adapters/postgres/check/run.js';
import { checkProtocol } from '../../src/adapters/providers/check.js';
import { freePort } from '../../src/main/free-port.js';
import { buildCommandLine, runCommand, startCommand } from '../setup/cli.js';
import { ourKeys, theirKeys } from '../setup/connector.js';
import { connectorSettings } from '../setup/connector-settings.js';
import { newKeys } from '../setup/keys.js';
import { startBroker, type Broker } from '../setup/nats.js';
import { eventually } from '../setup/patience.js';
import { clientOf, type Answer, type Client } from '../setup/running.js';
import { sized } from '../setup/size.js';
import { openMailServer, type MailServer } from '../setup/smtp.js';
import { startSshd, type Sshd } from '../setup/sshd.js';
import {
  balanceOf,
  mxnPayout,
  openFundingAccount,
  speiBeneficiary,
  speiDestination,
} from '../setup/verbs.js';
import { Server } from '../soak/kill/server.js';
import { FileTakingBank, type Received } from './file-bank.ts';
import { ConnectorProcess } from './iso20022-process.ts';
import { account, fast, settingsIn } from './iso20022-world.ts';

vi.setConfig({ hookTimeout: 600_000 });

let server: Server;
let broker: Broker;
let mail: MailServer;
let sshd: Sshd;

beforeAll(async () => {
  await buildCommandLine();
  [server, broker, mail, sshd] = await Promise.all([
    Server.start(),
    startBroker(),
    openMailServer(),
    startSshd(),
  ]);
});
afterAll(async () => {
  await Promise.all([sshd.stop(), broker.discard(), server.stop(), mail.close()]);
});

/** Simulates the bank continuously: reads files, answers them, books transfers and reports them. */
class Clerk {
  readonly bank: FileTakingBank;
  readonly #ending = new AbortController();
  readonly #running: Promise<void>;

  constructor(bank: FileTakingBank) {
    this.bank = bank;
    this.#running = this.#run();
  }

  async stop(): Promise<void> {
    this.#ending.abort();
    await this.#running;
  }

  async #run(): Promise<void> {
    while (!this.#ending.signal.aborted) {
      const came = this.bank.take();
      for (const [messageId, transfers] of Map.groupBy(came, (each) => each.messageId))
        this.#pay(messageId, transfers);
      await sleep(50);
    }
  }

  /** Transfers of 13.33 are rejected; others are accepted and then booked. */
  #pay(messageId: string, transfers: readonly Received[]): void {
    const rejected = transfers.filter(({ amount }) => amount === '13.33');
    const items = rejected.map(({ endToEndId: id }) => ({ id, status: 'RJCT', reason: 'AC04' }));
    this.bank.answer(messageId, items.length > 0 ? 'PART' : 'ACCP', items);
    const paid = transfers.filter(({ amount }) => amount !== '13.33');
    if (paid.length > 0) this.bank.notify(paid.map((each) => this.bank.pay(each)));
  }
}

const ways = {
  directory: (home: string) => ({
    transport: { kind: 'directory', out: 'out', in: 'in', done: 'in/done', aside: 'in/aside' },
    folder: home,
  }),
  sftp: (_home: string) => ({
    transport: {
      kind: 'sftp',
      out: 'out',
      in: 'in',
      done: 'in/done',
      aside: 'in/aside',
      host: '127.0.0.1',
      port: sshd.port,
      username: sshd.username,
      private_key: sshd.privateKey,
      host_keys: [sshd.hostKey],
    },
    folder: sshd.folder,
  }),
} as const;

const ended = (client: Client, path: string): Promise<Answer> =>
  client.until(path, (each) => /^(completed|failed|rejected)$/.test(each.get('status')), 90_000);

// The steps of a day do not depend on the transport; iso20022-sftp.test.ts shows what each transport does.
const transports = sized(['sftp'] as const, ['directory', 'sftp'] as const);

describe.each(transports)('a day in live with a file-based bank, by %s', (way) => {
  let home: string;
  let connector: ConnectorProcess;
  let clerk: Clerk;
  let env: Record<string, string>;
  let client: Client;
  const running: ChildProcess[] = [];

  beforeAll(async () => {
    home = mkdtempSync(join(tmpdir(), 'psp-iso-live-'));
    const { transport, folder } = ways[way](home);
    for (const each of ['out', 'in', 'in/done', 'in/aside'])
      mkdirSync(join(folder, each), { recursive: true });
    const [port, apiPort] = [await freePort(), await freePort()];
    const settings = settingsIn(
      home,
      {
        environment: 'live',
        transport,
        listen: { port },
        notices: { url: `http://127.0.0.1:${apiPort}/providers/file_bank/notices` },
      },
      fast({ credit_transfer: { gather_seconds: 0.3 } }),
    );
    connector = new ConnectorProcess(settings);
    expect(await connector.run('serve'), 'without a journal').toMatchObject({ code: 2 });
    expect(await connector.run('try')).toMatchObject({ code: 0 });
    await connector.start('new');
    clerk = new Clerk(
      new FileTakingBank({ out: join(folder, 'out'), in: join(folder, 'in'), account, currency: 'MXN' }),
    );
    clerk.bank.closeDay('2026-11-29');
    env = {
      PSP_ENVIRONMENT: 'live',
      PSP_DATA_DIR: home,
      DATABASE_URL: await server.createDatabase(),
      NATS_URL: broker.url,
      SMTP_URL: mail.url,
      ...newKeys(),
      PSP_CONNECTORS: connectorSettings(connector.url, {
        name: 'file_bank',
        routes: [{ method: 'spei', currency: 'MXN' }],
      }),
      INTERNAL_PORT: '0',
      DRAIN_SECONDS: '0',
      LOG_LEVEL: 'warn',
    };
    const api = await serve('api', apiPort);
    await Promise.all([serve('worker'), serve('worker')]);
    const opened = await runJson(
      'account',
      'open',
      '--name',
      'Acme Ltd',
      '--owner-email',
      'owner@acme.example',
    );
    client = clientOf(api, String(opened['api_key']));
  });
  afterAll(async () => {
    for (const child of running.filter(
      ({ exitCode, signalCode }) => exitCode === null && signalCode === null,
    )) {
      const closed = once(child, 'close');
      child.kill('SIGTERM');
      await closed;
    }
    await clerk.stop();
    await connector.end('SIGTERM');
    await rm(home, { recursive: true, force: true });
  });

  async function serve(role: 'api' | 'worker', port = 0): Promise<string> {
    const child = startCommand(['serve', '--json'], { ...env, PSP_ROLES: role, PORT: String(port) });
    running.push(child);
    let said = '';
    child.stderr?.setEncoding('utf8').on('data', (text: string) => (said += text));
    return new Promise((resolve, reject) => {
      child.once('close', () => reject(new Error(`it did not start: ${said}`)));
      child.stdout?.setEncoding('utf8').on('data', (text: string) => {
        said += text;
        const [line] = /^\{"base_url".*\}$/m.exec(said) ?? [];
        if (line !== undefined) resolve((JSON.parse(line) as { base_url: string }).base_url);
      });
    });
  }

  async function runJson(...args: string[]): Promise<Record<string, unknown>> {
    const { code, stdout, stderr } = await runCommand([...args, '--json'], env);
    expect(code, stderr).toBe(0);
    return JSON.parse(stdout) as Record<string, unknown>;
  }

  test('every case of the protocol passes', async () => {
    const cases = await checkProtocol({
      url: connector.url,
      sendingKeys: ourKeys,
      receivingKeys: theirKeys,
      mayBeLive: true,
    });
    expect(cases.filter(({ fault }) => fault !== undefined)).toEqual([]);
    expect(cases.length).toBeGreaterThanOrEqual(80);
  });

  test("a payment is reported by a notice and credited once, by the payer's reference", async () => {
    const id = await openFundingAccount(client, 'MXN');
    const account = await client.get(`/v1/funding-accounts/${id}`);
    const reference = account.get('instructions.reference');
    expect(reference, account.text).toMatch(/^RF\d{2}/);
    const credit = clerk.bank.receive('5000.00', reference);
    clerk.bank.notify([credit]);
    await client.until('/v1/payins', (each) => each.at('data.0.status') === 'completed', 60_000);
    // The bank sends the notice again.
    clerk.bank.notify([credit]);
    expect(await balanceOf(client, 'MXN')).toMatchObject({ available: '5000.00' });
  });

  test('an accepted payout is completed by its booking, and a rejected one fails with its code', async () => {
    const beneficiary = await speiBeneficiary(client);
    const [paid, rejected] = await Promise.all(
      ['10.00', '13.33'].map((amount) => client.post('/v1/payouts', mxnPayout(beneficiary, amount))),
    );
    if (!paid || !rejected) throw new Error('both were made');
    expect((await ended(client, `/v1/payouts/${paid.get('id')}`)).at('status')).toBe('completed');
    const failed = await ended(client, `/v1/payouts/${rejected.get('id')}`);
    expect(failed.at('status'), failed.text).toBe('failed');
  });

  test('with kills and cut connections each payout is paid once, or never sent', async () => {
    const beneficiary = await speiBeneficiary(client);
    const before = clerk.bank.transfers.length;
    const made: Answer[] = [];
    for (let nth = 0; nth < 24; nth += 1) {
      made.push(await client.post('/v1/payouts', mxnPayout(beneficiary, '5.00')));
      if (nth === 6) running[1]?.kill('SIGKILL');
      if (nth % 8 === 3) await connector.end('SIGKILL');
      if (nth % 8 === 3) await connector.start();
      if (way === 'sftp' && nth % 6 === 0) sshd.cut(true);
      if (way === 'sftp' && nth % 6 === 3) sshd.cut(false);
    }
    if (way === 'sftp') sshd.cut(false);
    let completed = 0;
    for (const payout of made) {
      expect(payout.status, payout.text).toBe(201);
      const over = await ended(client, `/v1/payouts/${payout.get('id')}`);
      if (over.at('status') === 'failed') expect(over.at('failure_code'), over.text).toBe('not_submitted');
      else completed += 1;
    }
    expect(completed).toBeGreaterThan(0);
    expect(clerk.bank.transfers.length - before).toBe(completed);
    expect(clerk.bank.counts().filter((count) => count !== 1)).toEqual([]);
  });

  test('a refund goes to the payer, a withdrawal and a settlement to the own account', async () => {
    const payin = (await client.get('/v1/payins')).get('data.0.id');
    const destination = await speiDestination(client);
    for (const [path, body] of [
      ['/v1/refunds', { payin_id: payin, amount: '50.00' }],
      ['/v1/withdrawals', { destination_id: destination, amount: '60.00' }],
    ] as const) {
      const made = await client.post(path, body);
      expect(made.status, made.text).toBe(201);
      const over = await ended(client, `${path}/${made.get('id')}`);
      expect(over.at('status'), over.text).toBe('completed');
    }
    const acme = (await client.get('/v1/account')).get('id');
    const daily = ['--currency', 'MXN', '--interval', 'daily', '--cutoff', '17:00', '--reason', 'agreed'];
    const { id: schedule } = await runJson(
      'schedule',
      'put-in-force',
      '--account',
      acme,
      '--destination',
      destination,
      ...daily,
    );
    const { id } = await runJson('settlement', 'run', String(schedule), '--reason', 'asked for');
    expect((await ended(client, `/v1/settlements/${String(id)}`)).at('status')).toBe('completed');
    expect(await balanceOf(client, 'MXN')).toMatchObject({ available: '0.00' });
    const refund = clerk.bank.files.find(({ text }) => text.includes('>50.00<'))?.text;
    expect(refund).toContain('<Cdtr><Nm>Rosa Campos</Nm></Cdtr>');
  });

  test('the statement matches the books, and every amount of the bank is explained', async () => {
    clerk.bank.closeDay('2026-11-30');
    const lines = clerk.bank.transfers.filter(({ amount }) => amount !== '13.33').length + 1;
    await eventually(async () => {
      const { text } = await connector.run('status');
      expect(JSON.parse(text)).toMatchObject({
        balances: [{ currency: 'MXN', amount: clerk.bank.balance }],
        set_aside: [],
        waiting: [],
        problems: [],
        unanswered: [],
      });
    });
    const compared = await runJson('exception', 'compare', '--reason', 'the end of a day');
    expect(compared).toMatchObject({ data: [{ provider: 'file_bank', lines, unknown: [], changed: [] }] });
    const exceptions = await client.get('/v1/reconciliation-exceptions');
    expect(exceptions.at('data'), exceptions.text).toEqual([]);
    const report = await checkInvariants(env['DATABASE_URL'] ?? '');
    expect(report.violations, formatReport(report)).toEqual([]);
  });

  test('the log contains no name, account or key', () => {
    expect(
      ['Rosa Campos', '032180000118359719', ...ourKeys].filter((each) => connector.log.includes(each)),
    ).toEqual([]);
  });
});
