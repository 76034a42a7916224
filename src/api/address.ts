import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { isWithin, networkOf, rangeOf } from '../domain/address.js';

/**
 * The client of a request, as rate limits identify clients: an IPv4 address, or the /64 of an IPv6 address.
 */
export type ClientOf = (request: Pick<IncomingMessage, 'headers' | 'socket'>) => string;

/** Identifies the clients of requests that may arrive through these proxies. */
export interface Clients {
  /** The address that the request comes from, behind trusted proxies. */
  readonly addressOf: (request: Parameters<ClientOf>[0]) => string;
  readonly clientOf: ClientOf;
  /** The client that owns a connection; undefined for a proxy, whose connections carry other clients. */
  readonly holderOf: (socket: Pick<IncomingMessage['socket'], 'remoteAddress'>) => string | undefined;
}

/** IPv6 addresses are in brackets; some proxies append the client's port. */
const withPort = /^(?:\[([0-9A-Fa-f:.]+)\]|([0-9.]+))(?::[0-9]{1,5})?$/;

/**
 * `X-Forwarded-For` is trusted only from these proxies. It is read from its last entry towards the first, as
 * long as the entries are trusted proxies. Any other caller could write anything there.
 */
export function clientsBehind(proxies: readonly string[]): Clients {
  const ranges = proxies.map(rangeOf);
  const isProxy = (address: string): boolean => ranges.length > 0 && isWithin(address, ranges);
  const addressOf: Clients['addressOf'] = ({ headers, socket }) => {
    let address = socket.remoteAddress ?? '';
    if (!isProxy(address)) return address;
    const entries = String(headers['x-forwarded-for'] ?? '').split(',');
    while (isProxy(address)) {
      const next = addressIn(entries.pop() ?? '');
      if (next === undefined) break;
      address = next;
    }
    return address;
  };
  return {
    addressOf,
    clientOf: (request) => networkOf(addressOf(request)),
    holderOf({ remoteAddress = '' }) {
      return isProxy(remoteAddress) ? undefined : networkOf(remoteAddress);
    },
  };
}

/** The address in an entry of `X-Forwarded-For`, with or without a port. */
function addressIn(entry: string): string | undefined {
  const text = entry.trim();
  if (isIP(text) > 0) return text;
  const [, v6, v4] = withPort.exec(text) ?? [];
  const address = v6 ?? v4 ?? '';
  return isIP(address) > 0 ? address : undefined;
}
