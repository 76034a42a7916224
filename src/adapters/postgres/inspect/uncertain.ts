import { sql } from 'kysely';
import { exact } from '../../../domain/money.js';
import type { UncertainOperation } from '../../../ports/inspector.js';
import { instant } from '../column.js';

export type UncertainRow = Readonly<
  Record<'id' | 'accountId' | 'status' | 'amount' | 'currency' | 'reference' | 'since', string>
> &
  Pick<UncertainOperation, 'kind' | 'provider' | 'attempts' | 'lookUps'> & {
    readonly nextStepAt: string | null;
  };

/** The columns of that which draws the balance; of a payout in the currency that the account pays in. */
const drawn = {
  payout: ['total', 'source_currency'],
  refund: ['amount', 'currency'],
  settlement: ['total', 'currency'],
  withdrawal: ['total', 'currency'],
} as const;

export function uncertainQuery(limit: number) {
  const parts = Object.entries(drawn).map(
    ([kind, [amount, currency]]) => sql`select ${kind}::text as kind, id, account_id as "accountId", status,
        ${sql.ref(amount)}::text as amount, ${sql.ref(currency)} as currency, provider, reference, attempts,
        look_ups as "lookUps", next_step_at as "nextStepAt", updated_at as since
      from ${sql.ref(kind)} where next_step_at is not null and sending = 'uncertain'
        and status not in ('completed', 'failed', 'returned', 'cancelled')`,
  );
  return sql<UncertainRow>`select * from (${sql.join(parts, sql` union all `)}) o order by since, id limit ${limit}`;
}

export const uncertainOfRow = (row: UncertainRow): UncertainOperation => ({
  ...row,
  amount: exact(row.amount),
  nextStepAt: row.nextStepAt === null ? null : instant(row.nextStepAt),
  since: instant(row.since),
});
