import { Refusal } from '../../../src/domain/refusal.js';
import { judgeApproval } from '../../../src/usecases/approval.js';
import { imposePolicy } from '../../../src/usecases/approval-policy.js';
import { giveFirstOwner } from '../../../src/usecases/member.js';
import { decideRisk } from '../../../src/usecases/risk.js';
import { operator, withHand } from '../../setup/hand.js';
import { queryRows } from '../../setup/rows.js';
import type { RunningService } from '../../setup/running.js';

/** Threshold above which an owner must approve payouts. */
const approvedAbove = { amount: '50.00', currency: 'MXN' };

/** Gives an account an owner, who has to approve its larger payouts. */
export async function requireApprovals(
  service: Pick<RunningService, 'env'>,
  accountIds: readonly string[],
): Promise<void> {
  await withHand(service, async (ports) => {
    for (const accountId of accountIds) {
      await giveFirstOwner(ports, operator, { accountId, address: `${accountId}@example.com` });
      await imposePolicy(ports, operator, { accountId, payoutsAbove: approvedAbove });
    }
  });
}

/**
 * Decides held payouts and approvals once. One that is locked by a paused process, or cancelled at the same
 * time, is left for the next call.
 */
export async function decideHeld(
  service: Pick<RunningService, 'env' | 'databaseUrl'>,
  approves: () => boolean,
): Promise<void> {
  const held = await queryRows(service.databaseUrl, heldReviews);
  const waiting = await queryRows(service.databaseUrl, pendingApprovals);
  if (held.length + waiting.length === 0) return;
  await withHand(service, async (ports) => {
    for (const { id } of held)
      await decided(decideRisk(ports, operator, { id: id ?? '', approve: approves() }));
    for (const { id, account_id: accountId, member_id: member } of waiting) {
      const verdict = { accountId: accountId ?? '', id: id ?? '', member: { id: member ?? '' } };
      await decided(judgeApproval(ports, { ...verdict, approve: approves() }));
    }
  });
}

async function decided(deciding: Promise<unknown>): Promise<void> {
  try {
    await deciding;
  } catch (error) {
    if (!(error instanceof Refusal && laterCodes.has(error.code))) throw error;
  }
}

const laterCodes = new Set<string>(['temporarily_unavailable', 'invalid_request', 'approval_not_pending']);

const heldReviews = `select id from payout where status = 'processing' and risk_status = 'in_review' limit 20`;
const pendingApprovals = `select a.id, a.account_id, m.id as member_id from approval a join member m using (account_id)
  where a.status = 'pending' and m.role = 'owner' and m.status = 'active' limit 20`;
