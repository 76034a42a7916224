import { channel, tracingChannel } from 'node:diagnostics_channel';
import type { MikroORM } from '@mikro-orm/postgresql';
import type { EventType } from '../../domain/event.js';
import type { Store, Tx } from '../../ports/store.js';
import type { Span } from '../../ports/trace.js';
import { alone } from './alone.js';
import { asAnswer, isRetryable } from './failure.js';
import { poolOf } from './orm.js';
import { hashSearched } from './search-hash.js';
import { bringBack } from './lead.js';
import { reseal } from './reseal.js';
import { Connection } from './connection.js';
import { PostgresTx, type Origin } from './tx.js';

const triesMax = 4;

/** The steps at which a crash matters. A test subscribes to observe the process there, or to end it. */
const steps = channel('psp:step');
const spans = tracingChannel<unknown, Span>('psp:span');

export interface StoreHooks {
  /** Called at each serialization failure or deadlock, which should never occur. */
  readonly onRetry: () => void;
  /** Called after a commit that changed keys, accounts, operators or business time: cached copies are stale. */
  readonly onChange?: () => void;
  /** Called after a commit, with the accounts that have new events. */
  readonly onEvents?: (accountIds: readonly string[]) => void;
  /** Called after a commit, with the types of its events. */
  readonly onRecorded?: (types: readonly EventType[]) => void;
}

export function postgresStore(
  orm: MikroORM,
  origin: Origin,
  { onRetry, onChange, onEvents, onRecorded }: StoreHooks,
): Store {
  const once = async <T>(work: (tx: Tx) => Promise<T>): Promise<T> => {
    const pool = await poolOf(orm);
    const run = () =>
      Connection.transaction(pool, async (connection) => {
        const open = new PostgresTx(connection, origin);
        const worked = await work(open);
        steps.publish('commit:before');
        return { tx: open, result: worked };
      });
    const span: Span = { name: 'transaction', kind: 'internal', facts: {} };
    const { tx, result } = await (spans.hasSubscribers ? spans.tracePromise(run, span) : run());
    steps.publish('commit:after');
    if (tx.isChanged) onChange?.();
    if (tx.withEvents.size > 0) {
      onEvents?.([...tx.withEvents]);
      onRecorded?.(tx.eventTypes);
    }
    return result;
  };
  const transaction: Store['transaction'] = async (work) => {
    for (let tries = 1; ; tries += 1) {
      try {
        return await once(work);
      } catch (error) {
        if (!isRetryable(error) || tries === triesMax) throw asAnswer(error);
        onRetry();
      }
    }
  };
  return {
    transaction,
    async rolledBack<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
      try {
        return await transaction(async (tx): Promise<T> => {
          throw new Undone(await work(tx));
        });
      } catch (error) {
        if (error instanceof Undone) return error.result as T;
        throw error;
      }
    },
    alone: (name, work, stop) => alone(orm, name, { work, stop }),
    correctFutureTimes: () => bringBack(orm),
    reseal: (ask) => reseal(orm, ask),
    hashSearched: (ask) => hashSearched(orm, ask),
  };
}

/** Rolls a transaction back and carries its result out. */
class Undone extends Error {
  constructor(readonly result: unknown) {
    super('rolled back on purpose');
  }
}
