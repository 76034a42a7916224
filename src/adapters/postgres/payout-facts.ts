import { sql } from 'kysely';
import type { ApprovalPolicy } from '../../domain/approval-policy.js';
import { productsOf, type CapabilityKey, type Override } from '../../domain/capability.js';
import type { Nouns } from '../../domain/decision.js';
import { exact, zero } from '../../domain/money.js';
import type { PayoutFacts } from '../../ports/store.js';
import { instant } from './column.js';
import type { Connection } from './connection.js';

/** A row of load_payout_asks. */
export interface AskRow {
  ord: number;
  busy: boolean;
  moment: string;
  key_fingerprint: string | null;
  key_resource_id: string | null;
  method: string | null;
  currency: string | null;
  country: string | null;
  beneficiary_status: 'active' | 'archived' | null;
  beneficiary_created_at: string | null;
  payee_result: Nouns['beneficiary']['payeeResult'];
  payee_checked_at: string | null;
  customer_status: Nouns['customer']['status'] | null;
  compliance_status: Nouns['customer']['complianceStatus'] | null;
  payouts_stopped: boolean;
  suspended: boolean;
  platform_fee_bps: number | null;
  tenant_markup_bps: number | null;
  overrides: readonly Override[] | null;
  approval_policy: ApprovalPolicy | null;
  daily_total: string | null;
  recent_count: string | null;
  available: string | null;
}

export function factsOf(row: AskRow, quote: Nouns['quote'] | undefined): PayoutFacts {
  const { key_fingerprint: fingerprint, key_resource_id: resourceId } = row;
  return {
    busy: row.busy,
    bound: fingerprint === null || resourceId === null ? null : { fingerprint, resourceId },
    beneficiary: beneficiaryOf(row),
    customer:
      row.customer_status === null || row.compliance_status === null
        ? null
        : { status: row.customer_status, complianceStatus: row.compliance_status },
    payoutsStopped: row.payouts_stopped,
    suspended: row.suspended,
    terms: termsOf(row),
    quote: quote ?? null,
    dailyTotal: row.daily_total === null ? zero : exact(row.daily_total),
    recentCount: Number(row.recent_count ?? 0),
    available: row.available === null ? undefined : exact(row.available),
  };
}

function beneficiaryOf(row: AskRow): PayoutFacts['beneficiary'] {
  const { method, currency, country, beneficiary_status: status, payee_checked_at: checkedAt } = row;
  if (method === null || currency === null || status === null || row.beneficiary_created_at === null)
    return null;
  return {
    method,
    currency,
    country,
    status,
    createdAt: instant(row.beneficiary_created_at),
    payeeResult: row.payee_result,
    payeeCheckedAt: checkedAt === null ? null : instant(checkedAt),
  };
}

/** The terms and suspensions of one capability, read without the locks of a payout. */
export async function standingOf(
  connection: Connection,
  accountId: string,
  { method, currency, ...of }: CapabilityKey,
) {
  const [row] = await connection.rows(sql<AskRow>`
    select p.payouts_stopped, t.platform_fee_bps, t.tenant_markup_bps, t.overrides, t.approval_policy,
      exists (select from suspension s where s.product = any(${productsOf(of)}) and s.method = ${method}
        and s.currency = ${currency} and s.lifted_at is null
        and (s.account_id is null or s.account_id = ${accountId})) as suspended
    from platform p left join account_terms t on t.account_id = ${accountId}`);
  return { suspended: row?.suspended ?? false, stopped: row?.payouts_stopped ?? false, terms: termsOf(row) };
}

export const restoredQuery = sql<{ restored_at: string | null }>`select restored_at from platform`;

export function restoredAt([row]: readonly { readonly restored_at: string | null }[]): Date | null {
  const at = row?.restored_at ?? null;
  return at === null ? null : instant(at);
}

const termsOf = (
  row: Pick<AskRow, 'platform_fee_bps' | 'tenant_markup_bps' | 'overrides' | 'approval_policy'> | undefined,
): PayoutFacts['terms'] => ({
  platformFeeBps: row?.platform_fee_bps ?? null,
  tenantMarkupBps: row?.tenant_markup_bps ?? null,
  overrides: row?.overrides ?? [],
  approvalPolicy: row?.approval_policy ?? null,
});
