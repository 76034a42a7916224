import type { CapabilityKey } from './capability.js';
import { changed, type Change } from './decision.js';
import { can, step, type Flow } from './flow.js';
import { refuse } from './refusal.js';

declare module './decision.js' {
  interface Nouns {
    account: Account;
    apiKey: ApiKey;
    suspension: Suspension;
    auditEntry: AuditEntry;
  }
}

export const accountStatuses = ['active', 'suspended', 'closed'] as const;
export type AccountStatus = (typeof accountStatuses)[number];

/** Contract §2.2. */
export interface Account {
  readonly id: string;
  readonly name: string;
  readonly status: AccountStatus;
  /** Encrypted; personal data. */
  readonly ownerEmail: string | null;
  readonly createdAt: Date;
  readonly version: number;
}

export type Scope = 'read' | 'write';

/** Supplement §2: only the fingerprint of a key is stored. */
export interface ApiKey {
  readonly id: string;
  readonly accountId: string;
  /** The public start: psp_test_ or psp_live_ and 12 characters. */
  readonly prefix: string;
  readonly fingerprint: string;
  readonly scopes: readonly Scope[];
  readonly label: string | null;
  readonly createdAt: Date;
  readonly expiresAt: Date | null;
  readonly revokedAt: Date | null;
  readonly version: number;
}

/** A temporary stop of a capability, for one account or (accountId null) for all. */
export interface Suspension extends CapabilityKey {
  readonly id: string;
  readonly accountId: string | null;
  readonly createdAt: Date;
  readonly liftedAt: Date | null;
  readonly version: number;
}

/** Who of the platform did what, when and why (supplement §5). Never holds personal data or secrets. */
export interface AuditEntry {
  readonly id: string;
  readonly operator: string;
  /** Null for who acts without a token: from the command line, or at the first start. */
  readonly operatorId: string | null;
  readonly action: string;
  readonly reason: string;
  readonly accountId: string | null;
  readonly subjectId: string | null;
  readonly before: Readonly<Record<string, unknown>> | null;
  readonly after: Readonly<Record<string, unknown>> | null;
  readonly createdAt: Date;
  readonly version: number;
}

type AccountAction = 'suspend' | 'close' | 'reactivate';

/** Only an active account's keys are accepted; its operations in flight go on in every status (supplement §9). */
export const accountFlow: Flow<AccountStatus, AccountAction> = {
  active: { suspend: 'suspended', close: 'closed' },
  suspended: { close: 'closed', reactivate: 'active' },
  closed: { reactivate: 'active' },
};

const actionTo = { active: 'reactivate', suspended: 'suspend', closed: 'close' } as const;

/** No event tells of it; setting the status that it has changes nothing. */
export function setAccountStatus(
  account: Account,
  status: AccountStatus,
): { account: Account; changes: Change[] } {
  if (account.status === status) return { account, changes: [] };
  const action = actionTo[status];
  if (!can(accountFlow, account.status, action)) {
    refuse('invalid_request', `An account that is ${account.status} cannot become ${status}.`);
  }
  const next: Account = { ...account, status: step(accountFlow, account.status, action) };
  return { account: next, changes: [changed('account', next)] };
}
