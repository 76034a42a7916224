import { sql, type RawBuilder } from 'kysely';
import { exact } from '../../domain/money.js';
import type { StatementBook, StatementLine, ComparedTotals } from '../../ports/statement.js';
import { instant } from './column.js';
import type { Connection } from './connection.js';

/** Names that one round compares. */
const namesAtOnce = 200;

const encoded = (lines: readonly StatementLine[]): string =>
  JSON.stringify(
    lines.map((line) => ({
      ...line,
      sequence: String(line.sequence),
      amount: line.amount.toFixed(),
      given_for: line.accountId,
      booked_at: line.bookedAt,
      funding_reference: line.payment?.fundingReference,
      bank_reference: line.payment?.bankReference,
    })),
  );

/** Stores statement lines. A line that is stored already stays unchanged. */
const keepLines = (provider: string, lines: readonly StatementLine[]) => sql<{
  sequence: string;
  is_new: boolean;
}>`with incoming as (
    select * from jsonb_to_recordset(${encoded(lines)}::jsonb) as t(sequence bigint, kind text, reference text, amount numeric,
      currency text, booked_at timestamptz, given_for text, funding_reference text, bank_reference text)
  ), inserted as (
    insert into statement_line (provider, sequence, kind, reference, amount, currency, booked_at, given_for,
      funding_reference, bank_reference)
    select ${provider}, sequence, kind, reference, amount, currency, booked_at, given_for, funding_reference, bank_reference
    from incoming on conflict (provider, sequence) do nothing returning sequence
  )
  select sequence, true as is_new from inserted
  union all select t.sequence, false from incoming t join statement_line l on l.provider = ${provider} and l.sequence = t.sequence
    where (t.kind, t.reference, t.amount, t.currency) is distinct from (l.kind, l.reference, l.amount, l.currency)`;

/**
 * The next hour with postings to the provider's clearing account, and the names of the operations and payments posted.
 * Each currency is read separately, because the index has the currency first.
 */
const postedNext = (provider: string, after: Date | null, until: Date) => {
  const cleared = sql`seq is null and ledger = 'clearing:' || ${provider}`;
  return sql<{
    references: string[] | null;
    end: string | null;
  }>`with recursive held as (
    (select currency from entry where ${cleared} order by currency limit 1)
    union all
    select (select currency from entry where ${cleared} and currency > h.currency order by currency limit 1)
      from held h where h.currency is not null
  ), first as (
    select min(e.occurred_at) as at from held h cross join lateral (
      select occurred_at from entry where ${cleared} and currency = h.currency
        and occurred_at > coalesce(${after}::timestamptz, '-infinity') and occurred_at <= ${until}
        order by occurred_at limit 1) e
  ), part as (select at, least(at + interval '1 hour', ${until}) as end from first where at is not null)
  select part.end, (
      select array_agg(distinct coalesce(o.reference, p.payment_reference))
      from held h cross join lateral (
          select journal_id from entry where ${cleared} and currency = h.currency
            and occurred_at between part.at and part.end offset 0) e
        join journal j on j.id = e.journal_id
        left join lateral (select reference from operation where id = j.origin_id offset 0) o on true
        left join lateral (select payment_reference from payin where id = j.origin_id offset 0) p on true
      where coalesce(o.reference, p.payment_reference) is not null
    ) as references
  from part`;
};

interface WeighedRow {
  readonly reference: string;
  readonly currency: string;
  readonly expected: string;
  readonly actual: string;
  readonly posted_at: string | null;
  readonly line: string | null;
}

/** `offset 0` looks up each name separately; as a list, the planner may read whole tables. */
const weighNames = (provider: string, references: readonly string[]) => sql<WeighedRow>`with names as (
    select unnest(${references}::text[]) as reference
  ), owner as (
    select n.reference, o.id from names n cross join lateral (
      select id from operation where reference = n.reference
      union all select id from payin where payment_reference = n.reference offset 0) o
  ), booked as (
    select w.reference, e.currency, max(e.occurred_at) as posted_at,
      sum(case e.direction when 'debit' then e.amount else -e.amount end) as amount
    from owner w cross join lateral (select * from journal where origin_id = w.id and origin_type <> 'adjustment' offset 0) j
      cross join lateral (select ledger, currency, direction, amount, occurred_at from entry where journal_id = j.id
        union all select ledger, currency, direction, amount, occurred_at from archived_entry
          where account_id = j.account_id and day = to_char(j.occurred_at at time zone 'UTC', 'YYYY-MM-DD') and journal_id = j.id offset 0) e
    where e.ledger = 'clearing:' || ${provider} group by 1, 2
  ), incoming as (
    select reference, currency,
      sum(case when kind in ('order', 'payment_reversed') then -amount else amount end) as amount
    from statement_line where provider = ${provider} and reference = any(${references}) group by 1, 2
  ), weighed as (
    select reference, currency, coalesce(b.amount, 0) as expected, coalesce(t.amount, 0) as actual, posted_at
    from booked b full join incoming t using (reference, currency)
  ), agreed as (
    update statement_line set state = 'agreed' where provider = ${provider} and reference = any(${references}) and state = 'open'
      and reference not in (select reference from weighed where expected <> actual)
  )
  select w.*, (select (to_jsonb(l) || jsonb_build_object('sequence', l.sequence::text, 'amount', l.amount::text))::text from statement_line l where l.provider = ${provider} and l.reference = w.reference
      order by sequence limit 1) as line
    from weighed w where expected <> actual order by reference, currency`;

interface Line {
  readonly sequence: string;
  readonly kind: StatementLine['kind'];
  readonly reference: string;
  readonly amount: string;
  readonly currency: string;
  readonly booked_at: string;
  readonly given_for: string | null;
  readonly funding_reference: string | null;
  readonly bank_reference: string | null;
}

/** The providers whose statements are due for comparison. */
export const dueStatements = sql<{
  provider: string;
}>`select provider from statement where next_step_at <= business_now()`;

const progressQuery = (provider: string) =>
  sql<{
    from_cursor: string | null;
    cursor: string | null;
    compared_at: string | null;
    next_step_at: string;
  }>`select from_cursor, cursor, compared_at, next_step_at from statement where provider = ${provider} for update`;

/** The statements of providers, in one open transaction. */
export function statementBook(connection: Connection): StatementBook {
  const rows = <T>(query: RawBuilder<T>): Promise<T[]> => connection.rows(query);
  return {
    async progress(provider) {
      const [progress] = await rows(progressQuery(provider));
      if (!progress) return { from: null, next: null, comparedAt: null, due: null };
      const { from_cursor: from, cursor: next, compared_at: at, next_step_at: due } = progress;
      return { from, next, comparedAt: at === null ? null : instant(at), due: instant(due) };
    },
    async setProgress(provider, { from, next, comparedAt, due }) {
      await rows(sql`insert into statement (provider, from_cursor, cursor, compared_at, next_step_at)
        values (${provider}, ${from}, ${next}, ${comparedAt}, ${due})
        on conflict (provider) do update set from_cursor = excluded.from_cursor, cursor = excluded.cursor,
          compared_at = excluded.compared_at, next_step_at = excluded.next_step_at`);
    },
    async keep(provider, lines) {
      const stored = await rows(keepLines(provider, lines));
      const changed = stored.filter((row) => !row.is_new).map(({ sequence }) => BigInt(sequence));
      return { added: stored.length - changed.length, changed };
    },
    async openNames(provider, after) {
      const open = await rows(sql<{ name: string }>`select distinct reference as name from statement_line
        where provider = ${provider} and state = 'open' and reference > ${after} order by 1 limit ${namesAtOnce}`);
      const references = open.map(({ name }) => name);
      return { references, next: references.length < namesAtOnce ? undefined : references.at(-1) };
    },
    async postedNames(provider, { after, until }) {
      const [posted] = await rows(postedNext(provider, after, until));
      const { references, end } = posted ?? { references: null, end: null };
      return { references: references ?? [], next: end === null ? undefined : instant(end) };
    },
    async compare(provider, references) {
      const weighed = await rows(weighNames(provider, references));
      return weighed.map((row): ComparedTotals => ({
        reference: row.reference,
        currency: row.currency,
        expected: exact(row.expected),
        actual: exact(row.actual),
        postedAt: row.posted_at === null ? null : instant(row.posted_at),
        line: row.line === null ? undefined : lineOf(JSON.parse(row.line) as Line),
      }));
    },
    async setAside(provider, reference) {
      await rows(sql`update statement_line set state = 'excepted'
        where provider = ${provider} and reference = ${reference} and state = 'open'`);
    },
  };
}

function lineOf({ given_for: accountId, funding_reference, bank_reference, ...row }: Line): StatementLine {
  return {
    sequence: BigInt(row.sequence),
    kind: row.kind,
    reference: row.reference,
    amount: exact(row.amount),
    currency: row.currency,
    bookedAt: new Date(row.booked_at),
    ...(accountId !== null && { accountId }),
    ...(funding_reference !== null &&
      bank_reference !== null && {
        payment: { fundingReference: funding_reference, bankReference: bank_reference },
      }),
  };
}
