import { declared } from '../../../domain/noun/all.js';
import { snake } from '../../../domain/noun/declare.js';
import { isOwnedAlone, tables } from './reference.js';
import { sqlRows, type SqlCheck } from './query.js';

/** The triggers that must be enabled, each with its table. */
const triggers = [
  ['refund_covered', 'refund'],
  ['refund_ended', 'refund'],
  ['settlement_continues', 'settlement'],
  ['settlement_ended', 'settlement'],
  ['settlement_schedule_kept', 'settlement_schedule'],
  ['settlement_schedule_named', 'settlement_schedule'],
  ['payin_kept', 'payin'],
  ['payin_named', 'payin'],
  ['payout_batch_kept', 'payout_batch'],
  ['payout_batch_item_kept', 'payout_batch_item'],
  ['intent_named', 'intent'],
  ['intent_kept', 'intent'],
  ['intent_archived', 'intent'],
  ['intent_fixed', 'intent'],
  ['exception_named', 'exception'],
  ['risk_decision_named', 'risk_decision'],
  ['quote_named', 'quote'],
  ['remittance_kept', 'remittance'],
  ['remittance_named', 'remittance'],
  ['remittance_funded', 'remittance'],
  ['journal_kept', 'journal'],
  ['entry_kept', 'entry'],
  ['entry_archived', 'entry'],
  ['ledger_seal_kept', 'ledger_seal'],
  ['ledger_seal_chained', 'ledger_seal'],
  ['seal_key_kept', 'seal_key'],
  ['archive_file_kept', 'archive_file'],
  ['archive_file_chained', 'archive_file'],
  ['archive_border_kept', 'archive_border'],
  ['archive_border_proven', 'archive_border'],
  ['archive_balance_kept', 'archive_balance'],
  ['archive_balance_proven', 'archive_balance'],
  ['archived_part_kept', 'archived_part'],
  ['archived_part_restored', 'archived_part'],
  ['archived_event_part_kept', 'archived_event_part'],
  ['archived_event_part_proven', 'archived_event_part'],
  ['archived_event_part_restored', 'archived_event_part'],
  ['event_kept', 'event'],
  ['event_archived', 'event'],
  ['entry_balanced', 'entry'],
  ['journal_filled', 'journal'],
  ['event_gapless', 'event'],
  ['webhook_delivery_kept', 'webhook_delivery'],
  ['webhook_delivery_named', 'webhook_delivery'],
  ['hosted_session_kept', 'hosted_session'],
  ['hosted_session_once', 'hosted_session'],
  ['audit_entry_kept', 'audit_entry'],
  ['audit_entry_linked', 'audit_entry'],
  ['audit_link_kept', 'audit_link'],
] as const;

/** The constraints and unique indexes that must exist, each with its table. */
const refusals = [
  ['idempotency_key_pkey', 'idempotency_key'],
  ['payout_sound', 'payout'],
  ['payout_quote', 'payout'],
  ['payout_reference_key', 'payout'],
  ['payout_remittance', 'payout'],
  ['quote_funding', 'quote'],
  ['remittance_sound', 'remittance'],
  ['remittance_quote', 'remittance'],
  ['remittance_payin', 'remittance'],
  ['remittance_payout', 'remittance'],
  ['remittance_waiting', 'remittance'],
  ['remittance_reference_key', 'remittance'],
  ['payout_batch_place', 'payout'],
  ['payout_batch_first', 'payout_batch'],
  ['payout_batch_item_batch_id_index_key', 'payout_batch_item'],
  ['hosted_session_sound', 'hosted_session'],
  ['hosted_session_remittance', 'hosted_session'],
  ['hosted_session_token_fingerprint_key', 'hosted_session'],
  ['hosted_domain_live', 'hosted_domain'],
  ['refund_sound', 'refund'],
  ['refund_reference_key', 'refund'],
  ['settlement_sound', 'settlement'],
  ['settlement_cutoff', 'settlement'],
  ['settlement_reference_key', 'settlement'],
  ['settlement_schedule_sound', 'settlement_schedule'],
  ['settlement_schedule_in_force', 'settlement_schedule'],
  ['withdrawal_sound', 'withdrawal'],
  ['withdrawal_reference_key', 'withdrawal'],
  ['intent_may_have_left', 'intent'],
  ['payin_sound', 'payin'],
  ['payin_payment', 'payin'],
  ['payin_bank_reference', 'payin'],
  ['journal_once', 'journal'],
  ['journal_adjustment', 'journal'],
  ['entry_sound', 'entry'],
  ['entry_seq', 'entry'],
  ['balance_sound', 'balance'],
  ['ledger_seal_day', 'ledger_seal'],
  ['ledger_seal_number', 'ledger_seal'],
  ['event_pkey', 'event'],
  ['webhook_delivery_sound', 'webhook_delivery'],
] as const;

/**
 * Links without a foreign key: links of the two logs, links that a trigger checks, and `redelivery_of`, whose older
 * delivery may be dropped first.
 */
const unbound: ReadonlySet<string> = new Set([
  'audit_entry.account_id',
  'intent.account_id',
  'request.account_id',
  'request.member_id',
  'webhook_delivery.redelivery_of',
]);
const declaredKeys = declared.flatMap((declaration) => {
  const { noun, fields } = declaration;
  const table = snake(noun);
  return Object.entries(fields).flatMap(([name, { link }]): [string, string][] => {
    if (link === undefined || unbound.has(`${table}.${snake(name)}`)) return [];
    // A row with another required link gets its account from that link's foreign key.
    if (link.noun === 'account') return isOwnedAlone(declaration) ? [[table, snake(name)]] : [];
    return tables.has(snake(link.noun)) ? [[table, `account_id_${snake(name)}`]] : [];
  });
});

/** Foreign keys of tables without a noun, and of columns that are not declared as links: table and columns. */
const otherKeys = [
  ['adjustment', 'account_id'],
  ['archive_file', 'account_id'],
  ['archive_border', 'account_id'],
  ['archive_border', 'account_id_day'],
  ['archive_balance', 'account_id_currency'],
  ['archived_part', 'account_id_day'],
  ['archived_event_part', 'account_id_day'],
  ['audit_link', 'entry_id'],
  ['balance', 'account_id'],
  ['event_counter', 'account_id'],
  ['ledger_seal', 'key_id'],
  ['sealing', 'account_id'],
  ['exception', 'account_id_funding_account_id'],
  ['exception', 'account_id_payin_id'],
  ['limit_minute', 'account_id_product_method_currency'],
  ['limit_usage', 'account_id'],
  ['relay_cursor', 'account_id'],
  ['remittance', 'account_id'],
  ['webhook_cursor', 'account_id'],
  ['webhook_lane', 'account_id_endpoint_id'],
] as const;
const foreignKeys = [...declaredKeys, ...otherKeys].map(([table, columns]) => [
  `${table}_${columns}_fkey`,
  table,
]);

/** SQL for the quoted name of the schema that holds the service's tables. */
const here = 'quote_ident(current_schema())';

/** The checks that the guards are in place and that no write bypassed them. */
export const guaranteeChecks: readonly SqlCheck[] = [
  {
    number: 5,
    name: 'the guards of operations, journals, entries, events and the audit log are in force',
    // Each table behind the view `operation` has these two triggers.
    sql: `select g.name as trigger, g.relation as on_table from (values ${sqlRows(triggers)}
        union select c.relname || suffix, c.relname from pg_rewrite r
          join pg_depend d on d.classid = 'pg_rewrite'::regclass and d.objid = r.oid and d.refclassid = 'pg_class'::regclass
          join pg_class c on c.oid = d.refobjid and c.relkind = 'r', unnest(array['_kept', '_named']) suffix
          where r.ev_class = to_regclass(${here} || '.operation')
      ) g (name, relation)
      left join pg_trigger t on t.tgname = g.name and t.tgrelid = to_regclass(${here} || '.' || g.relation) and t.tgenabled in ('O', 'A')
      where t.oid is null`,
  },
  {
    number: 5,
    name: 'the constraints, foreign keys and unique indexes that protect money exist',
    sql: `select g.name, g.relation as on_table from (values ${sqlRows([...refusals, ...foreignKeys])}) g (name, relation)
      left join (
        select conname as name, conrelid as relation from pg_constraint where contype in ('c', 'f')
        union all select c.relname, i.indrelid from pg_index i join pg_class c on c.oid = i.indexrelid
          where i.indisunique and i.indisvalid
      ) there on there.name = g.name and there.relation = to_regclass(${here} || '.' || g.relation)
      where there.name is null`,
  },
  {
    number: 5,
    name: 'every constraint is validated and enforced',
    sql: `select conrelid::regclass as on_table, conname as name from pg_constraint c
      where connamespace = ${here}::regnamespace and not (convalidated and coalesce((to_jsonb(c) ->> 'conenforced')::boolean, true))`,
  },
  {
    number: 5,
    name: 'no entry was added to an existing journal',
    sql: `select e.id as entry_id, e.journal_id, e.occurred_at, j.occurred_at as journal_at
      from ledger_entry e join journal j on j.id = e.journal_id where e.occurred_at <> j.occurred_at`,
  },
  {
    number: 19,
    name: "event positions have no gaps up to the account's counter",
    sql: `select account_id, position::text as event, before::text as comes_after from (
        select account_id, position, lag(position, 1, 0::bigint) over (partition by account_id order by position) as before from logged_event
      ) walked where position <> before + 1
      union all select account_id, 'counter ' || c.last, e.last::text from event_counter c
        full join (select account_id, max(position) as last from logged_event group by 1) e using (account_id)
        where c.last is distinct from coalesce(e.last, 0)`,
  },
  {
    number: 19,
    name: 'every account has an event counter',
    sql: `select a.id as account_id from account a left join event_counter c on c.account_id = a.id
      where c.account_id is null`,
  },
];
