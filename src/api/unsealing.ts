import type { Noun } from '../domain/decision.js';
import type { Unseal } from '../domain/noun/show.js';
import type { SealedAt } from '../domain/sealed.js';
import type { Vault } from '../ports/vault.js';

/** Returns a function that decrypts the fields of one row. */
export const unsealing =
  (vault: Vault, noun: Noun, id: string): Unseal =>
  (sealed, field) =>
    vault.decrypt(sealed, { noun, field, id } as SealedAt);

/** The JSON sealed in a field; null if the field is empty or cannot be decrypted. */
export function unsealedJson(unseal: Unseal, sealed: string | null, field: string): unknown {
  const opened = sealed === null ? undefined : unseal(sealed, field);
  return opened === undefined ? null : (JSON.parse(opened) as unknown);
}
