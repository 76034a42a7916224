import { declared } from '../../../domain/noun/all.js';
import { snake, type Declaration } from '../../../domain/noun/declare.js';
import type { SqlCheck } from './query.js';

interface Narrowed {
  /** Which rows name one. */
  readonly where?: string;
  /** The fields besides its id that name it. */
  readonly on?: string;
}
type Reference = readonly [table: string, column: string, target: string, narrowed?: Narrowed | undefined];

/** The tables of nouns; any other noun that a field may tell of is a kind of operation. */
export const tables: ReadonlySet<string> = new Set(declared.map(({ noun }) => snake(noun)));

/** Leaves out ids of deliveries that are dropped in time. */
const isKept = (column: string): string =>
  `not (c.${column} collate "C" between 'whd_' and id_floor('whd', complete_from('webhook_delivery')))`;

/** The noun that each field names; a field that names by another, each noun or kind of operation that it may tell of. */
function referencesOf({ noun, fields }: Declaration): Reference[] {
  const table = snake(noun);
  return Object.entries(fields).flatMap(([name, { link, linkBy }]): Reference[] => {
    if (linkBy !== undefined) {
      const [column, by] = [snake(name), `c.${snake(linkBy)}`];
      const told = fields[linkBy]?.words?.values;
      if (told === undefined) return [[table, column, 'operation', { on: `t.kind = ${by}` }]];
      const values = told.filter((value) => value !== 'account');
      return values.map((value) => {
        const where = `${by} = '${value}'`;
        return tables.has(value)
          ? [table, column, value, { where }]
          : [table, column, 'operation', { where, on: `t.kind = ${by}` }];
      });
    }
    if (link === undefined || link.noun === 'account') return [];
    const where = link.noun === 'webhookDelivery' ? { where: isKept(snake(name)) } : undefined;
    return [[table, snake(name), snake(link.noun), where]];
  });
}

/** Whether nothing else that it must name tells that its account is one. */
export function isOwnedAlone({ fields }: Declaration): boolean {
  const names = Object.values(fields).filter(({ link, optional }) => link !== undefined && !optional);
  return 'accountId' in fields && names.every(({ link }) => link?.noun === 'account');
}

/** Each column that names another row, where that row must stand; which rows name one, and by what else than its id. */
const references: readonly Reference[] = [
  ...declared.flatMap(referencesOf),
  ['journal', 'origin_id', 'payin', { where: "c.origin_type = 'payin'" }],
  ['journal', 'origin_id', 'adjustment', { where: "c.origin_type = 'adjustment'" }],
  [
    'journal',
    'origin_id',
    'operation',
    { where: "c.origin_type not in ('payin', 'adjustment')", on: 't.kind = c.origin_type' },
  ],
  ['entry', 'journal_id', 'journal'],
  ['webhook_lane', 'endpoint_id', 'webhook_endpoint'],
  ['event', 'resource_id', 'resource'],
  ['idempotency_key', 'resource_id', 'resource', { where: isKept('resource_id') }],
];

/** Each table of which a row is of an account by itself. */
const owned = [
  ...declared.filter(isOwnedAlone).map(({ noun }) => snake(noun)),
  'idempotency_key',
  'limit_usage',
  'balance',
  'event_counter',
  'relay_cursor',
  'sealing',
  'webhook_cursor',
];

/** Everything that an event or a key may name. */
const resources = [
  ...declared
    .filter(
      ({ noun, listedBy, events, fields }) =>
        noun !== 'request' && ((listedBy !== undefined && 'accountId' in fields) || events !== undefined),
    )
    .map(({ noun }) => snake(noun)),
  // An event that is delivered again to nobody.
  'event',
].map((table) => `select account_id, id from "${table}"`);

export const referenceChecks: readonly SqlCheck[] = [
  {
    number: 26,
    name: 'every reference inside a row points into the same account',
    sql: `with resource as materialized (${resources.join(' union all ')})
      ${references
        .map(
          ([table, column, target, { where = 'true', on = 'true' } = {}]) =>
            `select '${table}.${column}' as reference, c.account_id, c.${column} as points_to from "${table}" c
              left join "${target}" t on t.account_id = c.account_id and t.id = c.${column} and ${on}
              where ${where} and c.${column} is not null and t.id is null`,
        )
        .join(' union all ')}
      union all ${owned
        .map(
          (table) =>
            `select '${table}', o.account_id, o.account_id from (select distinct account_id from "${table}" where account_id is not null) o
              left join account a on a.id = o.account_id where a.id is null`,
        )
        .join(' union all ')}`,
  },
];
