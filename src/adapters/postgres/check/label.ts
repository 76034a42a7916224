import { declared } from '../../../domain/noun/all.js';
import { snake } from '../../../domain/noun/declare.js';
import { hasPairs } from '../metadata-pair.js';
import { difference, type SqlCheck } from './query.js';

const labelled = declared.flatMap(({ noun }) => (hasPairs(noun) ? [snake(noun)] : []));

/** The check of `metadata_pair`, the table that lists by metadata use. */
export const labelChecks: readonly SqlCheck[] = [
  {
    number: 39,
    name: 'the metadata index contains exactly the pairs of all rows',
    sql: difference(
      'pair, id',
      'select pair, id, 1 from metadata_pair',
      labelled
        .map(
          (table) =>
            `select metadata_pairs(account_id, metadata), id, 1 from "${table}" where metadata <> '{}'`,
        )
        .join(' union all '),
    ),
  },
];
