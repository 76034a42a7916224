import { channel } from 'node:diagnostics_channel';
import type { MikroORM } from '@mikro-orm/postgresql';
import type { Store, Tx } from '../../ports/store.js';
import { AccountTurns } from './account-turns.js';
import { alone } from './alone.js';
import { asAnswer, isRetryable, Outdated } from './failure.js';
import { KnownFacts } from './known-facts.js';
import { poolOf } from './orm.js';
import { reseal } from './reseal.js';
import { Session } from './session.js';
import { PostgresTx, type Origin } from './tx.js';

const triesMax = 4;

/** Where a crash would be of interest: whoever subscribes may observe the process there, or end it. */
const steps = channel('psp:step');

export interface StoreHooks {
  /** Counts what should never happen: serialization failures and deadlocks. */
  readonly onRetry: () => void;
  /** Counts what was decided again, since somebody else had changed what it was decided on. */
  readonly onOutdated?: () => void;
  /** Keys, accounts, operators or business time are others than before, committed: what is remembered of them is old. */
  readonly onChange?: () => void;
  /** These accounts have new events, committed. */
  readonly onEvents?: (accountIds: readonly string[]) => void;
}

export function postgresStore(
  orm: MikroORM,
  origin: Origin,
  { onRetry, onOutdated, onChange, onEvents }: StoreHooks,
): Store {
  const [known, turns] = [new KnownFacts(), new AccountTurns()];
  const once = async <T>(work: (tx: Tx) => Promise<T>, mayAssume: boolean): Promise<T> => {
    let tx: PostgresTx | undefined;
    let result: T;
    try {
      result = await Session.transaction(await poolOf(orm), async (session) => {
        tx = new PostgresTx(session, origin, { known, turns, mayAssume });
        const worked = await work(tx);
        await tx.conclude();
        steps.publish('commit:before');
        return worked;
      });
    } catch (error) {
      throw tx?.failed(error) ?? error;
    }
    steps.publish('commit:after');
    tx?.committed();
    if (tx?.isChanged) onChange?.();
    if (tx && tx.withEvents.size > 0) onEvents?.([...tx.withEvents]);
    return result;
  };
  return {
    async transaction(work) {
      for (let tries = 1, mayAssume = true; ;) {
        try {
          return await once(work, mayAssume);
        } catch (error) {
          if (error instanceof Outdated) {
            mayAssume = false;
            onOutdated?.();
            continue;
          }
          if (!isRetryable(error) || tries === triesMax) throw asAnswer(error);
          tries += 1;
          onRetry();
        }
      }
    },
    alone: (name, work) => alone(orm, name, work),
    reseal: (ask) => reseal(orm, ask),
  };
}
