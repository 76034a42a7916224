import type { Override } from './capability.js';

declare module './decision.js' {
  interface Nouns {
    account: Account;
    accountTerms: AccountTerms;
    apiKey: ApiKey;
    suspension: Suspension;
    auditEntry: AuditEntry;
  }
}

/** Contract §2.2. */
export interface Account {
  readonly id: string;
  readonly name: string;
  readonly status: 'active' | 'suspended' | 'closed';
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

/** What the platform agreed with one account; null means the catalogue's default. */
export interface AccountTerms {
  readonly id: string;
  readonly accountId: string;
  readonly platformFeeBps: number | null;
  readonly tenantMarkupBps: number | null;
  readonly overrides: readonly Override[];
  readonly version: number;
}

/** A temporary stop of a capability, for one account or (accountId null) for all. */
export interface Suspension {
  readonly id: string;
  readonly accountId: string | null;
  readonly product: string;
  readonly method: string;
  readonly currency: string;
  readonly createdAt: Date;
  readonly liftedAt: Date | null;
  readonly version: number;
}

/** Who of the platform did what, when and why (supplement §5). Never holds personal data or secrets. */
export interface AuditEntry {
  readonly id: string;
  readonly operator: string;
  readonly action: string;
  readonly reason: string;
  readonly accountId: string | null;
  readonly subjectId: string | null;
  readonly before: Readonly<Record<string, unknown>> | null;
  readonly after: Readonly<Record<string, unknown>> | null;
  readonly createdAt: Date;
  readonly version: number;
}

export function keyIsLive(key: ApiKey, now: Date): boolean {
  return key.revokedAt === null && (key.expiresAt === null || key.expiresAt.getTime() > now.getTime());
}
