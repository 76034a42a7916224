import { z } from 'zod';
import type { Nouns } from '../../domain/decision.js';
import type { Ports } from '../../ports/ports.js';
import type { Amount } from '../../domain/money.js';
import type { OwnNoun } from '../../domain/noun/all.js';
import { cursorFor, positionOf, unknownCursor } from '../cursor.js';
import { components, named } from '../field.js';
import { limitParameter, textParameter, timeParameter } from './query.js';

const cursorLengthMax = 500;

/** Parameters of every resource list, newest first. */
export const listParameters = {
  limit: limitParameter(25),
  starting_after: textParameter(cursorLengthMax, 'The next_cursor of the previous page.'),
  created_after: timeParameter('Created at or after this time (RFC 3339).'),
  created_before: timeParameter('Created before this time (RFC 3339).'),
};

/** Parameters of a log: balance entries and events. */
export const logParameters = {
  limit: limitParameter(50),
  after: textParameter(
    cursorLengthMax,
    'The next_cursor of the previous page, or the id of the last element.',
  ),
};

export interface Page<T> {
  readonly rows: readonly T[];
  readonly has_more: boolean;
  readonly next_cursor?: string;
}

export interface ListQuery<N extends OwnNoun, F extends keyof Nouns[N] = keyof Nouns[N]> {
  readonly accountId: string;
  /** Name of the list in its cursors, if the noun has several lists. */
  readonly list?: string;
  readonly where: Partial<Nouns[N]>;
  /** Columns to read, always including the id; all by default. */
  readonly fields?: readonly (F | 'id')[];
  readonly query: {
    readonly limit?: number;
    readonly starting_after?: string;
    readonly created_after?: Date;
    readonly created_before?: Date;
    readonly amountMin?: Amount;
    readonly amountMax?: Amount;
  };
}

/** Reads one page of a resource list, and the cursor of the next page. */
export async function readPage<N extends OwnNoun, F extends keyof Nouns[N] = keyof Nouns[N]>(
  { reader, vault }: Pick<Ports, 'reader' | 'vault'>,
  noun: N,
  { accountId, list = noun, where, fields, query }: ListQuery<N, F>,
): Promise<Page<Pick<Nouns[N], F | 'id'>>> {
  const scope = { list, accountId };
  const cursor = query.starting_after;
  const after = cursor === undefined ? undefined : positionOf(vault, scope, cursor);
  if (cursor !== undefined && after === undefined) unknownCursor('starting_after');
  const { rows, next } = await reader.page(noun, {
    sight: [accountId],
    where,
    fields,
    createdFrom: query.created_after,
    createdTo: query.created_before,
    amountMin: query.amountMin,
    amountMax: query.amountMax,
    after,
    limit: query.limit ?? 25,
  });
  return next === null
    ? { rows, has_more: false }
    : { rows, has_more: true, next_cursor: cursorFor(vault, scope, next) };
}

/** Removes the extra row that shows whether there is another page. */
export function pageOf<T>(found: readonly T[], limit: number, cursor: (last: T) => string): Page<T> {
  const rows = found.slice(0, limit);
  const last = rows.at(-1);
  if (found.length <= limit || last === undefined) return { rows, has_more: false };
  return { rows, has_more: true, next_cursor: cursor(last) };
}

/** The body of a list response. */
export function listBody<T>({ rows, ...rest }: Page<T>, show: (row: T) => unknown) {
  return { data: rows.map(show), ...rest };
}

/**
 * The schema of a list of `element`, named after it with `List`; `example` is an element as lists show it.
 */
export function listOf<S extends z.ZodType>(
  element: S,
  example = components.get(element)?.example,
  more: z.ZodRawShape = {},
) {
  const { id } = components.get(element) ?? {};
  return named(
    `${id}List`,
    z.object({
      data: z.array(element),
      has_more: z.boolean(),
      next_cursor: z.string().exactOptional().describe('Pass it on to get the next page.'),
      ...more,
    }),
    { data: [example], has_more: false },
  );
}
