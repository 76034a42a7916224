import { futureTimeRules } from '../../../domain/lead.js';
import { isTooFar, keyOf } from '../lead.js';
import type { SqlCheck } from './query.js';

/** Times that were written while the database's clock was wrong, and that were not corrected afterwards. */
export const leadChecks: readonly SqlCheck[] = [
  {
    number: 28,
    name: 'no time is further in the future than its kind allows',
    sql: futureTimeRules
      .map((lead) => {
        const { table, column } = lead;
        const row = `select '${table}.${column}' as place, t.${keyOf(lead)}::text as row, t.${column} as at`;
        return `${row} from ${table} t where ${isTooFar(lead)}`;
      })
      .join(' union all '),
  },
];
