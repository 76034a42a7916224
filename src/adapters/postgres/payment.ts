import { sql } from 'kysely';
import type { Noun, Nouns } from '../../domain/decision.js';
import type { KnownPayments, PaymentName } from '../../ports/store.js';
import type { Connection } from './connection.js';
import { keyed } from './keyed.js';
import { columnOf, columnsOf, decodeRow } from './row.js';
import { tables } from './table.js';

/** See `Tx.findPayments`. */
export async function findPayments(
  connection: Connection,
  names: readonly PaymentName[],
): Promise<KnownPayments> {
  const accounts = names.map(({ fundingReference }) => fundingReference);
  const references = names.map(({ bankReference }) => bankReference);
  const lookedUp = async <N extends Noun>(
    noun: N,
    [owner, name]: readonly [keyof Nouns[N] & string, keyof Nouns[N] & string],
  ): Promise<Nouns[N][]> => {
    const table = sql.table(tables[noun].name);
    // OFFSET 0 looks up each payment separately. Otherwise the planner would combine the two lists crosswise.
    const rows = await connection.look(sql`select ${columnsOf(noun)}
      from unnest(${accounts}::text[], ${references}::text[]) as n (funding_reference, bank_reference)
        cross join lateral (select * ${sql.raw(keyed('funding_account', 'reference', 'n.funding_reference'))}) f
        cross join lateral (select * from ${table} where ${sql.ref(columnOf(noun, owner))} = f.id
          and ${sql.ref(columnOf(noun, name))} = n.bank_reference offset 0) ${table}`);
    return rows.map((row) => decodeRow(noun, row));
  };
  const [payins, exceptions] = await Promise.all([
    lookedUp('payin', ['fundingAccountId', 'bankReference']),
    lookedUp('exception', ['resourceId', 'cause']),
  ]);
  return { payins, exceptions };
}
