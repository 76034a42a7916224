import type { IncomingHttpHeaders } from 'node:http';
import { isAddress } from '../domain/address.js';

/**
 * The host name of the request if it is not ours: such a request gets only the pages of the domain's owner.
 * Names without a dot, IP addresses and the names in the settings are ours.
 */
export function foreignName({ host = '' }: IncomingHttpHeaders, own: readonly string[]): string | undefined {
  const name = host
    .toLowerCase()
    .replace(/:\d{1,5}$/, '')
    .replace(/\.$/, '');
  const isOwn = !name.includes('.') || name.startsWith('[') || isAddress(name) || own.includes(name);
  return isOwn ? undefined : name;
}
