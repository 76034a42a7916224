import { once } from 'node:events';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { gzipSync } from 'node:zlib';
import { afterEach, expect, test } from 'vitest';
import { httpFetcher } from '../../src/adapters/http/fetcher.js';
import { authority, receiverKey, selfSigned, trusted } from '../setup/certificate.js';
import { httpTarget, rawTarget, type Target } from '../setup/target.js';

const opened: { stop(): unknown }[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map((each) => each.stop()));
});

function stopAtEnd<T extends { stop(): unknown }>(each: T): T {
  opened.push(each);
  return each;
}

const fetcherAt = (address: string, allowInsecure = true) =>
  stopAtEnd(httpFetcher({ dns: { addresses: async () => [address] }, allowInsecure }));
const get = (target: Target, most = 1_024, fetcher = fetcherAt('127.0.0.1')) =>
  fetcher.get(`http://images.test:${target.port}/logo.png?a=1`, most);

test('a whole response is returned, and the request does not identify the caller', async () => {
  const target = stopAtEnd(await httpTarget((_, response) => void response.end(Buffer.alloc(1_024, 7))));
  expect(await get(target)).toEqual({ bytes: Buffer.alloc(1_024, 7) });
  expect(target.requests).toMatchObject([
    { url: '/logo.png?a=1', headers: { accept: 'image/*', 'accept-encoding': 'identity' } },
  ]);
  expect(Object.keys(target.requests[0]?.headers ?? {}).toSorted()).toEqual(
    ['accept', 'accept-encoding', 'connection', 'host', 'user-agent'].toSorted(),
  );
});

test.each([
  ['10.0.0.1', 'https://images.example.com/logo.png'],
  ['127.0.0.1', 'https://images.example.com/logo.png'],
  ['169.254.169.254', 'https://images.example.com/logo.png'],
  ['::1', 'https://images.example.com/logo.png'],
  ['::ffff:10.0.0.1', 'https://images.example.com/logo.png'],
  ['192.0.2.1', 'https://169.254.169.254/latest'],
  ['192.0.2.1', 'https://[::1]/logo.png'],
  ['192.0.2.1', 'https://0x7f.1/logo.png'],
  ['192.0.2.1', 'https://localhost/logo.png'],
  ['192.0.2.1', 'https://images.example.com:8443/logo.png'],
  ['192.0.2.1', 'http://images.example.com/logo.png'],
])('%s is not requested as %s', async (address, url) => {
  const got = await fetcherAt(address, false).get(url, 1_024);
  expect(got).toMatchObject({ error: expect.stringMatching(/^(url: |The host name resolves)/) as string });
});

test('a redirect to a forbidden address is not followed', async () => {
  const inner = stopAtEnd(await httpTarget());
  const outer = stopAtEnd(
    await httpTarget((_, response) =>
      response.writeHead(307, { location: `http://127.0.0.1:${inner.port}/` }).end(),
    ),
  );
  expect(await get(outer)).toEqual({
    error: 'The answer has status 307 instead of 200; redirects are not followed.',
    isPassing: false,
  });
  expect(inner.requests).toEqual([]);
});

test('a response that is too large is cut, whether or not it announces its length', async () => {
  const announced = stopAtEnd(await httpTarget((_, response) => void response.end(Buffer.alloc(2_000))));
  const dripping = stopAtEnd(
    await httpTarget((_, response) => {
      const timer = setInterval(() => response.write(Buffer.alloc(500)), 1);
      response.on('close', () => clearInterval(timer));
    }),
  );
  for (const target of [announced, dripping]) {
    const closed = target.closed();
    expect(await get(target)).toEqual({ error: 'The answer exceeds 1 KiB.', isPassing: false });
    await closed;
  }
});

test('a compressed response is not unpacked', async () => {
  const target = stopAtEnd(
    await httpTarget((_, response) =>
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(500))),
    ),
  );
  expect(await get(target)).toMatchObject({ error: 'The answer is compressed, which is not supported.' });
});

test.each([
  [404, false],
  [403, false],
  [429, true],
  [500, true],
  [503, true],
])('after status %i the request is repeated: %s', async (status, isPassing) => {
  const target = stopAtEnd(await httpTarget((_, response) => void response.writeHead(status).end()));
  expect(await get(target)).toEqual({ error: `The answer has status ${status} instead of 200.`, isPassing });
});

test('a broken or missing host is a temporary failure', async () => {
  const broken = stopAtEnd(
    await rawTarget((socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nabc')),
  );
  expect(await get(broken)).toMatchObject({ isPassing: true });
  const unnamed = stopAtEnd(httpFetcher({ dns: { addresses: async () => [] }, allowInsecure: false }));
  expect(await unnamed.get('https://images.example.com/', 9)).toEqual({
    error: 'The host name has no address.',
    isPassing: true,
  });
});

test('any response over verified TLS proves a name', async () => {
  setDefaultCACertificates([...getCACertificates('default'), authority]);
  const plain = stopAtEnd(await httpTarget());
  const secure = async (cert: string, status: number): Promise<number> => {
    const server = createServer({ cert, key: receiverKey }, (_, response) =>
      response.writeHead(status).end('x'),
    );
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    opened.push({ stop: () => server.close().closeAllConnections() });
    return (server.address() as AddressInfo).port;
  };
  const of = (port: number, name = 'hooks.receiver.test') =>
    fetcherAt('127.0.0.1').certificateOf(`${name}:${port}`);
  const ports = await Promise.all([200, 302, 404, 503].map((status) => secure(trusted, status)));
  expect(await Promise.all(ports.map((port) => of(port)))).toEqual(['valid', 'valid', 'valid', 'valid']);
  expect(await of(await secure(selfSigned, 200))).toBe('invalid');
  expect(await of(await secure(trusted, 200), 'other.receiver.test')).toBe('invalid');
  expect(await of(plain.port)).toBe('invalid');
  expect(await of(1)).toBe('unknown');
  const inside = fetcherAt('10.0.0.1', false);
  expect(await inside.certificateOf('hooks.receiver.test')).toBe('unknown');
});

test('a silent host is cut when we stop, which is not its fault', async () => {
  let onRequest = (): void => undefined;
  const requested = new Promise<void>((resolve) => (onRequest = resolve));
  const silent = stopAtEnd(await rawTarget(() => onRequest()));
  const fetcher = fetcherAt('127.0.0.1');
  const got = get(silent, 9, fetcher);
  await requested;
  fetcher.stop();
  expect(await got).toMatchObject({ isCut: true });
});
