import { advance } from './hand.js';
import type { Client, RunningService } from './running.js';

/** A day, and the time in which it is closed. */
const dayAndMarginSeconds = 87_000;

/** Moves the clock, so that the account's journals until now are sealed; the id of its newest seal. */
export async function sealedOnce(service: RunningService, client: Client = service): Promise<string> {
  await advance(service, dayAndMarginSeconds);
  const seals = await client.until('/v1/ledger-seals', (each) => each.at('data.0') !== undefined);
  return seals.get('data.0.id');
}
