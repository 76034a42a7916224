import type { AddressInfo, Socket } from 'node:net';
import request from 'supertest';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { clientsBehind } from '../../src/api/address.js';
import { Pages } from '../../src/api/pages/server.js';
import { answersIn, receivedUntilClose, openSocket } from '../setup/raw-http.js';
import { openSandbox, type Sandbox } from './sandbox.js';

const opened: Sandbox[] = [];
const sockets: Socket[] = [];
async function open(...options: Parameters<typeof openSandbox>): Promise<Sandbox> {
  const sandbox = await openSandbox(...options);
  opened.push(sandbox);
  return sandbox;
}
let sandbox: Sandbox;
beforeAll(async () => {
  const clients = clientsBehind(['127.0.0.1']);
  sandbox = await open({
    clients,
    pagesOf: (ports) =>
      new Pages(ports, { environment: 'sandbox', hostNames: [], clientOf: clients.clientOf }),
  });
});
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
});
afterAll(async () => {
  for (const each of opened) await each.close();
});

const portOf = ({ api }: Sandbox) => (api.server.server.address() as AddressInfo).port;

/** Statuses of concurrent requests, each from another address of the /64. */
async function fromNetwork(network: string, count: number, method: string, path: string): Promise<number[]> {
  const answers = Array.from({ length: count }, (_, nth) =>
    sandbox
      .call(method, path)
      .set({ 'X-Forwarded-For': `${network}::${nth.toString(16)}`, Authorization: 'Bearer x' }),
  );
  return (await Promise.all(answers)).map(({ status }) => status);
}

describe('the addresses of one IPv6 /64', () => {
  it.each([
    ['failed authentications', 'GET', '/v1/me', 401],
    ['documents', 'GET', '/v1', 302],
  ])('share one limit of %s, and the next /64 has its own', async (_, method, path, usual) => {
    const statuses = await fromNetwork('2001:db8:1:1', 100, method, path);
    expect(new Set(statuses)).toEqual(new Set([usual, 429]));
    expect(await fromNetwork('2001:db8:1:2', 1, method, path)).toEqual([usual]);
  });
});

it('clients behind a proxy are distinguished, with or without a port', async () => {
  const statuses = async (client: string): Promise<Set<number>> => {
    const answers = Array.from({ length: 60 }, (_, nth) =>
      request(sandbox.api.server.server)
        .get('/v1/me')
        .set('X-Forwarded-For', `${client}:${50_000 + nth}`),
    );
    return new Set((await Promise.all(answers)).map(({ status }) => status));
  };
  expect(await statuses('198.51.100.1')).toEqual(new Set([401, 429]));
  expect(await statuses('198.51.100.2')).toContain(401);
});

describe('half-sent requests of strangers', () => {
  const attacked = [
    ['people', 'POST /dashboard/sign-in', 'application/json'],
    ['people', 'POST /dashboard/sessions', 'application/json'],
    ['providers', 'POST /providers/none/notices', 'application/json'],
    ['pages', 'POST /s/x/amount', 'application/x-www-form-urlencoded'],
  ] as const;

  /** Opens a half-sent request from that address until the service closes it. */
  async function halfSent(line: string, type: string, from?: string): Promise<Socket> {
    const socket = await openSocket({ port: portOf(sandbox), ...(from !== undefined && { from }) });
    sockets.push(socket);
    const head = [`${line} HTTP/1.1`, 'Host: a', `Content-Type: ${type}`, 'Content-Length: 99'];
    socket.write([...head, '', '{'].join('\r\n'));
    return socket;
  }

  it.each([
    ['another address', '127.0.0.2'],
    ['its own address', undefined],
  ])('leave an account every response, though six hundred come from %s', async (_, from) => {
    await Promise.all(
      Array.from({ length: 600 }, (_each, nth) => {
        const [, line, type] = attacked[nth % attacked.length] ?? attacked[0];
        return halfSent(line, type, from);
      }),
    );
    const { admissions } = sandbox.api;
    await expect.poll(() => admissions.pages.arriving).toBe(100);
    const statuses = [];
    for (let nth = 0; nth < 50; nth += 1) {
      const { status } = await sandbox.call('GET', '/v1/balances');
      statuses.push(status);
    }
    expect(new Set(statuses)).toEqual(new Set([200]));
    for (const [pool] of attacked) {
      expect(admissions[pool].arriving).toBe(100);
      expect(admissions[pool].slots.underWay).toBe(0);
    }
  });

  it('are refused above a fixed number for one client, late and with a closed connection, and another client is served', async () => {
    const served = { people: 202, providers: 404, pages: 404 };
    const pools = attacked.filter(([, line]) => line !== 'POST /dashboard/sessions');
    const tried = pools.map(async ([pool, line, type]) => {
      await Promise.all(Array.from({ length: 100 }, () => halfSent(line, type, '127.0.0.2')));
      await expect.poll(() => sandbox.api.admissions[pool].arriving).toBe(100);
      const refused = receivedUntilClose(await halfSent(line, type, '127.0.0.2'));
      const other = await request(sandbox.api.server.server)
        .post(line.split(' ')[1] ?? '')
        .set({ 'X-Forwarded-For': '198.51.100.7', 'Content-Type': type })
        .send(pool === 'pages' ? 'amount=1' : '{"email":"a@example.com"}');
      expect([pool, other.status]).toEqual([pool, served[pool]]);
      // The connection is closed, so there is one response only.
      const [answer, ...more] = answersIn(await refused);
      expect([answer?.status, more]).toEqual([429, []]);
      expect(answer?.head).toMatch(/^retry-after: 1\r?$/im);
    });
    await Promise.all(tried);
  });
});

describe('the connections of one client', () => {
  const most = 20;

  async function openTo(at: Sandbox, count: number, from: string): Promise<void> {
    for (let nth = 0; nth < count; nth += 1) sockets.push(await openSocket({ port: portOf(at), from }));
  }

  it('are closed above a fixed number, and those of another client are served', async () => {
    const bounded = await open({ connectionsOfOne: most });
    const { connections } = bounded.api;
    await openTo(bounded, most + 5, '127.0.0.2');
    await expect.poll(() => connections.refused).toBe(5);
    expect(connections.open).toBe(most);
    expect((await bounded.call('GET', '/v1/balances')).status).toBe(200);
    const ask = async (): Promise<number | undefined> => {
      const socket = await openSocket({ port: portOf(bounded), from: '127.0.0.2' });
      socket.write('GET /v1/me HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
      return answersIn(await receivedUntilClose(socket))[0]?.status;
    };
    expect(await ask()).toBeUndefined();
    sockets.shift()?.destroy();
    await expect.poll(ask).toBe(401);
  });

  it('are unlimited for a trusted proxy', async () => {
    const behind = await open({ connectionsOfOne: most, clients: clientsBehind(['127.0.0.2']) });
    await openTo(behind, most + 5, '127.0.0.2');
    await expect.poll(() => behind.api.connections.open).toBe(most + 5);
    expect(behind.api.connections.refused).toBe(0);
  });

  it('are closed after silence, for example if the client reads no responses', async () => {
    const impatient = await open({ requestMs: 1_000 });
    const socket = await openSocket({ port: portOf(impatient) });
    sockets.push(socket.pause());
    const ask = `GET /v1/openapi.json HTTP/1.1\r\nHost: a\r\n\r\n`;
    // More than the buffers of both ends hold.
    socket.write(ask.repeat(20));
    await expect.poll(() => impatient.api.connections.open).toBe(1);
    await expect.poll(() => impatient.api.connections.open, { timeout: 60_000 }).toBe(0);
  });
});

describe('unknown paths and methods', () => {
  const unknown = [
    ['GET', '/v1/nothing', 404],
    ['PUT', '/v1/balances', 405],
    ['POST', '/v1/openapi.json', 405],
    ['GET', '/v1/payouts/', 404],
    ['POST', '/nothing', 404],
  ] as const;

  it.each(unknown)('%s %s counts against the rate limit of its key', async (method, path, usual) => {
    const slow = await open({ rateLimitPerSecond: 1 });
    const first = await slow.call(method, path);
    expect([first.status, first.headers['ratelimit-policy']]).toEqual([usual, '"key";q=2;w=2']);
    await slow.call(method, path);
    const third = await slow.call(method, path);
    expect([third.status, third.body.error.code]).toEqual([429, 'rate_limited']);
    expect((await slow.call('GET', '/v1/me')).status).toBe(429);
    expect((await request(slow.api.server.server).get('/v1/nothing')).status).toBe(404);
  });

  it.each(unknown)('%s %s counts against its client without a key', async (method, path, usual) => {
    const from = `198.51.100.${100 + unknown.findIndex((each) => each[1] === path)}`;
    const ask = (client: string) =>
      request(sandbox.api.server.server)
        [method.toLowerCase() as 'get' | 'post' | 'put'](path)
        .set('X-Forwarded-For', client);
    const statuses = await Promise.all(Array.from({ length: 150 }, async () => (await ask(from)).status));
    expect(new Set(statuses)).toEqual(new Set([usual, 429]));
    expect((await ask('198.51.100.200')).status).toBe(usual);
  });

  it('count a method outside HTTP against the client, too', async () => {
    const ask = async (client: string): Promise<number | undefined> => {
      const socket = await openSocket({ port: portOf(sandbox) });
      socket.write(`FOO /v1/me HTTP/1.1\r\nHost: a\r\nX-Forwarded-For: ${client}\r\n\r\n`);
      return answersIn(await receivedUntilClose(socket))[0]?.status;
    };
    const statuses = await Promise.all(Array.from({ length: 150 }, () => ask('198.51.100.150')));
    expect(new Set(statuses)).toEqual(new Set([405, 429]));
    expect(await ask('198.51.100.151')).toBe(405);
  });

  it('answer a wrong key at an unknown path with 404, within the failures of its client', async () => {
    const ask = () =>
      sandbox
        .call('GET', '/v1/nothing')
        .set('Authorization', 'Bearer x')
        .set('X-Forwarded-For', '198.51.100.160');
    expect((await ask()).status).toBe(404);
    const statuses = await Promise.all(Array.from({ length: 100 }, async () => (await ask()).status));
    expect(new Set(statuses)).toEqual(new Set([404, 429]));
  });
});
