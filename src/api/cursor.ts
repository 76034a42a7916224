import { archivedEvents } from '../domain/archived.js';
import { isId, madeAt } from '../domain/id.js';
import { refuse } from '../domain/refusal.js';
import type { Ports } from '../ports/ports.js';
import type { Vault } from '../ports/vault.js';

/** The list and account that a cursor belongs to (contract §4.1 Pagination). */
export interface CursorScope {
  readonly list: string;
  readonly accountId: string;
}

/** An opaque, signed text that encodes the position. */
export function cursorFor(vault: Vault, scope: CursorScope, position: string): string {
  return Buffer.from(`${position}.${signature(vault, scope, position)}`).toString('base64url');
}

/** The position in a cursor; undefined if the cursor was not issued for this list and account. */
export function positionOf(vault: Vault, scope: CursorScope, cursor: string): string | undefined {
  const [position = '', tag = '', ...rest] = Buffer.from(cursor, 'base64url').toString('utf8').split('.');
  // Base64 decoding ignores invalid characters; only the exact text that was issued is accepted.
  const genuine =
    rest.length === 0 &&
    vault.sameText(tag, signature(vault, scope, position)) &&
    cursor === cursorFor(vault, scope, position);
  return genuine ? position : undefined;
}

function signature(vault: Vault, scope: CursorScope, position: string): string {
  return vault.tag(`cursor\n${scope.list}\n${scope.accountId}\n${position}`);
}

/** Identifies cursors of the account's event log. */
const eventScope = (accountId: string): CursorScope => ({ list: 'events', accountId });

/** A position in an event log: after an event, or at the start, which has no event id. */
export interface LogPosition {
  readonly position: string;
  readonly id: string | undefined;
}

const logStart: LogPosition = { position: '0', id: undefined };

/** Contains the event id, because after a restored backup the position can belong to another event. */
export function eventCursor(vault: Vault, accountId: string, { position, id }: LogPosition): string {
  return cursorFor(vault, eventScope(accountId), id === undefined ? position : `${position}:${id}`);
}

/** Resolves `after`, which is an event id or a cursor, to a position in the log. Refused if events behind it are archived. */
export async function logPositionOf(
  { reader, vault }: Pick<Ports, 'reader' | 'vault'>,
  accountId: string,
  after: string,
): Promise<LogPosition> {
  if (isId('event', after)) {
    const event = await reader.event([accountId], after);
    if (event) return event;
    const border = await reader.eventBorder([accountId]);
    if (border?.id === after) return border;
    if (border && madeAt(after) < border.until) throw archivedEvents(border, 'after');
    return unknownCursor('after');
  }
  const named = positionOf(vault, eventScope(accountId), after) ?? unknownCursor('after');
  const [position = '', id = ''] = named.split(':');
  const event = isId('event', id) ? await reader.event([accountId], id) : undefined;
  if (event?.position === position) return event;
  const border = await reader.eventBorder([accountId]);
  // Nothing is missing between the last archived event and the first that is here.
  if (border?.position === position && border.id === id) return border;
  if (border && BigInt(position) < BigInt(border.position)) throw archivedEvents(border, 'after');
  return position === logStart.position ? logStart : lostEvent();
}

/** The position before the first event that is not archived. */
export async function firstPosition(
  { reader }: Pick<Ports, 'reader'>,
  accountId: string,
): Promise<LogPosition> {
  return (await reader.eventBorder([accountId])) ?? logStart;
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
