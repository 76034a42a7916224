import { once } from 'node:events';
import { chmodSync, mkdtempSync, statSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { request, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { formatReport } from '../../src/adapters/postgres/check/report.js';
import { checkInvariants } from '../../src/adapters/postgres/check/run.js';
import { buildCommandLine } from '../setup/cli.js';
import { openHome, runProcess, startProcess, type Home, type ServiceProcess } from '../setup/process.js';
import { queryRows } from '../setup/rows.js';
import { freshKey, type Answer, type Client } from '../setup/running.js';
import { balanceOf, fund, mxnPayout, speiBeneficiary } from '../setup/verbs.js';

let dataDir: string;
const running: ServiceProcess[] = [];

beforeAll(buildCommandLine);
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'psp-restart-'));
  chmodSync(dataDir, 0o711);
});
afterEach(async () => {
  for (const service of running.splice(0)) await service.end('SIGTERM');
  await rm(dataDir, { recursive: true, force: true });
});
afterAll(() => vi.resetConfig());

async function start(): Promise<ServiceProcess> {
  // An intent whose process died is decided after the send window.
  const service = await startProcess(dataDir, { PSP_SEND_WINDOW_MS: '3000' });
  running.push(service);
  return service;
}

/** On a database that outlives the process. */
async function startIn(home: Home): Promise<ServiceProcess> {
  const service = await home.start();
  running.push(service);
  return service;
}

async function homeOfTest(): Promise<Home> {
  const home = await openHome();
  onTestFinished(home.discard);
  return home;
}

async function holds(service: ServiceProcess): Promise<void> {
  const report = await checkInvariants(service.databaseUrl);
  expect(report.violations, formatReport(report)).toEqual([]);
}

const tags = [undefined, 'sim:slow:400', 'sim:hold', 'sim:queue:300', 'sim:uncertain:paid', 'sim:fail'];

interface Ask {
  readonly key: string;
  readonly body: object;
  readonly tag: string | undefined;
  /** Set once the service has acknowledged the payout. */
  id?: string;
}

/** Sends all requests at once; resolves when `enough` are acknowledged and the rest is in flight. */
function ask(service: Client, asks: readonly Ask[], enough: number): Promise<void> {
  let acknowledged = 0;
  return new Promise((resolve) => {
    for (const each of asks) {
      const send = service.post('/v1/payouts', each.body, { idempotencyKey: each.key });
      void send.then(
        (answer) => {
          // The database may be gone a moment before the service.
          if (answer.status === 503) return;
          expect(answer.status, answer.text).toBe(201);
          each.id = answer.get('id');
          if (++acknowledged === enough) resolve();
        },
        (error: unknown) => expect(error).toBeInstanceOf(TypeError),
      );
    }
  });
}

test('killed four times during payouts: nothing acknowledged is lost, keys replay, nothing is sent twice', async () => {
  let service = await start();
  const beneficiary = await speiBeneficiary(service);
  await fund(service, 'MXN', '5000.00');
  const asks: Ask[] = [];
  for (let round = 0; round < 4; round += 1) {
    const fresh = Array.from({ length: 36 }, (_, index): Ask => {
      const tag = tags[index % tags.length];
      return { key: freshKey(), body: mxnPayout(beneficiary, '10.00', tag), tag };
    });
    asks.push(...fresh);
    await ask(service, fresh, 6 * round + 1);
    if (round % 2 === 1) service.crashDatabase();
    await service.end('SIGKILL');
    running.pop();
    service = await start();
    await replay(service, asks);
  }
  for (const { id = '', tag } of asks) {
    if (tag === 'sim:hold') continue;
    const end = await service.until(`/v1/payouts/${id}`, hasEnded, 40_000);
    if (end.at('failure_code') === 'not_submitted') continue;
    expect(end.at('status'), end.text).toBe(tag === 'sim:fail' ? 'failed' : 'completed');
  }
  const payouts = await queryRows(
    service.databaseUrl,
    `select id, status, failure_code, description,
       (select count(*) from simulator.call c where c.reference = p.reference) as calls from payout p`,
  );
  expect(new Set(payouts.map(({ id }) => id))).toEqual(new Set(asks.map(({ id }) => id)));
  for (const { status, failure_code: code, description, calls } of payouts) {
    // The process died before the bank was called: the bank's record proves that nothing was paid.
    if (code === 'not_submitted') expect(calls).toBe('0');
    else if (description !== 'sim:hold') expect(calls).toBe('1');
    else expect(['processing', 'verification_pending']).toContain(status);
  }
  await holds(service);
});

const hasEnded = (answer: Answer): boolean =>
  !['processing', 'verification_pending'].includes(String(answer.at('status')));

/**
 * Repeats every request with its key: acknowledged ones are replayed, others are created now or were created then.
 */
async function replay(service: ServiceProcess, asks: readonly Ask[]): Promise<void> {
  for (const each of asks) {
    const again = await service.post('/v1/payouts', each.body, { idempotencyKey: each.key });
    expect(again.status, again.text).toBe(each.id === undefined && again.status === 201 ? 201 : 200);
    if (each.id !== undefined) expect(again.get('id')).toBe(each.id);
    each.id = again.get('id');
  }
}

test('without its database the service answers 503 within 5 seconds, and loses nothing', async () => {
  const service = await start();
  const beneficiary = await speiBeneficiary(service);
  await fund(service, 'MXN', '50.00');
  service.crashDatabase();
  // Its backends outlive it for a moment.
  await service.until('/v1/balances', ({ status }) => status === 503);
  const idempotencyKey = freshKey();
  const pay = (each: Client) => each.post('/v1/payouts', mxnPayout(beneficiary), { idempotencyKey });
  const began = Date.now();
  for (const answer of await Promise.all([pay(service), service.get('/v1/balances'), pay(service)])) {
    expect([answer.status, answer.at('error.code')]).toEqual([503, 'temporarily_unavailable']);
    expect(answer.headers.get('retry-after')).toMatch(/^[1-9][0-9]*$/);
  }
  expect(Date.now() - began).toBeLessThan(5_000);
  expect((await fetch(`${service.internalUrl}/healthz`)).status).toBe(200);
  expect((await fetch(`${service.internalUrl}/readyz`)).status).toBe(503);
  running.pop();
  expect(await service.end('SIGTERM')).toMatchObject({ code: 0, signal: null });
  const again = await start();
  expect([200, 201]).toContain((await pay(again)).status);
  expect((await pay(again)).status).toBe(200);
  expect((await again.get('/v1/payouts')).at('data')).toHaveLength(1);
  await holds(again);
});

test('SIGTERM: requests in flight are answered, new connections are refused, exit 0', async () => {
  const home = await homeOfTest();
  const service = await startIn(home);
  const beneficiary = await speiBeneficiary(service);
  await fund(service, 'MXN', '500.00');
  const body = JSON.stringify(mxnPayout(beneficiary));
  const open = await Promise.all(Array.from({ length: 10 }, () => halfSent(service, body)));
  running.pop();
  const began = Date.now();
  const ended = service.end('SIGTERM');
  await refusesConnections(service);
  const answers = await Promise.all(open.map((finish) => finish()));
  expect(answers).toEqual(answers.map(() => 201));
  expect(await ended).toMatchObject({ code: 0, signal: null, stderr: '' });
  expect(Date.now() - began).toBeLessThan(10_000);
  const again = await startIn(home);
  const payouts = await again.get('/v1/payouts');
  expect(payouts.at('data')).toHaveLength(10);
  await holds(again);
});

test('SIGTERM: a connection without requests does not delay the shutdown', async () => {
  const service = await startIn(await homeOfTest());
  const silent = connect(Number(new URL(service.baseUrl).port), '127.0.0.1');
  await once(silent, 'connect');
  // Connections are accepted in order: after this answer the silent one is accepted too.
  expect((await service.get('/v1/account')).status).toBe(200);
  const closed = once(silent, 'close');
  running.pop();
  expect(await service.end('SIGTERM')).toMatchObject({ code: 0, signal: null });
  await closed;
});

test('SIGTERM, sent twice: idle kept connections do not delay the shutdown', async () => {
  const service = await startIn(await homeOfTest());
  const open = Array.from({ length: 8 }, () => connect(Number(new URL(service.baseUrl).port), '127.0.0.1'));
  await Promise.all(open.map((each) => once(each, 'connect')));
  const text = `GET /v1/payouts HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${service.apiKey}\r\n\r\n`;
  for (const each of open)
    each
      .on('error', () => undefined)
      .resume()
      .write(text);
  running.pop();
  const ended = service.end('SIGTERM');
  service.child.kill('SIGINT');
  service.child.kill('SIGTERM');
  expect(await ended).toMatchObject({ code: 0, signal: null, stderr: '' });
  for (const each of open) each.destroy();
});

/** Sends the head of a payout request; the returned function sends the body and returns the status. */
async function halfSent(service: ServiceProcess, body: string): Promise<() => Promise<number>> {
  const sending = request(`${service.baseUrl}/v1/payouts`, {
    method: 'POST',
    agent: false,
    headers: {
      authorization: `Bearer ${service.apiKey}`,
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      'idempotency-key': freshKey(),
      expect: '100-continue',
    },
  });
  sending.flushHeaders();
  await once(sending, 'continue');
  return async () => {
    const answered = once(sending, 'response') as Promise<[IncomingMessage]>;
    sending.end(body);
    const [answer] = await answered;
    answer.resume();
    return answer.statusCode ?? 0;
  };
}

async function refusesConnections(service: ServiceProcess): Promise<void> {
  for (;;) {
    const refused = await fetch(`${service.baseUrl}/v1/openapi.json`, {
      headers: { connection: 'close' },
    }).then(
      (answer) => answer.text().then(() => false),
      () => true,
    );
    if (refused) return;
  }
}

test('a data directory belongs to one process; credentials and data survive restarts', async () => {
  const first = await start();
  await fund(first, 'PEN', '123.45');
  const file = join(dataDir, 'credentials.json');
  const stored = JSON.parse(await readFile(file, 'utf8')) as Record<string, string>;
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(statSync(join(dataDir, 'keys.json')).mode & 0o777).toBe(0o600);
  // Output to a file or pipe counts as a log.
  expect(first.banner).not.toMatch(/psp_(test|op)_/);

  const second = await runProcess(dataDir);
  expect(second).toMatchObject({ code: 1, stdout: '' });
  expect(second.stderr).toContain(`The data directory ${dataDir} is in use by process`);
  expect((await first.get('/v1/account')).status).toBe(200);

  running.pop();
  expect(await first.end('SIGTERM')).toMatchObject({ code: 0 });
  const again = await start();
  expect(again.banner).not.toMatch(/psp_(test|op)_/);
  const now = JSON.parse(await readFile(file, 'utf8')) as Record<string, string>;
  expect(statSync(file).mode & 0o777).toBe(0o600);
  const graphql_url = `${again.internalUrl}/graphql`;
  expect(now).toEqual({ ...stored, base_url: again.baseUrl, graphql_url });
  expect((await balanceOf(again, 'PEN'))['available']).toBe('123.45');
  await holds(again);
});
