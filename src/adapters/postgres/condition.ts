import { sql, type RawBuilder } from 'kysely';
import type { Noun, Nouns } from '../../domain/decision.js';
import { declared } from '../../domain/noun/all.js';
import type { Where } from '../../ports/store.js';
import { columnOf, owningAccount } from './row.js';

export function ownedBy(accountId: string): RawBuilder<unknown> {
  return sql`${sql.raw(owningAccount)} = ${accountId}`;
}

/** But these: hashed, where "<> all" compares each row with each of them (a second for 10,000). */
export const without = (ids: readonly string[], column = 'id'): RawBuilder<unknown> =>
  ids.length === 0 ? sql`` : sql`and ${sql.ref(column)} not in (select unnest(${ids}::text[]))`;

/** The condition of an index that leaves rows out; the planner does not compare a parameter with that. */
const indexed: { readonly [N in Noun]?: (where: Where<Nouns[N]>) => RawBuilder<unknown> | undefined } = {
  payout: ({ riskStatus = 'allowed' }) =>
    riskStatus === 'allowed' || typeof riskStatus !== 'string' ? undefined : sql`risk_status <> 'allowed'`,
  webhookDelivery: ({ kind }) => (typeof kind === 'string' ? sql`kind = ${sql.lit(kind)}` : undefined),
  beneficiary: ({ status }) => (status === 'active' ? sql`status = 'active'` : undefined),
  settlementDestination: ({ status }) => (status === 'active' ? sql`status = 'active'` : undefined),
};

/** The condition by which a row stands in lists, of a noun whose rows leave them in time. */
export function stillListed(noun: Noun): RawBuilder<unknown>[] {
  const field = declared.find((each) => each.noun === noun)?.listedUntil;
  if (field === undefined) return [];
  const column = sql.ref(columnOf(noun, field));
  return [sql`(${column} is null or ${column} > business_now())`];
}

/** Rows that have all these values, or of a list one of them. */
export function having<N extends Noun>(noun: N, where: Where<Nouns[N]>): RawBuilder<unknown>[] {
  const conditions = Object.entries(where).map(([field, value]) => {
    const column = sql.ref(columnOf(noun, field));
    if (value === null) return sql`${column} is null`;
    if (field === 'metadata') return sql`${column} @> ${JSON.stringify(value)}::jsonb`;
    // One of a list of one: an index by the account alone is then no match for one by all that is asked for.
    if (field === 'accountId') return sql`${column} = any(${[value].flat()})`;
    return Array.isArray(value) ? sql`${column} = any(${value})` : sql`${column} = ${value}`;
  });
  const known = indexed[noun]?.(where);
  return known ? [...conditions, known] : conditions;
}
