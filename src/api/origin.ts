import type { IncomingMessage } from 'node:http';
import type { Clients } from './address.js';

type Asked = Pick<IncomingMessage, 'headers' | 'socket'>;

/** Finds the origin under which a caller reached the public listener. */
export type OriginOf = (request: Asked) => string | undefined;

export interface OriginSettings {
  /** PUBLIC_URL: the origin that every caller uses. */
  readonly publicUrl?: string | undefined;
  /** Names of the public listener besides its own address. */
  readonly names: readonly string[];
  readonly clients: Pick<Clients, 'holderOf'>;
}

/**
 * PUBLIC_URL, else the Host of the request if it names this listener. A Host that names anything else is never repeated:
 * undefined, and links in the answer stay relative. `X-Forwarded-Proto` counts from a trusted proxy only.
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
