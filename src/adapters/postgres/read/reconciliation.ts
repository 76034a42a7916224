import { sql } from 'kysely';
import { exact } from '../../../domain/money.js';
import type { Proposal, UnknownLine } from '../../../ports/platform-read.js';
import { instant } from '../column.js';

export type LineRow = Readonly<Record<Exclude<keyof UnknownLine, 'kind' | 'givenFor'>, string>> &
  Pick<UnknownLine, 'kind' | 'givenFor'>;

export const unknownQuery = (limit: number) =>
  sql<LineRow>`select l.provider, l.sequence::text, l.kind, l.reference, l.amount::text, l.currency,
      l.booked_at as "bookedAt", l.given_for as "givenFor"
    from statement_line l where l.state = 'open'
      and not exists (select from operation where reference = l.reference)
      and not exists (select from payin where payment_reference = l.reference)
    order by l.provider, l.sequence desc limit ${limit}`;

export const lineOfRow = (row: LineRow): UnknownLine => ({
  ...row,
  amount: exact(row.amount),
  bookedAt: instant(row.bookedAt),
});

export type ProposalRow = Omit<Proposal, 'proposedAt'> & { readonly proposedAt: string };

/** A repeated proposal by the same operator counts once. */
export const proposalsQuery = (limit: number) =>
  sql<ProposalRow>`select * from (
      select distinct on (x.id, a.operator, a.operator_id, a.after -> 'wanted') a.id, x.id as "exceptionId",
        x.account_id as "accountId", a.operator, a.after ->> 'note' as note, a.after #>> '{wanted,direction}' as direction,
        a.after #>> '{wanted,amount}' as amount, a.after #>> '{wanted,currency}' as currency, a.created_at as "proposedAt"
      from exception x join audit_entry a on a.subject_id = x.id and a.action = 'exception.propose'
      where x.status = 'open' and a.created_at > business_now() - interval '7 days'
      order by x.id, a.operator, a.operator_id, a.after -> 'wanted', a.id desc) p
    order by id desc limit ${limit}`;

export const proposalOfRow = ({ proposedAt, ...row }: ProposalRow): Proposal => ({
  exceptionId: row.exceptionId,
  accountId: row.accountId,
  operator: row.operator,
  note: row.note,
  direction: row.direction,
  amount: row.amount,
  currency: row.currency,
  proposedAt: instant(proposedAt),
});
