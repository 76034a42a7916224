import { sql } from 'kysely';
import { declared } from '../../../domain/noun/all.js';
import { snake } from '../../../domain/noun/declare.js';
import { exact } from '../../../domain/money.js';
import type { UncertainOperation } from '../../../ports/platform-read.js';
import { instant } from '../column.js';
import { columnOf } from '../row.js';

export type UncertainRow = Readonly<
  Record<'id' | 'accountId' | 'status' | 'amount' | 'currency' | 'reference' | 'since', string>
> &
  Pick<UncertainOperation, 'kind' | 'provider' | 'attempts' | 'lookUps'> & {
    readonly nextStepAt: string | null;
  };

/** One query per kind, so that each uses the kind's own index on due rows. */
export function uncertainQuery(limit: number) {
  const parts = declared.flatMap(({ noun, draws }) => {
    if (draws === undefined) return [];
    const [amount, currency] = draws.map((field) => sql.ref(`t.${columnOf(noun, field)}`));
    return [
      sql`select o.kind, o.id, o.account_id as "accountId", o.status, ${amount}::text as amount,
        ${currency} as currency, o.provider, o.reference, o.attempts, t.look_ups as "lookUps",
        o.next_step_at as "nextStepAt", o.updated_at as since
      from operation o join ${sql.table(snake(noun))} t on t.id = o.id
      where o.kind = ${sql.lit(snake(noun))} and o.next_step_at is not null and o.sending = 'uncertain' and o.became is null`,
    ];
  });
  return sql<UncertainRow>`select * from (${sql.join(parts, sql` union all `)}) o order by since, id limit ${limit}`;
}

export const uncertainOfRow = (row: UncertainRow): UncertainOperation => ({
  ...row,
  amount: exact(row.amount),
  nextStepAt: row.nextStepAt === null ? null : instant(row.nextStepAt),
  since: instant(row.since),
});
