import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { Socket } from 'node:net';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { systemDns } from '../../src/adapters/dns/resolver.js';
import { httpSender } from '../../src/adapters/http/sender.js';
import type { PostResult, WebhookRequest, Sender } from '../../src/ports/sender.js';
import { httpTarget, rawTarget, type Target } from '../setup/target.js';
import { sized } from '../setup/size.js';

const local = { addresses: () => Promise.resolve(['127.0.0.1']) };
const opened: { stop(): Promise<void> }[] = [];
const shared = httpSender({ dns: local, allowInsecure: true });

afterEach(async () => {
  await Promise.all(opened.splice(0).map((each) => each.stop()));
});
afterAll(() => shared.stop());

function stopAtEnd<T extends { stop(): Promise<void> }>(each: T): T {
  opened.push(each);
  return each;
}

const requestTo = (port: number, more: Partial<WebhookRequest> = {}): WebhookRequest => ({
  url: `http://receiver.test:${port}/hooks?shop=1`,
  headers: { 'content-type': 'application/json', 'psp-event-id': 'evt_1' },
  body: '{"id":"evt_1","name":"Ñandú 漢字"}',
  ...more,
});

async function postTo(receiver: Target, sender: Sender = shared): Promise<PostResult> {
  return sender.post(requestTo(receiver.port));
}

const raw = async (onRequest: (socket: Socket) => void) => stopAtEnd(await rawTarget(onRequest));
const answering = async (status: number, headers: Record<string, string> = {}) =>
  stopAtEnd(await httpTarget((_request, response) => void response.writeHead(status, headers).end()));

/** Sends one byte after another while the connection lasts. */
function drip(socket: Socket, text: () => string): void {
  const timer = setInterval(() => socket.write(text()), 50);
  socket.on('close', () => clearInterval(timer));
}

describe('a post', () => {
  it('arrives unchanged, on a kept-alive connection', async () => {
    const receiver = stopAtEnd(await httpTarget());
    const posted = [await postTo(receiver), await postTo(receiver)];
    expect(posted).toEqual([
      { httpStatus: 200, error: null, durationMs: expect.any(Number) as number },
      { httpStatus: 200, error: null, durationMs: expect.any(Number) as number },
    ]);
    const [request] = receiver.requests;
    expect(request?.url).toBe('/hooks?shop=1');
    expect(request?.headers).toEqual({
      host: `receiver.test:${receiver.port}`,
      connection: 'keep-alive',
      'content-type': 'application/json',
      'psp-event-id': 'evt_1',
      'content-length': String(Buffer.byteLength(requestTo(1).body)),
    });
    expect(request?.body.toString()).toBe(requestTo(1).body);
    expect(receiver.seen.connections).toBe(1);
  });

  it('reports no longer duration than it took, so that consecutive ones do not overlap', async () => {
    const receiver = stopAtEnd(await httpTarget());
    for (let i = 0; i < 50; i += 1) {
      const began = performance.now();
      const { durationMs } = await postTo(receiver);
      expect(durationMs).toBeLessThanOrEqual(performance.now() - began);
      expect(Number.isInteger(durationMs)).toBe(true);
    }
  });

  it.each([200, 204, 404, 500])('reports the status %i', async (status) => {
    expect(await postTo(await answering(status))).toMatchObject({ httpStatus: status, error: null });
  });

  it.each([301, 302, 303, 307, 308])('does not follow a %i', async (status) => {
    const canary = stopAtEnd(await httpTarget());
    const receiver = await answering(status, { location: `http://127.0.0.1:${canary.port}/` });
    expect(await postTo(receiver)).toMatchObject({ httpStatus: status, error: null });
    expect(canary.seen.connections).toBe(0);
  });

  const broken: [what: string, onRequest: (socket: Socket) => void, error: RegExp][] = [
    ['closes at once', (socket) => socket.destroy(), /closed the connection/],
    ['ends without a word', (socket) => socket.end(), /closed the connection/],
    [
      'closes within its headers',
      (socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Le'),
      /closed the connection/,
    ],
    ['resets the connection', (socket) => socket.resetAndDestroy(), /closed the connection/],
    ['does not speak HTTP', (socket) => socket.write('220 mail.test ESMTP\r\n'), /not valid HTTP/],
    [
      'switches protocols',
      (socket) => socket.write('HTTP/1.1 101 X\r\nUpgrade: a\r\nConnection: upgrade\r\n\r\n'),
      /unsupported announcement/,
    ],
    [
      'tells to go on',
      (socket) => socket.write('HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n'),
      /unsupported announcement/,
    ],
    [
      'gives two lengths of its answer',
      (socket) => socket.write('HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nok'),
      /not valid HTTP/,
    ],
    [
      'sends a megabyte of headers',
      (socket) => socket.write(`HTTP/1.1 200 OK\r\nX: ${'x'.repeat(1_000_000)}\r\n\r\n`),
      /headers of the answer are too large/,
    ],
  ];
  it.each(broken)('to a receiver that %s has an error', async (_what, onRequest, error) => {
    const posted = await postTo(await raw(onRequest));
    expect(posted).toMatchObject({ httpStatus: null, error: expect.stringMatching(error) as string });
    expect(posted.error).not.toMatch(/\d+\.\d+\.\d+\.\d+|::1/);
  });

  it('reports in short why it was not sent, without an address', async () => {
    const gone = await httpTarget();
    await gone.stop();
    const sender = stopAtEnd(httpSender({ dns: systemDns(), allowInsecure: true }));
    const post = async (url: string, more: Partial<WebhookRequest> = {}) =>
      (await sender.post(requestTo(1, { url, ...more }))).error;
    expect(await post(`http://localhost:${gone.port}/`)).toBe('The receiver refused the connection.');
    expect(await post(`http://[::1]:${gone.port}/`)).toMatch(/^The receiver (refused|could not be reached)/);
    expect(await post('http://no-such-name.invalid/')).toMatch(/^The host name (has no address|could not)/);
    expect(await post('ftp://localhost/')).toBe('url: must begin with https:// or http://.');
    expect(await post(`http://localhost:${gone.port}/`, { headers: { 'x-bad': 'a\nb' } })).toBe(
      'The request failed (UND_ERR_INVALID_ARG).',
    );
  });

  it('ends within the time limit, however slowly the receiver answers', async () => {
    const silent = await raw(() => undefined);
    const inHeaders = await raw((socket) => {
      socket.write('HTTP/1.1 200 OK\r\nX: ');
      drip(socket, () => 'x');
    });
    const early = await raw((socket) => drip(socket, () => 'HTTP/1.1 103 Early Hints\r\n\r\n'));
    const inBody = await raw((socket) => {
      socket.write('HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n');
      drip(socket, () => 'x');
    });
    const unresolved = stopAtEnd(
      httpSender({ dns: { addresses: () => new Promise(() => undefined) }, allowInsecure: true }),
    );
    const began = performance.now();
    const bodyEnds = inBody.closed();
    const late = [postTo(silent), postTo(inHeaders), postTo(early), postTo(silent, unresolved)];
    const answered = await postTo(inBody);
    expect(answered).toMatchObject({ httpStatus: 200, error: null });
    expect(answered.durationMs).toBeLessThan(2_000);
    // The rest of one response does not delay other deliveries to the same receiver.
    expect((await postTo(inBody)).durationMs).toBeLessThan(2_000);
    for (const posted of await Promise.all(late)) {
      expect(posted).toMatchObject({ httpStatus: null, error: 'No answer within 10 seconds.' });
      expect(posted.durationMs).toBeGreaterThan(9_900);
      expect(posted.durationMs).toBeLessThan(11_000);
    }
    await bodyEnds;
    expect(performance.now() - began).toBeGreaterThan(9_900);
    expect(performance.now() - began).toBeLessThan(11_500);
  });

  it('reads at most 64 KiB of a response', async () => {
    let writtenBytes = 0;
    const chunk = Buffer.alloc(64 * 1024);
    const receiver = await raw((socket) => {
      socket.write('HTTP/1.1 200 OK\r\nContent-Length: 1000000000\r\n\r\n');
      const fill = (): void => {
        while (!socket.destroyed && writtenBytes < 1_000_000_000) {
          writtenBytes += chunk.length;
          if (!socket.write(chunk)) return;
        }
      };
      socket.on('drain', fill);
      fill();
    });
    const ended = receiver.closed();
    expect(await postTo(receiver)).toMatchObject({ httpStatus: 200 });
    await ended;
    // Bytes in the buffers of both sides count as written, too.
    expect(writtenBytes).toBeLessThan(20_000_000);
  });
});

describe('a kept-alive connection that the receiver closes', () => {
  const answer = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok';

  it('fails the attempt, because the request may have been read', async () => {
    let count = 0;
    const receiver = await raw((socket) => ((count += 1) === 2 ? socket.destroy() : socket.write(answer)));
    const posted = [await postTo(receiver), await postTo(receiver), await postTo(receiver)];
    expect(posted).toMatchObject([{ httpStatus: 200 }, { httpStatus: null }, { httpStatus: 200 }]);
    expect(posted[1]?.error).toMatch(/closed the connection/);
    expect([count, receiver.seen.connections]).toEqual([3, 2]);
  });

  it('is closed by us before receivers close it', async () => {
    const receiver = await raw((socket) => void socket.write(answer));
    const ended = receiver.closed();
    expect(await postTo(receiver)).toMatchObject({ httpStatus: 200 });
    const since = performance.now();
    await ended;
    expect(performance.now() - since).toBeLessThan(3_000);
  });

  it('is not used after it was seen to be closed', async () => {
    const receiver = await raw((socket) => socket.end(answer));
    for (let i = 0; i < 3; i += 1) {
      const ended = receiver.closed();
      expect(await postTo(receiver)).toMatchObject({ httpStatus: 200 });
      await ended;
    }
  });
});

describe('the sender', () => {
  it('uses little memory over thousands of receivers', async () => {
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc') as () => void;
    const receiver = stopAtEnd(await httpTarget());
    const sender = stopAtEnd(httpSender({ dns: local, allowInsecure: true }));
    const total = sized(3_000, 10_000);
    let next = 0;
    let failed = 0;
    const work = async (end: number): Promise<void> => {
      while (next < end) {
        next += 1;
        const url = `http://r${next}.test:${receiver.port}/`;
        const { httpStatus } = await sender.post(requestTo(receiver.port, { url }));
        if (httpStatus !== 200) failed += 1;
      }
    };
    const round = (end: number) => Promise.all(Array.from({ length: 20 }, () => work(end)));
    const size = (): number => {
      collect();
      const { heapUsed, external } = process.memoryUsage();
      return heapUsed + external;
    };
    await round(1_000);
    receiver.requests.length = 0;
    const before = size();
    await round(total);
    receiver.requests.length = 0;
    expect(failed).toBe(0);
    expect(receiver.seen.open).toBeLessThanOrEqual(2_020);
    expect(size() - before).toBeLessThan(50_000_000);
  });

  it.each(['http', 'https'])('cuts requests over %s when it stops, and accepts no more', async (scheme) => {
    // The server does not speak TLS either, so over https the post is still connecting.
    const silent = await raw(() => undefined);
    const sender = httpSender({ dns: local, allowInsecure: true });
    const url = `${scheme}://receiver.test:${silent.port}/`;
    const out = sender.post(requestTo(silent.port, { url }));
    while (silent.seen.open === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    const ended = silent.closed();
    await sender.stop();
    expect(await out).toMatchObject({ httpStatus: null, error: 'The service was stopping.', isCut: true });
    await ended;
    expect(await postTo(silent, sender)).toMatchObject({ error: 'The service was stopping.', isCut: true });
    expect(silent.seen.connections).toBe(1);
  });

  it('cuts a request that is still resolving its name when it stops', async () => {
    const dns = { addresses: () => new Promise<never>(() => undefined) };
    const sender = httpSender({ dns, allowInsecure: true });
    const out = sender.post(requestTo(1));
    await sender.stop();
    expect(await out).toMatchObject({ error: 'The service was stopping.', isCut: true });
  });
});
