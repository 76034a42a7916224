import { isId } from '../domain/id.js';
import { refuse } from '../domain/refusal.js';
import type { Ports } from '../ports/ports.js';
import type { Vault } from '../ports/vault.js';

/** Where a walk stands: a position in one list of one account (contract §4.1 Pagination). */
export interface Place {
  readonly list: string;
  readonly accountId: string;
}

/** An opaque, signed text that stands for the position. */
export function cursorFor(vault: Vault, place: Place, position: string): string {
  return Buffer.from(`${position}.${signature(vault, place, position)}`).toString('base64url');
}

/** The position of a cursor, or undefined where it was not issued for this list and account. */
export function positionOf(vault: Vault, place: Place, cursor: string): string | undefined {
  const [position = '', tag = '', ...rest] = Buffer.from(cursor, 'base64url').toString('utf8').split('.');
  // Decoding passes over letters that mean nothing: only the very text that was issued is a cursor.
  const genuine =
    rest.length === 0 &&
    vault.sameText(tag, signature(vault, place, position)) &&
    cursor === cursorFor(vault, place, position);
  return genuine ? position : undefined;
}

function signature(vault: Vault, place: Place, position: string): string {
  return vault.tag(`cursor\n${place.list}\n${place.accountId}\n${position}`);
}

/** The place of walks through the event log of an account. */
export const eventPlace = (accountId: string): Place => ({ list: 'events', accountId });

/** The position in the log of what was given as `after`: the id of an event, or a cursor. */
export async function eventPosition(
  { reader, vault }: Pick<Ports, 'reader' | 'vault'>,
  accountId: string,
  after: string,
): Promise<string> {
  const position = isId('event', after)
    ? (await reader.event(accountId, after))?.position
    : positionOf(vault, eventPlace(accountId), after);
  return position ?? unknownCursor('after');
}

export function unknownCursor(param: string): never {
  return refuse('invalid_parameter', `${param} was not issued for this list.`, { param });
}
