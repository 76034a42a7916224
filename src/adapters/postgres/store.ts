import type { MikroORM } from '@mikro-orm/postgresql';
import type { Kysely } from 'kysely';
import type { Store, Tx } from '../../ports/store.js';
import { asAnswer, isRetryable } from './failure.js';
import { reseal } from './reseal.js';
import { PostgresTx, type Origin } from './tx.js';

const triesMax = 4;

/** `onRetry` counts what should never happen: serialization failures and deadlocks. */
export function postgresStore(orm: MikroORM, origin: Origin, onRetry: () => void): Store {
  const once = <T>(work: (tx: Tx) => Promise<T>): Promise<T> =>
    orm.em
      .getConnection()
      .transactional((trx) => work(new PostgresTx(trx as unknown as Kysely<unknown>, origin)));
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
