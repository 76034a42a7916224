import type { Log } from '../ports/log.js';
import type { Ports } from '../ports/ports.js';
import { logGroupFailure } from '../usecases/gather.js';
import { endBatch, takeTurn } from '../usecases/payout-batch-turn.js';
import type { DecidingNeeds } from '../usecases/payout.js';
import { allOrEach, startLoop, type Loop, type FailureHandling } from './loop.js';
import { RetryBackoff } from '../flow-control/back-off.js';

/** As large as a group of single payouts. */
const itemsAtOnce = 100;
/** One batch per account has a turn in a pass. */
const accountsMax = 100;
const endedMax = 100;

type Needs = DecidingNeeds & Pick<Ports, 'store' | 'reader' | 'wake' | 'clock'>;

/** Turns batch items into payouts, one group per account and turn, and ends finished batches. */
export function startBatches(ports: Needs, log: Log): Loop {
  const failures: FailureHandling = { log, backoff: new RetryBackoff() };

  /**
   * If a group fails, retries with one item, so that items before a failing item are decided and only its own batch
   * stops.
   */
  const turn = async (id: string): Promise<boolean> => {
    try {
      return await takeTurn(ports, { id, itemsAtOnce });
    } catch (error) {
      logGroupFailure(log, itemsAtOnce, error);
      return takeTurn(ports, { id, itemsAtOnce: 1 });
    }
  };

  const eachOf = async (
    batches: readonly { readonly id: string }[],
    work: (id: string) => Promise<boolean>,
  ): Promise<number> => {
    let done = 0;
    for (const batch of batches) {
      const one = async (): Promise<void> => {
        if (await work(batch.id)) done += 1;
      };
      await allOrEach([batch], one, failures);
    }
    return done;
  };

  return startLoop({
    name: 'batch',
    log,
    clock: ports.clock,
    passMax: accountsMax + endedMax,
    // The items already exist, so a pause between turns would gather nothing.
    pauseMs: 0,
    work: async () => {
      const except = failures.backoff.ids;
      const turns = await eachOf(await ports.reader.dueBatches(accountsMax, except), turn);
      const ends = await eachOf(await ports.reader.endedBatches(endedMax, except), (id) =>
        endBatch(ports, id),
      );
      return turns + ends;
    },
  });
}
