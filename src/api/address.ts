import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { isWithin, networkOf, rangeOf } from '../domain/address.js';

/** The client of a request, as every limit counts clients: an IPv4 address, or the /64 of an IPv6 address. */
export type ClientOf = (request: Pick<IncomingMessage, 'headers' | 'socket'>) => string;

/** Tells the clients of requests that may come through these proxies. */
export interface Clients {
  /** The address that a request comes from. */
  readonly addressOf: (request: Parameters<ClientOf>[0]) => string;
  readonly clientOf: ClientOf;
  /** The client that holds a connection; undefined for a proxy, which holds the connections of others. */
  readonly holderOf: (socket: Pick<IncomingMessage['socket'], 'remoteAddress'>) => string | undefined;
}

/** With an IPv6 address in brackets; some proxies append the port from which the client connected. */
const withPort = /^(?:\[([0-9A-Fa-f:.]+)\]|([0-9.]+))(?::[0-9]{1,5})?$/;

/**
 * `X-Forwarded-For` is believed only if it comes from one of these proxies: its last entry first, then the entry before
 * it as long as the entries are proxies themselves. Any other caller could write what he likes there.
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

/** The address of an entry of `X-Forwarded-For`, with or without a port. */
function addressIn(entry: string): string | undefined {
  const text = entry.trim();
  if (isIP(text) > 0) return text;
  const [, v6, v4] = withPort.exec(text) ?? [];
  const address = v6 ?? v4 ?? '';
  return isIP(address) > 0 ? address : undefined;
}
