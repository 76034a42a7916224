import type { Log } from '../ports/log.js';
import type { Ports } from '../ports/ports.js';
import { settleDue } from '../usecases/settlement.js';
import { allOrEach, startLoop, type Loop, type FailureHandling } from './loop.js';
import { RetryBackoff } from '../flow-control/back-off.js';

const schedulesMax = 100;

type Needs = Pick<Ports, 'store' | 'reader' | 'vault' | 'catalogue' | 'risk' | 'bank' | 'wake' | 'clock'>;

/** Runs the cut-offs that are past on settlement schedules, each in its own transaction. */
export function startSettlements(ports: Needs, log: Log): Loop {
  const failures: FailureHandling = { log, backoff: new RetryBackoff() };
  const work = async (): Promise<number> => {
    const due = await ports.reader.due('settlementSchedule', schedulesMax, {
      except: failures.backoff.ids,
    });
    let turns = 0;
    for (const { id } of due) {
      const one = async (): Promise<void> => {
        if (await settleDue(ports, id)) turns += 1;
      };
      await allOrEach([{ id }], one, failures);
    }
    return turns;
  };
  return startLoop({ name: 'settlement', log, clock: ports.clock, passMax: schedulesMax, work });
}
