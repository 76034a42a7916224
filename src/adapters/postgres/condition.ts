import { sql, type RawBuilder } from 'kysely';
import type { Noun, Nouns } from '../../domain/decision.js';
import { declarations, declared } from '../../domain/noun/all.js';
import type { Declaration } from '../../domain/noun/declare.js';
import type { Where } from '../../ports/store.js';
import { columnOf, owningAccount } from './row.js';

export function ownedBy(accountId: string): RawBuilder<unknown> {
  return sql`${sql.raw(owningAccount)} = ${accountId}`;
}

/** Excludes these ids. `not in (subquery)` is hashed; `<> all` compares each row with each id (1 s for 10,000 ids). */
export const without = (ids: readonly string[], column = 'id'): RawBuilder<unknown> =>
  ids.length === 0 ? sql`` : sql`and ${sql.ref(column)} not in (select unnest(${ids}::text[]))`;

/** The conditions of partial indexes that no declaration names. */
const undeclared: { readonly [N in Noun]?: (where: Where<Nouns[N]>) => RawBuilder<unknown> | undefined } = {
  webhookDelivery: ({ kind }) => (typeof kind === 'string' ? sql`kind = ${sql.lit(kind)}` : undefined),
  beneficiary: ({ status }) => (status === 'active' ? sql`status = 'active'` : undefined),
  settlementDestination: ({ status }) => (status === 'active' ? sql`status = 'active'` : undefined),
};

/**
 * Repeats the conditions of partial indexes as literals, because the planner does not match a parameter with them. The
 * text is the same for all values that an index covers, so that few statements are planned.
 */
function literals<N extends Noun>(noun: N, where: Where<Nouns[N]>): RawBuilder<unknown>[] {
  const { indexes = [] }: Declaration = declarations[noun];
  const wanted: Readonly<Record<string, unknown>> = where;
  const covering = indexes.flatMap(({ by, only }) => {
    const field = by.at(-1) ?? '';
    const values = [wanted[field]].flat();
    if (!only || !values.every((value) => only.includes(String(value)))) return [];
    return [sql`${sql.ref(columnOf(noun, field))} in (${sql.join(only.map((value) => sql.lit(value)))})`];
  });
  const known = undeclared[noun]?.(where);
  return known ? [...covering, known] : covering;
}

/** For nouns whose rows leave lists at a time: the condition that keeps the rows still listed. */
export function stillListed(noun: Noun): RawBuilder<unknown>[] {
  const field = declared.find((each) => each.noun === noun)?.listedUntil;
  if (field === undefined) return [];
  const column = sql.ref(columnOf(noun, field));
  return [sql`(${column} is null or ${column} > business_now())`];
}

/** Conditions for rows with all these values. An array means one of its values. */
export function having<N extends Noun>(noun: N, where: Where<Nouns[N]>): RawBuilder<unknown>[] {
  const conditions = Object.entries(where).map(([field, value]) => {
    const column = sql.ref(columnOf(noun, field));
    if (value === null) return sql`${column} is null`;
    if (field === 'metadata') return sql`${column} @> ${JSON.stringify(value)}::jsonb`;
    // `= any` hides the equality from the planner, so that it prefers an index on all filtered columns to an index on
    // the account alone.
    if (field === 'accountId') return sql`${column} = any(${[value].flat()})`;
    return Array.isArray(value) ? sql`${column} = any(${value})` : sql`${column} = ${value}`;
  });
  return [...conditions, ...literals(noun, where)];
}
