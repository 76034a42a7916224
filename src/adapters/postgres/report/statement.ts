import { sql, type RawBuilder } from 'kysely';
import { timeText } from '../../../domain/moment.js';
import { tracedNouns } from '../../../domain/noun/all.js';
import { snake } from '../../../domain/noun/declare.js';
import type { StatementAsk } from '../../../ports/report.js';

interface StatementAskAsOf extends StatementAsk {
  readonly asOf: Date;
}

/** The three parts of a statement, with the same columns: one opening line, a line per entry, one closing line. */
export interface StatementQueries {
  readonly opening: RawBuilder<unknown>;
  readonly entries: RawBuilder<unknown>;
  readonly closing: RawBuilder<unknown>;
}

/**
 * The client's and the bank's reference of the resource behind a journal. Only the branch of the resource's type is
 * read.
 */
const origins = sql.raw(
  tracedNouns
    .map(({ noun, fields }) => [snake(noun), 'clientReference' in fields ? 'client_reference' : 'null'])
    .map(
      ([table, reference]) =>
        `select ${reference}::text as reference, trace_reference as bank_reference from ${table} where j.origin_type = '${table}' and id = j.origin_id`,
    )
    .join(' union all '),
);

/** The statement of one bucket of a balance. Each entry has the bucket's balance after it. */
export function statementQueries({
  accountId,
  currency,
  account,
  from,
  to,
  asOf,
}: StatementAskAsOf): StatementQueries {
  const start = sql`last_seq(${accountId}, ${currency}, ${timeText(from)}::timestamptz)`;
  const end = sql`last_seq(${accountId}, ${currency}, ${timeText(to < asOf ? to : asOf)}::timestamptz)`;
  const held = (upto: RawBuilder<unknown>) =>
    sql`(select s.credits - s.debits as amount from bucket_sums(${accountId}, ${currency}, ${upto}) s where s.ledger = ${account})`;
  const bound = (line: string, at: Date, upto: RawBuilder<unknown>) =>
    sql`select ${line}::text as line, ${timeText(at)}::text as occurred_at, null::text as entry_id, null::text as journal_id,
        null::text as purpose, null::text as direction, null::text as amount, written_amount(b.amount, ${currency}) as balance,
        ${currency}::text as currency, ${account}::text as account, null::text as origin_type, null::text as origin_id,
        null::text as reference, null::text as bank_reference
      from ${held(upto)} b`;
  const entries = sql`select 'entry' as line, written_time(e.occurred_at) as occurred_at, e.id as entry_id, e.journal_id, j.purpose,
      e.direction, written_amount(e.amount, e.currency) as amount,
      written_amount(e.start + sum(case e.direction when 'credit' then e.amount else -e.amount end) over (order by e.seq rows unbounded preceding),
        e.currency) as balance,
      e.currency, e.ledger as account, j.origin_type, j.origin_id, o.reference, o.bank_reference
    from (select e.*, b.amount as start
      from (select ${start} as low, ${end} as high offset 0) p
      cross join lateral ${held(sql`p.low`)} b
      join entry e on e.account_id = ${accountId} and e.currency = ${currency} and e.seq > p.low and e.seq <= p.high
        and e.ledger = ${account}) e
    join journal j on j.id = e.journal_id left join lateral (${origins}) o on true order by e.seq`;
  return { opening: bound('opening', from, start), entries, closing: bound('closing', to, end) };
}
