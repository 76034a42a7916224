import { declared } from '../../../domain/noun/all.js';
import { snake, type Declaration } from '../../../domain/noun/declare.js';
import type { SqlCheck } from './query.js';

interface Narrowed {
  /** Which rows have the reference. */
  readonly where?: string;
  /** Further join condition, besides the account and the id. */
  readonly on?: string;
}
type Reference = readonly [table: string, column: string, target: string, narrowed?: Narrowed | undefined];

/** The tables of nouns. A link may name other nouns too; those are kinds of operation. */
export const tables: ReadonlySet<string> = new Set(declared.map(({ noun }) => snake(noun)));

/** Leaves out ids of old deliveries, because deliveries are dropped after a time. */
const isKept = (column: string): string =>
  `not (c.${column} collate "C" between 'whd_' and id_floor('whd', complete_from('webhook_delivery')))`;

/** Leaves out ids of archived events, which stand in the files only. */
const isHere = (column: string): string =>
  `not exists (select from archive_border b where b.account_id = c.account_id
    and c.${column} collate "C" between 'evt_' and id_floor('evt', b.until))`;

const narrowed: ReadonlyMap<string, (column: string) => string> = new Map([
  ['webhookDelivery', isKept],
  ['event', isHere],
]);

/**
 * The rows that each field links to. A field with `linkBy` links to one noun or kind of operation for each value of the
 * other field.
 */
function referencesOf({ noun, fields }: Declaration): Reference[] {
  const table = snake(noun);
  return Object.entries(fields).flatMap(([name, { link, linkBy }]): Reference[] => {
    if (linkBy !== undefined) {
      const [column, by] = [snake(name), `c.${snake(linkBy)}`];
      const linked = fields[linkBy]?.words?.values;
      if (linked === undefined) return [[table, column, 'operation', { on: `t.kind = ${by}` }]];
      const values = linked.filter((value) => value !== 'account');
      return values.map((value) => {
        const where = `${by} = '${value}'`;
        return tables.has(value)
          ? [table, column, value, { where }]
          : [table, column, 'operation', { where, on: `t.kind = ${by}` }];
      });
    }
    if (link === undefined || link.noun === 'account') return [];
    const where = narrowed.get(link.noun)?.(snake(name));
    return [[table, snake(name), snake(link.noun), where === undefined ? undefined : { where }]];
  });
}

/**
 * Whether the account is the row's only required link. With another required link, that link's foreign key includes the
 * account.
 */
export function isOwnedAlone({ fields }: Declaration): boolean {
  const names = Object.values(fields).filter(({ link, optional }) => link !== undefined && !optional);
  return 'accountId' in fields && names.every(({ link }) => link?.noun === 'account');
}

/** Each column that links to another row which must exist; which rows have the link, and the further join condition. */
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
  [
    'idempotency_key',
    'resource_id',
    'resource',
    { where: `${isKept('resource_id')} and ${isHere('resource_id')}` },
  ],
];

/** Tables whose rows belong to an account directly. */
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

/** Everything that an event or an idempotency key may link to. */
const resources = [
  ...declared
    .filter(
      ({ noun, listedBy, events, fields }) =>
        noun !== 'request' && ((listedBy !== undefined && 'accountId' in fields) || events !== undefined),
    )
    .map(({ noun }) => snake(noun)),
  // If a redelivery matches no endpoint, its idempotency key links to the event.
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
