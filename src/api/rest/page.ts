import { z } from 'zod';
import type { Nouns } from '../../domain/decision.js';
import { isId } from '../../domain/id.js';
import { refuse } from '../../domain/refusal.js';
import type { Ports } from '../../ports/ports.js';
import type { ListedNoun } from '../../ports/reader.js';
import type { Vault } from '../../ports/vault.js';
import { components, named } from './field.js';
import { limitParameter, textParameter, timeParameter } from './query.js';

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

const cursorLengthMax = 500;

/** The parameters of every resource list, newest first. */
export const listParameters = {
  limit: limitParameter(25),
  starting_after: textParameter(cursorLengthMax, 'The next_cursor of the page before.'),
  created_after: timeParameter('Created at this time or later (RFC 3339).'),
  created_before: timeParameter('Created before this time (RFC 3339).'),
};

/** The parameters of a log: balance entries and events. */
export const logParameters = {
  limit: limitParameter(50),
  after: textParameter(
    cursorLengthMax,
    'The next_cursor of the page before, or the id of the last element seen.',
  ),
};

export interface Page<T> {
  readonly rows: readonly T[];
  readonly has_more: boolean;
  readonly next_cursor?: string;
}

export interface ListQuery<N extends ListedNoun, F extends keyof Nouns[N] = keyof Nouns[N]> {
  readonly accountId: string;
  /** What its cursors are for, where the noun has more than one list. */
  readonly list?: string;
  readonly where: Partial<Nouns[N]>;
  /** All of them unless stated; the id is one of them. */
  readonly fields?: readonly (F | 'id')[];
  readonly query: {
    readonly limit?: number;
    readonly starting_after?: string;
    readonly created_after?: Date;
    readonly created_before?: Date;
  };
}

/** One page of a resource list, and where the next one starts. */
export async function readPage<N extends ListedNoun, F extends keyof Nouns[N] = keyof Nouns[N]>(
  { reader, vault }: Pick<Ports, 'reader' | 'vault'>,
  noun: N,
  { accountId, list = noun, where, fields, query }: ListQuery<N, F>,
): Promise<Page<Pick<Nouns[N], F | 'id'>>> {
  const place = { list, accountId };
  const limit = query.limit ?? 25;
  const cursor = query.starting_after;
  const after = cursor === undefined ? undefined : positionOf(vault, place, cursor);
  if (cursor !== undefined && after === undefined) unknownCursor('starting_after');
  const rows = await reader.list(noun, {
    accountId,
    where,
    fields,
    createdFrom: query.created_after,
    createdTo: query.created_before,
    after,
    limit,
  });
  return pageOf(rows, limit, (last) => cursorFor(vault, place, last.id));
}

/** Cuts the extra row that tells whether there are more. */
export function pageOf<T>(found: readonly T[], limit: number, cursor: (last: T) => string): Page<T> {
  const rows = found.slice(0, limit);
  const last = rows.at(-1);
  if (found.length <= limit || last === undefined) return { rows, has_more: false };
  return { rows, has_more: true, next_cursor: cursor(last) };
}

/** The body of a list answer. */
export function listBody<T>({ rows, ...rest }: Page<T>, show: (row: T) => unknown) {
  return { data: rows.map(show), ...rest };
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

/** The schema of a list of `element`, under the element's name with `List`; `example` is how a list shows one. */
export function listOf<S extends z.ZodType>(element: S, example = components.get(element)?.example) {
  const { id } = components.get(element) ?? {};
  return named(
    `${id}List`,
    z.object({
      data: z.array(element),
      has_more: z.boolean(),
      next_cursor: z.string().exactOptional().describe('Pass it on to get the next page.'),
    }),
    { data: [example], has_more: false },
  );
}
