import { queryRows } from './rows.js';
import type { RunningService } from './running.js';

/** Gives each account so many entries, a millisecond apart, and a second balance that never moved. */
export async function pastEntries(
  { databaseUrl }: Pick<RunningService, 'databaseUrl'>,
  rows: number,
): Promise<void> {
  const id = (prefix: string) => `'${prefix}_' || lpad(n::text, 26, '0')`;
  const at = `'2026-02-01'::timestamptz + n * interval '1 ms'`;
  await queryRows(
    databaseUrl,
    `set session_replication_role = replica;
    insert into balance (account_id, currency, available, seq, as_of)
      select id, 'MXN', ${rows}, ${rows}, '2026-02-01'::timestamptz + ${rows} * interval '1 ms' from account;
    insert into balance (account_id, currency, seq, as_of) select id, 'PEN', 0, '-infinity' from account;
    insert into journal (id, account_id, purpose, origin_type, origin_id, occurred_at)
      select ${id('jrn')}, a.id, 'funding_deposit', 'payin', ${id('pin')}, ${at} from account a, generate_series(1, ${rows}) n;
    insert into entry (id, account_id, journal_id, ledger, currency, direction, amount, seq, occurred_at)
      select ${id('ent')}, a.id, ${id('jrn')}, 'available', 'MXN', 'credit', 1, n, ${at} from account a, generate_series(1, ${rows}) n;
    select add_marks()`,
  );
}
