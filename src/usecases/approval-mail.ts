import type { Approval } from '../domain/approval.js';
import type { Change, Decision } from '../domain/decision.js';
import { plainName } from '../domain/letter.js';
import type { ApprovalFacts, ApprovalTopic } from '../domain/letter-approval.js';
import type { Leading } from '../domain/letter-part.js';
import { isManager, type Member } from '../domain/member.js';
import { show } from '../domain/money.js';
import type { Ports } from '../ports/ports.js';
import type { Follow, Tx } from '../ports/store.js';
import { mailed } from './mail.js';

type Needs = Pick<Ports, 'vault' | 'environment'> & {
  /** Origin of the dashboard, if configured. */
  readonly publicUrl?: string | undefined;
};

/** Above this number of waiting approvals, an account gets no mails about new ones: members use the list. */
const waitingMost = 20;
const decidedMs = 7 * 86_400_000;

/**
 * Mails about approvals (supplement §11.9): a request is mailed to the members who may decide, except the one who asked. The
 * decision is mailed to the member who asked. A batch has one approval, so each member gets one mail.
 */
export const mailApprovals =
  (needs: Needs): Follow =>
  async (tx, decisions) => {
    const changes = decisions.flatMap((decision) => decision.changes);
    const mails: Decision[] = [];
    let requests = 0;
    for (const change of changes) {
      if (change.noun !== 'approval') continue;
      const { row } = change;
      const topic = topicOf(row, changes) ?? (await topicIn(tx, row));
      if (change.isNew) mails.push(...(await requested(needs, tx, { row, topic, beside: requests++ })));
      else if (row.status !== 'pending' && row.decidedAt !== null)
        mails.push(...(await decided(needs, tx, { row, topic })));
    }
    return mails;
  };

interface About {
  readonly row: Approval;
  readonly topic: ApprovalTopic;
}

async function requested(
  needs: Needs,
  tx: Tx,
  {
    row,
    topic,
    beside,
  }: About & { /** Approvals requested earlier in the same transaction. */ readonly beside: number },
): Promise<Decision[]> {
  const { accountId, requestedBy, resourceType, expiresAt } = row;
  const waiting = await tx.find('approval', { accountId, status: 'pending' }, waitingMost);
  if (waiting.length + beside >= waitingMost) return [];
  const members = await tx.find('member', { accountId, status: 'active' });
  const isAboutMoney = resourceType === 'payout' || resourceType === 'payout_batch';
  const deciders = members.filter(
    (member) => member.id !== requestedBy && (isAboutMoney ? isManager(member) : member.role === 'owner'),
  );
  const facts = { ...(await aboutOf(needs, tx, row)), topic, expiresAt: expiresAt.toISOString() };
  return write(needs, tx, { to: deciders, kind: 'approval_requested', facts, expiresAt });
}

async function decided(needs: Needs, tx: Tx, { row, topic }: About): Promise<Decision[]> {
  const { accountId, requestedBy, status, decidedBy } = row;
  // No mail to a member whose own action ended the request: they declined or cancelled it themselves.
  if (status === 'pending' || decidedBy === requestedBy || (status === 'declined' && decidedBy === null))
    return [];
  const requesters = await tx.find('member', { accountId, id: requestedBy, status: 'active' });
  const expiresAt = new Date((await tx.moment()).now.getTime() + decidedMs);
  const facts = { ...(await aboutOf(needs, tx, row)), topic, status };
  return write(needs, tx, { to: requesters, kind: 'approval_decided', facts, expiresAt });
}

async function aboutOf({ environment, publicUrl }: Needs, tx: Tx, { id, accountId }: Approval) {
  const [account] = await tx.find('account', { id: accountId });
  return {
    accountName: plainName(account?.name ?? ''),
    environment,
    ...(publicUrl !== undefined && { link: `${publicUrl}/dashboard/o/${id}` }),
  };
}

type Letter = {
  readonly [K in keyof ApprovalFacts]: { readonly kind: K; readonly facts: ApprovalFacts[K] & Leading };
}[keyof ApprovalFacts];

async function write(
  { vault }: Needs,
  tx: Tx,
  { to, expiresAt, ...letter }: Letter & { readonly to: readonly Member[]; readonly expiresAt: Date },
): Promise<Decision[]> {
  const moment = await tx.moment();
  return to.map(({ id: memberId, accountId }) =>
    mailed(vault, moment, { ...letter, expiresAt, accountId, memberId }),
  );
}

/** The subject of the approval, if it is created in the same transaction. */
function topicOf(
  { resourceType, resourceId }: Approval,
  changes: readonly Change[],
): ApprovalTopic | undefined {
  if (resourceType === 'account' || resourceType === 'member') return { of: resourceType };
  const found = changes.find(({ row }) => row.id === resourceId);
  if (found?.noun === 'payout') return payoutTopic(found.row);
  return found?.noun === 'payoutBatch' ? { of: 'payout_batch', size: found.row.size } : undefined;
}

async function topicIn(tx: Tx, { resourceType, resourceId }: Approval): Promise<ApprovalTopic> {
  if (resourceType === 'payout_batch') {
    const [batch] = await tx.find('payoutBatch', { id: resourceId });
    return { of: 'payout_batch', size: batch?.size ?? 0 };
  }
  const [payout] = await tx.find('payout', { id: resourceId });
  if (!payout) throw new Error(`${resourceId} is gone`);
  return payoutTopic(payout);
}

const payoutTopic = ({
  principal,
  sourceCurrency: currency,
}: {
  readonly principal: Parameters<typeof show>[0];
  readonly sourceCurrency: string;
}): ApprovalTopic => ({ of: 'payout', amount: show(principal, currency), currency });
