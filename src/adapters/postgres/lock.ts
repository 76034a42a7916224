import { sql, type RawBuilder } from 'kysely';
import type { Noun } from '../../domain/decision.js';
import { columnsOf } from './row.js';
import { tables } from './table.js';

/** A locked row, and the business time at which the last row of the statement was locked. */
export interface Locked {
  readonly read_at: string;
}

export interface Versioned extends Locked {
  readonly id: string;
  readonly version: number;
}

/** Locks the rows in the order of their ids. */
export const inOrder = (
  noun: Noun,
  conditions: readonly RawBuilder<unknown>[],
  {
    columns = columnsOf(noun),
    order = sql`id`,
  }: Partial<Record<'columns' | 'order', RawBuilder<unknown>>> = {},
): RawBuilder<unknown> =>
  sql`select ${columns} from ${sql.table(tables[noun].name)}
    where ${sql.join(conditions, sql` and `)} order by ${order} for no key update`;

/**
 * Like `inOrder`, for rows that an index other than the id's finds. The expression keeps the planner from walking all
 * rows by id.
 */
export const foundInOrder = (noun: Noun, conditions: readonly RawBuilder<unknown>[]): RawBuilder<unknown> =>
  inOrder(noun, conditions, { order: sql`id || ''` });

/** Like `foundInOrder`, but skips rows that another transaction has locked. */
export const free = (noun: Noun, conditions: readonly RawBuilder<unknown>[]): RawBuilder<unknown> =>
  sql`${foundInOrder(noun, conditions)} skip locked`;

/** Adds the business time at which the last row was locked. It costs no extra round trip. */
export const lockedAt = <R extends Locked>(query: RawBuilder<unknown>): RawBuilder<R> =>
  sql<R>`with locked as materialized (${query}),
      moment as materialized (select business_now() as read_at from (select count(*) from locked) l)
    select locked.*, read_at from locked, moment`;
