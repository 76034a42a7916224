import type { SqlCheck } from './query.js';

/** Each column that names another row, where that row must stand, and which rows name one. */
const references: readonly (readonly [string, string, string, string?])[] = [
  ['beneficiary', 'customer_id', 'customer'],
  ['quote', 'beneficiary_id', 'beneficiary'],
  ['quote', 'used_by', 'payout'],
  ['funding_account', 'payin_id', 'payin'],
  ['payin', 'funding_account_id', 'funding_account'],
  ['payout', 'beneficiary_id', 'beneficiary'],
  ['payout', 'quote_id', 'quote'],
  ['payout', 'risk_decision_id', 'risk_decision'],
  ['risk_decision', 'resource_id', 'payout'],
  ['intent', 'payout_id', 'payout'],
  ['exception', 'payin_id', 'payin'],
  ['exception', 'payout_id', 'payout'],
  ['exception', 'funding_account_id', 'funding_account'],
  ['adjustment', 'exception_id', 'exception'],
  ['journal', 'origin_id', 'payin', "c.origin_type = 'payin'"],
  ['journal', 'origin_id', 'payout', "c.origin_type = 'payout'"],
  ['journal', 'origin_id', 'adjustment', "c.origin_type not in ('payin', 'payout')"],
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
  'payout',
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
          ([table, column, target, condition = 'true']) =>
            `select '${table}.${column}' as reference, c.account_id, c.${column} as points_to from "${table}" c
              left join "${target}" t on t.account_id = c.account_id and t.id = c.${column}
              where ${condition} and c.${column} is not null and t.id is null`,
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
