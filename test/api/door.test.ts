import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { requestTimes } from '../../src/api/connection.js';
import { TooManyRequests } from '../../src/api/error.js';
import { rejectEarly } from '../../src/api/rest/door.js';
import { openConsole, type Console } from '../setup/console.js';
import { openSandbox, type Sandbox } from './sandbox.js';

let sandbox: Sandbox;
let internal: Console;
beforeAll(async () => {
  sandbox = await openSandbox();
  internal = await openConsole();
});
afterAll(async () => {
  await sandbox.close();
  await internal.close();
});

const sockets: Socket[] = [];
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
});

/** Sends a head and a part of a body. */
async function sent(port: number, head: readonly string[], part = ''): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1' });
  sockets.push(socket);
  await once(socket, 'connect');
  socket.write([...head, 'Host: localhost', '', part].join('\r\n'));
  return socket;
}

async function answerOf(socket: Socket): Promise<string> {
  let text = '';
  for await (const part of socket) {
    text += String(part);
    if (text.endsWith('}')) break;
  }
  return text;
}

const publicPort = () => (sandbox.api.server.server.address() as AddressInfo).port;
const internalPort = () => Number(new URL(internal.url).port);

describe('a header that identifies the caller or the body', () => {
  const key = () => `Authorization: Bearer ${sandbox.key}`;
  it.each([
    ['Authorization', () => [key(), key()]],
    ['Authorization', () => ['authorization: Bearer psp_test_x', key()]],
    ['Content-Type', () => [key(), 'Content-Type: application/json', 'content-type: text/plain']],
    ['Content-Type', () => [key(), 'Content-Type: application/json', 'Content-Type: application/json']],
  ])('may not be repeated: %s (%#)', async (name, headers) => {
    const head = ['POST /v1/customers HTTP/1.1', ...headers(), 'Content-Length: 2'];
    const answer = await answerOf(await sent(publicPort(), head, '{}'));
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(answer.toLowerCase()).toContain(`"param":"${name.toLowerCase()}"`);
  });

  it.each(['Authorization: Bearer a', 'Content-Type: application/json'])(
    'may not be repeated in the internal API: %s',
    async (header) => {
      const head = ['POST /graphql HTTP/1.1', header, header, 'Content-Length: 2'];
      const answer = await answerOf(await sent(internalPort(), head, '{}'));
      expect(answer).toMatch(/^HTTP\/1\.1 400 /);
      expect(answer).toContain('sent twice');
    },
  );
});

it('a slow body ends with the time limit of its request', async () => {
  const { server } = sandbox.api.server;
  // Node uses the greater of the two, so each is reduced to a tenth.
  server.requestTimeout /= 10;
  server.headersTimeout /= 10;
  const began = performance.now();
  const head = ['POST /v1/customers HTTP/1.1', `Authorization: Bearer ${sandbox.key}`];
  const socket = await sent(
    publicPort(),
    [...head, 'Content-Type: application/json', 'Content-Length: 99'],
    '{',
  );
  const drip = setInterval(() => socket.write(' '), 200);
  await once(socket.resume(), 'close').finally(() => clearInterval(drip));
  server.requestTimeout *= 10;
  server.headersTimeout *= 10;
  expect(server.requestTimeout).toBe(30_000);
  expect(performance.now() - began).toBeLessThan(5_500);
  const { headersTimeout, requestTimeout } = requestTimes();
  expect(headersTimeout).toBeLessThanOrEqual(requestTimeout);
});

it('a caller that disconnects before the request is complete causes no error in the log', async () => {
  const requestCount = internal.requests.length;
  const type = ['Content-Type: application/json', 'Content-Length: 99'];
  const key = `Authorization: Bearer ${sandbox.key}`;
  const one = await sent(publicPort(), ['POST /v1/customers HTTP/1.1', key, ...type], '{');
  const chunked = ['GET /v1/customers HTTP/1.1', key, 'Transfer-Encoding: chunked'];
  const other = await sent(publicPort(), chunked, '5\r\n');
  const third = await sent(internalPort(), ['POST /graphql HTTP/1.1', 'Authorization: viewer', ...type], '{');
  await new Promise((resolve) => setTimeout(resolve, 300));
  for (const socket of [one, other, third]) socket.destroy();
  await expect.poll(() => internal.requests.length - requestCount).toBe(1);
  // The response that nobody received is logged like any other.
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(sandbox.lines.filter(({ message }) => message !== 'request')).toEqual([]);
  expect(internal.faults).toEqual([]);
});

it('an account that is rejected often gets its rejections about a second late, at random times', () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  const server = createServer();
  const [patient, waitingMax] = [3, 2_000];
  let refused = 0;
  rejectEarly(server, {
    refusal: (authorization) =>
      authorization === 'crowd'
        ? { accountId: 'crowd', refusal: new TooManyRequests('Too many.', 1) }
        : undefined,
    isPressing: () => (refused += 1) > patient,
    tooOften: () => undefined,
    newRequestId: () => 'req_1',
  });
  const answered: number[] = [];
  const come = (count: number): number => {
    const request = { headers: { authorization: 'crowd' }, rawHeaders: ['Host', 'a'], httpVersion: '1.1' };
    const writeHead = (status: number): number => answered.push(status);
    for (let nth = 0; nth < count; nth += 1)
      server.emit('request', request, { setHeader: () => undefined, writeHead, end: () => undefined });
    return answered.length;
  };
  try {
    expect(come(patient)).toBe(patient);
    expect(come(waitingMax)).toBe(patient);
    expect(come(1)).toBe(patient + 1);
    vi.advanceTimersByTime(499);
    expect(answered).toHaveLength(patient + 1);
    for (const share of [0.25, 0.5, 0.75]) {
      vi.advanceTimersByTime(250);
      expect((answered.length - patient - 1) / waitingMax).toBeCloseTo(share, 1);
    }
    vi.advanceTimersByTime(252);
    expect(answered).toHaveLength(patient + 1 + waitingMax);
    expect(come(1)).toBe(patient + 1 + waitingMax);
    expect(new Set(answered)).toEqual(new Set([429]));
  } finally {
    vi.useRealTimers();
  }
});
