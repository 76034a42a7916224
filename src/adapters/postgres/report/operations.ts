import { sql } from 'kysely';
import { idFloor } from '../../../domain/id.js';
import type { IdKind } from '../../../domain/noun/prefix.js';
import {
  all,
  column,
  columns,
  money,
  rate,
  time,
  type ReportAskAsOf,
  type Source,
  type Sql,
} from './source.js';

interface Operations {
  readonly table: string;
  readonly kind: IdKind;
  readonly values: Readonly<Record<string, Sql>>;
  /** The column that the `currency` filter compares. */
  readonly currency: string;
  readonly joined?: string;
}

/** The rows of a noun in id order. Ids start with created_at. */
const operations =
  ({ table, kind, values, currency: name, joined = '' }: Operations) =>
  ({ accountId, from, to, after, currency }: ReportAskAsOf): Source => ({
    values,
    id: column('o.id'),
    from: sql`${sql.table(table)} o ${sql.raw(joined)} where ${all([
      sql`o.account_id = ${accountId}`,
      sql`o.id >= ${idFloor(kind, from)}`,
      sql`o.id < ${idFloor(kind, to)}`,
      ...(after === undefined ? [] : [sql`o.id > ${after}`]),
      ...(currency === undefined ? [] : [sql`${column(`o.${name}`)} = ${currency}`]),
    ])}`,
    order: sql`o.id`,
  });

/** The client's reference, and metadata as JSON (null if empty). */
const labels = {
  reference: column('o.client_reference'),
  metadata: sql.raw(`nullif(o.metadata, '{}')::text`),
};

/** The bank reference that the bank reported last. */
const traces = {
  bank_reference_kind: column('o.trace_kind'),
  bank_reference: column('o.trace_reference'),
};

export const payins = operations({
  table: 'payin',
  kind: 'payin',
  currency: 'currency',
  joined: `join funding_account f on f.id = o.funding_account_id
    cross join lateral (select coalesce(sum(r.amount) filter (where r.status = 'completed'), 0) as refunded
      from refund r where r.account_id = o.account_id and r.payin_id = o.id) r`,
  values: {
    ...traces,
    ...columns(
      'o.id',
      'o.status',
      'o.funding_account_id',
      'f.method',
      'o.paid_currency',
      'o.currency',
      'o.failure_code',
    ),
    created_at: time('o.created_at'),
    completed_at: time('o.completed_at'),
    paid_amount: money('o.paid_amount', 'o.paid_currency'),
    amount: money('o.amount', 'o.currency'),
    refunded: money('r.refunded', 'o.currency'),
  },
});

export const payouts = operations({
  table: 'payout',
  kind: 'payout',
  currency: 'source_currency',
  values: {
    ...traces,
    ...labels,
    ...columns(
      'o.id',
      'o.status',
      'o.method',
      'o.beneficiary_id',
      'o.source_currency',
      'o.destination_currency',
    ),
    ...columns('o.batch_id', 'o.remittance_id', 'o.failure_code'),
    created_at: time('o.created_at'),
    completed_at: time('o.completed_at'),
    principal: money('o.principal', 'o.source_currency'),
    platform_fee: money('o.platform_fee', 'o.source_currency'),
    tenant_markup: money('o.tenant_markup', 'o.source_currency'),
    total: money('o.total', 'o.source_currency'),
    destination_amount: money('o.destination_amount', 'o.destination_currency'),
    rate: rate('o.rate'),
  },
});

export const remittances = operations({
  table: 'remittance',
  kind: 'remittance',
  currency: 'source_currency',
  values: {
    ...labels,
    ...columns(
      'o.id',
      'o.status',
      'o.payin_id',
      'o.payout_id',
      'o.source_currency',
      'o.destination_currency',
      'o.failure_code',
    ),
    created_at: time('o.created_at'),
    source_amount: money('o.source_amount', 'o.source_currency'),
    destination_amount: money('o.destination_amount', 'o.destination_currency'),
    rate: rate('o.rate'),
  },
});

export const refunds = operations({
  table: 'refund',
  kind: 'refund',
  currency: 'currency',
  values: {
    ...traces,
    ...labels,
    ...columns('o.id', 'o.status', 'o.payin_id', 'o.currency', 'o.failure_code'),
    created_at: time('o.created_at'),
    completed_at: time('o.completed_at'),
    amount: money('o.amount', 'o.currency'),
  },
});

export const withdrawals = operations({
  table: 'withdrawal',
  kind: 'withdrawal',
  currency: 'currency',
  values: {
    ...traces,
    ...labels,
    ...columns('o.id', 'o.status', 'o.destination_id', 'o.currency', 'o.failure_code'),
    created_at: time('o.created_at'),
    completed_at: time('o.completed_at'),
    amount: money('o.amount', 'o.currency'),
    fee: money('o.fee', 'o.currency'),
    total: money('o.total', 'o.currency'),
  },
});

export const settlements = operations({
  table: 'settlement',
  kind: 'settlement',
  currency: 'currency',
  values: {
    ...traces,
    ...columns('o.id', 'o.status', 'o.currency', 'o.failure_code'),
    created_at: time('o.created_at'),
    completed_at: time('o.completed_at'),
    period_from: time('o.period_from'),
    period_to: time('o.period_to'),
    amount: money('o.amount', 'o.currency'),
    fee: money('o.fee', 'o.currency'),
    total: money('o.total', 'o.currency'),
  },
});
