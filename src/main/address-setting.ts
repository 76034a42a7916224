import { z } from 'zod';
import { addressesOf } from '../adapters/postgres/hosts.js';

export const httpUrl = z
  .string()
  .refine(
    (text) => /^https?:$/.test(URL.parse(text)?.protocol ?? ''),
    'must be a URL such as http://host:4318',
  );

/** The origin (scheme and host) of the public listener. */
export const publicUrl = z.string().refine((text) => {
  const url = URL.parse(text);
  return /^https?:$/.test(url?.protocol ?? '') && [url?.origin, `${url?.origin}/`].includes(text);
}, 'must be an origin without a path, such as https://api.example.com');

export const smtpUrl = z.string().refine((text) => {
  const url = URL.parse(text);
  return /^smtps?:$/.test(url?.protocol ?? '') && url?.hostname !== '';
}, 'must be a URL such as smtp://user:password@host:587, or smtps:// for TLS from the start');

export const natsUrl = z
  .string()
  .refine(
    (text) => text.split(',').every((each) => /^(nats|tls):$/.test(URL.parse(each.trim())?.protocol ?? '')),
    {
      error: 'must be a URL such as nats://user:password@host:4222, or several, separated by commas',
    },
  );

export const postgresUrl = z.string().refine(isPostgresUrl, {
  error:
    'must be a URL such as postgres://user:password@host:5432/database, or a URL with several hosts (the writable one is used): postgres://user:password@a:5432,b:5432/database?target_session_attrs=read-write',
});

/** One server: positions of several would be compared with each other. */
export const replicaUrl = z.string().refine((text) => isPostgresUrl(text) && addressesOf(text).length === 1, {
  error: 'must be the URL of one replica, such as postgres://user:password@host:5432/database',
});

function isPostgresUrl(text: string): boolean {
  try {
    return addressesOf(text).every((address) => /^postgres(ql)?:$/.test(URL.parse(address)?.protocol ?? ''));
  } catch {
    return false;
  }
}
