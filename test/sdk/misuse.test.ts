import { inspect } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  ApiError,
  ConnectionError,
  PaymentsService,
  PaymentsServiceError,
  SignIn,
  UnexpectedAnswerError,
  type ClientOptions,
} from '../../sdk/typescript/src/index.js';
import { openFaulty, type FaultyServer, type Turn } from '../setup/faulty.js';
import { python } from '../setup/python.js';

const secret = 'psp_test_5ecret5ecret';
const key = 'mine-0001';
const payout = { beneficiary_id: 'ben_1', quote_id: 'quo_1' };
const page = '<html><title>Airport Wi-Fi</title></html>';
const period = { from: '2026-01-01T00:00:00Z', to: '2027-01-01T00:00:00Z' };

let faulty: FaultyServer;
let psp: PaymentsService;
beforeAll(async () => {
  faulty = await openFaulty();
  psp = new PaymentsService({ apiKey: secret, baseUrl: faulty.url });
});
afterAll(() => faulty.stop());

/** What a call ends with, and how long it took. */
async function ended(call: Promise<unknown>): Promise<{ error: unknown; ms: number }> {
  const began = performance.now();
  const error = await call.then(
    (answer) => new Error(`it was answered: ${inspect(answer)}`),
    (reason: unknown) => reason,
  );
  return { error, ms: performance.now() - began };
}

/** A program of Python that prints the end of `call`: the class, what is kept of the answer, and whether it took its time. */
const ending = (call: string): string => `
import os, time
from payments_service import *
psp = PaymentsService("${secret}", os.environ["URL"])
began = time.monotonic()
try:
    print("answered", ${call})
except PaymentsServiceError as error:
    took = time.monotonic() - began
    print(type(error).__name__, error.status, error.idempotency_key, error.request_id, error.retry_after_seconds, error.attempts)
    print(error.raw_body)
    print("${secret}" in repr(error.__dict__) + str(error) + repr(error.__cause__), f"{took:.1f}")
`;
const inPython = async (call: string): Promise<string[]> =>
  (await python(ending(call), { URL: faulty.url })).trimEnd().split('\n');

const html = { 'content-type': 'text/html; charset=utf-8', 'x-request-id': 'req_9' };
const json = { 'content-type': 'application/json', 'x-request-id': 'req_9' };
const strange: [name: string, turn: Turn][] = [
  ['a page of HTML', { text: page, headers: html }],
  ['HTML that calls itself JSON', { text: page, headers: json }],
  ['JSON of something else', { body: { portal: 'sign in' }, headers: json }],
  ['a JSON list', { body: [{ id: 'pout_1' }], headers: json }],
  ['nothing', { text: '', headers: json }],
  ['204 No Content', { status: 204, text: '', headers: { 'x-request-id': 'req_9' } }],
];

describe('a success that is not the documented JSON', () => {
  it.each(strange)('%s is an error with the key and the received content', async (_name, turn) => {
    faulty.plan(turn);
    const { error } = await ended(psp.createPayout(payout, { idempotencyKey: key }));
    expect(error).toBeInstanceOf(UnexpectedAnswerError);
    expect(error).toBeInstanceOf(PaymentsServiceError);
    const body = turn.text ?? JSON.stringify(turn.body);
    expect(error).toMatchObject({
      status: turn.status ?? 200,
      idempotencyKey: key,
      requestId: 'req_9',
      rawBody: body,
      attempts: 1,
    });
    expect((error as PaymentsServiceError).headers?.get('x-request-id')).toBe('req_9');
    expect(faulty.requests.length).toBe(1);

    const printed = await inPython(
      `psp.create_payout({"beneficiary_id": "b", "quote_id": "q"}, idempotency_key="${key}")`,
    );
    expect(printed).toEqual([
      `UnexpectedAnswer ${turn.status ?? 200} ${key} req_9 None 1`,
      body,
      expect.stringMatching(/^False /) as string,
    ]);
  });

  it('also for a list, for a file and for an undocumented answer', async () => {
    faulty.plan({ text: page, headers: html });
    const calls = [
      psp.listPayouts(),
      psp.getBalanceStatement('USDT', period),
      psp.runReport('payouts', { ...period, format: 'csv' }),
      psp.deleteWebhookEndpoint('we_1'),
    ];
    for (const call of calls) expect((await ended(call)).error).toBeInstanceOf(UnexpectedAnswerError);
    const inWords = [
      'psp.list_payouts().first()',
      'psp.get_balance_statement("USDT", from_="a", to="b")',
      'psp.run_report("payouts", from_="a", to="b", format_="csv")',
      'psp.delete_webhook_endpoint("we_1")',
    ];
    for (const call of inWords) expect((await inPython(call))[0]).toMatch(/^UnexpectedAnswer 200/);
  });

  it('a documented empty success is not an error', async () => {
    faulty.plan({ text: 'a,b\r\n', headers: { 'content-type': 'text/csv; charset=utf-8' } });
    expect(await psp.runReport('payouts', { ...period, format: 'csv' })).toBe('a,b\r\n');
    faulty.plan({ status: 204, text: '' });
    expect(await psp.deleteWebhookEndpoint('we_1')).toBeUndefined();
  });
});

describe('the time limits of a call', () => {
  const suspended = {
    status: 503,
    headers: { 'retry-after': '60', 'x-request-id': 'req_9' },
    body: { error: { type: 'unavailable', code: 'operation_suspended', message: 'Later.' } },
  };

  it('operation_suspended is thrown at once, with the time to wait', async () => {
    for (const turn of [suspended, { ...suspended, headers: { 'x-request-id': 'req_9' } }]) {
      faulty.plan(turn);
      const { error, ms } = await ended(psp.createPayout(payout, { idempotencyKey: key }));
      expect(error).toBeInstanceOf(ApiError);
      expect(error).toMatchObject({ code: 'operation_suspended', idempotencyKey: key, requestId: 'req_9' });
      expect(error).toMatchObject({
        rawBody: JSON.stringify(suspended.body),
        retryAfterSeconds: 'retry-after' in turn.headers ? 60 : undefined,
      });
      expect(ms).toBeLessThan(5_000);
      expect(faulty.requests.length).toBe(1);
    }
    faulty.plan(suspended);
    const printed = await inPython(
      `psp.create_payout({"beneficiary_id": "b", "quote_id": "q"}, idempotency_key="${key}")`,
    );
    expect(printed.slice(0, 2)).toEqual([`ApiError 503 ${key} req_9 60.0 1`, JSON.stringify(suspended.body)]);
  });

  it('a pause beyond the deadline does not begin; the default deadline is 30 seconds', async () => {
    const late = (seconds: number): Turn => ({ status: 429, headers: { 'retry-after': String(seconds) } });
    faulty.plan(late(30));
    const { error, ms } = await ended(psp.getPayout('pout_1'));
    expect(error).toMatchObject({ status: 429, retryAfterSeconds: 30, attempts: 1 });
    expect(ms).toBeLessThan(5_000);
    expect((await inPython('psp.get_payout("p")'))[0]).toBe('ApiError 429 None None 30.0 1');
    faulty.plan(late(2), { body: { id: 'pout_1' } });
    await expect(psp.getPayout('pout_1')).resolves.toEqual({ id: 'pout_1' });
    faulty.plan(late(2), { body: { id: 'pout_1' } });
    expect((await ended(psp.getPayout('pout_1', { deadlineMs: 1_500 }))).error).toMatchObject({
      retryAfterSeconds: 2,
    });
  });

  it('the deadline ends a call, even if retries are left', async () => {
    faulty.plan({ status: 503 });
    const patient = new PaymentsService({
      apiKey: secret,
      baseUrl: faulty.url,
      deadlineMs: 1_500,
      maxRetries: 1_000,
    });
    const { error, ms } = await ended(patient.getPayout('pout_1'));
    expect(error).toBeInstanceOf(ApiError);
    expect((error as ApiError).attempts).toBeGreaterThan(1);
    expect(ms).toBeLessThan(5_000);
    const [first, , last] = await inPython('psp.get_payout("p", deadline=1.5, max_retries=1000)');
    expect(first).toMatch(/^ApiError 503 /);
    expect(Number(last?.split(' ')[1])).toBeLessThan(5);
  });

  it.each(['head', 'body'] as const)(
    'the deadline ends an answer whose %s arrives byte by byte',
    async (drips) => {
      faulty.plan({ drips });
      const cancelled = psp.cancelPayout('pout_1', { idempotencyKey: key, deadlineMs: 700 });
      const { error, ms } = await ended(cancelled);
      expect(error).toBeInstanceOf(ConnectionError);
      expect(error).toMatchObject({ idempotencyKey: key, status: undefined });
      expect(ms).toBeLessThan(5_000);
      const [first, , last] = await inPython(
        `psp.cancel_payout("p", idempotency_key="${key}", deadline=0.7)`,
      );
      expect(first).toMatch(`ConnectionFailed None ${key} None None`);
      expect(Number(last?.split(' ')[1])).toBeLessThan(5);
    },
  );

  it('a slow attempt is retried within the deadline', async () => {
    faulty.plan({ drips: 'body' }, { body: { id: 'pout_1' } });
    await expect(psp.getPayout('pout_1', { timeoutMs: 300 })).resolves.toEqual({ id: 'pout_1' });
    faulty.plan({ drips: 'body' }, { body: { id: 'pout_1' } });
    expect((await inPython('psp.get_payout("p", timeout=0.3)'))[0]).toBe("answered {'id': 'pout_1'}");
  });
});

/** JSON for Python, whose null is None. */
const badKeys = [
  undefined,
  null,
  5,
  '',
  ' \n',
  `${secret} x`,
  `${secret}\nX-Other: 1`,
  `Bearer ${secret}`,
  `${secret}ñ`,
];
const badBases = [
  undefined,
  null,
  '',
  'localhost:3000',
  'ftp://127.0.0.1',
  'not a url',
  `http://user:${secret}@127.0.0.1`,
  'http://127.0.0.1/?v=1',
];

describe('construction', () => {
  it.each(badKeys)('refuses the key %j without printing it', (apiKey) => {
    const construct = () => new PaymentsService({ apiKey, baseUrl: faulty.url } as ClientOptions);
    expect(construct).toThrow(TypeError);
    expect(construct).toThrow(/^apiKey /);
    expect(construct).not.toThrow(secret);
  });

  it.each(badBases)('refuses the base URL %j', (baseUrl) => {
    for (const construct of [
      () => new PaymentsService({ apiKey: secret, baseUrl } as ClientOptions),
      () => new SignIn({ baseUrl } as ClientOptions),
    ]) {
      expect(construct).toThrow(TypeError);
      expect(construct).toThrow(/^baseUrl /);
      expect(construct).not.toThrow(secret);
    }
  });

  it('refuses the same in Python', async () => {
    const code = `
import json, os
from payments_service import *
keys, bases, secret = json.loads(os.environ["CASES"])
def refusal(make):
    try:
        make()
        return "taken"
    except (TypeError, ValueError) as error:
        return "printed" if secret in str(error) else str(error).split()[0]
for key in keys:
    for client in (PaymentsService, AsyncPaymentsService):
        print(refusal(lambda: client(key, os.environ["URL"])))
for base in bases:
    for client in (lambda: PaymentsService(secret, base), lambda: AsyncPaymentsService(secret, base), lambda: SignIn(base), lambda: AsyncSignIn(base)):
        print(refusal(client))`;
    const cases = JSON.stringify([
      badKeys.map((each) => each ?? null),
      badBases.map((each) => each ?? null),
      secret,
    ]);
    const printed = (await python(code, { CASES: cases, URL: faulty.url })).trimEnd().split('\n');
    expect(printed).toEqual([
      ...badKeys.flatMap(() => ['api_key', 'api_key']),
      ...badBases.flatMap(() => Array.from({ length: 4 }, () => 'base_url')),
    ]);
  });

  it.each(['', '/', '/v1', '/v1/', '//v1//'])(
    'accepts a base URL that ends in %j, and trims the key',
    async (end) => {
      faulty.plan({ body: { id: 'pout_1' } });
      const client = new PaymentsService({ apiKey: ` ${secret}\r\n`, baseUrl: ` ${faulty.url}${end}` });
      await client.getPayout('pout_1');
      await python(
        `import os\nfrom payments_service import *\nPaymentsService(" ${secret}\\r\\n", os.environ["URL"]).get_payout("pout_1")`,
        { URL: `${faulty.url}${end}` },
      );
      expect(faulty.requests.map(({ url, headers }) => [url, headers.authorization])).toEqual(
        Array.from({ length: 2 }, () => ['/v1/payouts/pout_1', `Bearer ${secret}`]),
      );
      expect(inspect(client, { depth: 9, showHidden: true })).not.toContain(secret);
    },
  );

  it('keeps the path before /v1', async () => {
    faulty.plan({ body: { id: 'pout_1' } });
    await new PaymentsService({ apiKey: secret, baseUrl: `${faulty.url}/pay/v1` }).getPayout('pout_1');
    expect(faulty.requests[0]?.url).toBe('/pay/v1/payouts/pout_1');
  });
});

it('no error of a call shows the key of the account', async () => {
  for (const turn of [{ broken: true }, { status: 401, body: {} }, { text: page, headers: html }] as Turn[]) {
    faulty.plan(turn);
    const { error } = await ended(psp.getPayout('pout_1', { maxRetries: 0 }));
    expect(inspect(error, { depth: 9, showHidden: true })).not.toContain(secret);
  }
});

it('an invalid idempotency key is refused before anything is sent', async () => {
  faulty.plan({ body: { id: 'pout_1' } });
  for (const idempotencyKey of ['', 'short', 'has space', 'line\nbreak'])
    await expect(psp.createPayout(payout, { idempotencyKey })).rejects.toThrow(/^idempotencyKey /);
  expect(faulty.requests).toEqual([]);
});

it('a filter without a value is left out', async () => {
  faulty.plan({ body: { data: [], has_more: false } });
  const query = { status: undefined, reference: null, limit: 5 };
  await psp.listPayouts(query as unknown as Parameters<typeof psp.listPayouts>[0]);
  await python(
    `import os\nfrom payments_service import *\nPaymentsService("${secret}", os.environ["URL"]).list_payouts(status=None, limit=5).first()`,
    { URL: faulty.url },
  );
  expect(faulty.requests.map(({ url }) => url)).toEqual(['/v1/payouts?limit=5', '/v1/payouts?limit=5']);
});

it('a list that fails before it is read does not end the process', async () => {
  faulty.plan({ status: 401, body: {} });
  const list = psp.listPayouts();
  await new Promise((resolve) => setTimeout(resolve, 200));
  await expect(list).rejects.toMatchObject({ status: 401 });
});
