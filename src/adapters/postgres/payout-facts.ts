import type { Override } from '../../domain/capability.js';
import type { Nouns } from '../../domain/decision.js';
import { exact, zero } from '../../domain/money.js';
import type { PayoutFacts } from '../../ports/store.js';

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
  customer_status: Nouns['customer']['status'] | null;
  compliance_status: Nouns['customer']['complianceStatus'] | null;
  payouts_stopped: boolean;
  suspended: boolean;
  platform_fee_bps: number | null;
  tenant_markup_bps: number | null;
  overrides: readonly Override[] | null;
  daily_total: string | null;
  /** How much was accepted in each of the last minutes, by their number since 1970. */
  recent: readonly (readonly [minute: number, count: number])[] | null;
  available: string | null;
  usage_version: string | null;
  oldest_minute: string | null;
  account_version: string | null;
  platform_version: string | null;
}

export function factsOf(row: AskRow, quote: Nouns['quote'] | undefined): PayoutFacts {
  const { key_fingerprint: fingerprint, key_resource_id: resourceId } = row;
  return {
    busy: row.busy,
    bound: fingerprint === null || resourceId === null ? null : { fingerprint, resourceId },
    beneficiary:
      row.method === null || row.currency === null || row.beneficiary_status === null
        ? null
        : {
            method: row.method,
            currency: row.currency,
            country: row.country,
            status: row.beneficiary_status,
          },
    customer:
      row.customer_status === null || row.compliance_status === null
        ? null
        : { status: row.customer_status, complianceStatus: row.compliance_status },
    payoutsStopped: row.payouts_stopped,
    suspended: row.suspended,
    terms: {
      platformFeeBps: row.platform_fee_bps,
      tenantMarkupBps: row.tenant_markup_bps,
      overrides: row.overrides ?? [],
    },
    quote: quote ?? null,
    dailyTotal: row.daily_total === null ? zero : exact(row.daily_total),
    recentCount: (row.recent ?? []).reduce((sum, [, count]) => sum + count, 0),
    available: row.available === null ? undefined : exact(row.available),
  };
}
