import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { request, type ClientRequest, type IncomingMessage } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { Writable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sendStream } from '../../src/api/rest/stream.js';
import { openSandbox } from '../api/sandbox.js';
import { openOtherAccount } from '../setup/hand.js';
import { pastEntries } from '../setup/past.js';
import { csvReport, download } from '../setup/report.js';
import { queryRows } from '../setup/rows.js';
import { openService, type RunningService } from '../setup/running.js';
import { allAtOnce, refusal } from '../setup/verbs.js';

let service: RunningService;
const rows = 60_000;
const ever = 'from=2026-01-01T00:00:00Z&to=2026-12-31T00:00:00Z';
const path = `/v1/reports/transactions?${ever}&format=csv`;

beforeAll(async () => {
  service = await openService();
  // More than the socket buffers on the way hold.
  await pastEntries(service, rows);
});
afterAll(() => service.stop());

const backends = async (url = service.databaseUrl): Promise<string[]> =>
  (
    await queryRows(
      url,
      `select pid::text from pg_stat_activity where application_name = 'psp report' and datname = current_database()`,
    )
  ).map(({ pid }) => pid ?? '');

async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = Date.now() + 10_000;
  while (!(await holds())) {
    if (Date.now() > deadline) throw new Error('it never came to hold');
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

const noneLeft = (url?: string) => until(async () => (await backends(url)).length === 0);

interface Opened {
  readonly asking: ClientRequest;
  readonly answer: IncomingMessage;
  readonly status: number;
}

/** Starts a stream and reads `bytes` of it. */
function opened(apiKey: string, bytes: number, baseUrl = service.baseUrl): Promise<Opened> {
  return new Promise((resolve) => {
    const headers = { authorization: `Bearer ${apiKey}` };
    const asking = request(`${baseUrl}${path}`, { headers, agent: false }, (answer) => {
      let read = 0;
      let isEnough = false;
      const status = answer.statusCode ?? 0;
      answer.on('error', () => undefined);
      answer.on('data', (piece: Buffer) => {
        read += piece.length;
        if (read < bytes || isEnough) return;
        isEnough = true;
        answer.pause();
        resolve({ asking, answer, status });
      });
      answer.on('end', () => resolve({ asking, answer, status }));
    });
    asking.on('error', () => undefined);
    asking.end();
  });
}

test('a stream read irregularly arrives complete, to the byte', async () => {
  const digestOf = (text: string | Buffer) =>
    `sha-256=:${createHash('sha256').update(text).digest('base64')}:`;
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    const headers = { authorization: `Bearer ${service.apiKey}` };
    request(`${service.baseUrl}${path}`, { headers, agent: false }, resolve).on('error', reject).end();
  });
  const pieces: Buffer[] = [];
  for await (const piece of answer as AsyncIterable<Buffer>) {
    pieces.push(piece);
    if (pieces.length % 16 === 1) await new Promise((resolve) => setTimeout(resolve, 20));
  }
  const read = Buffer.concat(pieces);
  expect(answer.trailers['repr-digest']).toBe(digestOf(read));
  expect(digestOf((await csvReport(service, path)).text)).toBe(digestOf(read));
  await noneLeft();
});

test("a chunk's buffer is reused once it was sent, and not before", async () => {
  const seen: string[] = [];
  const socket = new Writable({
    write(piece: Buffer, _encoding, done) {
      setImmediate(() => {
        seen.push(`sent ${piece.toString()}`);
        done();
      });
    },
  });
  const raw = Object.assign(socket, { setHeader: () => undefined, addTrailers: () => undefined });
  const request = { method: 'GET', raw: { httpVersion: '1.1' } };
  const reply = { hijack: () => reply, getHeaders: () => ({}), raw, request };
  const failed: unknown[] = [];
  const streamed = {
    type: 'text/csv',
    headers: {},
    pieces: (async function* () {
      yield* await Promise.resolve([Buffer.from('a'), Buffer.from('b')]);
    })(),
    rows: () => 2,
    giveBack: (piece: Uint8Array) => void seen.push(`back ${Buffer.from(piece).toString()}`),
    close: () => undefined,
  };
  const end = once(socket, 'finish');
  await sendStream(reply as unknown as FastifyReply, streamed, {
    waitMs: 1_000,
    failed: (error) => void failed.push(error),
  });
  await end;
  expect([failed, seen]).toEqual([[], ['sent a', 'back a', 'sent b', 'back b']]);
});

test('a complete stream has every row', async () => {
  const csv = await csvReport(service, path);
  expect(csv.rows.length).toBe(rows);
  expect(csv.rows.map(({ entry_id: id }) => id)).toEqual(
    Array.from({ length: rows }, (_, nth) => `ent_${String(nth + 1).padStart(26, '0')}`),
  );
  await noneLeft();
});

test('200 clients that disconnect at any byte leave no database session behind, and all slots free', async () => {
  const sizes = Array.from({ length: 200 }, (_, nth) => (nth * nth * 613) % 700_000);
  for (let first = 0; first < sizes.length; first += 10)
    await Promise.all(
      sizes.slice(first, first + 10).map(async (bytes) => {
        const { asking } = await opened(service.apiKey, bytes);
        asking.destroy();
      }),
    );
  await noneLeft();
  expect((await csvReport(service, path)).rows.length).toBe(rows);
});

test('slots are shared by account, and a request without a slot gets Retry-After', async () => {
  const other = await openOtherAccount(service);
  const held = await allAtOnce(5, () => opened(service.apiKey, 1));
  const statuses = held.map(({ status }) => status).toSorted((a, b) => a - b);
  expect(statuses).toEqual([200, 200, 200, 503, 503]);
  const refused = await service.get(path);
  expect([...refusal(refused), refused.headers.get('retry-after')]).toEqual([
    503,
    'temporarily_unavailable',
    '5',
  ]);
  expect((await csvReport({ ...service, apiKey: other.key }, path)).rows).toEqual([]);
  expect((await service.get(`/v1/reports/transactions?${ever}`)).status).toBe(200);
  for (const { asking } of held) asking.destroy();
  await noneLeft();
  await until(async () => (await download(service, path)).status === 200);
});

test('a stalled reader is cut and its database session ends; a slow reader continues', async () => {
  const sandbox = await openSandbox({ readerMs: 1500 });
  try {
    await pastEntries({ databaseUrl: sandbox.url }, rows);
    const { port } = sandbox.api.server.server.address() as AddressInfo;
    const baseUrl = `http://127.0.0.1:${port}`;
    const open = () => opened(sandbox.key, 1, baseUrl);
    const [idle, slow] = [await open(), await open()];
    const read = rowsRead(slow.answer);
    const end = endOf(idle.answer);
    const brokenOff = () => sandbox.lines.filter(({ message }) => message === 'report stream ended early');
    await until(() => brokenOff().length > 0);
    idle.answer.resume();
    expect(await end).toBe('aborted');
    expect(await read).toBeGreaterThan(rows / 2);
    await noneLeft(sandbox.url);
    expect(brokenOff()).toHaveLength(1);
  } finally {
    await sandbox.close();
  }
});

/** Reads the remaining lines slowly, with pauses shorter than the limit. */
async function rowsRead(answer: IncomingMessage): Promise<number> {
  let lines = 0;
  for await (const piece of answer as AsyncIterable<Buffer>) {
    lines += piece.toString('latin1').split('\n').length - 1;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  return lines;
}

const endOf = (answer: IncomingMessage): Promise<string> =>
  new Promise((resolve) => {
    answer.once('error', (error) => resolve(error.message)).once('end', () => resolve('ended'));
  });

const endBackends = () =>
  queryRows(
    service.databaseUrl,
    `select pg_terminate_backend(pid) from pg_stat_activity
     where application_name = 'psp report' and datname = current_database()`,
  );

test('a stream whose database session ends is aborted, never completed', async () => {
  const { answer } = await opened(service.apiKey, 1);
  const end = endOf(answer);
  await endBackends();
  await noneLeft();
  answer.resume();
  expect(await end).toBe('aborted');
});

test('over HTTP/1.0, which has no chunks, a broken stream is a reset connection', async () => {
  const { hostname, port } = new URL(service.baseUrl);
  const socket = connect(Number(port), hostname);
  socket.write(`GET ${path} HTTP/1.0\r\nAuthorization: Bearer ${service.apiKey}\r\n\r\n`);
  const end = new Promise<string>((resolve) => {
    socket.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? ''));
    socket.once('end', () => resolve('ended'));
  });
  const [head] = (await once(socket, 'data')) as [Buffer];
  socket.pause();
  expect(head.toString()).toMatch(/^HTTP\/1\.1 200 /);
  await endBackends();
  await noneLeft();
  socket.resume();
  expect(await end).toBe('ECONNRESET');
});
