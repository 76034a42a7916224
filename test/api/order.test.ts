import { Agent, request as send } from 'node:http';
import { connect } from 'node:net';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import request from 'supertest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { issueKey, openAccount, revokeKey } from '../../src/usecases/account.js';
import { openSandbox, type Sandbox } from './sandbox.js';

let sandbox: Sandbox;
const operator = { name: 'test', reason: 'test' };
const customer = { external_id: 'c-1', type: 'individual', country: 'PE', display_name: 'Ana' };
const absentId = 'pout_01k9zq3v5e8x7m2n4p6r8t0w1y';

beforeAll(async () => {
  sandbox = await openSandbox();
});
afterAll(() => sandbox.close());

const server = () => sandbox.api.server.server;
const address = () => server().address() as AddressInfo;

describe('the order of checks', () => {
  it.each(['/v1/nothing', '/v1/payouts/', '/v1/payouts//cancel', '/v1/balances//entries'])(
    'path before authentication: %s',
    async (path) => {
      for (const method of ['get', 'post', 'patch'] as const) {
        const response = await request(server())[method](path);
        expect([response.status, response.body.error.code]).toEqual([404, 'not_found']);
      }
    },
  );

  it.each([
    ['DELETE', '/v1/account', 'GET, HEAD'],
    ['POST', `/v1/payouts/${absentId}`, 'GET, HEAD, PATCH'],
    ['PUT', '/v1/customers', 'GET, HEAD, POST'],
    ['POST', '/v1/openapi.json', 'GET, HEAD'],
    ['DELETE', `/v1/customers/${'x'.repeat(300)}`, 'GET, HEAD, PATCH'],
  ])('method before authentication: %s %s', async (method, path, allow) => {
    const response = await sandbox.call(method, path).unset('Authorization');
    expect([response.status, response.body.error.code]).toEqual([405, 'method_not_allowed']);
    expect(response.headers['allow']).toBe(allow);
  });

  it.each(['/v1/%63ustomers', 'http://localhost/v1/customers?limit=1', '/v1/customers#all'])(
    'method before authentication, however the path is spelled: %s',
    async (path) => {
      const socket = connect(address().port, '127.0.0.1').setEncoding('utf8');
      const lines = ['HTTP/1.1', 'Host: a', 'Connection: close', '', ''].join('\r\n');
      socket.write(`DELETE ${path} ${lines}`);
      const [answer = ''] = (await socket.toArray()).join('').split('\r\n\r\n');
      expect(answer.split(' ')[1]).toBe('405');
      expect(/^allow: (.*)$/im.exec(answer)?.[1]?.trim()).toBe('GET, HEAD, POST');
    },
  );

  it('an unsupported method gives 405, not 404', async () => {
    const client = send({ port: address().port, method: 'PROPFIND', path: '/v1/account' }).end();
    const [response] = await once(client, 'response');
    response.resume();
    expect(response.statusCode).toBe(405);
  });

  it.each([
    ['/v1/account', 405, 'method_not_allowed', 'GET, HEAD'],
    ['/v1/customers?limit=1', 405, 'method_not_allowed', 'GET, HEAD, POST'],
    ['/v1/nothing', 404, 'not_found', undefined],
  ])('an unknown method, or one of another protocol, of %s', async (path, status, code, allow) => {
    for (const method of ['FOO', 'DESCRIBE', 'PRI', 'CONNECT']) {
      const socket = connect(address().port, '127.0.0.1').setEncoding('utf8');
      socket.write(`${method} ${path} HTTP/1.1\r\nHost: a\r\nX-Correlation-ID: my-call-1 \r\n\r\n`);
      const [answer = '', body = ''] = (await socket.toArray()).join('').split('\r\n\r\n');
      expect(answer.split(' ')[1]).toBe(String(status));
      expect(/^Allow: (.*)$/m.exec(answer)?.[1]?.trim()).toBe(allow);
      expect(/^X-Correlation-Id: (.*)$/m.exec(answer)?.[1]?.trim(), method).toBe('my-call-1');
      expect(JSON.parse(body)).toMatchObject({ error: { code } });
    }
  });

  it('a head that is too large is refused, without a body for HEAD', async () => {
    for (const method of ['GET', 'HEAD']) {
      const socket = connect(address().port, '127.0.0.1').setEncoding('utf8');
      socket.write(`${method} /v1/account HTTP/1.1\r\nHost: a\r\nX-Long: ${'x'.repeat(17_000)}\r\n\r\n`);
      const [head = '', body] = (await socket.toArray()).join('').split('\r\n\r\n');
      expect(head).toMatch(/^HTTP\/1.1 400 /);
      expect(head).toMatch(/^Content-Length: [1-9]/m);
      expect(body === '', method).toBe(method === 'HEAD');
    }
  });

  it('an unknown method is answered at once, with any headers', async () => {
    const value = `${' '.repeat(3_000)}\nx`;
    const socket = connect(address().port, '127.0.0.1').setEncoding('utf8');
    const began = performance.now();
    socket.write(`FOO /v1/account HTTP/1.1\r\nX-Correlation-Id:${value}\r\n\r\n`);
    const answer = (await socket.toArray()).join('');
    expect(answer).toMatch(/^HTTP\/1.1 405 /);
    expect(answer).not.toContain('X-Correlation-Id');
    expect(performance.now() - began).toBeLessThan(5_000);
  });

  it.each([
    ['bytes that are no request', '}'],
    ['a method that nobody knows', 'FOO /v1/account HTTP/1.1\r\nHost: a\r\n\r\n'],
    ['a broken line', 'GET /v1/acc ount'],
  ])('valid requests are answered, then %s after them', async (what, rest) => {
    const socket = connect(address().port, '127.0.0.1').setEncoding('utf8');
    const head = `HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${sandbox.key}\r\n`;
    const body = JSON.stringify({ ...customer, external_id: `before ${what}` });
    const made = `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
    const holder = new pg.Client({ connectionString: sandbox.url });
    await holder.connect();
    const lock = `customer:${sandbox.accountId}:before ${what}`;
    await holder.query('select pg_advisory_lock(hashtextextended($1, 0))', [lock]);
    socket.write(`POST /v1/customers ${head}${made}GET /v1/account ${head}\r\n${rest}`);
    // While the first request is processed, further packets are broken too, and they are not reported
    // separately.
    const warnings: Error[] = [];
    process.on('warning', (warning) => warnings.push(warning));
    for (let nth = 0; nth < 12; nth += 1) {
      await sleep(5);
      socket.write('}}}');
    }
    await holder.end();
    const answers = (await socket.toArray()).join('');
    expect(Array.from(answers.matchAll(/HTTP\/1.1 (\d+)/g), ([, status]) => status)).toEqual([
      '201',
      '200',
      '400',
    ]);
    expect(warnings).toEqual([]);
  });

  it.each([
    ['without a host', 'GET /v1/account HTTP/1.1\r\n', 'Host'],
    ['with two hosts', 'GET /v1/account HTTP/1.1\r\nHost: a\r\nhost: a\r\n', 'Host'],
    ['of HTTP/1.0 with two hosts', 'GET /v1/openapi.json HTTP/1.0\r\nHost: a\r\nHost: b\r\n', 'Host'],
    ['that expects what nobody knows', 'POST /v1/payouts HTTP/1.1\r\nHost: a\r\nExpect: tea\r\n', 'Expect'],
    [
      'whose body is coded',
      'POST /v1/customers HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip, chunked\r\n',
      'Transfer-Encoding',
    ],
    [
      'whose body is coded, in a header of its own',
      'POST /v1/customers HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip\r\nTransfer-Encoding: chunked\r\n',
      'Transfer-Encoding',
    ],
    [
      'whose body is coded as it is',
      'POST /v1/customers HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: identity, chunked\r\n',
      'Transfer-Encoding',
    ],
  ])('a request %s is refused like any other', async (_what, head, param) => {
    const socket = connect(address().port, '127.0.0.1').setEncoding('utf8');
    socket.write(`${head}Connection: close\r\n\r\n`);
    const [answer = '', body = ''] = (await socket.toArray()).join('').split('\r\n\r\n');
    expect(answer).toMatch(/^HTTP\/1.1 400 /);
    const { error } = JSON.parse(body) as { error: object };
    expect(error).toMatchObject({ type: 'invalid_request', code: 'invalid_request', param });
    expect(answer).toContain(`X-Request-Id: ${String((error as { request_id: string }).request_id)}\r\n`);
  });

  it('rejected requests, even of disconnected callers, delay no other request', async () => {
    const flood = connect(address().port, '127.0.0.1').resume();
    flood.once('error', () => undefined);
    flood.write('GET /v1/account HTTP/1.1\r\n\r\n'.repeat(4_000));
    await once(flood, 'data');
    const began = performance.now();
    const socket = connect(address().port, '127.0.0.1').setEncoding('utf8');
    socket.write('GET /v1/account HTTP/1.1\r\nConnection: close\r\n\r\n');
    expect((await socket.toArray()).join('')).toMatch(/^HTTP\/1.1 400 /);
    expect(performance.now() - began).toBeLessThan(3_500);
    flood.destroy();
  });

  it('a dripping body ends with the time limit of its request', async () => {
    const slow = await openSandbox();
    const { server: listener } = slow.api.server;
    // The default is half a minute.
    Object.assign(listener, { requestTimeout: 500, headersTimeout: 500 });
    const socket = connect((listener.address() as AddressInfo).port, '127.0.0.1').setEncoding('utf8');
    const began = performance.now();
    socket.write(`POST /v1/customers HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${slow.key}\r\n`);
    socket.write('Content-Type: application/json\r\nContent-Length: 1000\r\n\r\n{');
    const drops = setInterval(() => socket.write(' '), 100);
    const [answer] = (await once(socket, 'data')) as [string];
    clearInterval(drops);
    expect(answer).toMatch(/^HTTP\/1.1 400 /);
    socket.destroy();
    await slow.close();
    expect(performance.now() - began).toBeLessThan(10_000);
  });

  it('an HTTP/1.0 request needs no Host', async () => {
    const socket = connect(address().port, '127.0.0.1').setEncoding('utf8');
    socket.write('GET /v1/openapi.json HTTP/1.0\r\n\r\n');
    expect((await socket.toArray()).join('')).toMatch(/^HTTP\/1.1 200 /);
  });

  it.each(['nonsense', '%zz', '%ff', 'a%2'])('a malformed id after authentication: %s', async (id) => {
    const path = `/v1/payouts/${id}`;
    expect((await request(server()).get(path)).status).toBe(401);
    const response = await sandbox.call('GET', path);
    expect([response.status, response.body.error.code]).toEqual([404, 'not_found']);
    expect((await sandbox.call('DELETE', path)).headers['allow']).toBe('GET, HEAD, PATCH');
  });

  it('authentication before media type, naming its scheme', async () => {
    const response = await request(server()).post('/v1/customers').type('text/plain').send('x');
    expect([response.status, response.headers['www-authenticate']]).toEqual([401, 'Bearer']);
  });

  it('the descriptions for machines and people need no key', async () => {
    const page = await request(server()).get('/v1/docs');
    expect([page.status, page.type]).toEqual([200, 'text/html']);
    expect(page.headers['content-security-policy']).toContain("default-src 'none'");
    expect(page.headers['x-request-id']).toMatch(/^req_/);
    expect((await request(server()).post('/v1/docs')).headers['allow']).toBe('GET, HEAD');
  });

  it('the description accepts no parameter', async () => {
    expect((await request(server()).get('/v1/openapi.json?')).status).toBe(200);
    const response = await request(server()).get('/v1/openapi.json?pretty=1');
    expect([response.status, response.body.error.param]).toEqual([400, 'pretty']);
  });

  it('media type before scope', async () => {
    const response = await sandbox
      .call('POST', '/v1/customers')
      .set('Authorization', `Bearer ${sandbox.readKey}`)
      .type('text/plain')
      .send('x');
    expect([response.status, response.body.error.code]).toEqual([415, 'unsupported_media_type']);
  });

  it('size before scope', async () => {
    const response = await sandbox
      .call('POST', '/v1/customers')
      .set('Authorization', `Bearer ${sandbox.readKey}`)
      .type('json')
      .send(`{"a":"${'x'.repeat(65536)}"}`);
    expect([response.status, response.body.error.code]).toEqual([413, 'body_too_large']);
  });

  it('the media type is checked before the scope, also for a body without a length', async () => {
    const headers = { Authorization: `Bearer ${sandbox.readKey}`, 'Transfer-Encoding': 'chunked' };
    const path = `/v1/payouts/${absentId}/cancel`;
    const client = send({ port: address().port, method: 'POST', path, headers }).end('{}');
    const [response] = await once(client, 'response');
    response.resume();
    expect(response.statusCode).toBe(415);
  });

  it('scope before headers', async () => {
    const response = await sandbox
      .call('POST', '/v1/payouts')
      .set('Authorization', `Bearer ${sandbox.readKey}`)
      .set('X-Correlation-Id', 'short')
      .type('json')
      .send('{');
    expect([response.status, response.body.error.code]).toEqual([403, 'insufficient_scope']);
  });

  it('headers before body', async () => {
    const call = () => sandbox.call('POST', '/v1/payouts').type('json');
    const correlation = await call().set('X-Correlation-Id', 'short').send('{');
    expect(correlation.body.error).toMatchObject({ code: 'invalid_parameter', param: 'X-Correlation-Id' });
    const key = await call().send('{');
    expect(key.body.error).toMatchObject({ code: 'idempotency_key_required' });
    const bad = await call().set('Idempotency-Key', 'seven77').send('{');
    expect(bad.body.error).toMatchObject({ code: 'invalid_parameter', param: 'Idempotency-Key' });
    const body = await call().set('Idempotency-Key', 'eight888').send('{');
    expect(body.body.error).toMatchObject({ code: 'invalid_body' });
  });
});

describe('authentication', () => {
  const get = (authorization: string) =>
    request(server()).get('/v1/account').set('Authorization', authorization);

  it('accepts any spelling of Bearer', async () => {
    expect((await get(`bearer ${sandbox.key}`)).status).toBe(200);
  });

  it.each(['', 'Basic abc', 'Bearer', 'Bearer x', 'Bearer psp_test_000000000000_00'])(
    'refuses %j',
    async (header) => {
      const response = await get(header);
      expect([response.status, response.body.error.code]).toEqual([401, 'invalid_api_key']);
      expect(response.body.error.type).toBe('authentication_error');
    },
  );

  it('refuses a changed secret and the other environment', async () => {
    const changed = sandbox.key.slice(0, -1) + (sandbox.key.endsWith('0') ? '1' : '0');
    expect((await get(`Bearer ${changed}`)).status).toBe(401);
    expect((await get(`Bearer ${sandbox.key.replace('psp_test', 'psp_live')}`)).status).toBe(401);
  });

  it('refuses a revoked key once the cache is dropped, and an expired one', async () => {
    const ask = { accountId: sandbox.accountId, scopes: ['read'] as const, label: null };
    const { apiKey, secret } = await issueKey(sandbox.wired.ports, operator, { ...ask, expiresAt: null });
    expect((await get(`Bearer ${secret}`)).status).toBe(200);
    await revokeKey(sandbox.wired.ports, operator, apiKey.id);
    sandbox.api.forgetKeys();
    expect((await get(`Bearer ${secret}`)).status).toBe(401);
    const expiresAt = new Date(Date.now() + 500);
    const ending = await issueKey(sandbox.wired.ports, operator, { ...ask, expiresAt });
    await expect
      .poll(async () => (await get(`Bearer ${ending.secret}`)).status, { timeout: 60_000 })
      .toBe(401);
    const past = { ...ask, expiresAt: new Date(Date.now() - 1) };
    await expect(issueKey(sandbox.wired.ports, operator, past)).rejects.toMatchObject({
      code: 'invalid_parameter',
      param: 'expiresAt',
    });
  });

  it('an API key acts only for its own account', async () => {
    const own = await sandbox.call('GET', '/v1/me').set('Platform-Account', sandbox.accountId);
    expect(own.status).toBe(200);
    const foreign = await sandbox.call('GET', '/v1/me').set('Platform-Account', 'acct_1');
    expect([foreign.status, foreign.body.error.code]).toEqual([403, 'no_membership']);
  });
});

describe('request ids', () => {
  it('are in every response, and errors repeat them', async () => {
    const good = await sandbox.call('GET', '/v1/account').set('X-Correlation-Id', 'my-call-1');
    expect(good.headers['x-request-id']).toMatch(/^req_[0-9a-z]{26}$/);
    expect(good.headers['x-correlation-id']).toBe('my-call-1');
    const bad = await request(server()).get('/v1/nothing').set('X-Correlation-Id', 'my-call-2');
    expect(bad.body.error.request_id).toBe(bad.headers['x-request-id']);
    expect(bad.headers['x-correlation-id']).toBe('my-call-2');
  });

  it.each(['/v1/%zz', '/v1/payouts/%zz', '/v1/payouts/%ff', '/v1/payouts/%00', '/v1/balances/%00/entries'])(
    'are in the response to %s, which is not our fault',
    async (path) => {
      const response = await sandbox.call('GET', path);
      expect(response.headers['x-request-id']).toMatch(/^req_/);
      expect(response.status).toBeLessThan(500);
    },
  );

  it('are in responses to invalid HTTP and to a head that is too large', async () => {
    for (const text of ['nonsense\r\n\r\n', `GET /v1/${'x'.repeat(100_000)} HTTP/1.1\r\n\r\n`]) {
      const socket = connect(address().port, '127.0.0.1');
      socket.write(text);
      const [answer] = (await once(socket, 'data')) as [Buffer];
      socket.destroy();
      expect(answer.toString()).toMatch(/^HTTP\/1\.1 400 [^]*X-Request-Id: req_[^]*"code":"invalid_request"/);
    }
  });

  it('answers a very long path with 404', async () => {
    expect((await sandbox.call('GET', `/v1/payouts/${'x'.repeat(8000)}`)).status).toBe(404);
  });
});

describe('the media type and size', () => {
  const post = () => sandbox.call('POST', '/v1/customers');
  const text = JSON.stringify(customer);

  it.each([
    'application/json',
    'application/json; charset=utf-8',
    'Application/JSON;charset="UTF-8"',
    // Not a registered charset name, but many clients send it for utf-8.
    'application/json; charset=utf8',
    'application/json; charset="UTF8"',
    // A parameter may be left out behind its semicolon (RFC 9110 §5.6.6).
    'application/json;',
    'application/json ; ;charset=utf-8 ; ;',
  ])('accepts %s', async (type) => {
    expect((await post().set('Content-Type', type).send(text)).status).toBeLessThan(300);
  });

  it.each([
    'text/plain',
    'application/json; charset=latin1',
    'application/json; charset=utf--8',
    'application/json; charset=utf-16',
    'application/json; charset="utf8',
    'application/json; profile=x',
    'application/json; charset',
    'application/json charset=utf-8',
    'application/json; charset=utf-8; charset=latin1',
    `application/json${' ; '.repeat(2_000)}x`,
    'application/vnd.api+json',
    'application/x-www-form-urlencoded',
    'nonsense',
    ';',
  ])('refuses %s', async (type) => {
    expect((await post().set('Content-Type', type).send(text)).status).toBe(415);
  });

  it('refuses a missing type and any encoding', async () => {
    expect((await post()).status).toBe(415);
    expect((await post().type('json').set('Content-Encoding', 'identity').send(text)).status).toBe(415);
  });

  it('refuses an encoding without a body, after authentication and before all else', async () => {
    for (const [method, path] of [
      ['GET', '/v1/me?unknown=1'],
      ['DELETE', '/v1/webhook-endpoints/we_1'],
      ['GET', '/v1/openapi.json'],
      ['GET', '/v1/docs'],
    ] as const) {
      const response = await sandbox.call(method, path).set('Content-Encoding', 'gzip');
      expect([response.status, response.body.error?.code], path).toEqual([415, 'unsupported_media_type']);
    }
    const nobody = await request(server()).get('/v1/me').set('Content-Encoding', 'gzip');
    expect(nobody.status).toBe(401);
  });

  it('refuses a body that becomes too large without a Content-Length', async () => {
    const headers = { Authorization: `Bearer ${sandbox.key}`, 'Content-Type': 'application/json' };
    const client = send({
      port: address().port,
      method: 'POST',
      path: '/v1/customers',
      headers,
      agent: new Agent(),
    });
    const answered = once(client, 'response');
    client.on('error', () => client.destroy());
    for (let i = 0; i < 20; i += 1) client.write('x'.repeat(8192));
    const [response] = await answered;
    expect(response.statusCode).toBe(413);
    client.destroy();
  });

  it.each(['/v1/me', '/v1/openapi.json'])(
    'closes the connection if the body of GET %s becomes too large, with a response',
    async (path) => {
      const socket = connect(address().port, '127.0.0.1').setEncoding('utf8');
      const head = `GET ${path} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${sandbox.key}\r\n`;
      socket.write(`${head}Transfer-Encoding: chunked\r\n\r\nfffff\r\n${'x'.repeat(70_000)}`);
      const answer = (await socket.toArray()).join('');
      expect(answer).toMatch(/^HTTP\/1.1 413 [^]*"code":"body_too_large"/);
      expect(answer).toMatch(/^connection: close\r$/im);
    },
  );

  it('accepts a missing body and type if the operation needs none', async () => {
    const path = '/v1/beneficiaries/ben_01k9zq3v5e8x7m2n4p6r8t0w1y/archive';
    expect((await sandbox.call('POST', path)).status).toBe(404);
    expect((await sandbox.call('POST', path).type('json').send('{}')).status).toBe(404);
    const extra = await sandbox.call('POST', path).type('json').send('{"a":1}');
    expect(extra.body.error).toMatchObject({ code: 'invalid_body', param: 'a' });
    expect((await sandbox.call('POST', path).type('text').send('x')).status).toBe(415);
  });

  // Clients that must send no body still name the type they would have sent.
  it.each(['application/x-www-form-urlencoded', 'nonsense', ';', ''])(
    'ignores the type of a missing body: %j',
    async (type) => {
      const path = '/v1/beneficiaries/ben_01k9zq3v5e8x7m2n4p6r8t0w1y/archive';
      const answer = await sandbox.call('POST', path).set({ 'Content-Type': type, 'Content-Length': '0' });
      expect(answer.status).toBe(404);
    },
  );
});

describe('rate limits', () => {
  it('answers 429 with whole seconds to wait, replays and errors included', async () => {
    const slow = await openSandbox({ rateLimitPerSecond: 1 });
    const statuses: number[] = [];
    for (let i = 0; i < 4; i += 1) statuses.push((await slow.call('GET', '/v1/me')).status);
    expect(statuses.slice(0, 2)).toEqual([200, 200]);
    const refused = await slow.call('GET', '/v1/me');
    expect([refused.status, refused.body.error.code, refused.body.error.type]).toEqual([
      429,
      'rate_limited',
      'rate_limited',
    ]);
    expect(refused.headers['retry-after']).toBe('1');
    await slow.close();
  });

  it('answers 429 to the twenty-first failed authentication in a second', async () => {
    const other = await openSandbox();
    const answers = await Promise.all(
      Array.from({ length: 40 }, () =>
        request(other.api.server.server).get('/v1/me').set('Authorization', 'Bearer x'),
      ),
    );
    const statuses = answers.map((answer) => answer.status);
    expect(statuses.filter((status) => status === 401).length).toBeGreaterThanOrEqual(20);
    expect(statuses).toContain(429);
    expect((await other.call('GET', '/v1/me')).status).toBe(200);
    await other.close();
  });
});

describe('the environment and the log', () => {
  it('have no sandbox paths in live', async () => {
    const live = await openSandbox({ environment: 'live' });
    const response = await live.call('POST', '/v1/sandbox/deposits').type('json').send('{}');
    expect([response.status, response.body.error.code]).toEqual([404, 'not_found']);
    expect((await live.call('GET', '/v1/me')).status).toBe(401);
    await live.close();
  });

  it('serve the description without a key', async () => {
    const response = await request(server()).get('/v1/openapi.json');
    expect([response.status, response.body.openapi]).toEqual([200, '3.1.0']);
  });

  it("write one line for each request with the path's pattern", async () => {
    sandbox.lines.length = 0;
    await sandbox.call('GET', `/v1/payouts/${absentId}`);
    expect(sandbox.lines).toHaveLength(1);
    expect(sandbox.lines[0]?.fields).toMatchObject({
      route: '/v1/payouts/{id}',
      method: 'GET',
      status: 404,
      error_code: 'not_found',
      account_id: sandbox.accountId,
    });
    expect(JSON.stringify(sandbox.lines)).not.toContain(absentId);
  });

  it('show nothing of another account', async () => {
    const other = await openAccount(sandbox.wired.ports, operator, { name: 'Other', ownerEmail: null });
    const made = await request(server())
      .post('/v1/customers')
      .set('Authorization', `Bearer ${other.secret}`)
      .send({ ...customer, external_id: 'other' });
    expect(made.status).toBe(201);
    expect((await sandbox.call('GET', `/v1/customers/${made.body.id}`)).status).toBe(404);
    const list = await sandbox.call('GET', '/v1/customers?external_id=other');
    expect(list.body).toEqual({ data: [], has_more: false });
  });
});

describe('closing', () => {
  it.each(['GET /v1/acc', 'POST /v1/payouts HTTP/1.1\r\nHost: a\r\nContent-Length: 50\r\n\r\n{"a'])(
    'does not wait for a caller that never sends the rest of %j',
    async (text) => {
      const closing = await openSandbox();
      const { port } = closing.api.server.server.address() as AddressInfo;
      const socket = connect(port, '127.0.0.1').on('error', () => undefined);
      socket.resume().write(text);
      // By now the service has read the request.
      for (let nth = 0; nth < 3; nth += 1)
        expect((await closing.call('GET', '/v1/account')).status).toBe(200);
      await closing.close();
      socket.destroy();
    },
  );
});
