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

/** More branches than this are a mistake or an attack. */
const branchesMax = 64;

interface Lead {
  readonly fields: readonly string[];
  /** For a partial index: the values of the last field that the index covers. */
  readonly values?: readonly string[];
}

const declaredOf = (noun: Noun): Declaration => declarations[noun];

/**
 * The fields that each index has before the id, best index first. Conditions on other fields become filters. A partial
 * index counts only for the values it covers.
 */
function leadsOf(noun: ListedNoun): readonly Lead[] {
  const { indexes = [] } = declaredOf(noun);
  return indexes.map(({ by, only }) => ({ fields: by, ...(only && { values: only }) }));
}

type Bounds = Pick<Listing<ListedNoun>, 'createdFrom' | 'createdTo' | 'after'>;
type Wanted = readonly (readonly [field: string, values: readonly unknown[]])[];

/** The walk for a list of the noun. */
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
    refuse('invalid_parameter', 'filter: has too many values; send fewer.', { param: 'filter' });
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

/** Each filtered field with its wanted values. The visible accounts count as values of the account field. */
function wantedOf<N extends ListedNoun>(noun: N, { where, sight }: Listing<N>): Wanted {
  const filtered = Object.entries(where).map(
    ([field, value]) => [field, Array.isArray(value) ? [...new Set(value)] : [value]] as const,
  );
  if (sight === null) return filtered;
  const owner = noun === 'account' ? 'id' : 'accountId';
  return [...filtered, [owner, [...new Set(sight)]] as const];
}

function leadsTo({ fields, values }: Lead, wanted: Wanted): boolean {
  const last = wanted.find(([field]) => field === fields.at(-1));
  const holds =
    values === undefined || (last?.[1].every((value) => values.includes(value as string)) ?? false);
  return holds && fields.every((field) => wanted.some(([name]) => name === field));
}

/**
 * For a partial index the value is written as a literal, because the planner does not match a parameter with the index
 * condition.
 */
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
 * Ids start with created_at, so time bounds become id bounds and every list is one index range. Ids that start with
 * their cell belong to nouns with few rows; there the column itself is compared.
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

/** The wanted range of amounts in one currency of one account, if an index covers it. */
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

/** A walk by the index of amounts. If too many rows match, it walks the account's index instead. */
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
 * A page always returns `limit` rows if there are as many, because conditions are part of the query instead of filters
 * on a window. It has few different texts, so each is planned once.
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

/** The wanted metadata pairs, if the list is of exactly one account. */
function pairedIn<N extends ListedNoun>(noun: N, { sight, where }: Pick<Page<N>, 'sight' | 'where'>) {
  const metadata = (where as { readonly metadata?: Metadata }).metadata;
  const [accountId] = sight ?? [];
  if (metadata === undefined || accountId === undefined || sight?.length !== 1) return undefined;
  return Object.keys(metadata).length === 0 ? undefined : { accountId, metadata, prefix: prefixOf(noun) };
}

/** The id prefix of the noun; no other noun has it. */
const prefixOf = (noun: ListedNoun): string => `${prefixes[idKindOf(noun)]}_`;

/** For a single account plain equality is used, so that the planner picks an index on the account. */
function inSight(noun: ListedNoun, sight: Sight): RawBuilder<unknown>[] {
  if (sight === null) return [];
  const owner = sql.ref(ownerOf(noun));
  return [sight.length === 1 ? sql`${owner} = ${sight[0]}` : sql`${owner} = any(${sight})`];
}

const ownerOf = (noun: ListedNoun): string => (noun === 'account' ? 'id' : 'account_id');
