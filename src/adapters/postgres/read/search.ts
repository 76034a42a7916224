import { sql, type RawBuilder } from 'kysely';
import { tracedNouns } from '../../../domain/noun/all.js';
import { snake } from '../../../domain/noun/declare.js';
import type { SearchQuery, SearchResult } from '../../../ports/platform-read.js';

interface SearchedColumn {
  readonly by: SearchResult['by'];
  readonly table: string;
  readonly column: string;
  /** The column with the id of the result, if it is not the row's own id. */
  readonly of?: string;
}

const own: readonly SearchedColumn[] = [
  { by: 'external_id', table: 'customer', column: 'external_id' },
  { by: 'batch_reference', table: 'payout_batch_item', column: 'reference' },
  ...tracedNouns.map(
    ({ noun }) => ({ by: 'bank_reference', table: snake(noun), column: 'trace_reference' }) as const,
  ),
];

const platform: readonly SearchedColumn[] = [
  { by: 'payment_name', table: 'payin', column: 'bank_reference' },
  { by: 'provider_reference', table: 'payin', column: 'payment_reference' },
  { by: 'provider_reference', table: 'funding_account', column: 'reference' },
  { by: 'provider_reference', table: 'operation', column: 'reference' },
  { by: 'provider_reference', table: 'exception', column: 'payment_reference' },
];

/** A part has no page of its own, so the result is the resource that contains it. */
const parts: readonly SearchedColumn[] = [{ by: 'part', table: 'entry', column: 'id', of: 'journal_id' }];

const platformParts: readonly SearchedColumn[] = [
  { by: 'part', table: 'intent', column: 'id', of: 'operation_id' },
  { by: 'part', table: 'adjustment', column: 'id', of: 'exception_id' },
];

const addresses: readonly SearchedColumn[] = [
  { by: 'email', table: 'member', column: 'email_hash' },
  { by: 'email', table: 'customer', column: 'email_hash' },
];

const byName: SearchedColumn = { by: 'display_name', table: 'customer', column: 'name_hash' };

/** Each column is searched with its own index. */
export function searchQuery({ text, emailHash, nameHash, isPlatform, sight }: SearchQuery, limit: number) {
  const seen = sight === null ? sql`true` : sql`account_id = any(${sight})`;
  const part = ({ by, table, column, of = 'id' }: SearchedColumn, matches: RawBuilder<unknown>) =>
    sql`(select ${sql.ref(of)} as id, account_id as "accountId", ${by}::text as by from ${sql.ref(table)}
      where ${sql.ref(column)} ${matches} and ${seen} order by id desc limit ${limit})`;
  const columns = [...own, ...parts, ...(isPlatform ? [...platform, ...platformParts] : [])];
  const all = [
    ...columns.map((column) => part(column, sql`= ${text}`)),
    named(text, sight, limit),
    labelled('reference', text, { sight, limit }),
    ...(text.includes('=') ? [labelled('metadata', text, { sight, limit })] : []),
    part({ by: 'key_prefix', table: 'api_key', column: 'prefix' }, sql`= ${text}`),
    ...(nameHash === undefined ? [] : [part(byName, sql`= ${nameHash}`)]),
    ...(emailHash === undefined ? [] : addresses.map((column) => part(column, sql`= ${emailHash}`))),
  ];
  return sql<SearchResult>`${sql.join(all, sql` union all `)}`;
}

/** There are few accounts, so a scan of their names is fast enough. */
const named = (text: string, sight: SearchQuery['sight'], limit: number) =>
  sql`(select id, id as "accountId", 'account_name'::text as by from account
    where strpos(lower(name), lower(${text})) > 0 and ${sight === null ? sql`true` : sql`id = any(${sight})`}
    order by id desc limit ${limit})`;

/** Payouts of an account by the client's reference, or by a metadata pair `key=value`, found through its hash. */
const payoutsBy = {
  reference: (text: string, limit: number) =>
    sql`select id from payout where account_id = a.id and client_reference = ${text} order by id desc limit ${limit}`,
  metadata: (text: string, limit: number) =>
    sql`select p.id from (select id from metadata_pair where pair = hashtextextended(a.id || ' ' || ${text}, 0)
        and id >= 'pout_' and id < ${'pout`'} order by id desc limit ${limit}) m
      cross join lateral (select * from payout where id = m.id offset 0) p
      where p.metadata ->> split_part(${text}, '=', 1) = substr(${text}, strpos(${text}, '=') + 1)`,
} as const;

/** There are few accounts, so the index is searched once per account. */
const labelled = (
  by: keyof typeof payoutsBy,
  text: string,
  { sight, limit }: { readonly sight: SearchQuery['sight']; readonly limit: number },
) =>
  sql`(select p.id, a.id as "accountId", ${by}::text as by
    from account a cross join lateral (${payoutsBy[by](text, limit)}) p
    where ${sight === null ? sql`true` : sql`a.id = any(${sight})`} order by p.id desc limit ${limit})`;
