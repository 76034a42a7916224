import { createLog } from '../../src/main/log.js';
import { machineClock } from '../../src/main/clock.js';
import type { Clock } from '../../src/ports/clock.js';
import type { Log } from '../../src/ports/log.js';
import type { Provider } from '../../src/ports/provider.js';
import { queryRows } from './rows.js';

/** A bank that answers as the test says, and refuses what the test says nothing of. */
export function bank(name: string, answers: Partial<Provider>): Provider {
  const refuse = async (): Promise<never> => {
    throw new Error('the bank is closed');
  };
  return {
    name,
    settlingMs: 5_000,
    submit: refuse,
    lookUp: refuse,
    orders: refuse,
    payments: refuse,
    statement: refuse,
    openFundingAccount: refuse,
    closeFundingAccount: refuse,
    confirmPayins: refuse,
    checkPayee: refuse,
    start: refuse,
    stop: refuse,
    ...answers,
  };
}

export const never = <T>(): Promise<T> => new Promise<T>(() => undefined);

/** Machine time goes on; whoever sleeps wakes when the test says that the time is over. */
export function sleepless(): Clock & { readonly wakeAll: () => void } {
  const sleepers = new Set<() => void>();
  return {
    machineNow: () => machineClock.machineNow(),
    businessNow: () => machineClock.businessNow(),
    skewMs: () => 0,
    stepMs: () => 0,
    sleep: (_ms, signal) =>
      new Promise((resolve) => {
        sleepers.add(resolve);
        signal?.addEventListener('abort', () => resolve());
      }),
    wakeAll() {
      for (const wake of sleepers) wake();
      sleepers.clear();
    },
  };
}

type Line = Readonly<Record<string, unknown>>;

/** A log and its lines. */
export function recordingLog(): Log & { readonly lines: readonly Line[] } {
  const lines: Line[] = [];
  const write = (line: string): void => void lines.push(JSON.parse(line) as Line);
  const log = createLog('warn', { write });
  return {
    lines,
    info: (fields, message) => log.info(fields, message),
    warn: (fields, message) => log.warn(fields, message),
    error: (fields, message) => log.error(fields, message),
  };
}

/** From now on the database does this first whenever such a row is to be written. */
export async function beforeWriting(
  url: string,
  { name, table, when, first }: Readonly<Record<'name' | 'table' | 'when' | 'first', string>>,
): Promise<void> {
  await queryRows(
    url,
    `create function ${name}() returns trigger language plpgsql as $$ begin ${first}; return new; end $$`,
  );
  await queryRows(
    url,
    `create trigger ${name} before insert or update on ${table} for each row when (${when}) execute function ${name}()`,
  );
}
