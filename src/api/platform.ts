import type { Ports } from '../ports/ports.js';

/** What the kill switch does (supplement §11.2). Every surface uses this text. */
export const killSwitchReach = [
  'While it is on, nothing is sent to a bank.',
  'New payouts, quotes, payout batches, remittances, withdrawals and refunds are refused (503 operation_suspended).',
  'Unsent operations wait.',
  'Settlements of that time are created and sent once the kill switch is off, for their own period.',
  'Look-ups, notices, deposits and cancellations continue.',
].join(' ');

/** Platform-wide state. */
export interface Platform {
  readonly environment: string;
  readonly payoutsStopped: boolean;
  readonly payoutsStoppedSince: Date | null;
  readonly restoredAt: Date | null;
  readonly now: Date;
  readonly machineNow: Date;
  readonly primaryTreasuryAsset: string;
}

/** Reads the current state, not what the request may have read before. */
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
