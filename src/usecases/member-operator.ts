import type { Member } from '../domain/member.js';
import type { Operator } from './audit.js';

/** A member as the audit log names who acted. */
export const memberOperator = ({ id }: Pick<Member, 'id'>): Operator => ({
  name: `member ${id}`,
  id,
  reason: 'by a member',
});
