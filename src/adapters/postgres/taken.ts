import { sql, type RawBuilder } from 'kysely';
import { exact } from '../../domain/money.js';
import { noParts, type TakenParts } from '../../domain/refund.js';
import type { Reader } from '../../ports/reader.js';
import { gatheredReads, none, textOf, type RunStatement } from './gathered-reads.js';

interface TakenRow {
  readonly payin_id: string;
  readonly refunded: string;
  readonly claimed: string;
  readonly payer_claimed: string;
  readonly spent: string;
  readonly is_reversed: boolean;
}

/** The parts of pay-ins that are taken by refunds, remittances and bank reversals. */
export const takenQuery = (payinIds: readonly string[]): RawBuilder<TakenRow> =>
  sql<TakenRow>`select payin_id, refunded, claimed, payer_claimed, spent, is_reversed from taken_of(${payinIds}::text[])`;

export const takenFrom = (row: TakenRow | undefined): TakenParts =>
  row === undefined
    ? noParts
    : {
        refunded: exact(row.refunded),
        claimed: exact(row.claimed),
        payerClaimed: exact(row.payer_claimed),
        spent: exact(row.spent),
        isReversed: row.is_reversed,
      };

/** The same, read outside any transaction. */
export function takenRead(run: RunStatement): Reader['taken'] {
  const read = gatheredReads<string, TakenParts>(run, {
    text: textOf(takenQuery(none)),
    valuesOf: (payinIds) => [payinIds],
    nameOf: String,
    ownerOf: (row) => (row as TakenRow).payin_id,
    decode: (row) => takenFrom(row as TakenRow),
  });
  return async (payinId) => (await read([payinId]))[0] ?? noParts;
}
