import { channel } from 'node:diagnostics_channel';
import type { MikroORM } from '@mikro-orm/postgresql';
import type { Store, Tx } from '../../ports/store.js';
import { asAnswer, isRetryable } from './failure.js';
import { poolOf } from './orm.js';
import { reseal } from './reseal.js';
import { Session } from './session.js';
import { PostgresTx, type Origin } from './tx.js';

const triesMax = 4;

/** Where a crash would be of interest: whoever subscribes may observe the process there, or end it. */
const steps = channel('psp:step');

/** `onRetry` counts what should never happen: serialization failures and deadlocks. */
export function postgresStore(orm: MikroORM, origin: Origin, onRetry: () => void): Store {
  const once = async <T>(work: (tx: Tx) => Promise<T>): Promise<T> => {
    let toldEvents = false;
    const result = await Session.transaction(await poolOf(orm), async (session) => {
      const tx = new PostgresTx(session, origin);
      const worked = await work(tx);
      ({ toldEvents } = tx);
      steps.publish('commit:before');
      return worked;
    });
    steps.publish('commit:after');
    if (toldEvents) origin.onEvents?.();
    return result;
  };
  return {
    async transaction(work) {
      for (let attempt = 1; ; attempt += 1) {
        try {
          return await once(work);
        } catch (error) {
          if (!isRetryable(error) || attempt === triesMax) throw asAnswer(error);
          onRetry();
        }
      }
    },
    reseal: (limit, keyId, again) => reseal(orm, { limit, keyId, again }),
  };
}
