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

/** The ways in which a statement goes to the pool. */
export interface Runs {
  /** By itself: it waits for nobody. */
  readonly direct: RowsOf;
  /** In one of the reader's places. */
  readonly inPlace: RowsOf;
  /** In a place too, and not to be remembered: put together from what is asked, in more ways than a connection should keep. */
  readonly once: RowsOf;
  /** In a place, of what locks rows for an instant: on the primary, always. */
  readonly locking: RowsOf;
}

/** The same, on a replica for as long as it has what was committed before, or stands in front of the position. */
export function runsOnReplica(own: Runs, replica: ReplicaReads, position?: Position): Runs {
  const by =
    (primary: RowsOf, isOnce: boolean): RowsOf =>
    async <T>(query: RawBuilder<T> | Statement) => {
      const statement = 'text' in query ? query : compiled(query);
      return (await replica.rows<T>(statement, { isOnce, position })) ?? primary<T>(statement);
    };
  return {
    direct: by(own.direct, false),
    inPlace: by(own.inPlace, false),
    once: by(own.once, true),
    locking: own.locking,
  };
}

/** Statements of a reader that has so many places. */
export function runsOn(orm: MikroORM, places: number): Runs {
  const turns = new Turns(places);
  const by =
    (read: typeof rowsOf): RowsOf =>
    async <T>(query: RawBuilder<T> | Statement) => {
      try {
        return await read<T>(await poolOf(orm), 'text' in query ? query : compiled(query));
      } catch (error) {
        throw asAnswer(error);
      }
    };
  const placed = (rows: RowsOf): RowsOf => {
    return (query) => turns.take(() => rows(query));
  };
  const direct = by(rowsOf);
  const inPlace = placed(direct);
  return { direct, inPlace, once: placed(by(rowsOfOnce)), locking: inPlace };
}

/** Cuts the extra row that tells whether the walk goes on; a filtered one may end its window before that. */
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
