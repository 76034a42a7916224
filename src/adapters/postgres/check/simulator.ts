import type pg from 'pg';
import { inOwnConnection } from '../own-connection.js';
import type { SqlCheck } from './query.js';

/**
 * True if the bank has delivered a notice that the books do not have, because the books are an older backup. Notices
 * that the books took, from the bank or by `psp restored`, are rows of `notice`.
 */
export const noticeSentAfterBackup = (type: 'operation' | 'payment_result'): string =>
  `exists (select from simulator.notice sent where sent.reference = broken.reference and sent.type = '${type}'
    and sent.delivered_at is not null
    and not exists (select from notice taken where taken.provider = 'sandbox'
      and taken.id in (sent.id, 'record:' || sent.reference || ':' || sent.outcome)))`;

/** Checks our rows against the simulated bank's own record, which is committed separately. */
export const simulatorChecks: readonly SqlCheck[] = [
  {
    number: 10,
    name: "the provider's own record has at most one call a reference",
    needsSimulator: true,
    sql: `select reference, count(*) as calls from simulator.call group by reference having count(*) > 1`,
  },
  {
    number: 12,
    name: 'no cancelled operation reached the provider',
    needsSimulator: true,
    sql: `select o.id as operation_id, o.reference, c.id as call from operation o
      join simulator.call c on c.reference = o.reference where o.status = 'cancelled'`,
  },
  {
    number: 12,
    name: "every completed pay-in is a payment in the provider's record",
    needsSimulator: true,
    sql: `select p.id as payin_id, p.payment_reference, s.amount, s.currency from payin p
      left join simulator.payment s on s.reference = p.payment_reference
      where p.status = 'completed' and p.provider = 'sandbox'
        and (s.bank_reference, s.amount, s.currency) is distinct from (p.bank_reference, p.paid_amount, p.paid_currency)`,
  },
  {
    number: 30,
    name: 'nothing that failed or was cancelled stands beside "paid" in the provider\'s record without an exception',
    needsSimulator: true,
    // An operation with a notice still ahead is left out: the exception is opened then.
    sql: `select o.id as operation_id, o.status, b.reference, b.became as provider_says from operation o
      join (select reference, case when turns_at <= now() then turns_to else finding end as became from simulator.operation) b
        on b.reference = o.reference
      where o.became = 'not_executed' and b.became in ('paid', 'returned')
        and not exists (select from exception e where e.resource_id = o.id and e.type = 'late_payment_evidence'
          and e.cause in ('paid', 'returned'))
        and not exists (select from simulator.notice n where n.reference = b.reference and n.type = 'operation'
          and n.delivered_at is null)`,
    expectedIf: noticeSentAfterBackup('operation'),
  },
];

/** A bank record in its own database, copied into temporary tables of the check's connection. */
interface BankApart {
  /**
   * Call it after the books' snapshot is taken: the bank records a call before the books have the answer, so its copy
   * must be newer.
   */
  readonly load: () => Promise<void>;
  readonly fromCopies: (check: SqlCheck) => SqlCheck;
}

const copiedAtOnce = 5_000;
/** Prefix of the copies. A temporary table with the plain name would hide the service's own table. */
const copies = 'pg_temp.simulator_';
const bankTables = ['call', 'operation', 'payment', 'notice'];

export async function bankApart(client: pg.Client, url: string): Promise<BankApart> {
  const inBank = <T>(work: (bank: pg.Client) => Promise<T>): Promise<T> =>
    inOwnConnection(url, { application_name: 'psp check' }, work);
  await inBank(async (bank) => {
    for (const table of bankTables) await client.query(await copyOf(bank, table));
  });
  return {
    load: () =>
      inBank(async (bank) => {
        // The first query takes the snapshot.
        await client.query('select');
        await bank.query('begin transaction isolation level repeatable read, read only');
        for (const table of bankTables) await copy(bank, client, table);
        await bank.query('commit');
      }),
    fromCopies: ({ sql, expectedIf, ...check }) => ({
      ...check,
      sql: sql.replaceAll('simulator.', copies),
      ...(expectedIf !== undefined && { expectedIf: expectedIf.replaceAll('simulator.', copies) }),
    }),
  };
}

async function copyOf(bank: pg.Client, table: string): Promise<string> {
  const { rows } = await bank.query<{ columns: string | null }>(
    `select string_agg(format('%I %s', attname, format_type(atttypid, atttypmod)), ', ' order by attnum) as columns
     from pg_attribute where attrelid = to_regclass($1) and attnum > 0 and not attisdropped`,
    [`simulator.${table}`],
  );
  const columns = rows[0]?.columns ?? null;
  if (columns === null) {
    throw new Error(
      'SIMULATOR_DATABASE_URL: that database has no tables of the simulated bank; give the database that the service uses.',
    );
  }
  return `create temp table ${copies}${table} (${columns})`;
}

async function copy(bank: pg.Client, client: pg.Client, table: string): Promise<void> {
  await bank.query(
    `declare ${table}_rows cursor for select row_to_json(t)::text as row from simulator.${table} t`,
  );
  for (;;) {
    const { rows } = await bank.query<{ row: string }>(`fetch ${copiedAtOnce} from ${table}_rows`);
    if (rows.length === 0) return;
    await client.query(
      `insert into ${copies}${table} select * from json_populate_recordset(null::${copies}${table}, $1::json)`,
      [`[${rows.map(({ row }) => row).join()}]`],
    );
  }
}
