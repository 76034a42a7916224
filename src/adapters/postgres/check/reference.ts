import type { SqlCheck } from './query.js';

/** Each column that names another row, where that row must stand; which rows name one, and by what else than its id. */
const references: readonly (readonly [string, string, string, { where?: string; on?: string }?])[] = [
  ['beneficiary', 'customer_id', 'customer'],
  ['quote', 'beneficiary_id', 'beneficiary'],
  ['quote', 'used_by', 'payout'],
  ['funding_account', 'payin_id', 'payin'],
  ['payin', 'funding_account_id', 'funding_account'],
  ['payout', 'beneficiary_id', 'beneficiary'],
  ['payout', 'quote_id', 'quote'],
  ['operation', 'risk_decision_id', 'risk_decision'],
  ['risk_decision', 'resource_id', 'operation', { on: 't.kind = c.resource_type' }],
  ['intent', 'operation_id', 'operation', { on: 't.kind = c.kind' }],
  ['exception', 'payin_id', 'payin'],
  ['exception', 'funding_account_id', 'funding_account'],
  [
    'exception',
    'resource_id',
    'operation',
    { where: "c.resource_type not in ('payin', 'funding_account')", on: 't.kind = c.resource_type' },
  ],
  ['adjustment', 'exception_id', 'exception'],
  ['journal', 'origin_id', 'payin', { where: "c.origin_type = 'payin'" }],
  ['journal', 'origin_id', 'adjustment', { where: "c.origin_type = 'adjustment'" }],
  [
    'journal',
    'origin_id',
    'operation',
    { where: "c.origin_type not in ('payin', 'adjustment')", on: 't.kind = c.origin_type' },
  ],
  ['entry', 'journal_id', 'journal'],
  ['webhook_delivery', 'endpoint_id', 'webhook_endpoint'],
  ['webhook_delivery', 'event_id', 'event'],
  ['webhook_delivery', 'redelivery_of', 'webhook_delivery'],
  ['webhook_lane', 'endpoint_id', 'webhook_endpoint'],
  ['event', 'resource_id', 'resource'],
  ['idempotency_key', 'resource_id', 'resource'],
];

/** Each table of which a row is of an account by itself. */
const owned = [
  'api_key',
  'account_terms',
  'suspension',
  'idempotency_key',
  'customer',
  'beneficiary',
  'quote',
  'funding_account',
  'exception',
  'limit_usage',
  'balance',
  'event_counter',
  'relay_cursor',
  'webhook_cursor',
];

/** Everything that an event or a key may name. */
const resources = [
  'customer',
  'beneficiary',
  'quote',
  'funding_account',
  'payin',
  'operation',
  'risk_decision',
  'exception',
  'webhook_endpoint',
  'webhook_delivery',
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
