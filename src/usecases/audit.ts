import type { AuditEntry } from '../domain/account.js';
import { added, decide, type Decision, type Moment } from '../domain/decision.js';

/** Who of the platform acts, and why: every act of theirs leaves an entry in the same transaction. */
export interface Operator {
  readonly name: string;
  readonly reason: string;
}

export type Act = Pick<AuditEntry, 'action' | 'accountId' | 'subjectId' | 'before' | 'after'>;

export function audited(moment: Moment, operator: Operator, act: Act): Decision {
  const entry: AuditEntry = {
    ...act,
    id: moment.newId('audit', moment.now),
    operator: operator.name,
    reason: operator.reason,
    createdAt: moment.now,
    version: 1,
  };
  return decide({ changes: [added('auditEntry', entry)] });
}
