import type { IncomingMessage } from 'node:http';
import { describe, expect, it } from 'vitest';
import { callersBehind } from '../../src/api/address.js';
import { rangeOf } from '../../src/domain/address.js';

const request = (remoteAddress: string, forwarded?: string) =>
  ({
    headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded },
    socket: { remoteAddress },
  }) as unknown as IncomingMessage;

describe("a caller's address", () => {
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
    ['IPv6 all the way', ['fd00::/8'], 'fd00::1', '2001:db8::1', '2001:db8::1'],
  ])('where %s', (_, proxies, from, forwarded, address) => {
    expect(callersBehind(proxies)(request(from, forwarded))).toBe(address);
  });

  it.each(['proxy', '10.0.0.0/33', '10.0.0.0/x', '', '10.0.0.1,'])('has no proxy %j', (text) => {
    expect(() => rangeOf(text)).toThrow(/IPv/);
  });
});
