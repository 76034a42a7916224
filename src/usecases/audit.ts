import type { AuditEntry } from '../domain/account.js';
import { added, decide, type Decision, type Moment } from '../domain/decision.js';

/** Who of the platform acts, and why: every act of theirs leaves an entry in the same transaction. */
export interface Operator {
  readonly name: string;
  /** Absent where they have no token. */
  readonly id?: string;
  readonly reason: string;
  /** The state that they saw before they acted, or some of it. */
  readonly seen?: Readonly<Record<string, unknown>> | undefined;
}

export type Act = Pick<AuditEntry, 'action' | 'accountId' | 'subjectId' | 'before' | 'after'>;

export function audited(moment: Moment, operator: Operator, act: Act): Decision {
  const entry: AuditEntry = {
    ...act,
    id: moment.newId('audit', moment.now),
    operator: operator.name,
    operatorId: operator.id ?? null,
    reason: operator.reason,
    createdAt: moment.now,
    version: 1,
  };
  return decide({ changes: [added('auditEntry', entry)] });
}

/** The audit entry of what an operator made in an account's stead, as its own key might have. */
export function auditedMaking(
  moment: Moment,
  operator: Operator | undefined,
  { noun, row }: { noun: string; row: { id: string; accountId?: string | null; status?: string } },
): Decision[] {
  if (operator === undefined) return [];
  const { id: subjectId, accountId = null, status } = row;
  const after = status === undefined ? {} : { status };
  return [audited(moment, operator, { action: `${noun}.create`, accountId, subjectId, before: null, after })];
}
