import type { CapabilityKey } from '../../src/domain/capability.js';
import { readConfig } from '../../src/main/config.js';
import { keysOf } from '../../src/main/keys.js';
import { createLog } from '../../src/main/log.js';
import { wire } from '../../src/main/wire.js';
import type { Ports } from '../../src/ports/ports.js';
import { openAccount } from '../../src/usecases/account.js';
import { advanceClock } from '../../src/usecases/platform.js';
import { setAccountTerms } from '../../src/usecases/terms.js';
import { queryRows } from './rows.js';
import type { RunningService } from './running.js';

/** Who acts where a test acts for the platform. */
export const operator = { name: 'test', reason: 'a test' };

/** The platform's hand beside a running service, as the command line has it: no worker, no provider runs here. */
export async function withHand<T>(
  service: Pick<RunningService, 'env'>,
  act: (ports: Ports) => Promise<T>,
): Promise<T> {
  const config = readConfig(service.env);
  const log = createLog(config.logLevel);
  const databaseUrl = config.databaseUrl ?? '';
  const wired = await wire({ config, databaseUrl, keys: keysOf(config), log, onRetry: () => undefined });
  try {
    return await act(wired.ports);
  } finally {
    await wired.stop();
  }
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
