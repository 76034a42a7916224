import type { Ports } from '../ports/ports.js';

/** What the kill switch does while it is on (supplement §11.2): the same words wherever people read about it. */
export const killSwitchReach = [
  'While it is on, nothing is sent to a bank.',
  'Creating payouts, quotes, payout batches, remittances, withdrawals and refunds answers 503 operation_suspended.',
  'Unsent operations wait.',
  'Settlements of that time are created and sent once the kill switch is off, for their own period.',
  'Look-ups, notices, deposits and cancellations continue.',
].join(' ');

/** The state that concerns every account. */
export interface Platform {
  readonly environment: string;
  readonly payoutsStopped: boolean;
  readonly payoutsStoppedSince: Date | null;
  readonly restoredAt: Date | null;
  readonly now: Date;
  readonly machineNow: Date;
  readonly primaryTreasuryAsset: string;
}

/** As it is now, whatever was read of it before in the same request. */
export async function platformOf(
  ports: Pick<Ports, 'reader' | 'clock' | 'catalogue' | 'environment'>,
): Promise<Platform> {
  const { reader } = ports;
  const [now, payoutsStoppedSince, restoredAt] = await Promise.all([
    reader.now(),
    reader.payoutsStoppedSince(),
    reader.restoredAt(),
  ]);
  return {
    environment: ports.environment,
    payoutsStopped: payoutsStoppedSince !== null,
    payoutsStoppedSince,
    restoredAt,
    now,
    machineNow: ports.clock.machineNow(),
    primaryTreasuryAsset: ports.catalogue.primaryTreasuryAsset,
  };
}
