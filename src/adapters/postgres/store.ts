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

/** Where a crash would be of interest: whoever subscribes may observe the process there, or end it. */
const steps = channel('psp:step');
const spans = tracingChannel<unknown, Span>('psp:span');

export interface StoreHooks {
  /** Counts what should never happen: serialization failures and deadlocks. */
  readonly onRetry: () => void;
  /** Keys, accounts, operators or business time are others than before, committed: what is remembered of them is old. */
  readonly onChange?: () => void;
  /** These accounts have new events, committed. */
  readonly onEvents?: (accountIds: readonly string[]) => void;
  /** Of these types, committed. */
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

/** Takes a transaction back, and brings what it found out. */
class Undone extends Error {
  constructor(readonly result: unknown) {
    super('nothing of this is kept');
  }
}
