import { once } from 'node:events';
import { request } from 'node:http';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openService, type CallOptions, type RunningService } from '../setup/running.js';
import { refusal } from '../setup/verbs.js';

let service: RunningService;
beforeAll(async () => {
  service = await openService();
});
afterAll(() => service.stop());

let count = 0;
const customer = (more: object = {}) => ({
  external_id: `c-${(count += 1)}`,
  type: 'individual',
  country: 'PE',
  display_name: 'Ana',
  ...more,
});
const absent = 'pout_01k9zq3v5e8x7m2n4p6r8t0w1y';
const post = (path: string, options: CallOptions = {}) => service.call('POST', path, options);

/** Sends raw bytes as a new customer. */
async function send(body: Uint8Array | string, headers: Record<string, string> = {}) {
  const response = await fetch(`${service.baseUrl}/v1/customers`, {
    method: 'POST',
    headers: { authorization: `Bearer ${service.apiKey}`, 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : Buffer.from(body),
  });
  const { error } = (await response.json()) as { error?: { code: string; param?: string } };
  return [response.status, ...(error ? [error.code] : []), ...(error?.param ? [error.param] : [])];
}

describe('request ids', () => {
  test('are on every answer, are all different, and are repeated in errors', async () => {
    const answers = [
      await service.get('/v1/account'),
      await service.get('/v1/nothing'),
      await service.get('/v1/account', { key: null }),
      await service.call('DELETE', '/v1/account'),
      await service.get(`/v1/payouts/${absent}`),
      await post('/v1/customers', { body: '{' }),
      await post('/v1/customers', { body: 'x'.repeat(70_000) }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 404, 401, 405, 404, 400, 413]);
    const ids = answers.map(({ headers }) => headers.get('x-request-id') ?? '');
    for (const id of ids) expect(id).toMatch(/^req_[0-9a-z]{26}$/);
    expect(new Set(ids).size).toBe(ids.length);
    for (const [i, answer] of answers.slice(1).entries()) {
      const { type, code, message, ...rest } = answer.at('error') as Record<string, string>;
      expect([type, code, message].every((text) => typeof text === 'string' && text !== '')).toBe(true);
      expect(rest['request_id']).toBe(ids[i + 1]);
    }
  });

  test.each(['eight888', 'A-Z.a_z:0-9', 'x'.repeat(128)])(
    'a correlation id of %s is returned',
    async (id) => {
      const headers = { 'x-correlation-id': id };
      expect((await service.get('/v1/account', { headers })).headers.get('x-correlation-id')).toBe(id);
      expect((await service.get('/v1/nothing', { headers })).headers.get('x-correlation-id')).toBe(id);
      expect((await post('/v1/customers', { body: '{', headers })).headers.get('x-correlation-id')).toBe(id);
    },
  );

  test.each(['seven77', 'x'.repeat(129), 'with space', 'comma,comma', 'ümlaut88'])(
    'a correlation id of %j is refused and not repeated',
    async (id) => {
      for (const path of ['/v1/account', '/v1/openapi.json', '/v1/docs']) {
        const answer = await service.get(path, { headers: { 'x-correlation-id': id } });
        expect(refusal(answer)).toEqual([400, 'invalid_parameter', 'X-Correlation-Id']);
        expect(answer.headers.get('x-correlation-id')).toBeNull();
      }
    },
  );
});

describe('paths and methods', () => {
  test.each([
    ['PUT', '/v1/account', 'GET, HEAD'],
    ['HEAD', '/v1/sandbox/deposits', 'POST'],
    ['POST', '/', 'GET, HEAD'],
    ['OPTIONS', '/v1/customers', 'GET, HEAD, POST'],
    ['DELETE', '/v1/customers', 'GET, HEAD, POST'],
    ['POST', '/v1/customers/cus_1', 'GET, HEAD, PATCH'],
    ['GET', `/v1/payouts/${absent}/cancel`, 'POST'],
    ['GET', '/v1/sandbox/deposits', 'POST'],
    ['POST', '/v1/events', 'GET, HEAD'],
    ['PATCH', '/v1/balances/PEN/entries', 'GET, HEAD'],
  ])('%s %s is not allowed; Allow says what is', async (method, path, allow) => {
    const answer = await service.call(method, path);
    const code = method === 'HEAD' ? undefined : 'method_not_allowed';
    expect([answer.status, answer.at('error.code')]).toEqual([405, code]);
    expect(answer.headers.get('allow')).toBe(allow);
  });

  test.each([
    '/v1/account',
    '/v1/customers?limit=1',
    '/v1/openapi.json',
    '/v1/docs',
    `/v1/payouts/${absent}`,
  ])('HEAD %s has the headers of GET, and no body', async (path) => {
    const [head, get] = [await service.call('HEAD', path), await service.get(path)];
    const same = ({ headers }: typeof get) =>
      ['content-type', 'content-length', 'ratelimit-policy', 'cache-control'].map((name) =>
        headers.get(name),
      );
    expect([head.status, head.text, same(head)]).toEqual([get.status, '', same(get)]);
    // Of the transferred bytes, which may be compressed.
    expect(Number(head.headers.get('content-length'))).toBeGreaterThan(0);
  });

  test.each(['/', '/v1'])('%s leads to the reference', async (path) => {
    const answer = await fetch(`${service.baseUrl}${path}`, { redirect: 'manual' });
    expect([answer.status, answer.headers.get('location')]).toEqual([302, '/v1/docs']);
    expect((await service.get(path, { key: null })).text).toContain('<!doctype html>');
  });

  test.each([
    '/v1/',
    '/v2/account',
    '/v1/accounts',
    '/v1/Account',
    '/v1/account/',
    '/v1//account',
    '/v1/payouts/a/b/c',
  ])('there is nothing at %s', async (path) => {
    const answer = await service.get(path);
    expect([...refusal(answer), answer.at('error.type')]).toEqual([404, 'not_found', 'not_found']);
  });

  test.each(['customers', 'beneficiaries', 'quotes', 'funding-accounts', 'payins', 'payouts', 'events'])(
    'a malformed id, an id of another kind and an unknown id are not found: /v1/%s',
    async (list) => {
      for (const id of [
        'nonsense',
        'CUS_1',
        'req_01k9zq3v5e8x7m2n4p6r8t0w1y',
        '%00',
        '%ff',
        '..%2faccount',
        'x'.repeat(5000),
      ]) {
        const answer = await service.get(`/v1/${list}/${id}`);
        expect(refusal(answer), id).toEqual([404, 'not_found']);
      }
    },
  );

  test.each([
    ['1'.repeat(64), 404, 'not_found'],
    ['1'.repeat(65), 400, 'invalid_parameter'],
    ['A', 400, 'invalid_parameter'],
    ['', 400, 'invalid_parameter'],
  ])('an id in a body is unknown, or malformed: ben_%s', async (rest, status, code) => {
    const body = {
      beneficiary_id: `ben_${rest}`,
      source_currency: 'USDT',
      amount: '10',
      amount_side: 'source',
    };
    const answer = await post('/v1/quotes', { body });
    expect(refusal(answer)).toEqual([status, code, 'beneficiary_id']);
  });

  test('only the OpenAPI file is served without a key', async () => {
    const description = await service.get('/v1/openapi.json', { key: null });
    expect([description.status, description.at('openapi')]).toEqual([200, '3.1.0']);
    expect((await service.get('/v1/capabilities', { key: null })).status).toBe(401);
  });
});

describe('media types and sizes', () => {
  test('the body has at most 64 KiB, to the byte', async () => {
    const filled = (bytes: number) => {
      const text = JSON.stringify(customer());
      return text + ' '.repeat(bytes - text.length);
    };
    expect(await send(filled(65_536))).toEqual([201]);
    expect(await send(filled(65_537))).toEqual([413, 'body_too_large']);
  });

  test('a body without a length is limited to 64 KiB too', async () => {
    const client = request(`${service.baseUrl}/v1/customers`, {
      method: 'POST',
      headers: { authorization: `Bearer ${service.apiKey}`, 'content-type': 'application/json' },
    });
    const answered = once(client, 'response');
    client.on('error', () => client.destroy());
    for (let i = 0; i < 9; i += 1) client.write(' '.repeat(8192));
    const [response] = await answered;
    expect([response.statusCode, response.headers['x-request-id']]).toEqual([
      413,
      expect.stringMatching(/^req_/),
    ]);
    client.destroy();
  });

  test('the body of a GET is limited too', async () => {
    const sent = async (path: string, bytes: number, length: object) => {
      const headers = { authorization: `Bearer ${service.apiKey}`, ...length };
      const client = request(`${service.baseUrl}${path}`, { headers });
      client.end(' '.repeat(bytes));
      const [response] = await once(client, 'response');
      response.resume();
      return response.statusCode;
    };
    for (const path of ['/v1/account', '/v1/openapi.json']) {
      for (const [bytes, status] of [
        [65_536, 200],
        [65_537, 413],
      ] as const) {
        expect(await sent(path, bytes, { 'content-length': bytes })).toBe(status);
        expect(await sent(path, bytes, { 'transfer-encoding': 'chunked' })).toBe(status);
      }
    }
  });

  test('a POST without a body accepts an empty chunked body', async () => {
    const path = '/v1/beneficiaries/ben_01k9zq3v5e8x7m2n4p6r8t0w1y/archive';
    const sent = async (text: string) => {
      const headers = { authorization: `Bearer ${service.apiKey}`, 'transfer-encoding': 'chunked' };
      const client = request(`${service.baseUrl}${path}`, { method: 'POST', headers });
      client.end(text);
      const [response] = await once(client, 'response');
      response.resume();
      return response.statusCode;
    };
    expect(await sent('')).toBe(404);
    expect(await sent('{}')).toBe(415);
  });

  test('a chunked body within the limit is read like any other', async () => {
    const client = request(`${service.baseUrl}/v1/customers`, {
      method: 'POST',
      headers: { authorization: `Bearer ${service.apiKey}`, 'content-type': 'application/json' },
    });
    const answered = once(client, 'response');
    for (const part of JSON.stringify(customer()).match(/.{1,9}/g) ?? []) client.write(part);
    client.end();
    const [response] = await answered;
    response.resume();
    expect(response.statusCode).toBe(201);
  });

  test.each([
    'text/plain',
    'application/xml',
    'application/json; charset=utf-16',
    'multipart/form-data',
    'application/jsonp',
    '',
  ])('a Content-Type of %j is not supported', async (type) => {
    expect(await send(JSON.stringify(customer()), { 'content-type': type })).toEqual([
      415,
      'unsupported_media_type',
    ]);
  });

  test('no Content-Encoding is supported, not even identity', async () => {
    const text = JSON.stringify(customer());
    expect(await send(gzipSync(text), { 'content-encoding': 'gzip' })).toEqual([
      415,
      'unsupported_media_type',
    ]);
    expect(await send(text, { 'content-encoding': 'identity' })).toEqual([415, 'unsupported_media_type']);
    expect(await send(text, { 'content-type': 'application/json;charset=UTF-8' })).toEqual([201]);
  });

  test('a POST without a body needs no Content-Type', async () => {
    const path = '/v1/beneficiaries/ben_01k9zq3v5e8x7m2n4p6r8t0w1y/archive';
    expect((await post(path)).status).toBe(404);
    expect((await post(path, { body: {} })).status).toBe(404);
    expect(refusal(await post(path, { body: { why: 'x' } }))).toEqual([400, 'invalid_body', 'why']);
    const text = await post(path, { body: 'x', headers: { 'content-type': 'text/plain' } });
    expect(text.status).toBe(415);
  });
});

describe('bodies', () => {
  test.each([
    ['nothing', ''],
    ['half an object', '{"type":'],
    ['a trailing comma', '{"type":"individual",}'],
    ['a comment', '{/* */}'],
    ['single quotes', "{'type':'individual'}"],
    ['two objects', '{}{}'],
    ['an array', '[]'],
    ['a text', '"x"'],
    ['null', 'null'],
    ['a byte order mark', '\uFEFF{}'],
    ['NaN', '{"type":NaN}'],
  ])('%s is not a JSON object', async (_what, text) => {
    expect(await send(text)).toEqual([400, 'invalid_body']);
  });

  test('text that is not UTF-8 is not JSON', async () => {
    const bad = Buffer.concat([
      Buffer.from('{"display_name":"'),
      Buffer.from([0xc3, 0x28]),
      Buffer.from('"}'),
    ]);
    expect(await send(bad)).toEqual([400, 'invalid_body']);
    expect(await send(Buffer.from('{"display_name":"é"}', 'latin1'))).toEqual([400, 'invalid_body']);
  });

  const whole = '"type":"individual","country":"PE","display_name":"Ana"';
  test.each([
    ['a key given twice', `{"external_id":"a",${whole},"external_id":"b"}`, 'external_id'],
    ['a key twice, once escaped', `{"external_id":"a",${whole},"\\u0065xternal_id":"b"}`, 'external_id'],
    ['a nested key twice', `{"external_id":"a",${whole},"metadata":{"k":"1","k":"2"}}`, 'metadata.k'],
    ['a __proto__', `{"external_id":"a",${whole},"__proto__":{}}`, '__proto__'],
    ['a lone surrogate', `{"external_id":"a\\ud800",${whole}}`, 'external_id'],
    [
      'a lone surrogate in metadata',
      `{"external_id":"a",${whole},"metadata":{"k":"\\udc00x"}}`,
      'metadata.k',
    ],
    ['an unknown field', `{"external_id":"a",${whole},"vip":true}`, 'vip'],
    ['a wrong type', `{"external_id":7,${whole}}`, 'external_id'],
    ['null', `{"external_id":null,${whole}}`, 'external_id'],
    ['null where nothing is needed', `{"external_id":"a",${whole},"profile":null}`, 'profile'],
    [
      'a nested unknown field',
      `{"external_id":"a",${whole},"profile":{"address":{"floor":"3"}}}`,
      'profile.address.floor',
    ],
  ])('%s is invalid', async (_what, text, param) => {
    expect(await send(text)).toEqual([400, 'invalid_body', param]);
  });

  test.each(['external_id', 'display_name'])('a NUL in %s is an invalid value, not a 500', async (field) => {
    const text = JSON.stringify(customer({ [field]: 'a\0b' }));
    expect(text).toContain('\\u0000');
    expect(await send(text)).toEqual([400, 'invalid_parameter', field]);
  });

  test('a number that overflows is an invalid value, not a wrong type', async () => {
    const body = '{"funding_account_id":"fa_01k9zq3v5e8x7m2n4p6r8t0w1y","delay_ms":1e400}';
    const headers = { 'content-type': 'application/json' };
    const answer = await post('/v1/sandbox/deposits', { body, headers });
    expect(refusal(answer)).toEqual([400, 'invalid_parameter', 'delay_ms']);
  });

  test('an escaped surrogate pair is one character', async () => {
    expect(await send(`{"external_id":"\\ud83c\\udf88",${whole}}`)).toEqual([201]);
    const found = await service.get(`/v1/customers?external_id=${encodeURIComponent('🎈')}`);
    expect(found.at('data.0.external_id')).toBe('🎈');
  });

  test('deep nesting is refused', async () => {
    const deep = `${'['.repeat(20_000)}${']'.repeat(20_000)}`;
    expect((await send(`{"metadata":${deep}}`)).slice(0, 2)).toEqual([400, 'invalid_body']);
  });

  test('a query parameter on an operation without any is refused by name', async () => {
    const answer = await post('/v1/customers?dry_run=1', { body: customer() });
    expect(refusal(answer)).toEqual([400, 'invalid_parameter', 'dry_run']);
    expect(refusal(await service.get('/v1/account?expand=all'))).toEqual([
      400,
      'invalid_parameter',
      'expand',
    ]);
    expect(refusal(await service.get('/v1/me?a=1&a=2'))).toEqual([400, 'invalid_parameter', 'a']);
    expect((await service.get('/v1/me?')).status).toBe(200);
    await service.check();
  });
});
