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
const eventPlace = (accountId: string): Place => ({ list: 'events', accountId });

/** Where a walk through an event log stands: behind an event, or at the start, which has none. */
export interface LogPlace {
  readonly position: string;
  readonly id: string | undefined;
}

export const logStart: LogPlace = { position: '0', id: undefined };

/** Names the event: a log that lost it to a restored backup gives its position to another one. */
export function eventCursor(vault: Vault, accountId: string, { position, id }: LogPlace): string {
  return cursorFor(vault, eventPlace(accountId), id === undefined ? position : `${position}:${id}`);
}

/** The place in the log of what was given as `after`: the id of an event, or a cursor. */
export async function logPlaceOf(
  { reader, vault }: Pick<Ports, 'reader' | 'vault'>,
  accountId: string,
  after: string,
): Promise<LogPlace> {
  if (isId('event', after)) return (await reader.event([accountId], after)) ?? unknownCursor('after');
  const named = positionOf(vault, eventPlace(accountId), after) ?? unknownCursor('after');
  if (named === logStart.position) return logStart;
  const [position, id = ''] = named.split(':');
  const event = isId('event', id) ? await reader.event([accountId], id) : undefined;
  return event !== undefined && event.position === position ? event : lostEvent();
}

function lostEvent(): never {
  const message =
    'after: the event of this cursor is no longer in the log, as after a restored backup; send the id of an existing event, or leave it out to read from the start.';
  return refuse('invalid_parameter', message, { param: 'after' });
}

export function unknownCursor(param: string): never {
  return refuse(
    'invalid_parameter',
    `${param}: was not issued for this list; send a cursor from this list, or leave it out.`,
    { param },
  );
}
