import { serverDns, systemDns } from '../adapters/dns/resolver.js';
import { httpCaller } from '../adapters/http/caller.js';
import type { Issuer } from '../ports/issuer.js';
import type { Log } from '../ports/log.js';
import type { Config } from './config.js';

/** The OpenID Connect issuer, if one is set. Loaded on demand, because its packages slow the start. */
export async function openIssuer(
  { oidc, allowInsecureWebhooks: allowInsecure }: Config,
  log: Log,
): Promise<Issuer | undefined> {
  if (oidc === undefined) return undefined;
  const dns = allowInsecure ? systemDns() : serverDns();
  const call = httpCaller({ dns, allowInsecure, origin: new URL(oidc.url).origin });
  const { oidcIssuer } = await import('../adapters/oidc/issuer.js');
  return oidcIssuer(oidc, { call, log });
}
