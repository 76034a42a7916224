import type { Approval } from '../domain/approval.js';
import type { Change, Decision } from '../domain/decision.js';
import { plainName } from '../domain/letter.js';
import type { Actor, ApprovalFacts, ApprovalTopic } from '../domain/letter-approval.js';
import type { Leading } from '../domain/letter-part.js';
import { isManager, type Member } from '../domain/member.js';
import { show } from '../domain/money.js';
import type { Payout } from '../domain/payout.js';
import { requestedOf } from '../domain/payout-batch.js';
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
      const topic = await topicOf(tx, row, changes);
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
  const facts = {
    ...(await aboutOf(needs, tx, row)),
    topic,
    expiresAt: expiresAt.toISOString(),
    requestedBy: await actorOf(needs, tx, { accountId, id: requestedBy }),
  };
  return write(needs, tx, { to: deciders, kind: 'approval_requested', facts, expiresAt });
}

async function decided(needs: Needs, tx: Tx, { row, topic }: About): Promise<Decision[]> {
  const { accountId, requestedBy, status, decidedBy } = row;
  // No mail to a member whose own action ended the request: they declined or cancelled it themselves.
  if (status === 'pending' || decidedBy === requestedBy || (status === 'declined' && decidedBy === null))
    return [];
  const requesters = await tx.find('member', { accountId, id: requestedBy, status: 'active' });
  const expiresAt = new Date((await tx.moment()).now.getTime() + decidedMs);
  const facts = {
    ...(await aboutOf(needs, tx, row)),
    topic,
    status,
    decidedBy: decidedBy === null ? undefined : await actorOf(needs, tx, { accountId, id: decidedBy }),
    reason: row.note === null ? undefined : plainName(row.note),
  };
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

async function actorOf(
  { vault }: Needs,
  tx: Tx,
  { accountId, id }: { readonly accountId: string; readonly id: string },
): Promise<Actor> {
  const [member] = await tx.find('member', { accountId, id });
  if (member) {
    const email = vault.decrypt(member.email, { noun: 'member', field: 'email', id });
    return { of: 'member', name: email ?? id };
  }
  const [key] = await tx.find('apiKey', { accountId, id });
  return key
    ? { of: 'api_key', name: plainName(key.label ?? '') || key.prefix }
    : { of: 'platform', name: id };
}

/** Finds what has to be approved: in these changes if it is new, otherwise in the database. */
async function topicOf(
  tx: Tx,
  { resourceType, resourceId }: Approval,
  changes: readonly Change[],
): Promise<ApprovalTopic> {
  if (resourceType === 'account' || resourceType === 'member') return { of: resourceType };
  const made = changes.find(({ row }) => row.id === resourceId);
  if (resourceType === 'payout_batch') {
    const batch =
      made?.noun === 'payoutBatch' ? made.row : (await tx.find('payoutBatch', { id: resourceId }))[0];
    return { of: 'payout_batch', size: batch?.size ?? 0, totals: totalsOf(changes) };
  }
  const payout = made?.noun === 'payout' ? made.row : (await tx.find('payout', { id: resourceId }))[0];
  if (!payout) throw new Error(`${resourceId} is gone`);
  return payoutTopic(tx, payout);
}

/** The sums that a new batch asks for; none if the amount of an item is not known yet. */
function totalsOf(changes: readonly Change[]) {
  const items = changes.flatMap(({ noun, row }) => (noun === 'payoutBatchItem' ? [row] : []));
  const known = items.flatMap(({ askedAmount: amount, askedCurrency: currency }) =>
    amount === null || currency === null ? [] : [{ source: { amount, currency } }],
  );
  if (known.length < items.length) return [];
  return requestedOf(known).map(({ currency, requested: amount }) => ({
    amount: show(amount, currency),
    currency,
  }));
}

/** The reference is exact or left out: a mail program makes a link of a text with a dot or a slash. */
async function payoutTopic(
  tx: Tx,
  { principal, sourceCurrency: currency, accountId, beneficiaryId, clientReference }: Payout,
): Promise<ApprovalTopic> {
  const [payee] = await tx.find('beneficiary', { accountId, id: beneficiaryId });
  return {
    of: 'payout',
    amount: show(principal, currency),
    currency,
    reference: clientReference === null || /[./:@]/.test(clientReference) ? undefined : clientReference,
    ...(payee && {
      payee: { label: plainName(payee.label ?? ''), hint: payee.accountHint, method: payee.method },
    }),
  };
}
