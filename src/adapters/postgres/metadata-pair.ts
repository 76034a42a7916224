import { declarations, type Noun } from '../../domain/noun/all.js';
import type { Declaration, Metadata } from '../../domain/noun/declare.js';
import type { Statement } from './connection.js';
import { tables } from './table.js';

/** The fields of a row that a search by metadata needs. */
interface Labelled {
  readonly id: string;
  readonly accountId: string;
  readonly metadata: Metadata;
}

/** Whether lists of the noun can be filtered by metadata pairs. */
export const hasPairs = (noun: Noun): boolean => {
  const { filters }: Declaration = declarations[noun];
  return filters?.['metadata'] !== undefined;
};

/**
 * Repeats the hash of `metadata_pairs` inline: calling the function for each payout made `record` a third slower. Two
 * pairs of one row may have the same hash; `distinct` takes a third less time than `on conflict do nothing`.
 */
const insertText = `insert into metadata_pair (pair, id)
  select distinct hashtextextended((r->>1) || ' ' || m.key || '=' || m.value, 0) as pair, r->>0 as id
    from jsonb_array_elements($1) as e(r) cross join lateral jsonb_each_text(r->2) as m
    order by pair, id`;

/** Indexes the metadata of new rows. No statements if no row has metadata. */
export function pairStatements(noun: Noun, rows: readonly object[]): Statement[] {
  if (!hasPairs(noun)) return [];
  const labelled = (rows as readonly Labelled[]).filter(({ metadata }) => Object.keys(metadata).length > 0);
  if (labelled.length === 0) return [];
  const encoded = labelled.map(({ id, accountId, metadata }) => [id, accountId, metadata]);
  return [{ text: insertText, values: [JSON.stringify(encoded)] }];
}

/** Replaces the metadata of a locked row. */
export function relabelStatements(noun: Noun, row: Labelled, metadata: Metadata): Statement[] {
  const { id, accountId } = row;
  return [
    {
      text: `delete from metadata_pair m using metadata_pairs($1, $2) as p(pair) where m.pair = p.pair and m.id = $3`,
      values: [accountId, JSON.stringify(row.metadata), id],
    },
    {
      text: `update "${tables[noun].name}" set metadata = $1 where id = $2`,
      values: [JSON.stringify(metadata), id],
    },
    ...pairStatements(noun, [{ id, accountId, metadata }]),
  ];
}
