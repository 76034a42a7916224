/** The rows that an operation leaves, for the floor measurement. */
export interface Life {
  /** SQL that selects ended operations: `id`, `account_id`, `reference`. */
  readonly picked: string;
  /** SQL source of each copied table: the service's rows as `x`, joined to the operation `p`. */
  readonly sources: Readonly<Record<string, string>>;
  /** Statements that bring the row back to its state before it ended. */
  readonly before: readonly string[];
  readonly creating: readonly string[];
  /** The sandbox bank's rows, written between creating and ending. */
  readonly bank: readonly string[];
  readonly ending: readonly string[];
}

const columnsOfCopy = (table: string): string => `{columns of ${table}}`;
const copy = (table: string, which = 'true'): string =>
  `insert into floor.${table} (${columnsOfCopy(table)}) select ${columnsOfCopy(table)} from floor.${table}_source
    where nth between $1 and $2 and ${which} order by nth`;
/** Journal and entries in one statement, because a journal without entries is refused. */
const book = (which = 'true'): string => `with posted as (${copy('journal', which)}) ${copy('entry', which)}`;
const change = (table: string, set: string): string =>
  `update floor.${table} x set ${set} from floor.${table}_source s where s.nth between $1 and $2 and s.id = x.id`;
/** Updates one row for each account, however many of its operations are written together. */
const move = (table: string, set: string, which = 'true'): string =>
  `update floor.${table} x set ${set}
    from (select distinct account_id from floor.picked where nth between $1 and $2) a
    where x.account_id = a.account_id and ${which}`;

/** Each account's events from its first position, in the order in which they are written here. */
const inPositionBy = (order: string): string =>
  `update floor.event_source e set position = o.position
    from (select id, row_number() over (partition by account_id order by ${order}) as position from floor.event_source) o
    where o.id = e.id`;

export const ofAccounts = ['balance', 'event_counter', 'limit_usage', 'limit_minute'];
/** Selects the current rows of the picked accounts. */
export const currentRowsOf = (table: string): string => {
  const [which, order] =
    table === 'limit_minute' ? ['distinct on (account_id)', 'order by account_id, minute desc'] : ['', ''];
  return `insert into floor.${table} (${columnsOfCopy(table)}) select ${which} ${columnsOfCopy(table)}
    from public.${table} where account_id in (select account_id from floor.picked) ${order};
    analyze floor.${table}`;
};
const countEvent = move('event_counter', 'last = last + 1');
const booked = move('balance', 'seq = seq + 2, as_of = now()', "x.currency = 'MXN'");
const ledger = {
  journal: 'public.journal x on x.origin_id = p.id',
  entry: 'public.journal j on j.origin_id = p.id join public.entry x on x.journal_id = j.id',
  event: 'public.event x on x.resource_id = p.id and x.account_id = p.account_id',
};
const reserve = "purpose = 'payout_reserve'";
const end = "purpose <> 'payout_reserve'";

const payout: Omit<Life, 'picked'> = {
  sources: {
    payout: 'public.payout x on x.id = p.id',
    idempotency_key: 'public.idempotency_key x on x.resource_id = p.id and x.account_id = p.account_id',
    ...ledger,
    intent: 'public.intent x on x.operation_id = p.id',
    // Renamed, because the triggers look for an operation among the service's own tables.
    sent: 'simulator.operation x on x.reference = p.reference',
    call: 'simulator.call x on x.reference = p.reference',
  },
  before: [
    `update floor.payout_source
      set status = 'processing', sending = 'unsent', next_step_at = created_at, completed_at = null`,
    "update floor.intent_source set state = 'open', decided_at = null",
    inPositionBy("type <> 'payout.created', nth"),
  ],
  creating: [
    copy('payout'),
    copy('idempotency_key'),
    move('limit_minute', 'count = count + 1'),
    move('limit_usage', 'total = total + 1'),
    book(reserve),
    booked,
    copy('event', "type = 'payout.created'"),
    countEvent,
  ],
  bank: [copy('sent'), copy('call')],
  ending: [
    copy('intent'),
    change('payout', "sending = 'open', attempts = 1, send_by = now(), next_step_at = now()"),
    change('intent', "state = 'accepted', decided_at = now()"),
    change('payout', "status = 'completed', next_step_at = null, completed_at = now(), updated_at = now()"),
    book(end),
    booked,
    copy('event', "type <> 'payout.created'"),
    countEvent,
  ],
};

/** The items of the account's latest batches; each set of items becomes payouts. */
const item: Omit<Life, 'picked'> = {
  sources: {
    payout_batch: 'public.payout_batch x on x.id = p.batch_id',
    payout_batch_item: 'public.payout_batch_item x on x.payout_id = p.id',
    ...payout.sources,
  },
  before: [
    ...payout.before,
    `insert into floor.payout_batch (${columnsOfCopy('payout_batch')}) select ${columnsOfCopy('payout_batch')}
      from public.payout_batch where id in (select batch_id from floor.picked)`,
    `insert into floor.payout_batch_item (${columnsOfCopy('payout_batch_item')})
      select ${columnsOfCopy('payout_batch_item')} from (
        select (jsonb_populate_record(x, '{"stage": "pending", "payout_id": null}')).*
        from public.payout_batch_item x where x.payout_id in (select id from floor.picked)) waiting`,
  ],
  creating: [
    ...payout.creating,
    change('payout_batch_item', "stage = 'made', payout_id = s.payout_id, updated_at = now(), version = 2"),
    change('payout_batch', 'next_step_at = now(), updated_at = now()'),
  ],
  bank: payout.bank,
  ending: payout.ending,
};

const payoutsOf = (which: string): string =>
  `select id, account_id, reference, batch_id from payout where status = 'completed' and ${which}`;

export const itemsOf = (accountId: string): Life => ({
  ...item,
  picked: payoutsOf(`account_id = '${accountId}' and batch_id is not null`),
});

export const lives = (hotAccountId: string) => ({
  hot: { ...payout, picked: payoutsOf(`account_id = '${hotAccountId}'`) },
  spread: { ...payout, picked: payoutsOf(`account_id <> '${hotAccountId}'`) },
  payin: {
    picked: "select id, account_id, payment_reference as reference from payin where status = 'completed'",
    sources: {
      payin: 'public.payin x on x.id = p.id',
      payment: 'simulator.payment x on x.reference = p.reference',
      notice: "public.notice x on x.id = p.reference || ':payment'",
      ...ledger,
    },
    before: [
      `update floor.payin_source set status = 'processing', next_step_at = created_at, completed_at = null`,
      inPositionBy('nth'),
    ],
    bank: [copy('payment')],
    creating: [copy('notice'), copy('payin')],
    ending: [
      change('payin', "status = 'completed', next_step_at = null, completed_at = now()"),
      book(),
      booked,
      copy('event'),
      countEvent,
    ],
  },
});
