import type { CapabilityKey } from '../../src/domain/capability.js';
import { readConfig } from '../../src/main/config.js';
import { keysOf } from '../../src/main/keys.js';
import { createLog } from '../../src/main/log.js';
import { wire, type Wired } from '../../src/main/wire.js';
import type { Ports } from '../../src/ports/ports.js';
import { openAccount } from '../../src/usecases/account.js';
import { advanceClock } from '../../src/usecases/platform.js';
import { setAccountTerms } from '../../src/usecases/terms.js';
import { queryRows } from './rows.js';
import type { RunningService } from './running.js';

/** Who acts where a test acts for the platform. */
export const operator = { name: 'test', reason: 'a test' };

type Environment = RunningService['env'];

/** Hands of running services: a hand takes 90 ms of processor time to open. */
const hands = new Map<Environment, Promise<Wired> | undefined>();

/** From now on one hand serves all uses of this environment. */
export function keepHand(env: Environment): void {
  hands.set(env, undefined);
}

export async function closeHand(env: Environment): Promise<void> {
  const hand = hands.get(env);
  hands.delete(env);
  await (await hand)?.stop();
}

/** The platform's hand beside a running service, as the command line has it: no worker, no provider runs here. */
export async function withHand<T>(
  { env }: Pick<RunningService, 'env'>,
  act: (ports: Ports) => Promise<T>,
): Promise<T> {
  if (hands.has(env)) {
    const hand = hands.get(env) ?? openHand(env);
    hands.set(env, hand);
    const { ports } = await hand.catch((error: unknown) => {
      hands.set(env, undefined);
      throw error;
    });
    return act(ports);
  }
  const hand = await openHand(env);
  try {
    return await act(hand.ports);
  } finally {
    await hand.stop();
  }
}

function openHand(env: Environment): Promise<Wired> {
  const config = readConfig(env);
  const log = createLog(config.logLevel);
  const databaseUrl = config.databaseUrl ?? '';
  return wire({ config, databaseUrl, keys: keysOf(config), log, onRetry: () => undefined });
}

/** Moves the service's business time on, stepping through whatever falls due. */
export function advance(service: Pick<RunningService, 'env'>, seconds: number): Promise<Date> {
  const ask = { ms: seconds * 1000, onStep: () => undefined };
  return withHand(service, (ports) => advanceClock(ports, operator, ask));
}

/** Opens one more account; its id and its key. */
export function openOtherAccount(service: Pick<RunningService, 'env'>): Promise<{ id: string; key: string }> {
  return withHand(service, async (ports) => {
    const opened = await openAccount(ports, operator, { name: 'Other', ownerEmail: null });
    return { id: opened.account.id, key: opened.secret };
  });
}

/** Leaves a method out of the account's terms. */
export async function disable(
  service: Pick<RunningService, 'env'>,
  accountId: string,
  capability: CapabilityKey,
): Promise<void> {
  const update = { methods: [{ ...capability, enabled: false }] };
  await withHand(service, (ports) => setAccountTerms(ports, operator, { accountId, update }));
}

/** The last entry of an action in the audit log: who acted on what, why, and what it was before and after. */
export async function lastAudit(service: Pick<RunningService, 'databaseUrl'>, action: string) {
  const [row] = await queryRows(
    service.databaseUrl,
    `select row_to_json(e) as entry from (select operator, reason, account_id, subject_id, before, after
       from audit_entry where action = $1 order by id desc limit 1) e`,
    [action],
  );
  return JSON.parse(row?.['entry'] ?? 'null') as Record<string, unknown> | null;
}
