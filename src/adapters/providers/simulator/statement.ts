import type { Pool, PoolClient } from 'pg';
import { exact } from '../../../domain/money.js';
import type { StatementLine, StatementPage } from '../../../ports/statement.js';
import { outcomeNow } from './funding.js';
import { traceColumns, type TraceColumns } from './trace.js';

/** Lines on one page. */
const pageSize = 500;
/** Orders or payments booked in one statement. */
const bookedAtOnce = 2_000;

/** An order that may still change stays unbooked and is read again next time. */
const bookOrders = `
with asked as (
  select reference, amount, currency, given_for, coalesce(turns_at > clock_timestamp(), false) as turns_later,
    case when turns_at <= clock_timestamp() then turns_to else finding end as became
  from simulator.operation where is_unbooked and reference > $1
  order by reference limit ${bookedAtOnce} for no key update
), lines as (
  insert into simulator.statement (kind, reference, amount, currency, given_for)
  select kind, reference, amount, currency, given_for
  from asked cross join lateral (values ('order', became in ('paid', 'returned')), ('order_returned', became = 'returned'))
    moved (kind, is_moved)
  where is_moved order by reference, kind
  on conflict (reference, kind) do nothing
), booked as (
  update simulator.operation o set is_unbooked = false from asked a
  where o.reference = a.reference and not turns_later and became not in ('in_flight', 'unknown')
)
select max(reference) as last, count(*)::int as count from asked`;

const bookPayments = `
with asked as (
  select reference, amount, currency, funding_reference, bank_reference, ${outcomeNow} as outcome,
    coalesce(turns_at > clock_timestamp(), false) as turns_later
  from simulator.payment where is_unbooked and due_at <= clock_timestamp() and reference > $1
  order by reference limit ${bookedAtOnce} for no key update
), lines as (
  insert into simulator.statement (kind, reference, amount, currency, funding_reference, bank_reference)
  select kind, reference, amount, currency, funding_reference, bank_reference
  from asked cross join lateral
    (values ('payment', outcome <> 'failed'), ('payment_reversed', outcome = 'reversed')) moved (kind, is_moved)
  where is_moved order by reference, kind
  on conflict (reference, kind) do nothing
), booked as (
  update simulator.payment p set is_unbooked = false from asked a where p.reference = a.reference and not turns_later
)
select max(reference) as last, count(*)::int as count from asked`;

/**
 * The bank books its movements when the statement is requested. One process books at a time, so numbers
 * follow commit order and the lines already returned never change.
 */
async function bookAll(pool: Pool): Promise<void> {
  for (const statement of [bookOrders, bookPayments]) {
    for (let after: string | undefined = ''; after !== undefined;) after = await book(pool, statement, after);
  }
}

async function book(pool: Pool, statement: string, after: string): Promise<string | undefined> {
  const client: PoolClient = await pool.connect();
  try {
    await client.query(`begin; select pg_advisory_xact_lock(hashtext('psp simulator statement'))`);
    const { rows } = await client.query<{ last: string; count: number }>(statement, [after]);
    await client.query('commit');
    client.release();
    const [booked] = rows;
    return booked?.count === bookedAtOnce ? booked.last : undefined;
  } catch (error) {
    client.release(true);
    throw error;
  }
}

interface Line extends TraceColumns {
  closed: string;
  sequence: string;
  kind: StatementLine['kind'];
  reference: string;
  amount: string;
  currency: string;
  booked_at: Date;
  given_for: string | null;
  funding_reference: string | null;
  bank_reference: string | null;
}

export async function statementAfter(pool: Pool, after: string): Promise<StatementPage> {
  await bookAll(pool);
  const { rows } = await pool.query<Line>(
    `select s.*, (select max(sequence) from simulator.statement) as closed,
       coalesce(o.trace_kind, p.trace_kind) as trace_kind, coalesce(o.trace_reference, p.trace_reference) as trace_reference
     from simulator.statement s
       left join simulator.operation o on s.kind in ('order', 'order_returned') and o.reference = s.reference
       left join simulator.payment p on s.kind in ('payment', 'payment_reversed') and p.reference = s.reference
     where sequence > $1::bigint order by sequence limit ${pageSize}`,
    [after],
  );
  const next = rows.at(-1)?.sequence ?? after;
  const closed = BigInt(rows[0]?.closed ?? next);
  return { lines: rows.map(lineOf), next, hasMore: rows.length === pageSize, closed };
}

function lineOf({ given_for: accountId, funding_reference, bank_reference, ...row }: Line): StatementLine {
  return {
    sequence: BigInt(row.sequence),
    kind: row.kind,
    reference: row.reference,
    amount: exact(row.amount),
    currency: row.currency,
    bookedAt: row.booked_at,
    ...traceColumns(row),
    ...(accountId !== null && { accountId }),
    ...(funding_reference !== null &&
      bank_reference !== null && {
        payment: { fundingReference: funding_reference, bankReference: bank_reference },
      }),
  };
}
