import type { OperatorRole } from '../../domain/operator.js';
import { moneyRole, roleSuffices } from '../../domain/operator.js';
import { refuse } from '../../domain/refusal.js';
import { writes, type Caller } from './caller.js';
import { mutationActs } from './mutation/act.js';

/** Mutations that do for an account what its API key can do on /v1. Members may run them if their role can write. */
const ofAccounts: Readonly<Record<string, OperatorRole>> = {
  createQuote: 'support',
  createFundingAccount: 'support',
  checkPayee: 'support',
  cancelPayout: 'support',
  createPayout: moneyRole,
  createRemittance: moneyRole,
  cancelPayoutBatch: 'support',
  createPayoutBatch: moneyRole,
  createRefund: moneyRole,
  createWithdrawal: moneyRole,
  updateFundingAccountMetadata: 'support',
  updateHostedSessionMetadata: 'support',
  updatePayoutMetadata: 'support',
  updatePayoutBatchMetadata: 'support',
  updateRefundMetadata: 'support',
  updateRemittanceMetadata: 'support',
  updateWithdrawalMetadata: 'support',
};

/** Mutations for members only; operators cannot run them on behalf of an account. */
export const memberMutations: ReadonlySet<string> = new Set(['decideApproval']);

/** The least operator role per mutation. A mutation that is missing here stops the start. */
export const mutationRoles: Readonly<Record<string, OperatorRole>> = {
  ...ofAccounts,
  ...Object.fromEntries(mutationActs.map(({ name, role }) => [name, role])),
};

/** Queries about the platform itself, with the least operator role. All other queries are open to all callers. */
export const platformQueries: Readonly<Record<string, OperatorRole>> = {
  auditEntry: 'viewer',
  auditLog: 'viewer',
  backlog: 'viewer',
  blockedSchedules: 'viewer',
  exceptionsToResolve: 'viewer',
  failingEndpoints: 'viewer',
  invariants: 'support',
  keptNotices: 'viewer',
  operators: 'admin',
  platform: 'viewer',
  platformAccounts: 'viewer',
  proposedAdjustments: 'viewer',
  proposedActs: 'viewer',
  reviewsToDecide: 'viewer',
  storage: 'viewer',
  uncertainOperations: 'viewer',
  withdrawalsToApprove: 'viewer',
  providerMinutes: 'viewer',
  unknownStatementLines: 'viewer',
};

/** Queries that preview a mutation. They need the same role as the mutation. */
export const previewQueries: Readonly<Record<string, string>> = {
  previewPayout: 'createPayout',
  previewPayoutBatch: 'createPayoutBatch',
  previewRefund: 'createRefund',
};

/** Refuses a root field that the caller may not use. */
export function checkRole(caller: Caller, operation: 'query' | 'mutation', field: string): void {
  const act = operation === 'mutation' ? field : (previewQueries[field] ?? '');
  const least = operation === 'query' && act === '' ? platformQueries[field] : mutationRoles[act];
  if (operation === 'query' && least === undefined) return;
  if (caller.kind === 'operator' && least !== undefined && roleSuffices(caller.role, least)) return;
  const isForMembers = Object.hasOwn(ofAccounts, act) || memberMutations.has(act);
  if (caller.kind === 'member' && isForMembers && writes(caller)) return;
  const lacking = memberMutations.has(act)
    ? 'a member of the account'
    : `the role ${least ?? 'of an operator'}`;
  refuse('insufficient_role', `${field} needs ${lacking}.`);
}

/** Whether the caller sees fields of people that only those acting for them need. Others see what a list shows. */
export function seesProfiles(caller: Caller): boolean {
  return caller.kind === 'member' || roleSuffices(caller.role, 'support');
}
