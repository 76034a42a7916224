import { sql, type RawBuilder } from 'kysely';
import type { Noun, Nouns } from '../../../domain/decision.js';
import { idFloor, idKindOf, namesCell } from '../../../domain/id.js';
import { declarations } from '../../../domain/noun/all.js';
import type { Declaration, Metadata } from '../../../domain/noun/declare.js';
import { prefixes } from '../../../domain/noun/prefix.js';
import { refuse } from '../../../domain/refusal.js';
import type { ListedNoun, Listing, Page } from '../../../ports/reader.js';
import type { Sight } from '../../../ports/sight.js';
import { having, stillListed } from '../condition.js';
import { columnOf, columnsOf, someColumnsOf } from '../row.js';
import { tables } from '../table.js';
import { choices, type Ranged, type Walk } from './walk.js';

/** More ways to be merged than this are a mistake, or an attack. */
const branchesMax = 64;

interface Lead {
  readonly fields: readonly string[];
  /** The values of the last field that the index holds, where it does not hold all. */
  readonly values?: readonly string[];
}

const declaredOf = (noun: Noun): Declaration => declarations[noun];

/**
 * The fields that an index of the table begins with before its id, the best first: what a list asks beyond one of
 * these is a filter. A value that the index leaves out is not its own.
 */
function leadsOf(noun: ListedNoun): readonly Lead[] {
  const { indexes = [] } = declaredOf(noun);
  return indexes.map(({ by, only }) => ({ fields: by, ...(only && { values: only }) }));
}

type Bounds = Pick<Listing<ListedNoun>, 'createdFrom' | 'createdTo' | 'after'>;
type Wanted = readonly (readonly [field: string, values: readonly unknown[]])[];

/** How a list of that noun is walked. */
export function listWalk<N extends ListedNoun>(noun: N, ask: Listing<N>): Walk {
  const wanted = wantedOf(noun, ask);
  const paired = pairedIn(noun, ask);
  const ranged = paired ? undefined : rangedIn(noun, ask);
  if (ranged) return rangedWalk(noun, { ask, ranged, where: wanted.map((each) => oneOf(noun, each)) });
  const lead = paired ? { fields: ['accountId'] } : leadsOf(noun).find((each) => leadsTo(each, wanted));
  const leading = wanted.filter(([field]) => lead?.fields.includes(field));
  const bounds = boundsOf(noun, ask);
  const branches = choices(leading);
  if (branches.length > branchesMax) {
    refuse('invalid_parameter', 'filter: names too many values at once; send fewer.', { param: 'filter' });
  }
  return {
    table: tables[noun].name,
    columns: columnsOf(noun),
    order: 'id',
    branches: branches.map((choice) => [
      ...choice.map((each) => equal(noun, each, lead)),
      ...(paired ? [] : bounds),
    ]),
    ...(paired && { paired: { ...paired, bounds } }),
    filters: [
      ...wanted.filter((each) => !leading.includes(each)).map((each) => oneOf(noun, each)),
      ...amountFilters(noun, ask),
      ...stillListed(noun),
      ...(ask.idContains === undefined ? [] : [sql`strpos(id, ${ask.idContains}) > 0`]),
    ],
    limit: ask.limit,
  };
}

/** Each field that a value is wanted of; the accounts in sight are values of the field that names the account. */
function wantedOf<N extends ListedNoun>(noun: N, { where, sight }: Listing<N>): Wanted {
  const given = Object.entries(where).map(
    ([field, value]) => [field, Array.isArray(value) ? [...new Set(value)] : [value]] as const,
  );
  if (sight === null) return given;
  const owner = noun === 'account' ? 'id' : 'accountId';
  return [...given, [owner, [...new Set(sight)]] as const];
}

function leadsTo({ fields, values }: Lead, wanted: Wanted): boolean {
  const last = wanted.find(([field]) => field === fields.at(-1));
  const holds =
    values === undefined || (last?.[1].every((value) => values.includes(value as string)) ?? false);
  return holds && fields.every((field) => wanted.some(([name]) => name === field));
}

/** The value is written out where only a partial index holds it: the planner does not compare parameters with that. */
function equal(
  noun: ListedNoun,
  [field, value]: readonly [string, unknown],
  lead: Lead | undefined,
): RawBuilder<unknown> {
  const column = sql.ref(columnOf(noun, field));
  if (value === null) return sql`${column} is null`;
  const isPartial = lead?.values !== undefined && lead.fields.at(-1) === field;
  return isPartial ? sql`${column} = ${sql.lit(value)}` : sql`${column} = ${value}`;
}

function oneOf(noun: ListedNoun, [field, values]: Wanted[number]): RawBuilder<unknown> {
  const column = sql.ref(columnOf(noun, field));
  const [value] = values;
  if (field === 'metadata') return sql`${column} @> ${JSON.stringify(value)}::jsonb`;
  if (values.length !== 1) return sql`${column} = any(${values})`;
  return value === null ? sql`${column} is null` : sql`${column} = ${value}`;
}

/**
 * The id starts with created_at, so bounds on time are bounds on the id and every list is one index range. Of the few
 * rows whose ids begin with their cell, the column itself is compared.
 */
function boundsOf(noun: ListedNoun, { createdFrom, createdTo, after }: Bounds): RawBuilder<unknown>[] {
  const kind = idKindOf(noun);
  const [column, bound] = namesCell(kind)
    ? [sql`created_at`, (at: Date): unknown => at]
    : [sql`id`, (at: Date): unknown => idFloor(kind, at)];
  return [
    ...(createdFrom ? [sql`${column} >= ${bound(createdFrom)}`] : []),
    ...(createdTo ? [sql`${column} < ${bound(createdTo)}`] : []),
    ...(after === undefined ? [] : [sql`id < ${after}`]),
  ];
}

/** The amounts of one currency of one account that are wanted, where an index has them. */
function rangedIn<N extends ListedNoun>(noun: N, ask: Page<N, keyof Nouns[N]>): Ranged | undefined {
  const { sums } = declaredOf(noun);
  const [accountId] = ask.sight ?? [];
  if (sums === undefined || accountId === undefined || ask.sight?.length !== 1) return undefined;
  const [amount, name] = sums;
  const currency = (ask.where as Readonly<Record<string, unknown>>)[name];
  const bounds = amountFilters(noun, ask);
  if (typeof currency !== 'string' || bounds.length === 0) return undefined;
  return {
    by: sql.ref(columnOf(noun, amount)),
    met: [sql`account_id = ${accountId}`, sql`${sql.ref(columnOf(noun, name))} = ${currency}`, ...bounds],
  };
}

/** The walk by an index of amounts, or by the index of the account where too many have such an amount. */
function rangedWalk<N extends ListedNoun>(
  noun: N,
  { ask, ranged, where }: { ask: Listing<N>; ranged: Ranged; where: readonly RawBuilder<unknown>[] },
): Walk {
  return {
    table: tables[noun].name,
    columns: columnsOf(noun),
    order: 'id',
    branches: [[...where, ...boundsOf(noun, ask)]],
    ranged,
    filters: [
      ...stillListed(noun),
      ...(ask.idContains === undefined ? [] : [sql`strpos(id, ${ask.idContains}) > 0`]),
    ],
    limit: ask.limit,
  };
}

function amountFilters<N extends ListedNoun>(
  noun: N,
  ask: Pick<Listing<N>, 'amountMin' | 'amountMax'>,
): RawBuilder<unknown>[] {
  const [field] = declaredOf(noun).amounts ?? [];
  if (field === undefined) return [];
  const column = sql.ref(columnOf(noun, field));
  return [
    ...(ask.amountMin ? [sql`${column} >= ${ask.amountMin.toFixed()}::numeric`] : []),
    ...(ask.amountMax ? [sql`${column} <= ${ask.amountMax.toFixed()}::numeric`] : []),
  ];
}

/**
 * A page is full where so many rows are left, so that no filter waits for a window to end, and its texts are few enough
 * to be planned once.
 */
export function pageWalk<N extends ListedNoun, F extends keyof Nouns[N]>(noun: N, ask: Page<N, F>): Walk {
  const { sight, where, fields, limit } = ask;
  const paired = pairedIn(noun, ask);
  const walk = { table: tables[noun].name, columns: someColumnsOf(noun, fields), filters: [], limit };
  const own = [...inSight(noun, sight), ...having(noun, where), ...stillListed(noun)];
  const bounds = boundsOf(noun, ask);
  const ranged = paired ? undefined : rangedIn(noun, ask);
  if (ranged) return { ...walk, order: 'id', branches: [[...own, ...bounds]], ranged };
  own.push(...amountFilters(noun, ask));
  return paired === undefined
    ? { ...walk, order: 'id', branches: [[...own, ...bounds]] }
    : { ...walk, order: 'id', branches: [own], paired: { ...paired, bounds } };
}

/** The pairs of metadata that lead to what is wanted, where one account is asked for. */
function pairedIn<N extends ListedNoun>(noun: N, { sight, where }: Pick<Page<N>, 'sight' | 'where'>) {
  const metadata = (where as { readonly metadata?: Metadata }).metadata;
  const [accountId] = sight ?? [];
  if (metadata === undefined || accountId === undefined || sight?.length !== 1) return undefined;
  return Object.keys(metadata).length === 0 ? undefined : { accountId, metadata, prefix: prefixOf(noun) };
}

/** Ids of a noun begin with it, and those of no other noun do. */
const prefixOf = (noun: ListedNoun): string => `${prefixes[idKindOf(noun)]}_`;

/** One account by itself: its own index is then the way. */
function inSight(noun: ListedNoun, sight: Sight): RawBuilder<unknown>[] {
  if (sight === null) return [];
  const owner = sql.ref(ownerOf(noun));
  return [sight.length === 1 ? sql`${owner} = ${sight[0]}` : sql`${owner} = any(${sight})`];
}

const ownerOf = (noun: ListedNoun): string => (noun === 'account' ? 'id' : 'account_id');
