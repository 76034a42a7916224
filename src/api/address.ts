import type { IncomingMessage } from 'node:http';
import { isAddress, isWithin, rangeOf } from '../domain/address.js';

/** The address of whoever sent a request. */
export type AddressOf = (request: Pick<IncomingMessage, 'headers' | 'socket'>) => string;

/**
 * Whom a proxy names in `X-Forwarded-For` is believed only of proxies of these addresses: from the last name on, as far
 * as each was named by one of them. Anybody else may write there what he likes.
 */
export function callersBehind(proxies: readonly string[]): AddressOf {
  const ranges = proxies.map(rangeOf);
  return ({ headers, socket }) => {
    let address = socket.remoteAddress ?? '';
    if (ranges.length === 0) return address;
    const named = String(headers['x-forwarded-for'] ?? '').split(',');
    while (isWithin(address, ranges)) {
      const next = named.pop()?.trim() ?? '';
      if (!isAddress(next)) break;
      address = next;
    }
    return address;
  };
}
