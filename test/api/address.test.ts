import type { IncomingMessage } from 'node:http';
import { describe, expect, it } from 'vitest';
import { clientsBehind } from '../../src/api/address.js';
import { rangeOf } from '../../src/domain/address.js';

const request = (remoteAddress: string, forwarded?: string) =>
  ({
    headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded },
    socket: { remoteAddress },
  }) as unknown as IncomingMessage;

describe("a request's client", () => {
  it.each([
    ['no proxy is named', [], '10.0.0.7', '198.51.100.1', '10.0.0.7'],
    ['it comes by no proxy', ['10.0.0.0/8'], '192.0.2.9', '198.51.100.1', '192.0.2.9'],
    ['a proxy names it', ['10.0.0.0/8'], '10.0.0.7', '198.51.100.1', '198.51.100.1'],
    ['a proxy is named alone', ['10.0.0.7'], '10.0.0.7', '198.51.100.1', '198.51.100.1'],
    ['a proxy comes as IPv6', ['10.0.0.0/8'], '::ffff:10.0.0.7', '198.51.100.1', '198.51.100.1'],
    ['two proxies name one another', ['10.0.0.0/8'], '10.0.0.7', '198.51.100.1, 10.9.9.9', '198.51.100.1'],
    ['its caller wrote another before', ['10.0.0.0/8'], '10.0.0.7', '1.1.1.1, 198.51.100.1', '198.51.100.1'],
    ['a proxy names nobody', ['10.0.0.0/8'], '10.0.0.7', undefined, '10.0.0.7'],
    ['a proxy names no address', ['10.0.0.0/8'], '10.0.0.7', 'unknown', '10.0.0.7'],
    ['IPv6 all the way', ['fd00::/8'], 'fd00::1', '2001:db8::1', '2001:db8:0:0::/64'],
    ['it comes as IPv6', [], '2001:db8:1:2:3:4:5:6', undefined, '2001:db8:1:2::/64'],
    ['it names its interface', [], 'fe80::1%eth0', undefined, 'fe80:0:0:0::/64'],
    ['it comes as IPv4 in IPv6', [], '::ffff:192.0.2.9', undefined, '192.0.2.9'],
    ['a proxy adds the port', ['10.0.0.7'], '10.0.0.7', '198.51.100.1:5678', '198.51.100.1'],
    ['a proxy adds the port of IPv6', ['10.0.0.7'], '10.0.0.7', '[2001:db8::1]:443', '2001:db8:0:0::/64'],
    ['a proxy adds brackets', ['10.0.0.7'], '10.0.0.7', '[2001:db8::1]', '2001:db8:0:0::/64'],
    ['two proxies add ports', ['10.0.0.0/8'], '10.0.0.7', '198.51.100.1:1, 10.9.9.9:2', '198.51.100.1'],
    ['a proxy names a number', ['10.0.0.7'], '10.0.0.7', '3221226000', '10.0.0.7'],
    ['a proxy adds no port', ['10.0.0.7'], '10.0.0.7', '198.51.100.1:', '10.0.0.7'],
    ['a proxy adds a word', ['10.0.0.7'], '10.0.0.7', '198.51.100.1:http', '10.0.0.7'],
  ])('behind %s', (_, proxies, from, forwarded, client) => {
    expect(clientsBehind(proxies).clientOf(request(from, forwarded))).toBe(client);
  });

  it('is the same for every address of a /64, and another for the next /64', () => {
    const { clientOf } = clientsBehind([]);
    const [one, same, next] = ['2001:db8:1:2::1', '2001:db8:1:2:ffff::9', '2001:db8:1:3::1'].map((address) =>
      clientOf(request(address)),
    );
    expect(same).toBe(one);
    expect(next).not.toBe(one);
  });

  it('owns its connections, and a proxy owns none', () => {
    const { holderOf } = clientsBehind(['10.0.0.0/8']);
    expect(
      ['192.0.2.9', '2001:db8::1', '10.0.0.7', '::ffff:10.0.0.7'].map((remoteAddress) =>
        holderOf({ remoteAddress }),
      ),
    ).toEqual(['192.0.2.9', '2001:db8:0:0::/64', undefined, undefined]);
  });

  it.each(['proxy', '10.0.0.0/33', '10.0.0.0/x', '', '10.0.0.1,'])('rejects %j as a proxy', (text) => {
    expect(() => rangeOf(text)).toThrow(/IPv/);
  });
});
