import { requestApproval, type Approval } from '../domain/approval.js';
import { checkedPolicy, isLooser, noPolicy, type ApprovalPolicy } from '../domain/approval-policy.js';
import {
  added,
  changed,
  decide,
  joined,
  type Change,
  type Decision,
  type Moment,
} from '../domain/decision.js';
import type { Member } from '../domain/member.js';
import { refuse } from '../domain/refusal.js';
import { defaultTerms, type AccountTerms, type MoneyAsk } from '../domain/terms.js';
import type { Ports } from '../ports/ports.js';
import { audited, type Operator } from './audit.js';
import { lockActive, memberOperator } from './member-operator.js';
import { droppedChanges, hasOtherOwner } from './owner-change.js';
import { absent } from './own.js';

/** The policy in force, and the pending approval of a looser policy. */
export interface PolicyState {
  readonly policy: ApprovalPolicy;
  readonly change: Approval | undefined;
}

export async function readPolicy({ reader }: Pick<Ports, 'reader'>, accountId: string): Promise<PolicyState> {
  const where = { resourceId: accountId, status: 'pending' } as const;
  const [terms, waiting] = await Promise.all([
    reader.terms(accountId),
    reader.page('approval', { sight: [accountId], where, limit: 1 }),
  ]);
  return { policy: terms.approvalPolicy ?? noPolicy, change: waiting.rows[0] };
}

/**
 * An owner sets the policy (supplement §11.9). A stricter one applies at once. A looser one waits for another owner,
 * if there is one. Each new policy replaces one that waits.
 */
export function setPolicy(
  ports: Pick<Ports, 'store'>,
  {
    accountId,
    member,
    policy: wanted,
  }: {
    readonly accountId: string;
    readonly member: Pick<Member, 'id'>;
    readonly policy: ApprovalPolicy;
  },
): Promise<PolicyState> {
  const policy = checkedPolicy(wanted);
  return ports.store.transaction(async (tx) => {
    const [account] = await tx.lock('account', [accountId]);
    if (!account) return absent('account');
    const { role } = await lockActive(tx, accountId, member);
    if (role !== 'owner') refuse('insufficient_role', 'Only an owner sets the approval policy.');
    const [known] = await tx.find('accountTerms', { accountId });
    const before = known?.approvalPolicy ?? noPolicy;
    const dropped = await droppedChanges(tx, { accountId, resourceId: accountId });
    const moment = await tx.moment();
    const isWaiting = isLooser(policy, before) && (await hasOtherOwner(tx, accountId, member.id));
    const { change, decision } = isWaiting
      ? askOwner(moment, { accountId, memberId: member.id, policy, before })
      : { change: undefined, decision: inForce(known, accountId, policy) };
    const entry = audited(moment, memberOperator(member), {
      action: isWaiting ? 'approvalPolicy.request' : 'approvalPolicy.set',
      accountId,
      subjectId: accountId,
      before: { ...before },
      after: { ...policy },
    });
    await tx.record([joined([...dropped, decision, entry])]);
    return { policy: isWaiting ? before : policy, change };
  });
}

/**
 * The platform sets or removes the amount above which payouts need approval, for accounts where no owner can. It
 * replaces a policy that waits for another owner. Payouts and batches that wait keep waiting.
 */
export function imposePolicy(
  ports: Pick<Ports, 'store'>,
  operator: Operator,
  { accountId, payoutsAbove }: { readonly accountId: string; readonly payoutsAbove: MoneyAsk | null },
): Promise<AccountTerms> {
  return ports.store.transaction(async (tx) => {
    const [account] = await tx.lock('account', [accountId]);
    if (!account) return absent('account');
    const [known] = await tx.find('accountTerms', { accountId });
    const before = known?.approvalPolicy ?? null;
    const payouts = payoutsAbove && { newBeneficiaryDays: null, ...before?.payouts, above: [payoutsAbove] };
    const policy = payouts && checkedPolicy({ ...(before ?? noPolicy), payouts });
    const terms: AccountTerms = { ...(known ?? defaultTerms(accountId)), approvalPolicy: policy };
    const dropped = await droppedChanges(tx, { accountId, resourceId: accountId });
    const entry = audited(await tx.moment(), operator, {
      action: 'account.approvals',
      accountId,
      subjectId: accountId,
      before: { approval_policy: before },
      after: { approval_policy: policy },
    });
    await tx.record([...dropped, decide({ changes: [termsChange(known, terms)] }), entry]);
    return terms;
  });
}

const termsChange = (known: AccountTerms | undefined, terms: AccountTerms): Change =>
  known ? changed('accountTerms', terms) : added('accountTerms', terms);

function inForce(
  known: AccountTerms | undefined,
  accountId: string,
  approvalPolicy: ApprovalPolicy,
): Decision {
  const terms = { ...(known ?? defaultTerms(accountId)), approvalPolicy };
  return decide({ changes: [termsChange(known, terms)] });
}

function askOwner(
  moment: Moment,
  {
    accountId,
    memberId,
    policy,
    before,
  }: {
    readonly accountId: string;
    readonly memberId: string;
    readonly policy: ApprovalPolicy;
    readonly before: ApprovalPolicy;
  },
): { readonly change: Approval; readonly decision: Decision } {
  const { approval: change, ...decision } = requestApproval(moment, moment.newId('approval', moment.now), {
    accountId,
    resourceType: 'account',
    resourceId: accountId,
    requestedBy: memberId,
    required: 1,
    expiresIn: before.expiresIn,
    policy,
  });
  return { change, decision };
}
