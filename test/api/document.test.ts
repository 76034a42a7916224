import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { connect } from 'node:net';
import type { AddressInfo } from 'node:net';
import { request, type IncomingMessage } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { codingOf } from '../../src/api/rest/document.js';
import { openSandbox, type Sandbox } from './sandbox.js';

let sandbox: Sandbox;
beforeAll(async () => {
  // Each request has its own client address.
  sandbox = await openSandbox({
    clients: {
      clientOf: ({ headers }) => String(headers['x-from'] ?? 'nobody'),
      addressOf: () => '192.0.2.1',
      holderOf: () => undefined,
    },
  });
});
afterAll(() => sandbox.close());

const portOf = () => (sandbox.api.server.server.address() as AddressInfo).port;

interface Got {
  readonly status: number | undefined;
  readonly headers: IncomingMessage['headers'];
  readonly bytes: Buffer;
}

function get(path: string, headers: Readonly<Record<string, string>> = {}): Promise<Got> {
  return new Promise((resolve, reject) => {
    request({ port: portOf(), path, headers }, (answer) => {
      answer.toArray().then((parts: Buffer[]) => {
        resolve({ status: answer.statusCode, headers: answer.headers, bytes: Buffer.concat(parts) });
      }, reject);
    })
      .on('error', reject)
      .end();
  });
}

describe.each(['/v1/openapi.json', '/v1/docs'])('%s', (path) => {
  it('has the same content in every encoding', async () => {
    const plain = await get(path, { 'x-from': `codings ${path}` });
    const brotli = await get(path, { 'accept-encoding': 'gzip, br', 'x-from': `codings ${path}` });
    const gzip = await get(path, { 'accept-encoding': 'gzip;q=0.5', 'x-from': `codings ${path}` });
    expect([plain, brotli, gzip].map(({ headers }) => headers['content-encoding'])).toEqual([
      undefined,
      'br',
      'gzip',
    ]);
    expect(brotliDecompressSync(brotli.bytes).equals(plain.bytes)).toBe(true);
    expect(gunzipSync(gzip.bytes).equals(plain.bytes)).toBe(true);
    expect(brotli.bytes.length).toBeLessThan(plain.bytes.length / 4);
    const tags = [plain, brotli, gzip].map(({ headers }) => headers['etag']);
    expect(new Set(tags).size).toBe(3);
    for (const { headers } of [plain, brotli, gzip])
      expect(headers).toMatchObject({ vary: 'Accept-Encoding', 'cache-control': 'public, max-age=60' });
  });

  it('is not sent again to a client that has it', async () => {
    const { headers } = await get(path, { 'x-from': `tags ${path}` });
    const etag = headers['etag'] ?? '';
    for (const held of [etag, `W/${etag}`, `"x", ${etag}`, '*']) {
      const again = await get(path, { 'if-none-match': held, 'x-from': `tags ${path}` });
      expect([again.status, again.bytes.length, again.headers['etag']]).toEqual([304, 0, etag]);
    }
    expect((await get(path, { 'if-none-match': '"x"', 'x-from': `tags ${path}` })).status).toBe(200);
  });
});

it.each([
  [undefined, 'identity'],
  ['', 'identity'],
  ['br', 'br'],
  ['GZIP', 'gzip'],
  ['*', 'br'],
  ['br;q=0, gzip', 'gzip'],
  ['br;q=0, *', 'gzip'],
  ['*;q=0', 'identity'],
  ['deflate', 'identity'],
  ['br;q=x', 'identity'],
])('answers Accept-Encoding %j with %s', (accepted, coding) => {
  expect(codingOf(accepted)).toBe(coding);
});

it('is rate limited by client, however the path is written', async () => {
  const flood = await Promise.all(
    Array.from({ length: 200 }, (_, nth) =>
      get(['/v1/openapi.json', '/v1/%6fpenapi.json', '/v1/docs', '/v1'][nth % 4] ?? '', {
        'x-from': 'flood',
        // Responses without a body are fast enough to stay within the limit.
        'if-none-match': '*',
      }),
    ),
  );
  const turnedAway = flood.filter(({ status }) => status === 429);
  expect(turnedAway.length).toBeGreaterThan(20);
  for (const { headers, bytes } of turnedAway) {
    expect(headers['retry-after']).toMatch(/^[1-9]\d*$/);
    expect(String(bytes)).toContain('rate_limited');
  }
  expect((await get('/v1/openapi.json', { 'x-from': 'somebody else' })).status).toBe(200);
  expect((await sandbox.call('GET', '/v1/me').set('x-from', 'flood')).status).toBe(200);
});

const unknownKey = (nth: number): string => `psp_test_${String(nth).padStart(12, 'x')}_${'0'.repeat(64)}`;

it.each<[string, (nth: number) => string]>([
  ['for a document', () => 'GET /v1/openapi.json'],
  ['at no path', (nth) => `GET /v1/nothing-${nth}`],
  ['by another method', () => 'DELETE /v1/balances'],
  ['without a key', () => 'GET /v1/balances'],
  ['with a key that nobody has', (nth) => `GET /v1/balances\nAuthorization: Bearer ${unknownKey(nth)}`],
  [
    'with a key of which the start is right',
    () => `GET /v1/balances\nAuthorization: Bearer ${startIsRight()}`,
  ],
  ['for a code', () => 'POST /dashboard/sign-in\nContent-Type: application/json'],
  ['without a code', () => 'POST /dashboard/sessions\nContent-Type: application/json'],
  ['as a connector that is none', () => 'POST /providers/none/notices\nContent-Type: application/json'],
  ['for a page that is none', (nth) => `GET /s/${nth}`],
])('leaves a flood that asks in a loop %s little to do: each is answered late', async (what, askOf) => {
  const sockets = Array.from({ length: 40 }, () => connect(portOf(), '127.0.0.1'));
  let answers = 0;
  const ask = (): string => {
    const [line = '', ...more] = askOf(answers).split('\n');
    return [`${line} HTTP/1.1`, 'Host: a', `X-From: ${what}`, 'Content-Length: 0', ...more, '', ''].join(
      '\r\n',
    );
  };
  for (const socket of sockets) {
    socket.setEncoding('latin1').on('data', (text: string) => {
      const heads = text.split('HTTP/1.1 ').length - 1;
      answers += heads;
      for (let nth = 0; nth < heads; nth += 1) socket.write(ask());
    });
    socket.write(ask());
  }
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  expect(answers).toBeLessThan(400);
  await expect.poll(() => answers).toBeGreaterThan(0);
  for (const socket of sockets) socket.destroy();
});

function startIsRight(): string {
  return sandbox.key.replace(/[^_]{64}$/, '0'.repeat(64));
}
