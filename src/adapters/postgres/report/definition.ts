import { sql, type RawBuilder } from 'kysely';
import { reports, type ReportName } from '../../../domain/report.js';
import { payins, payouts, refunds, remittances, settlements, withdrawals } from './operations.js';
import {
  all,
  at,
  column,
  columns,
  endOf,
  money,
  most,
  time,
  type ReportAskAsOf,
  type Source,
  type Sql,
} from './source.js';

/** The query of a report, sorted. With `withId`, each row starts with its id. */
export function reportQuery(
  ask: ReportAskAsOf,
  { withId }: { readonly withId: boolean },
): RawBuilder<ReportRow> {
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

/** The entries of an account. Entries of one balance are in number order, which is the order of time. */
function transactions(ask: ReportAskAsOf): Source {
  const { accountId, currency } = ask;
  const own = sql`(select b.account_id, b.currency, ${lowest(ask)} as low, last_seq(b.account_id, b.currency, ${endOf(ask)}) as high
    from balance b where b.account_id = ${accountId}`;
  // One balance is read in index order and needs no sort.
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

/**
 * The entry number after which a balance is reported. On later pages it follows from the last reported entry. Other
 * balances continue with entries of the same time or later; balances whose currency sorts first have already reported
 * that time.
 */
function lowest({ from, after }: ReportAskAsOf): Sql {
  const start = sql`last_seq(b.account_id, b.currency, ${at(from)})`;
  if (after === undefined) return start;
  return sql`greatest(${start}, (select case
      when b.currency = a.currency then a.seq
      else last_seq(b.account_id, b.currency,
        a.occurred_at + case when b.currency < a.currency then interval '1 millisecond' else interval '0' end)
    end from entry a where a.id = ${after}))`;
}

/** Condition for entries that an index of the account finds by time. */
function booked(ask: ReportAskAsOf, kind: Sql): Sql {
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

function fees(ask: ReportAskAsOf): Source {
  const kind = sql.raw(`(e.ledger = 'fees' or e.ledger = 'earnings' and e.direction = 'credit')`);
  const one = ask.currency === undefined ? sql`` : sql`and e.currency = ${ask.currency}`;
  return {
    values: {
      ...columns('e.journal_id', 'j.origin_type', 'j.origin_id', 'e.currency'),
      occurred_at: time('e.occurred_at'),
      kind: sql.raw(`case e.ledger when 'earnings' then 'tenant_markup' else 'platform_fee' end`),
      // A refunded fee is negative.
      amount: money(`case e.direction when 'credit' then e.amount else -e.amount end`, 'e.currency'),
    },
    id: column('e.id'),
    from: sql`entry e join journal j on j.id = e.journal_id where ${booked(ask, kind)} ${one}`,
    order: sql`e.occurred_at, e.id`,
  };
}

/** The two sides of a conversion: the amount that `fx` received was sold, the amount that it gave was bought. */
function fx(ask: ReportAskAsOf): Source {
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

/** Every bucket of every currency ever held, with the sums at both ends of the period. */
function balances(ask: ReportAskAsOf): Source {
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

const sources: Readonly<Record<ReportName, (ask: ReportAskAsOf) => Source>> = {
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
