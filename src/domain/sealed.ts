import type { Noun, Nouns } from './decision.js';
import { declared } from './noun/all.js';

export type { Sealed } from './noun/declare.js';

/** A field that is stored encrypted. */
export type SealedField = {
  [N in Noun]: { readonly noun: N; readonly field: keyof Nouns[N] & string };
}[Noun];

/** The only place where a sealed value can be decrypted: a field of a row. */
export type SealedAt = SealedField & { readonly id: string };

/** Every field that the vault seals. */
export const sealedFields: readonly SealedField[] = declared.flatMap(({ noun, fields }) =>
  Object.entries(fields).flatMap(([field, { sealed }]) => (sealed ? [{ noun, field } as SealedField] : [])),
);
