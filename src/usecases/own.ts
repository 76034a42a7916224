import type { Noun, Nouns } from '../domain/decision.js';
import { isId } from '../domain/id.js';
import type { IdKind } from '../domain/noun/prefix.js';
import { refuse } from '../domain/refusal.js';
import type { Tx } from '../ports/store.js';

type OwnedNoun = { [N in Noun]: Nouns[N] extends { accountId: string } ? N : never }[Noun] & IdKind;

/** Locks a row of the account. Missing and foreign rows look the same: not_found, with the body's param if any. */
export async function lockOwn<N extends OwnedNoun>(
  tx: Tx,
  noun: N,
  ask: { accountId: string; id: string; param?: string },
): Promise<Nouns[N]> {
  const [row] = isId(noun, ask.id) ? await tx.lock(noun, [ask.id], ask.accountId) : [];
  return row ?? refuseUnknown(noun, ask);
}

export async function findOwn<N extends OwnedNoun>(
  tx: Tx,
  noun: N,
  ask: { accountId: string; id: string; param?: string },
): Promise<Nouns[N]> {
  const where = { id: ask.id, accountId: ask.accountId } as Partial<Nouns[N]>;
  const [row] = isId(noun, ask.id) ? await tx.find(noun, where) : [];
  return row ?? refuseUnknown(noun, ask);
}

/** An id given in a body field is repeated in the message. */
function refuseUnknown(noun: OwnedNoun, { id, param }: { id: string; param?: string }): never {
  if (param === undefined || !isId(noun, id)) return absent(noun, param);
  return refuse('not_found', `${param}: ${wordsOf(noun)} ${id} does not exist.`, { param });
}

export function absent(noun: Noun, param?: string): never {
  return refuse('not_found', `This ${wordsOf(noun)} does not exist.`, param === undefined ? {} : { param });
}

const wordsOf = (noun: Noun): string => noun.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
