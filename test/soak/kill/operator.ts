import { Refusal } from '../../../src/domain/refusal.js';
import type { Ports } from '../../../src/ports/ports.js';
import { decideRisk } from '../../../src/usecases/risk.js';
import { operator, withHand } from '../../setup/hand.js';
import { queryRows } from '../../setup/rows.js';
import type { RunningService } from '../../setup/running.js';

/**
 * Decides once about each payout that the risk rules hold. One that a process which stands still has locked, or that
 * its account cancels at the same time, is left for the next call.
 */
export async function decideHeld(
  service: Pick<RunningService, 'env' | 'databaseUrl'>,
  approves: () => boolean,
): Promise<void> {
  const held = await queryRows(service.databaseUrl, heldReviews);
  if (held.length === 0) return;
  await withHand(service, async (ports) => {
    for (const { id } of held) await decideOne(ports, { id: id ?? '', approve: approves() });
  });
}

async function decideOne(ports: Ports, ask: { id: string; approve: boolean }): Promise<void> {
  try {
    await decideRisk(ports, operator, ask);
  } catch (error) {
    if (!(error instanceof Refusal && laterCodes.has(error.code))) throw error;
  }
}

const laterCodes = new Set<string>(['temporarily_unavailable', 'invalid_request']);

const heldReviews = `select id from payout where status = 'processing' and risk_status = 'in_review' limit 20`;
