import { changed, type Change } from './decision.js';
import { can, step } from './flow.js';
import { account as declared, accountFlow, type Account } from './noun/account.js';
import { refuse } from './refusal.js';

export type { Account } from './noun/account.js';
export type { ApiKey, Scope } from './noun/api-key.js';
export type { AuditEntry } from './noun/audit-entry.js';
export type { Suspension } from './noun/suspension.js';

export const accountStatuses = declared.fields.status.words.values;
export type AccountStatus = Account['status'];

const actionTo = { active: 'reactivate', suspended: 'suspend', closed: 'close' } as const;

/** Publishes no event. Setting the current status changes nothing. */
export function setAccountStatus(
  account: Account,
  status: AccountStatus,
): { account: Account; changes: Change[] } {
  if (account.status === status) return { account, changes: [] };
  const action = actionTo[status];
  if (!can(accountFlow, account.status, action)) {
    refuse('invalid_request', `A ${account.status} account cannot become ${status}.`);
  }
  const next: Account = { ...account, status: step(accountFlow, account.status, action) };
  return { account: next, changes: [changed('account', next)] };
}
