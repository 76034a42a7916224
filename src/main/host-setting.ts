import { isIP } from 'node:net';
import { z } from 'zod';

export const hostName = z.string().regex(/^[A-Za-z0-9.:_-]+$/, 'must be an address or a host name');

/** Texts between commas. */
export const listOf = (text: string): string[] => text.split(',').map((each) => each.trim());

export const hostNames = z
  .string()
  .transform(listOf)
  .pipe(z.array(z.string().regex(/^[A-Za-z0-9._-]+$/, 'must be host names, separated by commas')));

export const dnsServers = z
  .string()
  .transform(listOf)
  .pipe(
    z.array(
      z
        .string()
        .refine((text) => isIP(text.replace(/^\[(.+)\]:\d+$/, '$1').replace(/^([\d.]+):\d+$/, '$1')) > 0, {
          error: 'must be addresses such as 192.0.2.53 or 192.0.2.53:5353, separated by commas',
        }),
    ),
  );
