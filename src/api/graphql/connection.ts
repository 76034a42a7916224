import { ArgsType, InputType } from 'type-graphql';
import { currencyFrom } from '../../domain/currency.js';
import type { Noun, Nouns } from '../../domain/decision.js';
import { exact } from '../../domain/money.js';
import { flag, text } from '../../domain/noun/declare.js';
import { refuse } from '../../domain/refusal.js';
import type { ListedNoun } from '../../ports/reader.js';
import type { Sight, RowPage } from '../../ports/sight.js';
import type { Where } from '../../ports/store.js';
import type { Vault } from '../../ports/vault.js';
import { canonical } from '../../usecases/canonical.js';
import { cursorFor, positionOf, unknownCursor } from '../cursor.js';
import { amountBound, invalid } from '../field.js';
import { part, parts, shape, type Shape, type ShapeOf } from '../shape.js';
import { sightOf } from './caller.js';
import type { Context } from './context.js';
import * as argument from './field.js';
import { optional } from './field.js';

/** Elements of a page: the maximum, and the default. */
export const pageMax = 100;
export const pageNormal = 25;

const pageInfo = shape('PageInfo', 'Position of a page in its list.', {
  hasNextPage: flag(
    'Whether the list continues. With a rare filter, a page may be short or empty and this still be true: continue after endCursor.',
  ),
  hasPreviousPage: flag('Always false: lists are read in one direction.'),
  startCursor: text('Cursor of the first element.', { optional: true }),
  endCursor: text('Pass it as after to continue.', { optional: true }),
});

export interface Edge<T> {
  readonly cursor: string;
  readonly node: T;
}

/** A page of a list in Relay's form. */
export interface Connection<T> {
  readonly edges: readonly Edge<T>[];
  readonly nodes: readonly T[];
  readonly pageInfo: ShapeOf<typeof pageInfo>;
}

/** The shape `<name>Connection`: a page of `node`. */
export function connectionOf(name: string, node: Noun | Shape): Shape {
  const edge = shape(`${name}Edge`, `An element of a ${name}Connection.`, {
    cursor: text('Pass it as after to continue from here.'),
    node: part(node, 'The element.'),
  });
  return shape(`${name}Connection`, `A page of a list of ${name}.`, {
    edges: parts(edge, 'Elements with their cursors.'),
    nodes: parts(node, 'Elements without cursors.'),
    pageInfo: part(pageInfo, 'Position of the page in its list.'),
  });
}

@ArgsType()
export class PageArgs {
  @argument.whole(`Elements in the page, 1 to ${pageMax}.`, { defaultValue: pageNormal })
  readonly first!: number;

  @argument.text('endCursor of the previous page.', optional)
  readonly after?: string | null;
}

@ArgsType()
export class ListArgs extends PageArgs {
  @argument.id('Only of this account.', optional)
  readonly accountId?: string | null;
}

@InputType('ListFilter', { description: 'Filters of every list.' })
export class ListFilter {
  @argument.time('Created at or after this time.', optional)
  readonly createdFrom?: Date | null;

  @argument.time('Created before this time.', optional)
  readonly createdTo?: Date | null;

  @argument.text('Part of the id, such as its end.', optional)
  readonly idContains?: string | null;
}

@InputType('AmountFilter', { description: 'Filters of every list of amounts.' })
export class AmountFilter extends ListFilter {
  @argument.text('Smallest amount, a decimal string.', optional)
  readonly amountMin?: string | null;

  @argument.text('Largest amount, a decimal string.', optional)
  readonly amountMax?: string | null;
}

/** Validates `first`. */
export function pageSize(first: number): number {
  if (first >= 1 && first <= pageMax) return first;
  return refuse('invalid_parameter', `first: is out of range; send a whole number from 1 to ${pageMax}.`, {
    param: 'first',
  });
}

/**
 * The arguments of a list, and the values its filter wants for the noun's fields. Undefined and null mean any value.
 */
interface ListRequest<N extends ListedNoun> {
  readonly args: ListArgs & { readonly filter?: AmountFilter | null };
  readonly where: {
    readonly [K in keyof Nouns[N]]?: Nouns[N][K] | readonly Nouns[N][K][] | null | undefined;
  };
}

/** One page of a noun's list, newest first, of the accounts that the caller can see. */
export function listPage<N extends ListedNoun>(
  { ports, caller }: Context,
  noun: N,
  { args, where: wanted }: ListRequest<N>,
): Promise<Connection<Nouns[N]>> {
  const { filter, accountId, first, after } = args;
  const sight = sightOf(caller, accountId);
  const where = Object.fromEntries(
    Object.entries(wanted).flatMap(([name, value]) => {
      if (value === undefined || value === null) return [];
      if (/currency$/i.test(name)) currencyFrom(value as string, `filter.${name}`);
      if (!Array.isArray(value)) return [[name, value]];
      return value.length === 0 ? [] : [[name, anyOf(value as string[])]];
    }),
  ) as Where<Nouns[N]>;
  const idContains = filter?.idContains ?? undefined;
  if (idContains !== undefined && !/^[0-9a-z_]{1,70}$/.test(idContains))
    invalid('filter.idContains', 'is not part of an id; send 1 to 70 of a-z 0-9 _');
  const ask = {
    where,
    createdFrom: filter?.createdFrom ?? undefined,
    createdTo: filter?.createdTo ?? undefined,
    amountMin: bound(filter?.amountMin, 'filter.amountMin'),
    amountMax: bound(filter?.amountMax, 'filter.amountMax'),
    idContains,
  };
  // The filter in canonical form, so that equal filters have the same cursors.
  const list = { name: noun, sight, filter: canonical(ask) };
  return page(ports.vault, list, {
    first,
    after,
    read: (stretch) => ports.reader.list(noun, { sight, ...ask, ...stretch }),
    position: (row) => row.id,
  });
}

/** Sorts and removes duplicates, so that equal filters are equal texts. */
export function anyOf(values: readonly string[] | null | undefined): string[] {
  return [...new Set(values)].toSorted();
}

/** The list that a cursor belongs to. A cursor continues only the same list with the same filter. */
export interface List {
  readonly name: string;
  readonly sight: Sight;
  readonly filter: string;
}

interface PageAsk<T> {
  readonly first: number;
  readonly after: string | null | undefined;
  readonly read: (stretch: { after?: string; limit: number }) => Promise<RowPage<T>>;
  readonly position: (row: T) => string;
}

/** One page of any list that has positions. */
export async function page<T>(
  vault: Vault,
  { name, sight, filter }: List,
  { first, after, read, position }: PageAsk<T>,
): Promise<Connection<T>> {
  const limit = pageSize(first);
  const scope = { list: `graphql ${name} ${filter}`, accountId: sight === null ? 'all' : sight.join() };
  const from = after === undefined || after === null ? undefined : positionOf(vault, scope, after);
  if (after !== undefined && after !== null && from === undefined) unknownCursor('after');
  const { rows, next } = await read(from === undefined ? { limit } : { after: from, limit });
  const edges = rows.map((node) => ({ node, cursor: cursorFor(vault, scope, position(node)) }));
  const endCursor = next === null ? (edges.at(-1)?.cursor ?? null) : cursorFor(vault, scope, next);
  const startCursor = edges[0]?.cursor ?? null;
  return {
    edges,
    nodes: rows,
    pageInfo: { hasNextPage: next !== null, hasPreviousPage: false, startCursor, endCursor },
  };
}

function bound(text: string | null | undefined, param: string) {
  if (text === undefined || text === null) return undefined;
  return amountBound.test(text)
    ? exact(text)
    : invalid(param, 'is not an amount; send a string such as "10.00"');
}
