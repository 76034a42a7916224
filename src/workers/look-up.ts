import type { Payout } from '../domain/payout.js';
import type { Log } from '../ports/log.js';
import type { Ports } from '../ports/ports.js';
import type { Provider } from '../ports/provider.js';
import { recordFindings } from '../usecases/dispatch.js';
import { eachOrAll } from './loop.js';
import { answerOf } from './provider.js';

/** Groups that a provider is asked about at once: one that is slow is not asked ever more. */
const openMax = 4;

export interface LookUps {
  /** Asks about payouts and records what is found, beside whatever else goes on. */
  begin(payouts: readonly Payout[]): void;
  /** Resolves when all that was begun has ended. */
  ended(): Promise<void>;
}

/** Asks providers what became of payouts. */
export function startLookUps(ports: Pick<Ports, 'store' | 'providers' | 'clock'>, log: Log): LookUps {
  const open = new Map<string, Set<Promise<void>>>();
  return {
    begin(payouts) {
      for (const [name, group] of Map.groupBy(payouts, ({ provider }) => provider ?? '')) {
        const asked = open.get(name) ?? new Set();
        open.set(name, asked);
        // What is not asked now falls due again once its lease has ended.
        if (asked.size >= openMax) continue;
        const asking = lookUp(ports, log, { name, group }).finally(() => asked.delete(asking));
        asked.add(asking);
      }
    },
    async ended() {
      await Promise.all([...open.values()].flatMap((asked) => [...asked]));
    },
  };
}

/** A provider that gives no answer knows nothing: the next look-up comes later. */
async function lookUp(
  ports: Pick<Ports, 'store' | 'providers' | 'clock'>,
  log: Log,
  { name, group }: { readonly name: string; readonly group: readonly Payout[] },
): Promise<void> {
  const provider = ports.providers.get(name);
  const references = group.map(({ reference }) => reference);
  const ask = (each: Provider) => each.lookUp(references);
  const found = provider && (await answerOf(ports, log, { provider, operation: 'lookUp', ask }));
  const record = (payouts: readonly Payout[]): Promise<void> =>
    recordFindings(
      ports,
      payouts.map((payout) => ({ payout, finding: found?.get(payout.reference) ?? { outcome: 'unknown' } })),
    );
  await eachOrAll(group, record, log);
}
