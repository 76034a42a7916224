import { sql, type RawBuilder } from 'kysely';
import type { SearchQuery, SearchResult } from '../../../ports/platform-read.js';

interface Place {
  readonly by: SearchResult['by'];
  readonly table: string;
  readonly column: string;
  /** The column that names what is found; its own id unless stated. */
  readonly of?: string;
}

const own: readonly Place[] = [
  { by: 'external_id', table: 'customer', column: 'external_id' },
  { by: 'batch_reference', table: 'payout_batch_item', column: 'reference' },
  ...['payout', 'payin', 'refund', 'withdrawal', 'settlement'].map(
    (table) => ({ by: 'bank_reference', table, column: 'trace_reference' }) as const,
  ),
];

const platform: readonly Place[] = [
  { by: 'payment_name', table: 'payin', column: 'bank_reference' },
  { by: 'provider_reference', table: 'payin', column: 'payment_reference' },
  { by: 'provider_reference', table: 'funding_account', column: 'reference' },
  { by: 'provider_reference', table: 'operation', column: 'reference' },
  { by: 'provider_reference', table: 'exception', column: 'payment_reference' },
];

/** A part has no page of its own: what it belongs to has. */
const parts: readonly Place[] = [{ by: 'part', table: 'entry', column: 'id', of: 'journal_id' }];

const platformParts: readonly Place[] = [
  { by: 'part', table: 'intent', column: 'id', of: 'operation_id' },
  { by: 'part', table: 'adjustment', column: 'id', of: 'exception_id' },
];

const addresses: readonly Place[] = [
  { by: 'email', table: 'member', column: 'email_hash' },
  { by: 'email', table: 'customer', column: 'email_hash' },
];

const byName: Place = { by: 'display_name', table: 'customer', column: 'name_hash' };

/** Each place is looked at by an index of its own. */
export function searchQuery({ text, emailHash, nameHash, isPlatform, sight }: SearchQuery, limit: number) {
  const seen = sight === null ? sql`true` : sql`account_id = any(${sight})`;
  const part = ({ by, table, column, of = 'id' }: Place, found: RawBuilder<unknown>) =>
    sql`(select ${sql.ref(of)} as id, account_id as "accountId", ${by}::text as by from ${sql.ref(table)}
      where ${sql.ref(column)} ${found} and ${seen} order by id desc limit ${limit})`;
  const places = [...own, ...parts, ...(isPlatform ? [...platform, ...platformParts] : [])];
  const all = [
    ...places.map((place) => part(place, sql`= ${text}`)),
    named(text, sight, limit),
    labelled('reference', text, { sight, limit }),
    ...(text.includes('=') ? [labelled('metadata', text, { sight, limit })] : []),
    part({ by: 'key_prefix', table: 'api_key', column: 'prefix' }, sql`= ${text}`),
    ...(nameHash === undefined ? [] : [part(byName, sql`= ${nameHash}`)]),
    ...(emailHash === undefined ? [] : addresses.map((place) => part(place, sql`= ${emailHash}`))),
  ];
  return sql<SearchResult>`${sql.join(all, sql` union all `)}`;
}

/** Accounts are few: their names are looked through. */
const named = (text: string, sight: SearchQuery['sight'], limit: number) =>
  sql`(select id, id as "accountId", 'account_name'::text as by from account
    where strpos(lower(name), lower(${text})) > 0 and ${sight === null ? sql`true` : sql`id = any(${sight})`}
    order by id desc limit ${limit})`;

/** Payouts of an account by its own reference, and by a pair of metadata, `key=value`, whose hash leads to them. */
const found = {
  reference: (text: string, limit: number) =>
    sql`select id from payout where account_id = a.id and client_reference = ${text} order by id desc limit ${limit}`,
  metadata: (text: string, limit: number) =>
    sql`select p.id from (select id from metadata_pair where pair = hashtextextended(a.id || ' ' || ${text}, 0)
        and id >= 'pout_' and id < ${'pout`'} order by id desc limit ${limit}) m
      cross join lateral (select * from payout where id = m.id offset 0) p
      where p.metadata ->> split_part(${text}, '=', 1) = substr(${text}, strpos(${text}, '=') + 1)`,
} as const;

/** Accounts are few: the index of each is asked. */
const labelled = (
  by: keyof typeof found,
  text: string,
  { sight, limit }: { readonly sight: SearchQuery['sight']; readonly limit: number },
) =>
  sql`(select p.id, a.id as "accountId", ${by}::text as by
    from account a cross join lateral (${found[by](text, limit)}) p
    where ${sight === null ? sql`true` : sql`a.id = any(${sight})`} order by p.id desc limit ${limit})`;
