import { sql, type RawBuilder } from 'kysely';
import { exact } from '../../domain/money.js';
import type { Taken } from '../../domain/refund.js';

interface TakenRow {
  readonly payin_id: string;
  readonly refunded: string;
  readonly claimed: string;
  readonly payer_claimed: string;
  readonly spent: string;
  readonly is_reversed: boolean;
}

/** The parts of pay-ins that their refunds, their remittances and their banks have taken. */
export const takenQuery = (payinIds: readonly string[]): RawBuilder<TakenRow> =>
  sql<TakenRow>`select payin_id, refunded, claimed, payer_claimed, spent, is_reversed from taken_of(${payinIds}::text[])`;

export const takenByPayin = (rows: readonly TakenRow[]): ReadonlyMap<string, Taken> =>
  new Map(
    rows.map((row) => [
      row.payin_id,
      {
        refunded: exact(row.refunded),
        claimed: exact(row.claimed),
        payerClaimed: exact(row.payer_claimed),
        spent: exact(row.spent),
        isReversed: row.is_reversed,
      },
    ]),
  );
