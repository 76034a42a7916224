import type { Ports } from '../ports/ports.js';

/** The state that concerns every account. */
export interface Platform {
  readonly environment: string;
  readonly payoutsStopped: boolean;
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
  const [now, payoutsStopped, restoredAt] = await Promise.all([
    reader.now(),
    reader.payoutsStopped(),
    reader.restoredAt(),
  ]);
  return {
    environment: ports.environment,
    payoutsStopped,
    restoredAt,
    now,
    machineNow: ports.clock.machineNow(),
    primaryTreasuryAsset: ports.catalogue.primaryTreasuryAsset,
  };
}
