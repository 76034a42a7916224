import type { Log } from '../ports/log.js';
import type { Ports } from '../ports/ports.js';
import { settleDue } from '../usecases/settlement.js';
import { eachOrAll, startLoop, type Loop, type Trouble } from './loop.js';
import { Setbacks } from './setback.js';

const schedulesMax = 100;

type Needs = Pick<Ports, 'store' | 'reader' | 'vault' | 'catalogue' | 'risk' | 'bank' | 'wake' | 'clock'>;

/** Runs the cut-offs that are past on settlement schedules, each in its own transaction. */
export function startSettlements(ports: Needs, log: Log): Loop {
  const trouble: Trouble = { log, setbacks: new Setbacks() };
  const work = async (): Promise<number> => {
    const due = await ports.reader.due('settlementSchedule', schedulesMax, {
      except: trouble.setbacks.ids,
    });
    let turns = 0;
    for (const { id } of due) {
      const one = async (): Promise<void> => {
        if (await settleDue(ports, id)) turns += 1;
      };
      await eachOrAll([{ id }], one, trouble);
    }
    return turns;
  };
  return startLoop({ name: 'settlement', log, clock: ports.clock, full: schedulesMax, work });
}
