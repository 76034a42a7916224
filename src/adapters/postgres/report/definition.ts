import { sql, type RawBuilder } from 'kysely';
import { idFloor } from '../../../domain/id.js';
import type { IdKind } from '../../../domain/noun/prefix.js';
import { written } from '../../../domain/moment.js';
import { reports, type ReportName } from '../../../domain/report.js';
import type { ReportAsk } from '../../../ports/report.js';

type Sql = RawBuilder<unknown>;

/** A report as of a moment: nothing that was booked at it or later is told. */
export interface Asked extends ReportAsk {
  readonly asOf: Date;
  /** The most rows that are told; all of them where it is undefined. */
  readonly limit: number | undefined;
}

/** Where a report's rows come from: they are the same for JSON, CSV and GraphQL, and differ in no more than their wrapping. */
interface Source {
  /** Each column as text. */
  readonly values: Readonly<Record<string, Sql>>;
  /** Names a row, so that a walk can go on behind it. */
  readonly id: Sql;
  readonly from: Sql;
  readonly order: Sql;
}

/** The rows of a report, in its order; with `withId` the id of each comes first. */
export function reportQuery(ask: Asked, { withId }: { readonly withId: boolean }): RawBuilder<ReportRow> {
  const { values, id, from, order } = sources[ask.name](ask);
  const columns = reports[ask.name].columns.map(
    (name) => sql`${values[name] ?? missing(name)} as ${sql.ref(name)}`,
  );
  const listed = withId ? [sql`${id} as row_id`, ...columns] : columns;
  return sql<ReportRow>`select ${sql.join(listed)} from ${from} order by ${order}${most(ask)}`;
}

export type ReportRow = Readonly<Record<string, string | null>>;

const missing = (name: string): never => {
  throw new Error(`a report has no value for ${name}`);
};

const column = (name: string): Sql => sql.raw(name);
const time = (name: string): Sql => sql.raw(`written_time(${name})`);
const money = (name: string, currency: string): Sql => sql.raw(`written_amount(${name}, ${currency})`);
const rate = (name: string): Sql => sql.raw(`trim_scale(${name})::text`);
const at = (moment: Date): Sql => sql`${written(moment)}::timestamptz`;
const most = ({ limit }: Asked): Sql => (limit === undefined ? sql`` : sql` limit ${limit}::bigint`);
/** The end of what is told. */
const endOf = ({ to, asOf }: Asked): Sql => at(to < asOf ? to : asOf);
const all = (conditions: readonly Sql[]): Sql => sql.join(conditions, sql` and `);
const columns = (...names: readonly string[]): Record<string, Sql> =>
  Object.fromEntries(names.map((name) => [name.split('.').at(-1) ?? name, column(name)]));

/** The entries of an account's balances: of one balance in the order of their numbers, which is that of time. */
function transactions(ask: Asked): Source {
  const { accountId, currency } = ask;
  const own = sql`(select b.account_id, b.currency, ${lowest(ask)} as low, last_seq(b.account_id, b.currency, ${endOf(ask)}) as high
    from balance b where b.account_id = ${accountId}`;
  // Read in the order of their index, those of one balance need no sorting.
  const entries =
    currency === undefined
      ? sql`${own} offset 0) b cross join lateral (select e.* from entry e
          where e.account_id = b.account_id and e.currency = b.currency and e.seq is not null and e.seq > b.low and e.seq <= b.high
          order by e.seq${most(ask)}) e`
      : sql`entry e`;
  const bound = (name: string) =>
    sql`(select b.${sql.ref(name)} from ${own} and b.currency = ${currency}) b)`;
  const where =
    currency === undefined
      ? sql``
      : sql`where e.account_id = ${accountId} and e.currency = ${currency} and e.seq is not null
          and e.seq > ${bound('low')} and e.seq <= ${bound('high')}`;
  return {
    values: {
      ...columns('e.journal_id', 'j.purpose', 'e.direction', 'e.currency', 'j.origin_type', 'j.origin_id'),
      entry_id: column('e.id'),
      occurred_at: time('e.occurred_at'),
      account: column('e.ledger'),
      amount: money('e.amount', 'e.currency'),
    },
    id: column('e.id'),
    from: sql`${entries} join journal j on j.id = e.journal_id ${where}`,
    order: currency === undefined ? sql`e.occurred_at, e.currency, e.seq` : sql`e.seq`,
  };
}

/** The number behind which the entries of a balance are told: those of the others behind an entry are later, or as late. */
function lowest({ from, after }: Asked): Sql {
  const start = sql`last_seq(b.account_id, b.currency, ${at(from)})`;
  if (after === undefined) return start;
  return sql`greatest(${start}, (select case
      when b.currency = a.currency then a.seq
      else last_seq(b.account_id, b.currency,
        a.occurred_at + case when b.currency < a.currency then interval '1 millisecond' else interval '0' end)
    end from entry a where a.id = ${after}))`;
}

/** Entries that an index of the account holds by time. */
function booked(ask: Asked, kind: Sql): Sql {
  const { accountId, after, from } = ask;
  const later =
    after === undefined
      ? []
      : [sql`(e.occurred_at, e.id) > ((select a.occurred_at from entry a where a.id = ${after}), ${after})`];
  return all([
    sql`e.account_id = ${accountId}`,
    kind,
    sql`e.occurred_at >= ${at(from)}`,
    sql`e.occurred_at < ${endOf(ask)}`,
    ...later,
  ]);
}

function fees(ask: Asked): Source {
  const kind = sql.raw(`(e.ledger = 'fees' or e.ledger = 'earnings' and e.direction = 'credit')`);
  const one = ask.currency === undefined ? sql`` : sql`and e.currency = ${ask.currency}`;
  return {
    values: {
      ...columns('e.journal_id', 'j.origin_type', 'j.origin_id', 'e.currency'),
      occurred_at: time('e.occurred_at'),
      kind: sql.raw(`case e.ledger when 'earnings' then 'tenant_markup' else 'platform_fee' end`),
      // A fee that is given back is below zero.
      amount: money(`case e.direction when 'credit' then e.amount else -e.amount end`, 'e.currency'),
    },
    id: column('e.id'),
    from: sql`entry e join journal j on j.id = e.journal_id where ${booked(ask, kind)} ${one}`,
    order: sql`e.occurred_at, e.id`,
  };
}

/** The two sides of a journal's conversion: what fx took in was sold, what it gave was bought. */
function fx(ask: Asked): Source {
  const kind = sql.raw(`e.ledger = 'fx' and e.direction = 'credit'`);
  const one =
    ask.currency === undefined
      ? sql``
      : sql`and (e.currency = ${ask.currency} or o.currency = ${ask.currency})`;
  return {
    values: {
      ...columns('e.journal_id', 'j.origin_type', 'j.origin_id'),
      occurred_at: time('e.occurred_at'),
      sold_amount: money('e.amount', 'e.currency'),
      sold_currency: column('e.currency'),
      bought_amount: money('o.amount', 'o.currency'),
      bought_currency: column('o.currency'),
      rate: sql.raw(`trim_scale(coalesce(case when p.source_currency = e.currency then p.rate end,
        round(o.amount / e.amount, 11 - floor(log(o.amount / e.amount))::int)))::text`),
    },
    id: column('e.id'),
    from: sql`entry e join journal j on j.id = e.journal_id
      join entry o on o.journal_id = e.journal_id and o.ledger = 'fx' and o.direction = 'debit' and o.currency <> e.currency
      left join payout p on j.origin_type = 'payout' and p.id = j.origin_id
      where ${booked(ask, kind)} ${one}`,
    order: sql`e.occurred_at, e.id`,
  };
}

/** Every bucket of every currency ever held: the sums up to the two ends of the period. */
function balances(ask: Asked): Source {
  const one = ask.currency === undefined ? sql`` : sql`and b.currency = ${ask.currency}`;
  const sums = (end: Sql) =>
    sql`bucket_sums(b.account_id, b.currency, last_seq(b.account_id, b.currency, ${end}))`;
  return {
    values: {
      currency: column('b.currency'),
      account: column('o.ledger'),
      opening: money('o.credits - o.debits', 'b.currency'),
      credits: money('c.credits - o.credits', 'b.currency'),
      debits: money('c.debits - o.debits', 'b.currency'),
      closing: money('c.credits - c.debits', 'b.currency'),
    },
    id: sql`b.currency || '.' || o.ledger`,
    from: sql`balance b cross join lateral ${sums(at(ask.from))} o
      join lateral ${sums(endOf(ask))} c on c.place = o.place where b.account_id = ${ask.accountId} ${one}`,
    order: sql`b.currency, o.place`,
  };
}

interface Operations {
  readonly table: string;
  readonly kind: IdKind;
  readonly values: Readonly<Record<string, Sql>>;
  /** The column that `currency` asks for. */
  readonly currency: string;
  readonly joined?: string;
}

/** The rows of a noun in the order of their ids, which begin with created_at. */
const operations =
  ({ table, kind, values, currency: name, joined = '' }: Operations) =>
  ({ accountId, from, to, after, currency }: Asked): Source => ({
    values,
    id: column('o.id'),
    from: sql`${sql.table(table)} o ${sql.raw(joined)} where ${all([
      sql`o.account_id = ${accountId}`,
      sql`o.id >= ${idFloor(kind, from)}`,
      sql`o.id < ${idFloor(kind, to)}`,
      ...(after === undefined ? [] : [sql`o.id > ${after}`]),
      ...(currency === undefined ? [] : [sql`${column(`o.${name}`)} = ${currency}`]),
    ])}`,
    order: sql`o.id`,
  });

/** Metadata as JSON; null where there is none. */
const labels = {
  reference: column('o.client_reference'),
  metadata: sql.raw(`nullif(o.metadata, '{}')::text`),
};

const payins = operations({
  table: 'payin',
  kind: 'payin',
  currency: 'currency',
  joined: `join funding_account f on f.id = o.funding_account_id
    cross join lateral (select coalesce(sum(r.amount) filter (where r.status = 'completed'), 0) as refunded
      from refund r where r.account_id = o.account_id and r.payin_id = o.id) r`,
  values: {
    ...columns(
      'o.id',
      'o.status',
      'o.funding_account_id',
      'f.method',
      'o.paid_currency',
      'o.currency',
      'o.failure_code',
    ),
    created_at: time('o.created_at'),
    completed_at: time('o.completed_at'),
    paid_amount: money('o.paid_amount', 'o.paid_currency'),
    amount: money('o.amount', 'o.currency'),
    refunded: money('r.refunded', 'o.currency'),
  },
});

const payouts = operations({
  table: 'payout',
  kind: 'payout',
  currency: 'source_currency',
  values: {
    ...labels,
    ...columns(
      'o.id',
      'o.status',
      'o.method',
      'o.beneficiary_id',
      'o.source_currency',
      'o.destination_currency',
    ),
    ...columns('o.batch_id', 'o.remittance_id', 'o.failure_code'),
    created_at: time('o.created_at'),
    completed_at: time('o.completed_at'),
    principal: money('o.principal', 'o.source_currency'),
    platform_fee: money('o.platform_fee', 'o.source_currency'),
    tenant_markup: money('o.tenant_markup', 'o.source_currency'),
    total: money('o.total', 'o.source_currency'),
    destination_amount: money('o.destination_amount', 'o.destination_currency'),
    rate: rate('o.rate'),
  },
});

const remittances = operations({
  table: 'remittance',
  kind: 'remittance',
  currency: 'source_currency',
  values: {
    ...labels,
    ...columns(
      'o.id',
      'o.status',
      'o.payin_id',
      'o.payout_id',
      'o.source_currency',
      'o.destination_currency',
      'o.failure_code',
    ),
    created_at: time('o.created_at'),
    source_amount: money('o.source_amount', 'o.source_currency'),
    destination_amount: money('o.destination_amount', 'o.destination_currency'),
    rate: rate('o.rate'),
  },
});

const refunds = operations({
  table: 'refund',
  kind: 'refund',
  currency: 'currency',
  values: {
    ...labels,
    ...columns('o.id', 'o.status', 'o.payin_id', 'o.currency', 'o.failure_code'),
    created_at: time('o.created_at'),
    completed_at: time('o.completed_at'),
    amount: money('o.amount', 'o.currency'),
  },
});

const withdrawals = operations({
  table: 'withdrawal',
  kind: 'withdrawal',
  currency: 'currency',
  values: {
    ...labels,
    ...columns('o.id', 'o.status', 'o.destination_id', 'o.currency', 'o.failure_code'),
    created_at: time('o.created_at'),
    completed_at: time('o.completed_at'),
    amount: money('o.amount', 'o.currency'),
    fee: money('o.fee', 'o.currency'),
    total: money('o.total', 'o.currency'),
  },
});

const settlements = operations({
  table: 'settlement',
  kind: 'settlement',
  currency: 'currency',
  values: {
    ...columns('o.id', 'o.status', 'o.currency', 'o.failure_code'),
    created_at: time('o.created_at'),
    completed_at: time('o.completed_at'),
    period_from: time('o.period_from'),
    period_to: time('o.period_to'),
    amount: money('o.amount', 'o.currency'),
    fee: money('o.fee', 'o.currency'),
    total: money('o.total', 'o.currency'),
  },
});

const sources: Readonly<Record<ReportName, (ask: Asked) => Source>> = {
  transactions,
  payins,
  payouts,
  remittances,
  refunds,
  withdrawals,
  settlements,
  fees,
  fx,
  balances,
};
