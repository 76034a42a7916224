import { refuse } from './refusal.js';

/** Reports by name: source of the rows, description, columns. New columns come last (supplement §3.9). */
export const reports = {
  transactions: {
    source: 'ledger',
    says: "Every entry of the account's balances.",
    columns: [
      'entry_id',
      'journal_id',
      'occurred_at',
      'purpose',
      'account',
      'direction',
      'amount',
      'currency',
      'origin_type',
      'origin_id',
    ],
  },
  payins: {
    source: 'operations',
    says: 'Pay-ins; refunded is the amount sent back.',
    columns: [
      'id',
      'created_at',
      'completed_at',
      'status',
      'funding_account_id',
      'method',
      'paid_amount',
      'paid_currency',
      'amount',
      'currency',
      'refunded',
      'failure_code',
      'bank_reference_kind',
      'bank_reference',
    ],
  },
  payouts: {
    source: 'operations',
    says: 'Payouts; with currency, only those paid from it.',
    columns: [
      'id',
      'created_at',
      'completed_at',
      'status',
      'method',
      'beneficiary_id',
      'source_currency',
      'principal',
      'platform_fee',
      'tenant_markup',
      'total',
      'destination_amount',
      'destination_currency',
      'rate',
      'batch_id',
      'remittance_id',
      'failure_code',
      'reference',
      'metadata',
      'bank_reference_kind',
      'bank_reference',
    ],
  },
  remittances: {
    source: 'operations',
    says: 'Remittances; with currency, only those paid from it.',
    columns: [
      'id',
      'created_at',
      'status',
      'payin_id',
      'payout_id',
      'source_amount',
      'source_currency',
      'destination_amount',
      'destination_currency',
      'rate',
      'failure_code',
      'reference',
      'metadata',
    ],
  },
  refunds: {
    source: 'operations',
    says: 'Refunds of pay-ins.',
    columns: [
      'id',
      'created_at',
      'completed_at',
      'status',
      'payin_id',
      'amount',
      'currency',
      'failure_code',
      'reference',
      'metadata',
      'bank_reference_kind',
      'bank_reference',
    ],
  },
  withdrawals: {
    source: 'operations',
    says: 'Withdrawals, by time of creation.',
    columns: [
      'id',
      'created_at',
      'completed_at',
      'status',
      'destination_id',
      'amount',
      'fee',
      'total',
      'currency',
      'failure_code',
      'reference',
      'metadata',
      'bank_reference_kind',
      'bank_reference',
    ],
  },
  settlements: {
    source: 'operations',
    says: 'Settlements, by time of creation.',
    columns: [
      'id',
      'created_at',
      'completed_at',
      'status',
      'currency',
      'period_from',
      'period_to',
      'amount',
      'fee',
      'total',
      'failure_code',
      'bank_reference_kind',
      'bank_reference',
    ],
  },
  fees: {
    source: 'ledger',
    says: 'Fees as posted: platform_fee, and tenant_markup, which the account earns.',
    columns: ['occurred_at', 'journal_id', 'kind', 'origin_type', 'origin_id', 'amount', 'currency'],
  },
  fx: {
    source: 'ledger',
    says: "Conversions as posted; with currency, those with it on either side. The rate is the payout's, otherwise units bought for one unit sold, to 12 digits.",
    columns: [
      'occurred_at',
      'journal_id',
      'origin_type',
      'origin_id',
      'sold_amount',
      'sold_currency',
      'bought_amount',
      'bought_currency',
      'rate',
    ],
  },
  balances: {
    source: 'ledger',
    says: 'Opening, credits, debits and closing of each part of each balance ever held; opening + credits - debits = closing.',
    columns: ['currency', 'account', 'opening', 'credits', 'debits', 'closing'],
  },
} as const satisfies Readonly<Record<string, ReportKind>>;

interface ReportKind {
  readonly source: 'ledger' | 'operations';
  readonly says: string;
  readonly columns: readonly string[];
}

export type ReportName = keyof typeof reports;
export const reportNames = Object.keys(reports) as ReportName[];

/** Reports that are returned as a whole; all others have pages. */
export const isWhole = (name: ReportName): boolean => name === 'balances';

export const isReportName = (name: string): name is ReportName => Object.hasOwn(reports, name);

/** `from` inclusive, `to` exclusive. */
export interface Period {
  readonly from: Date;
  readonly to: Date;
}

const longestDays = 366;

/** The period; refuses an invalid one. */
export function periodOf(from: Date | undefined, to: Date | undefined): Period {
  if (from === undefined || to === undefined) return missing({ from, to });
  const ms = to.getTime() - from.getTime();
  if (ms <= 0) refuse('invalid_parameter', 'to: must be later than from.', { param: 'to' });
  if (ms > longestDays * 86_400_000)
    refuse('invalid_parameter', `to: must be within ${longestDays} days of from.`, {
      param: 'to',
    });
  return { from, to };
}

function missing(bounds: Readonly<Record<keyof Period, Date | undefined>>): never {
  const [[param] = ['']] = Object.entries(bounds).filter(([, at]) => at === undefined);
  return refuse('invalid_parameter', `${param}: is required; send a time such as 2027-01-01T00:00:00Z.`, {
    param,
  });
}
