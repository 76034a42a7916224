import type { AuditEntry } from '../domain/account.js';
import { added, decide, type Decision, type Moment } from '../domain/decision.js';

/** The person at the platform who acts, and why. Each act writes an audit entry in the same transaction. */
export interface Operator {
  readonly name: string;
  /** Absent for operators without a token. */
  readonly id?: string;
  readonly reason: string;
  /** The state the operator saw before acting, or part of it. */
  readonly seen?: Readonly<Record<string, unknown>> | undefined;
}

export type Act = Pick<AuditEntry, 'action' | 'accountId' | 'subjectId' | 'before' | 'after'>;

export const entryOf = (moment: Moment, operator: Operator, act: Act): AuditEntry => ({
  ...act,
  id: moment.newId('auditEntry', moment.now),
  operator: operator.name,
  operatorId: operator.id ?? null,
  reason: operator.reason,
  createdAt: moment.now,
  version: 1,
});

export const audited = (moment: Moment, operator: Operator, act: Act): Decision =>
  decide({ changes: [added('auditEntry', entryOf(moment, operator, act))] });

interface ActedOn {
  readonly noun: string;
  /** Default `create`. */
  readonly verb?: string | undefined;
  readonly row: {
    readonly id: string;
    readonly accountId?: string | null;
    readonly status?: string | number;
  };
  /** The row before the act. */
  readonly from?: { readonly status?: string };
}

/** The audit entry of an act by an operator for an account, or by a member. Acts of an API key write none. */
export function auditedFor(
  moment: Moment,
  by: Operator | undefined,
  { noun, verb = 'create', row, from }: ActedOn,
): Decision[] {
  if (by === undefined) return [];
  const { id: subjectId, accountId = null } = row;
  const before = from ? stateOf(from) : null;
  return [
    audited(moment, by, { action: `${noun}.${verb}`, accountId, subjectId, before, after: stateOf(row) }),
  ];
}

const stateOf = ({ status }: { readonly status?: string | number }) =>
  status === undefined ? {} : { status };
