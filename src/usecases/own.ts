import type { Noun, Nouns } from '../domain/decision.js';
import { isId, type IdKind } from '../domain/id.js';
import { refuse } from '../domain/refusal.js';
import type { Tx } from '../ports/store.js';

type Owned = { [N in Noun]: Nouns[N] extends { accountId: string } ? N : never }[Noun] & IdKind;

/** The account's own row, locked. Absent and foreign look the same: not_found, with the body's param if any. */
export async function lockOwn<N extends Owned>(
  tx: Tx,
  noun: N,
  ask: { accountId: string; id: string; param?: string },
): Promise<Nouns[N]> {
  const [row] = isId(noun, ask.id) ? await tx.lock(noun, [ask.id], ask.accountId) : [];
  return row ?? absent(noun, ask.param);
}

export async function findOwn<N extends Owned>(
  tx: Tx,
  noun: N,
  ask: { accountId: string; id: string; param?: string },
): Promise<Nouns[N]> {
  const where = { id: ask.id, accountId: ask.accountId } as unknown as Partial<Nouns[N]>;
  const [row] = isId(noun, ask.id) ? await tx.find(noun, where) : [];
  return row ?? absent(noun, ask.param);
}

export function absent(noun: Noun, param?: string): never {
  const name = noun.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return refuse('not_found', `There is no such ${name}.`, param === undefined ? {} : { param });
}
