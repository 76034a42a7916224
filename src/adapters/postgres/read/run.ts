import type { MikroORM } from '@mikro-orm/postgresql';
import type { RawBuilder } from 'kysely';
import { Turns } from '../../../flow-control/turn.js';
import type { RowPage } from '../../../ports/sight.js';
import { compiled, rowsOf, rowsOfOnce, type Statement } from '../connection.js';
import { asAnswer } from '../failure.js';
import { poolOf } from '../orm.js';
import type { Position } from '../position.js';
import type { ReplicaReads } from '../replica.js';
import { rowsQuery, windowEndQuery, type Walk } from './walk.js';

export type RowsOf = <T>(query: RawBuilder<T> | Statement) => Promise<T[]>;

/** The ways to run a statement on the pool. */
export interface Runs {
  /** At once, without waiting for a slot. */
  readonly direct: RowsOf;
  /** In one of the reader's slots. */
  readonly inSlot: RowsOf;
  /**
   * In a slot, without a prepared statement: the text depends on the request, and a connection should not keep so many.
   */
  readonly once: RowsOf;
  /** In a slot, for statements that lock rows briefly: always on the primary. */
  readonly locking: RowsOf;
}

/**
 * The same ways on a replica, if it has everything committed so far, or everything up to `position`. Otherwise on the
 * primary.
 */
export function runsOnReplica(own: Runs, replica: ReplicaReads, position?: Position): Runs {
  const by =
    (primary: RowsOf, isOnce: boolean): RowsOf =>
    async <T>(query: RawBuilder<T> | Statement) => {
      const statement = 'text' in query ? query : compiled(query);
      return (await replica.rows<T>(statement, { isOnce, position })) ?? primary<T>(statement);
    };
  return {
    direct: by(own.direct, false),
    inSlot: by(own.inSlot, false),
    once: by(own.once, true),
    locking: own.locking,
  };
}

/** The ways to run statements of a reader with this many slots. */
export function runsOn(orm: MikroORM, slots: number): Runs {
  const turns = new Turns(slots);
  const by =
    (read: typeof rowsOf): RowsOf =>
    async <T>(query: RawBuilder<T> | Statement) => {
      try {
        return await read<T>(await poolOf(orm), 'text' in query ? query : compiled(query));
      } catch (error) {
        throw asAnswer(error);
      }
    };
  const slotted = (rows: RowsOf): RowsOf => {
    return (query) => turns.take(() => rows(query));
  };
  const direct = by(rowsOf);
  const inSlot = slotted(direct);
  return { direct, inSlot, once: slotted(by(rowsOfOnce)), locking: inSlot };
}

/**
 * Fetches one row more than the limit and cuts it off: it shows whether more rows follow. A filtered walk may reach the
 * end of its window first.
 */
export async function stretchOf<T extends object>(rowsOf: RowsOf, walk: Walk): Promise<RowPage<T>> {
  if (walk.branches.length === 0) return { rows: [], next: null };
  const found = await rowsOf(rowsQuery(walk) as RawBuilder<T>);
  const rows = found.slice(0, walk.limit);
  if (found.length > walk.limit) return { rows, next: positionOf(walk, rows.at(-1)) };
  if (walk.filters.length === 0) return { rows, next: null };
  const [end] = await rowsOf(windowEndQuery(walk) as RawBuilder<{ position: string }>);
  return { rows, next: end?.position ?? null };
}

function positionOf({ order }: Walk, row: object | undefined): string | null {
  return row === undefined ? null : String(Reflect.get(row, order));
}
