import type { Member } from '../domain/member.js';
import { refuse } from '../domain/refusal.js';
import type { Tx } from '../ports/store.js';
import type { Operator } from './audit.js';

/** A member, in the form in which the audit log names actors. */
export const memberOperator = ({ id }: Pick<Member, 'id'>): Operator => ({
  name: `member ${id}`,
  id,
  reason: 'by a member',
});

/** The acting member, locked until the transaction ends: the caller checked it before, without a lock. */
export async function lockActive(tx: Tx, accountId: string, { id }: Pick<Member, 'id'>): Promise<Member> {
  const [member] = await tx.lock('member', [id], accountId);
  if (member?.status !== 'active')
    return refuse('insufficient_role', 'You are not an active member of this account.');
  return member;
}
