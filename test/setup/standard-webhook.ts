import { join } from 'node:path';
import { sign, signStandard } from '../../src/adapters/crypto/vault.js';

/** Where Python finds the packages of others that stand here, see its README. */
export const pypi = join(import.meta.dirname, 'pypi');

/** Signs as the service does. */
export const signer = { sign, signStandard };

export const newerForm = /^whsec_[A-Za-z0-9+/]{44}$/;

/** Secrets of the older form, of which some are no base64 and some are. */
export const olderSecrets = [`whsec_${'aB3-_'.repeat(8)}xyz`, `whsec_${'aB3'.repeat(14)}A`] as const;

/** What a library of Standard Webhooks is given for a secret: an older one is itself the key (docs/webhooks.md). */
export const forLibrary = (secret: string): string =>
  newerForm.test(secret) ? secret : Buffer.from(secret).toString('base64');

/** The headers that a library of Standard Webhooks reads. */
export function standardOf(headers: Readonly<Record<string, unknown>>): Record<string, string> {
  const names = ['webhook-id', 'webhook-timestamp', 'webhook-signature'];
  return Object.fromEntries(names.map((name) => [name, String(headers[name])]));
}
