import { refuse } from '../domain/refusal.js';
import type { Ports } from '../ports/ports.js';
import { audited, type Operator } from './audit.js';
import { checkSeen } from './seen.js';

/** How long the kill switch holds back what its provider was asked about, before that is asked again. */
export const stoppedMs = 5_000;

/** Refuses what would send money to a bank while the kill switch is on (supplement §11.2). */
export function checkNotStopped(stopped: boolean): void {
  if (!stopped) return;
  refuse('operation_suspended', 'The platform has stopped sending money to banks; try again later.');
}

/** The kill switch: what would send money to a bank is refused, and what has not left yet waits. */
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
