import { refuse } from '../domain/refusal.js';
import type { Ports } from '../ports/ports.js';
import { audited, type Operator } from './audit.js';
import { checkSeen } from './seen.js';

/** While the kill switch is on, delay before an operation with a provider is checked again. */
export const stoppedMs = 5_000;

/** Refuses operations that send money to a bank while the kill switch is on (supplement §11.2). */
export function checkNotStopped(stopped: boolean): void {
  if (!stopped) return;
  refuse('operation_suspended', 'The platform has stopped sending money to banks; try again later.');
}

/** Turns the kill switch on or off. While it is on, new sends to banks are refused and unsent operations wait. */
export async function stopPayouts(
  ports: Pick<Ports, 'store' | 'operations' | 'wake'>,
  operator: Operator,
  stop: boolean,
): Promise<void> {
  await ports.store.transaction(async (tx) => {
    const stopped = await tx.killSwitch.take();
    checkSeen(operator, { subjectId: null, state: { stopped } });
    await tx.killSwitch.set(stop);
    const entry = audited(await tx.moment(), operator, {
      action: stop ? 'payouts.stop' : 'payouts.resume',
      accountId: null,
      subjectId: null,
      before: { stopped },
      after: { stopped: stop },
    });
    await tx.record([entry]);
  });
  for (const kind of ports.operations.keys()) ports.wake(kind);
  ports.wake('payoutBatch');
  ports.wake('settlementSchedule');
}
