import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  ApiError,
  ConnectionError,
  isEvent,
  PaymentsService,
  webhooks,
  type Delivery,
  type Event,
  type Schemas,
} from '../../sdk/typescript/src/index.js';
import { sign } from '../../src/adapters/crypto/vault.js';
import { signatureHeader } from '../../src/domain/signature.js';
import { openFaulty, type FaultyServer } from '../setup/faulty.js';
import { codeBlocks } from '../setup/markdown.js';
import { installSdk } from '../setup/packed.js';
import { openService, type RunningService } from '../setup/running.js';
import { mailSettings, openMailbox } from '../setup/sign-in.js';
import { projectText } from '../setup/source.js';

const run = promisify(execFile);

const mailbox = openMailbox();
const email = 'owner@example.com';

let service: RunningService;
let faulty: FaultyServer;
let dir: string;
let psp: PaymentsService;
let unlucky: PaymentsService;

beforeAll(async () => {
  [service, faulty, dir] = await Promise.all([
    openService({ WEBHOOK_ALLOW_INSECURE_TARGETS: 'true', ...mailSettings }, mailbox),
    openFaulty(),
    mkdtemp(join(tmpdir(), 'psp-sdk-')),
  ]);
  psp = new PaymentsService({ apiKey: service.apiKey, baseUrl: service.baseUrl });
  unlucky = new PaymentsService({ apiKey: 'psp_test_x', baseUrl: faulty.url });
});
afterAll(async () => {
  await rm(dir, { recursive: true });
  await faulty.stop();
  await service.stop();
});

describe('the package', () => {
  it('is packed without dependencies, and the programs of its README run against the service', async () => {
    const paths = await installSdk(dir);
    expect(paths).toEqual(
      expect.arrayContaining(['README.md', 'dist/index.js', 'dist/index.d.ts', 'dist/cjs/index.js']),
    );
    expect(paths.filter((path) => !/^(dist\/|README\.md$|package\.json$)/.test(path))).toEqual([]);

    const [payment = '', files = '', refusal = '', lists = '', session = '', receiver = ''] = codeBlocks(
      projectText('sdk/typescript/README.md'),
      'js',
    );
    const env = {
      ...process.env,
      PSP_API_KEY: service.apiKey,
      PSP_BASE_URL: service.baseUrl,
      PSP_EMAIL: email,
    };
    const said = async (name: string, code: string, input?: Promise<string>): Promise<string> => {
      await writeFile(join(dir, name), code);
      const running = run(process.execPath, [name], { cwd: dir, env });
      if (input !== undefined) running.child.stdin?.write(`${await input}\n`);
      return (await running).stdout;
    };
    expect(await said('payment.mjs', payment)).toBe('Maria has 100.00 BRL.\n');
    expect(await said('lists.mjs', lists)).toMatch(/^1 false\npout_\w+ completed\ncompleted\n3\n$/);
    expect(await said('refusal.mjs', refusal)).toMatch(/^ApiError 422 req_\w+ undefined\n$/);
    expect(await said('session.mjs', session, mailbox.codeFor(email))).toBe('member\n');
    expect(await said('files.mjs', files)).toBe('1\n');
    expect(receiver).toContain('webhooks.verify');
    await service.check();
  });
});

it('the program of docs/errors.md pays once', async () => {
  const [program = ''] = codeBlocks(projectText('docs/errors.md'), 'js');
  await writeFile(join(dir, 'errors.mjs'), program);
  const env = { ...process.env, PSP_API_KEY: service.apiKey, PSP_BASE_URL: service.baseUrl };
  expect((await run(process.execPath, ['errors.mjs'], { cwd: dir, env })).stdout).toBe('true\n');
});

describe('a call', () => {
  it('retries under one key, respects Retry-After, and reports the number of attempts', async () => {
    const done = { id: 'pout_1', status: 'a_state_of_later' };
    faulty.plan(
      { broken: true },
      { status: 503, headers: { 'retry-after': '1' }, body: { error: { code: 'temporarily_unavailable' } } },
      { status: 500 },
      { status: 201, headers: { 'x-request-id': 'req_1' }, body: done },
    );
    const answers: unknown[] = [];
    const began = performance.now();
    const body = { beneficiary_id: 'ben_1', quote_id: 'quo_1' };
    const payout = await unlucky.createPayout(body, { onAnswer: (each) => answers.push(each) });
    expect(payout).toEqual(done);
    expect(performance.now() - began).toBeGreaterThan(990);
    expect(answers).toEqual([{ status: 201, requestId: 'req_1', isReplayed: false, attempts: 4 }]);
    const keys = faulty.requests.map(({ headers }) => headers['idempotency-key']);
    expect(keys[0]).toMatch(/^[A-Za-z0-9._:-]{8,128}$/);
    expect(new Set(keys).size).toBe(1);
    expect(new Set(faulty.requests.map((each) => each.body))).toEqual(new Set([JSON.stringify(body)]));
  });

  it('throws errors that it cannot retry, with the key of the call', async () => {
    faulty.plan({
      status: 429,
      headers: { 'retry-after': '3600' },
      body: { error: { type: 'rate_limited', code: 'rate_limited' } },
    });
    const late: unknown = await unlucky
      .createQuote({ beneficiary_id: 'b', source_currency: 'USDT', amount: '1', amount_side: 'source' })
      .catch((error: unknown) => error);
    expect(late).toBeInstanceOf(ApiError);
    expect(late).toMatchObject({ status: 429, code: 'rate_limited' });
    expect(faulty.requests.length).toBe(1);

    faulty.plan({ broken: true });
    const gone: unknown = await unlucky
      .cancelPayout('pout_1', { maxRetries: 1, idempotencyKey: 'mine-0001' })
      .catch((error: unknown) => error);
    expect(gone).toBeInstanceOf(ConnectionError);
    expect(gone).toMatchObject({ idempotencyKey: 'mine-0001' });
    expect(faulty.requests.length).toBe(2);

    faulty.plan({
      status: 422,
      body: {
        error: { type: 'invalid_request', code: 'of_later', message: 'No.', param: 'amount', reasons: ['a'] },
      },
    });
    await expect(unlucky.getPayout('pout_1')).rejects.toMatchObject({
      code: 'of_later',
      param: 'amount',
      reasons: ['a'],
      message: 'No.',
    });
    faulty.plan({ status: 302, headers: { location: 'http://127.0.0.1:1/' } });
    await expect(unlucky.getPayout('pout_1')).rejects.toMatchObject({ code: 'http_302' });
    await expect(unlucky.getPayout('')).rejects.toThrow('an id is empty');
    await expect(unlucky.getPayout('..')).rejects.toThrow('an id is empty');
  });

  it('ends with the signal, and after the time limit of an attempt', async () => {
    faulty.plan({ status: 503 });
    const stop = new AbortController();
    const waiting = unlucky.getPayout('pout_1', { signal: stop.signal, maxRetries: 1_000 });
    stop.abort(new Error('enough'));
    await expect(waiting).rejects.toThrow('enough');
  });

  it('a repeated call with its key is the same request to the service', async () => {
    const body = { method: 'spei', currency: 'MXN' };
    const replayed: boolean[] = [];
    const options = {
      idempotencyKey: 'sdk-fund-0001',
      onAnswer: ({ isReplayed }: { isReplayed: boolean }) => replayed.push(isReplayed),
    };
    const first = await psp.createFundingAccount(body, options);
    const second = await psp.createFundingAccount(body, options);
    expect([second.id, replayed]).toEqual([first.id, [false, true]]);
    const other = psp.createFundingAccount({ method: 'pix', currency: 'BRL' }, options);
    await expect(other).rejects.toMatchObject({
      status: 409,
      code: 'idempotency_key_reused',
      idempotencyKey: 'sdk-fund-0001',
    });
  });

  it('a preview returns the outcome of the real operation', async () => {
    const payee = await psp.createBeneficiary({
      method: 'pix',
      currency: 'BRL',
      details: { name: 'Ana Lima', pix_key: 'ana@example.com' },
    });
    const preview = await psp.previewPayout({
      beneficiary_id: payee.id,
      source_currency: 'USDT',
      amount: '9000000',
      amount_side: 'source',
    });
    expect([preview.outcome, preview.refusal?.code]).toEqual(['refused', 'limit_exceeded']);
  });
});

describe('lists and the event log', () => {
  it('iterates over all pages, each resource once', async () => {
    for (let nth = 1; nth <= 5; nth += 1)
      await psp.createCustomer({
        external_id: `c-${nth}`,
        type: 'individual',
        country: 'MX',
        display_name: 'C',
      });
    const seen: string[] = [];
    for await (const { external_id } of psp.listCustomers({ limit: 2 })) seen.push(external_id);
    expect(seen).toEqual(['c-5', 'c-4', 'c-3', 'c-2', 'c-1']);
    const first = await psp.listCustomers({ limit: 2 });
    expect([first.data.length, first.has_more]).toEqual([2, true]);
  });

  it('follows the log over faults, continues after the last processed event, and ends with the signal', async () => {
    const event = (nth: number): unknown => ({ id: `evt_${nth}`, type: 'thing.of_later', data: { id: 'x' } });
    faulty.plan(
      { body: { data: [event(1), event(2)], has_more: true, next_cursor: 'c2' } },
      { broken: true },
      {
        status: 401,
        body: { error: { type: 'authentication_error', code: 'invalid_api_key', message: 'k' } },
      },
    );
    const seen: string[] = [];
    const read = async (): Promise<void> => {
      for await (const { id } of unlucky.followEvents({ after: 'evt_0', pollMs: 1 })) seen.push(id);
    };
    await expect(read()).rejects.toMatchObject({ code: 'invalid_api_key' });
    expect(seen).toEqual(['evt_1', 'evt_2']);
    const cursors = faulty.requests.map(({ url }) => new URL(url, faulty.url).searchParams.get('after'));
    expect(cursors).toEqual(['evt_0', 'evt_2', 'evt_2']);

    const whole: string[] = [];
    for await (const { id } of psp.listEvents({ limit: 3 })) whole.push(id);
    const stop = new AbortController();
    const rest: string[] = [];
    for await (const each of psp.followEvents({ after: whole[1] ?? '', signal: stop.signal })) {
      rest.push(each.id);
      if (each.id === whole.at(-1)) stop.abort();
    }
    expect(rest).toEqual(whole.slice(2));
  });

  it('narrows known event types, and passes unknown ones through', () => {
    const data = { id: 'pout_1' } as Schemas['Payout'];
    const known = { id: 'evt_1', type: 'payout.completed', data } as Event;
    expect(isEvent(known, 'payout.failed', 'payout.completed')).toBe(true);
    expect(isEvent({ ...known, type: 'thing.of_later' } as unknown as Event, 'payout.completed')).toBe(false);
  });
});

describe('webhooks.verify', () => {
  const secret = `whsec_${'aB3-_'.repeat(8)}xyz`;
  const body = '{"id":"evt_1", "type":"payout.completed","note":"Ñandú \u{1f600}","amount":"10.00"}';
  const digest = (text: string) => `sha-256=:${createHash('sha256').update(text).digest('base64')}:`;
  const headersOf = (secrets: string[], at = new Date()) => ({
    'Psp-Signature': signatureHeader(sign, secrets, { at, body }),
    'Content-Digest': digest(body),
  });
  const faultOf = async (delivery: Partial<Delivery>): Promise<string> => {
    const whole = { body, headers: headersOf([secret]), secret, ...delivery };
    return webhooks.verify(whole).then(
      ({ id }) => id,
      ({ fault }: { fault: string }) => fault,
    );
  };
  const older = `whsec_${'z'.repeat(43)}`;
  const ago = (seconds: number) => new Date(Date.now() - seconds * 1000);

  it.each<[string, string, Partial<Delivery>]>([
    ['takes text', 'evt_1', {}],
    ['takes bytes', 'evt_1', { body: Buffer.from(body) }],
    ['takes the headers of fetch', 'evt_1', { headers: new Headers(headersOf([secret])) }],
    ['takes the signature alone', 'evt_1', { headers: headersOf([secret])['Psp-Signature'] }],
    ['takes the second of two signatures', 'evt_1', { headers: headersOf([older, secret]) }],
    ['takes the second of two secrets', 'evt_1', { secret: [older, secret] }],
    ['names a changed amount', 'body_changed', { body: body.replace('10.00', '99.00') }],
    ['names JSON that was written again', 'body_changed', { body: JSON.stringify(JSON.parse(body)) }],
    ['names a body that was parsed', 'body_changed', { body: JSON.parse(body) as unknown as string }],
    [
      'names a body that was cut, by the signature alone',
      'body_changed',
      { body: body.slice(0, -5), headers: headersOf([secret])['Psp-Signature'] },
    ],
    [
      'names a line that was added, by the signature alone',
      'body_changed',
      { body: `${body}\n`, headers: headersOf([secret])['Psp-Signature'] },
    ],
    ['names the secret of another', 'wrong_secret', { secret: older }],
    ['names a secret without its beginning', 'wrong_secret', { secret: secret.slice(6) }],
    [
      'names the secret, by the signature alone',
      'wrong_secret',
      { secret: older, headers: headersOf([secret])['Psp-Signature'] },
    ],
    ['names no secret', 'wrong_secret', { secret: '' }],
    ['names its age', 'too_old', { headers: headersOf([secret], ago(3_600)) }],
    ['names a time to come', 'too_old', { headers: headersOf([secret], ago(-3_600)) }],
    ['names a signature that is not there', 'no_signature', { headers: {} }],
    ['names one that is none', 'no_signature', { headers: 't=1,v1=zz' }],
  ])('%s', async (_name, expected, delivery) => {
    expect(await faultOf(delivery)).toBe(expected);
  });
});
