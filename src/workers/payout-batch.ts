import type { Log } from '../ports/log.js';
import type { Ports } from '../ports/ports.js';
import { tellOfGroup } from '../usecases/gather.js';
import { endBatch, takeTurn } from '../usecases/payout-batch-turn.js';
import type { DecidingNeeds } from '../usecases/payout.js';
import { eachOrAll, startLoop, type Loop, type Trouble } from './loop.js';
import { Setbacks } from '../flow-control/back-off.js';

/** As many items of a batch become payouts together as single payouts do. */
const itemsAtOnce = 100;
/** Of so many accounts one batch each has a turn in a pass. */
const accountsMax = 100;
const endedMax = 100;

type Needs = DecidingNeeds & Pick<Ports, 'store' | 'reader' | 'wake' | 'clock'>;

/** Makes payouts of the items of batches, a group of one batch an account and turn, and ends batches. */
export function startBatches(ports: Needs, log: Log): Loop {
  const trouble: Trouble = { log, setbacks: new Setbacks() };

  /** An item that cannot be decided holds up its own batch alone, once those before it are decided. */
  const turn = async (id: string): Promise<boolean> => {
    try {
      return await takeTurn(ports, { id, itemsAtOnce });
    } catch (error) {
      tellOfGroup(log, itemsAtOnce, error);
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
      await eachOrAll([batch], one, trouble);
    }
    return done;
  };

  return startLoop({
    name: 'batch',
    log,
    clock: ports.clock,
    full: accountsMax + endedMax,
    // The items stand there already: a rest between turns gathers nothing.
    breathMs: 0,
    work: async () => {
      const except = trouble.setbacks.ids;
      const turns = await eachOf(await ports.reader.dueBatches(accountsMax, except), turn);
      const ends = await eachOf(await ports.reader.endedBatches(endedMax, except), (id) =>
        endBatch(ports, id),
      );
      return turns + ends;
    },
  });
}
