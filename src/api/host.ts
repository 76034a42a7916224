import type { IncomingHttpHeaders } from 'node:http';
import { isAddress } from '../domain/address.js';

/**
 * The name by which a page was asked for, where it is none of our own: then it serves the pages of whose it is, and no
 * others. A name without a dot, an address and those of the settings are our own.
 */
export function foreignName({ host = '' }: IncomingHttpHeaders, own: readonly string[]): string | undefined {
  const name = host
    .toLowerCase()
    .replace(/:\d{1,5}$/, '')
    .replace(/\.$/, '');
  const isOwn = !name.includes('.') || name.startsWith('[') || isAddress(name) || own.includes(name);
  return isOwn ? undefined : name;
}
