import { setTimeout as wait } from 'node:timers/promises';
import { once } from 'node:events';
import { connect } from 'node:net';
import { Counter, Registry } from 'prom-client';
import { describe, expect, it, onTestFinished } from 'vitest';
import { WebSocket } from 'ws';
import { Shutdown } from '../../src/api/connection.js';
import { startInternal } from '../../src/main/http-internal.js';

const upgrade = 'GET /x HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n';

async function listener(ready: () => Promise<readonly string[]>): Promise<string> {
  const registry = new Registry();
  new Counter({ name: 'things_total', help: 'Things.', registers: [registry] }).inc(3);
  const internal = await startInternal({
    host: '127.0.0.1',
    names: ['ops.internal'],
    port: 0,
    ready,
    registry,
    shutdown: new Shutdown(),
    isVerified: async (name) => name === 'pay.example.com',
  });
  onTestFinished(() => internal.close());
  return `http://127.0.0.1:${internal.port}`;
}

/** Everything the listener answers to a text until it closes the connection. */
async function responseTo(at: string, text: string): Promise<string> {
  const socket = connect(Number(new URL(at).port), '127.0.0.1').setEncoding('utf8');
  socket.write(text);
  return (await socket.toArray()).join('');
}

describe('the internal listener', () => {
  it('confirms verified domains to a TLS proxy, and no others', async () => {
    const at = await listener(async () => []);
    const ask = async (search: string): Promise<number> => (await fetch(`${at}/ask${search}`)).status;
    expect(await Promise.all(['?domain=pay.example.com', '?domain=PAY.example.com'].map(ask))).toEqual([
      200, 200,
    ]);
    const others = [
      '',
      '?domain=',
      '?domain=other.example.com',
      '?name=pay.example.com',
      '?domain=pay.example.com.',
    ];
    expect(new Set(await Promise.all(others.map(ask)))).toEqual(new Set([404]));
  });

  it('reports that the process is alive, even when not ready', async () => {
    const at = await listener(() => Promise.reject(new Error('database is unreachable\nselect secret')));
    const health = await fetch(`${at}/healthz`);
    expect([health.status, await health.json()]).toEqual([200, { status: 'ok' }]);
    const ready = await fetch(`${at}/readyz`);
    expect([ready.status, await ready.json()]).toEqual([
      503,
      { status: 'not_ready', reason: 'database is unreachable' },
    ]);
  });

  it('reports that it is ready', async () => {
    const ready = await fetch(`${await listener(() => Promise.resolve([]))}/readyz?verbose=1`);
    expect([ready.status, await ready.json()]).toEqual([200, { status: 'ready' }]);
  });

  it('reports missing parts', async () => {
    const ready = await fetch(`${await listener(() => Promise.resolve(['the broker']))}/readyz`);
    expect([ready.status, await ready.json()]).toEqual([
      200,
      { status: 'degraded', missing: ['the broker'] },
    ]);
  });

  it.each(['/healthz', '/readyz', '/metrics'])(
    "answers %s by HTTP/1.0 without Host, as HAProxy's check asks",
    async (path) => {
      const at = await listener(() => Promise.resolve([]));
      const answer = await responseTo(at, `GET ${path} HTTP/1.0\r\n\r\n`);
      expect(answer).toMatch(/^HTTP\/1\.1 200 /);
    },
  );

  it.each([
    ['another path', 'GET /graphql HTTP/1.0\r\n\r\n', 421],
    ['another host', 'GET /readyz HTTP/1.0\r\nHost: evil.example\r\n\r\n', 421],
    [
      'another host of HTTP/1.1',
      'GET /metrics HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n',
      421,
    ],
    ['HTTP/1.1, which needs a host', 'GET /readyz HTTP/1.1\r\n\r\n', 400],
  ])('requires a Host for %s', async (_, text, status) => {
    const at = await listener(() => Promise.resolve([]));
    expect(await responseTo(at, text)).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
  });

  it('accepts no upgrade where none is served', async () => {
    const at = await listener(() => Promise.resolve([]));
    for (const path of ['/graphql', '/metrics', '/']) {
      const socket = new WebSocket(`${at.replace('http', 'ws')}${path}`, 'graphql-transport-ws');
      const [error] = (await once(socket, 'error')) as [Error];
      expect(error.message).toContain('404');
    }
  });

  it('survives a caller that requests an upgrade and resets the connection', async () => {
    const at = await listener(() => Promise.resolve([]));
    for (let ms = 0; ms < 20; ms += 1) {
      const socket = connect(Number(new URL(at).port), '127.0.0.1');
      await once(socket, 'connect');
      socket.write(upgrade);
      await wait(ms % 5);
      socket.resetAndDestroy();
    }
    expect((await fetch(`${at}/healthz`)).status).toBe(200);
  });

  it('closes although a refused caller stays connected', async () => {
    const registry = new Registry();
    const ready = () => Promise.resolve([]);
    const internal = await startInternal({
      host: '127.0.0.1',
      names: [],
      port: 0,
      ready,
      registry,
      shutdown: new Shutdown(),
      isVerified: async (name) => name === 'pay.example.com',
    });
    const socket = connect({ port: internal.port, host: '127.0.0.1', allowHalfOpen: true });
    socket.write(upgrade);
    const [answer] = (await once(socket, 'data')) as [Buffer];
    expect(String(answer)).toMatch(/^HTTP\/1\.1 404 /);
    await internal.close();
    socket.destroy();
  });

  it('does not wait endlessly for readiness', async () => {
    const ready = await fetch(`${await listener(() => new Promise(() => undefined))}/readyz`);
    expect([ready.status, await ready.json()]).toEqual([
      503,
      { status: 'not_ready', reason: 'no answer within 2000 ms' },
    ]);
  });

  it('serves its metrics', async () => {
    const metrics = await fetch(`${await listener(() => Promise.resolve([]))}/metrics`);
    expect(metrics.headers.get('content-type')).toContain('text/plain');
    expect(await metrics.text()).toContain('things_total 3');
  });

  it('answers 404 to anything else', async () => {
    const at = await listener(() => Promise.resolve([]));
    expect((await fetch(`${at}/`)).status).toBe(404);
    const posted = await fetch(`${at}/metrics`, { method: 'POST' });
    expect([posted.status, posted.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  });

  it('announces the stop, finishes running requests and accepts no new ones', async () => {
    const { promise: requested, resolve: ask } = Promise.withResolvers<void>();
    const { promise: done, resolve: finish } = Promise.withResolvers<void>();
    const shutdown = new Shutdown();
    const internal = await startInternal({
      host: '127.0.0.1',
      names: [],
      port: 0,
      ready: () => Promise.resolve([]),
      registry: new Registry(),
      shutdown: shutdown,
      isVerified: async () => false,
      graphql: {
        async handle(_request, answer) {
          ask();
          await done;
          answer.end('whole');
        },
        sockets: { upgrade: () => undefined },
      },
    });
    const url = `http://127.0.0.1:${internal.port}`;
    const answer = fetch(`${url}/graphql`, { method: 'POST' });
    await requested;
    expect((await fetch(`${url}/healthz`)).headers.get('connection')).toBe('keep-alive');
    shutdown.begin();
    const ready = await fetch(`${url}/readyz`);
    expect([ready.status, ready.headers.get('connection')]).toEqual([503, 'close']);
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
    const closed = internal.close();
    await expect(fetch(`${url}/healthz`)).rejects.toThrow('fetch failed');
    await wait(50);
    finish();
    // The request was sent before the shutdown was announced.
    expect((await answer).headers.get('connection')).toBe('close');
    expect(await (await answer).text()).toBe('whole');
    await closed;
  });

  it.each([
    ['localhost', 200],
    ['LOCALHOST:4000', 200],
    ['127.0.0.1', 200],
    ['ops.internal', 200],
    ['ops.internal:4000', 200],
    ['attacker.example', 421],
    ['localhost.attacker.example', 421],
    ['127.0.0.1.attacker.example:4000', 421],
    ['10.0.0.7', 421],
    ['[::1]', 421],
    ['a b', 421],
  ])('answers a request for %s with %i', async (host, status) => {
    const at = new URL(await listener(() => Promise.resolve([])));
    expect(await firstLine(at, `GET /healthz HTTP/1.1\r\nHost: ${host}\r\n\r\n`)).toContain(` ${status} `);
    const taken = status === 200 ? 404 : 421;
    expect(await firstLine(at, upgrade.replace('localhost', host))).toContain(` ${taken} `);
  });
});

async function firstLine({ port, hostname }: URL, text: string): Promise<string> {
  const socket = connect({ port: Number(port), host: hostname });
  socket.write(text);
  const [answer] = (await once(socket, 'data')) as [Buffer];
  socket.destroy();
  return String(answer).split('\r\n')[0] ?? '';
}
