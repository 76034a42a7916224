import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { isIP, type AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serverDns, systemDns } from '../../src/adapters/dns/resolver.js';
import type { Dns } from '../../src/ports/dns.js';

/** The answers of this test's name server: addresses, an error code, or silence. */
const zone: Record<string, { a: string[] | number | null; aaaa: string[] | number | null }> = {
  'both.test': { a: ['192.0.2.1', '192.0.2.2'], aaaa: ['2001:db8::1'] },
  'old.test': { a: ['192.0.2.1'], aaaa: [] },
  'new.test': { a: [], aaaa: ['2001:db8::1'] },
  'half.test': { a: ['192.0.2.1'], aaaa: 2 },
  'empty.test': { a: [], aaaa: [] },
  'absent.test': { a: 3, aaaa: 3 },
  'broken.test': { a: 2, aaaa: 2 },
  'silent.test': { a: null, aaaa: null },
};
const typeA = 1;

let server: Socket;
let dns: Dns;

beforeAll(async () => {
  server = createSocket('udp4').bind(0, '127.0.0.1');
  server.on('message', (query, from) => {
    const reply = replyTo(query);
    if (reply) server.send(reply, from.port, from.address);
  });
  await once(server, 'listening');
  dns = serverDns([`127.0.0.1:${(server.address() as AddressInfo).port}`]);
});
afterAll(() => {
  server.close();
});

/** A DNS response (RFC 1035) to one question. */
function replyTo(query: Buffer): Buffer | undefined {
  const labels: string[] = [];
  let at = 12;
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  const isA = query.readUInt16BE(at + 1) === typeA;
  const found = zone[labels.join('.').toLowerCase()]?.[isA ? 'a' : 'aaaa'];
  if (found === null || found === undefined) return undefined;
  const records = typeof found === 'number' ? [] : found.map((address) => record(address, isA));
  const header = Buffer.alloc(12);
  header.writeUInt16BE(query.readUInt16BE(0), 0);
  header.writeUInt16BE(0x8180 | (typeof found === 'number' ? found : 0), 2);
  header.writeUInt16BE(1, 4);
  header.writeUInt16BE(records.length, 6);
  return Buffer.concat([header, query.subarray(12, at + 5), ...records]);
}

function record(address: string, isA: boolean): Buffer {
  const data = isA
    ? Buffer.from(address.split('.').map(Number))
    : Buffer.from(
        address
          .replace('::', `:${'0:'.repeat(9 - address.split(':').length)}`)
          .split(':')
          .map((part) => part.padStart(4, '0'))
          .join(''),
        'hex',
      );
  // A pointer to the name in the question, type, class and a TTL of one minute.
  const head = Buffer.from([0xc0, 12, 0, isA ? typeA : 28, 0, 1, 0, 0, 0, 60, 0, data.length]);
  return Buffer.concat([head, data]);
}

describe('the name servers', () => {
  it('return addresses of both families, IPv4 first', async () => {
    expect(await dns.addresses('both.test')).toEqual(['192.0.2.1', '192.0.2.2', '2001:db8::1']);
  });

  it.each([
    ['old.test', ['192.0.2.1']],
    ['new.test', ['2001:db8::1']],
    ['half.test', ['192.0.2.1']],
  ])('may fail for one family of %s', async (name, addresses) => {
    expect(await dns.addresses(name)).toEqual(addresses);
  });

  it('may know nothing, fail or stay silent, within the time limit of a delivery', async () => {
    const codes = ['empty.test', 'absent.test', 'broken.test', 'silent.test'].map(async (name) => {
      const error = (await dns.addresses(name).catch((reason: unknown) => reason)) as { code?: string };
      return error.code;
    });
    const began = performance.now();
    expect(await Promise.all(codes)).toEqual(['ENODATA', 'ENOTFOUND', 'ESERVFAIL', 'ETIMEOUT']);
    expect(performance.now() - began).toBeLessThan(9_000);
  });
});

it('the system resolver knows local names', async () => {
  const addresses = await systemDns().addresses('localhost');
  expect(addresses).toContain('127.0.0.1');
  expect(addresses.every((address) => isIP(address) > 0)).toBe(true);
  await expect(systemDns().addresses('no-such-name.invalid')).rejects.toThrow(/^getaddrinfo/);
});
