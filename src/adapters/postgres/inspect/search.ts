import { sql, type RawBuilder } from 'kysely';
import type { Search, Sought } from '../../../ports/inspector.js';

interface Place {
  readonly by: Sought['by'];
  readonly table: string;
  readonly column: string;
}

const own: readonly Place[] = [
  { by: 'external_id', table: 'customer', column: 'external_id' },
  { by: 'batch_reference', table: 'payout_batch_item', column: 'reference' },
];

const platform: readonly Place[] = [
  { by: 'bank_reference', table: 'payin', column: 'bank_reference' },
  { by: 'provider_reference', table: 'payin', column: 'payment_reference' },
  { by: 'provider_reference', table: 'funding_account', column: 'reference' },
  { by: 'provider_reference', table: 'operation', column: 'reference' },
  { by: 'provider_reference', table: 'exception', column: 'payment_reference' },
];

const addresses: readonly Place[] = [
  { by: 'email', table: 'member', column: 'email_hash' },
  { by: 'email', table: 'customer', column: 'email_hash' },
];

/** Each place is looked at by an index of its own. */
export function searchQuery({ text, emailHash, isPlatform, sight }: Search, limit: number) {
  const seen = sight === null ? sql`true` : sql`account_id = any(${sight})`;
  const part = ({ by, table, column }: Place, found: RawBuilder<unknown>) =>
    sql`(select id, account_id as "accountId", ${by}::text as by from ${sql.ref(table)}
      where ${sql.ref(column)} ${found} and ${seen} order by id desc limit ${limit})`;
  const parts = [
    ...[...own, ...(isPlatform ? platform : [])].map((place) => part(place, sql`= ${text}`)),
    part({ by: 'key_prefix', table: 'api_key', column: 'prefix' }, sql`= ${text}`),
    ...(emailHash === undefined ? [] : addresses.map((place) => part(place, sql`= ${emailHash}`))),
  ];
  return sql<Sought>`${sql.join(parts, sql` union all `)}`;
}
