import type { Bucket, OriginType, Purpose } from '../../domain/ledger.js';
import { exact } from '../../domain/money.js';
import type { Balance, NumberedEntry } from '../../ports/ledger-read.js';
import { instant, snake } from './column.js';

export interface EntryRow {
  id: string;
  journal_id: string;
  purpose: Purpose;
  ledger: Bucket;
  direction: 'debit' | 'credit';
  amount: string;
  currency: string;
  origin_type: OriginType;
  origin_id: string;
  occurred_at: string;
  seq: string;
}

export interface NumberedRow extends EntryRow {
  resulting: string;
}

export const numberedOf = (row: NumberedRow): NumberedEntry => ({
  ...entryOf(row),
  resulting: exact(row.resulting),
});

export function balanceOf(row: Record<string, string>): Balance {
  const bucket = (name: Bucket) => exact(row[snake(name)] ?? '');
  return {
    accountId: row['account_id'] ?? '',
    currency: row['currency'] ?? '',
    asOf: instant(row['as_of']),
    available: bucket('available'),
    pending: bucket('pending'),
    reserved: bucket('reserved'),
    in_settlement: bucket('in_settlement'),
    earnings: bucket('earnings'),
  };
}

export function entryOf(row: EntryRow): Omit<NumberedEntry, 'resulting'> {
  return {
    id: row.id,
    journalId: row.journal_id,
    purpose: row.purpose,
    account: row.ledger,
    direction: row.direction,
    amount: exact(row.amount),
    currency: row.currency,
    originType: row.origin_type,
    originId: row.origin_id,
    occurredAt: instant(row.occurred_at),
    seq: row.seq,
  };
}
