import { declarations, type Noun } from '../../domain/noun/all.js';
import type { Declaration, Metadata } from '../../domain/noun/declare.js';
import type { Statement } from './connection.js';
import { tables } from './table.js';

/** A row as far as it is found by its metadata. */
interface Labelled {
  readonly id: string;
  readonly accountId: string;
  readonly metadata: Metadata;
}

/** Whether lists of the noun can be narrowed by pairs of metadata. */
export const hasPairs = (noun: Noun): boolean => {
  const { filters }: Declaration = declarations[noun];
  return filters?.['metadata'] !== undefined;
};

/**
 * The hash of `metadata_pairs`, written out: called for each payout, the function took a third longer. Two pairs of one
 * thing may have one hash.
 */
const insertText = `insert into metadata_pair (pair, id)
  select hashtextextended((r->>1) || ' ' || m.key || '=' || m.value, 0), r->>0
    from jsonb_array_elements($1) as e(r) cross join lateral jsonb_each_text(r->2) as m
    on conflict do nothing`;

/** Makes new rows of a noun be found by their metadata; nothing where none has any. */
export function pairStatements(noun: Noun, rows: readonly object[]): Statement[] {
  if (!hasPairs(noun)) return [];
  const labelled = (rows as readonly Labelled[]).filter(({ metadata }) => Object.keys(metadata).length > 0);
  if (labelled.length === 0) return [];
  const encoded = labelled.map(({ id, accountId, metadata }) => [id, accountId, metadata]);
  return [{ text: insertText, values: [JSON.stringify(encoded)] }];
}

/** Gives a locked row other metadata. */
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
