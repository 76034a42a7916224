import type { IncomingMessage } from 'node:http';
import type { Clients } from './address.js';

type ClientRequest = Pick<IncomingMessage, 'headers' | 'socket'>;

/** Returns the origin (scheme and host) under which a caller reached the public listener. */
export type OriginOf = (request: ClientRequest) => string | undefined;

export interface OriginSettings {
  /** PUBLIC_URL: the origin for all callers. */
  readonly publicUrl?: string | undefined;
  /** Host names of the public listener besides its own address. */
  readonly names: readonly string[];
  readonly clients: Pick<Clients, 'holderOf'>;
}

/**
 * PUBLIC_URL, or else the Host of the request if it is a name of this listener. Any other Host gives
 * undefined, so that it is never repeated and links stay relative. `X-Forwarded-Proto` is trusted from a
 * trusted proxy only.
 */
export function originsOf({ publicUrl, names, clients }: OriginSettings): OriginOf {
  if (publicUrl !== undefined) return () => publicUrl;
  const known = new Set(['localhost', ...names.map((name) => name.toLowerCase())]);
  return ({ headers, socket }) => {
    const isProxied = clients.holderOf(socket) === undefined;
    const forwarded = String(headers['x-forwarded-proto'] ?? '').split(',');
    const scheme = isProxied && forwarded.at(-1)?.trim() === 'https' ? 'https' : 'http';
    const url = URL.parse(`${scheme}://${headers.host ?? ''}`);
    if (url === null || url.pathname !== '/' || url.username !== '') return undefined;
    const name = url.hostname.replace(/^\[|\]$/g, '');
    const own = (socket.localAddress ?? '').replace(/^::ffff:/, '');
    return known.has(name) || name === own ? url.origin : undefined;
  };
}
