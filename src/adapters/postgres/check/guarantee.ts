import { sqlRows, type SqlCheck } from './query.js';

/** The guards that the database itself keeps, by trigger and table. */
const triggers = [
  ['payout_kept', 'payout'],
  ['payout_named', 'payout'],
  ['payin_kept', 'payin'],
  ['payin_named', 'payin'],
  ['journal_kept', 'journal'],
  ['entry_kept', 'entry'],
  ['event_kept', 'event'],
  ['entry_balanced', 'entry'],
  ['journal_filled', 'journal'],
  ['event_gapless', 'event'],
  ['webhook_delivery_kept', 'webhook_delivery'],
  ['webhook_delivery_named', 'webhook_delivery'],
] as const;

/** What the database refuses by itself, by constraint or unique index and table. */
const refusals = [
  ['idempotency_key_pkey', 'idempotency_key'],
  ['payout_sound', 'payout'],
  ['payout_quote', 'payout'],
  ['payout_reference_key', 'payout'],
  ['intent_may_have_left', 'intent'],
  ['payin_sound', 'payin'],
  ['payin_payment', 'payin'],
  ['payin_funding_account_id_bank_reference_key', 'payin'],
  ['journal_once', 'journal'],
  ['journal_adjustment', 'journal'],
  ['entry_sound', 'entry'],
  ['entry_seq', 'entry'],
  ['balance_sound', 'balance'],
  ['event_pkey', 'event'],
  ['webhook_delivery_sound', 'webhook_delivery'],
  ['webhook_delivery_first', 'webhook_delivery'],
] as const;

/** What shows that nothing was written around the guards. */
export const guaranteeChecks: readonly SqlCheck[] = [
  {
    number: 5,
    name: 'the guards of operations, journals, entries and events are in force',
    sql: `select g.name as trigger, g.relation as on_table from (values ${sqlRows(triggers)}) g (name, relation)
      left join pg_trigger t on t.tgname = g.name and t.tgrelid = to_regclass('public.' || g.relation) and t.tgenabled in ('O', 'A')
      where t.oid is null`,
  },
  {
    number: 5,
    name: 'the constraints and unique indexes of money are there',
    sql: `select g.name, g.relation as on_table from (values ${sqlRows(refusals)}) g (name, relation)
      left join (
        select conname as name, conrelid as relation from pg_constraint where contype = 'c'
        union all select c.relname, i.indrelid from pg_index i join pg_class c on c.oid = i.indexrelid
          where i.indisunique and i.indisvalid
      ) there on there.name = g.name and there.relation = to_regclass('public.' || g.relation)
      where there.name is null`,
  },
  {
    number: 5,
    name: 'no constraint is left unproven',
    sql: `select conrelid::regclass as on_table, conname as name from pg_constraint c
      where connamespace = 'public'::regnamespace and not (convalidated and coalesce((to_jsonb(c) ->> 'conenforced')::boolean, true))`,
  },
  {
    number: 5,
    name: 'no entry was added to a journal afterwards',
    sql: `select e.id as entry_id, e.journal_id, e.occurred_at, j.occurred_at as journal_at
      from entry e join journal j on j.id = e.journal_id where e.occurred_at <> j.occurred_at`,
  },
  {
    number: 19,
    name: 'positions of events are gapless up to the counter',
    sql: `select account_id, position::text as event, before::text as comes_after from (
        select account_id, position, lag(position, 1, 0::bigint) over (partition by account_id order by position) as before from event
      ) walked where position <> before + 1
      union all select account_id, 'counter ' || c.last, e.last::text from event_counter c
        full join (select account_id, max(position) as last from event group by 1) e using (account_id)
        where c.last is distinct from coalesce(e.last, 0)`,
  },
  {
    number: 19,
    name: 'every account counts its events',
    sql: `select a.id as account_id from account a left join event_counter c on c.account_id = a.id
      where c.account_id is null`,
  },
];
