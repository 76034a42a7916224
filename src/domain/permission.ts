import type { Scope } from './noun/api-key.js';

/** First path segments under /v1 that an API key can be limited to (supplement §11.15). */
export const keyNouns = [
  'approvals',
  'balances',
  'beneficiaries',
  'capabilities',
  'customers',
  'events',
  'funding-accounts',
  'hosted-domains',
  'hosted-page',
  'hosted-sessions',
  'idempotency-keys',
  'ledger-seal-keys',
  'ledger-seals',
  'members',
  'payins',
  'payout-batches',
  'payouts',
  'quotes',
  'reconciliation-exceptions',
  'refunds',
  'remittances',
  'reports',
  'requests',
  'sandbox',
  'settlement-configuration',
  'settlement-destinations',
  'settlement-schedules',
  'settlements',
  'webhook-endpoints',
  'withdrawals',
] as const;

/** Allows an agent to act with the key in live. It does not limit the key. */
export const agentWrites = 'agent_writes';

export const keyPermissions: readonly string[] = [
  ...keyNouns.flatMap((noun) => [`${noun}:read`, `${noun}:write`]),
  agentWrites,
];

/** The permissions that limit a key. */
export const limitsIn = (permissions: readonly string[]): readonly string[] =>
  permissions.filter((each) => each !== agentWrites);

/** Paths that describe the key itself; every key may read them. */
const ofTheKeyItself = new Set(['account', 'me']);

/** Whether a key with these permissions may use a scope at a path under /v1. Write includes read. */
export function permits(
  permissions: readonly string[],
  { scope, path }: { scope: Scope; path: string },
): boolean {
  if (limitsIn(permissions).length === 0) return true;
  const [, , noun = ''] = path.split('/');
  if (scope === 'read' && ofTheKeyItself.has(noun)) return true;
  return permissions.includes(`${noun}:write`) || (scope === 'read' && permissions.includes(`${noun}:read`));
}

/** The scopes of a key limited to these permissions. */
export function scopesOf(permissions: readonly string[]): Scope[] {
  return permissions.some((each) => each.endsWith(':write')) ? ['read', 'write'] : ['read'];
}
