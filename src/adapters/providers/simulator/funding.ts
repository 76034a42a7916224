import { createHash } from 'node:crypto';
import type { Pool } from 'pg';
import { exact, show } from '../../../domain/money.js';
import { openingFailure } from '../../../domain/sandbox.js';
import type {
  Confirmation,
  FundingAsk,
  Opening,
  PaymentNotice,
  PaymentPage,
  SandboxDeposit,
} from '../../../ports/provider.js';
import { gather } from './gather.js';
import { instructionsOf } from './instructions.js';
import { afterthoughtMs } from './plan.js';

export async function openFundingAccount(pool: Pool, ask: FundingAsk): Promise<Opening> {
  const failure = ask.amount && openingFailure(show(ask.amount, ask.currency));
  if (failure) return { outcome: 'refused', code: failure };
  const { rows } = await pool.query<{ instructions: string }>(
    `insert into simulator.funding as known (reference, instructions) values ($1, $2)
     on conflict (reference) do update set instructions = known.instructions
     returning instructions`,
    [ask.reference, JSON.stringify(await instructionsOf(ask))],
  );
  const [row] = rows;
  if (!row) throw new Error(`no funding account was recorded for ${ask.reference}`);
  return { outcome: 'opened', instructions: JSON.parse(row.instructions) as Record<string, string> };
}

export async function closeFundingAccount(pool: Pool, reference: string): Promise<void> {
  await pool.query(
    'update simulator.funding set closed_at = clock_timestamp() where reference = $1 and closed_at is null',
    [reference],
  );
}

/** A bank sends what it is paid, to a closed account too: what that means is for the receiver to judge. */
const recordPayments = `
with asked as (
  select * from json_to_recordset($1::json) as a(place int, reference text, funding_reference text,
    bank_reference text, amount numeric, currency text, outcome text, delay_ms float)
), known as (
  insert into simulator.payment as known
    (reference, funding_reference, bank_reference, amount, currency, outcome, due_at)
  select distinct on (reference) reference, funding_reference, bank_reference, amount, currency, outcome,
    clock_timestamp() + make_interval(secs => delay_ms / 1000)
  from asked order by reference, place
  on conflict (reference) do update set repeats = known.repeats + 1,
    outcome = case when excluded.outcome = 'reversed' and known.outcome = 'completed'
      and known.amount = excluded.amount and known.currency = excluded.currency
      then 'reversed' else known.outcome end,
    is_unbooked = known.is_unbooked or excluded.outcome = 'reversed'
  returning *
), announced as (
  insert into simulator.notice (id, type, reference, outcome, due_at)
  select reference || ':settled', 'payment_result', reference, 'settled', due_at
  from known where repeats = 0 and due_at > clock_timestamp()
  union all
  select reference || ':reversed', 'payment_result', reference, 'reversed',
    due_at + make_interval(secs => $2::float / 1000)
  from known where outcome = 'reversed'
  on conflict (id) do nothing
)
select reference, funding_reference, bank_reference, amount, currency from known`;

interface PaymentRow {
  reference: string;
  funding_reference: string;
  bank_reference: string;
  amount: string;
  currency: string;
}

export function depositTo(pool: Pool): (deposit: SandboxDeposit) => Promise<PaymentNotice> {
  return gather(async (deposits) => {
    const recorded = await recordSet(pool, deposits);
    // A statement takes the first of a reference: its reversal, asked for meanwhile, comes after.
    const firsts = new Set<string>();
    const repeats = deposits.filter((deposit) => {
      const reference = paymentReferenceOf(deposit);
      const isRepeat = firsts.has(reference);
      firsts.add(reference);
      return isRepeat && deposit.outcome === 'reversed';
    });
    if (repeats.length > 0) await recordSet(pool, repeats);
    return recorded;
  }, 500);
}

async function recordSet(pool: Pool, deposits: readonly SandboxDeposit[]): Promise<PaymentNotice[]> {
  const asked = deposits.map((deposit, place) => ({
    place,
    reference: paymentReferenceOf(deposit),
    funding_reference: deposit.fundingReference,
    bank_reference: deposit.bankReference,
    amount: deposit.amount.toFixed(),
    currency: deposit.currency,
    outcome: deposit.outcome,
    delay_ms: deposit.delayMs,
  }));
  const { rows } = await pool.query<PaymentRow>({
    name: 'record_payments',
    text: recordPayments,
    values: [JSON.stringify(asked), afterthoughtMs],
  });
  const known = new Map(rows.map((row) => [row.reference, row]));
  return asked.map(({ reference, amount, currency }) => {
    const row = known.get(reference);
    if (!row) throw new Error(`no payment was recorded for ${reference}`);
    return noticeOf({ ...row, amount, currency });
  });
}

/** Follows from the bank's own reference, so that the same payment is the same whoever asks. */
function paymentReferenceOf(deposit: SandboxDeposit): string {
  const key = JSON.stringify([deposit.fundingReference, deposit.bankReference]);
  return `simpay${createHash('sha256').update(key).digest('hex').slice(0, 32)}`;
}

function noticeOf(row: PaymentRow): PaymentNotice {
  return {
    id: `${row.reference}:payment`,
    type: 'payment',
    fundingReference: row.funding_reference,
    paymentReference: row.reference,
    bankReference: row.bank_reference,
    amount: exact(row.amount),
    currency: row.currency,
  };
}

/** Payments that are told at once of the bank's own record. */
const pageSize = 500;

export async function paymentsAfter(pool: Pool, after: string): Promise<PaymentPage> {
  const { rows } = await pool.query<PaymentRow & { reversal: string | null }>(
    `select p.*, n.id as reversal from simulator.payment p
       left join simulator.notice n on n.id = p.reference || ':reversed' and n.delivered_at is not null
     where p.reference > $1 order by p.reference limit ${pageSize}`,
    [after],
  );
  const notices = rows.flatMap(({ reversal: id, ...row }): PaymentPage['notices'] => [
    noticeOf(row),
    ...(id === null
      ? []
      : [{ id, type: 'payment_result', paymentReference: row.reference, outcome: 'reversed' } as const]),
  ]);
  return { notices, next: rows.length < pageSize ? undefined : rows.at(-1)?.reference };
}

interface ConfirmationRow extends PaymentRow {
  outcome: SandboxDeposit['outcome'];
  due: boolean;
}

export async function confirmPayins(
  pool: Pool,
  references: readonly string[],
): Promise<Map<string, Confirmation>> {
  const unknown: Confirmation = { outcome: 'not_confirmed', code: 'not_confirmed' };
  const confirmations = new Map<string, Confirmation>(references.map((reference) => [reference, unknown]));
  const { rows } = await pool.query<ConfirmationRow>({
    name: 'confirm_payins',
    // One by one, by the key: "= any($1)" is planned to compare each payment with each reference.
    text: `select p.reference, p.amount, p.currency, p.outcome, p.due_at <= clock_timestamp() as due
           from unnest($1::text[]) as asked(reference)
             cross join lateral (select * from simulator.payment where reference = asked.reference limit 1) p`,
    values: [references],
  });
  for (const row of rows) confirmations.set(row.reference, confirmationOf(row));
  return confirmations;
}

function confirmationOf(row: ConfirmationRow): Confirmation {
  if (!row.due) return { outcome: 'pending' };
  if (row.outcome === 'failed') return { outcome: 'not_confirmed', code: 'not_confirmed' };
  return { outcome: 'confirmed', amount: exact(row.amount), currency: row.currency };
}
