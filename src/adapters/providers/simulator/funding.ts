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
import { gatherAll } from '../../../flow-control/gather.js';
import { instructionsOf } from './instructions.js';
import { afterthoughtMs } from './plan.js';
import { columnsOf, traceColumns, traceOf, type TraceColumns } from './trace.js';

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

/** SQL for the current outcome of a payment in the bank's record. */
export const outcomeNow = `case when turns_at <= clock_timestamp() then turns_to else outcome end`;

/** The bank also forwards payments to closed accounts; the receiver decides what to do with them. */
const recordPayments = `
with asked as (
  select * from json_to_recordset($1::json) as a(place int, reference text, funding_reference text,
    bank_reference text, amount numeric, currency text, outcome text, delay_ms float,
    trace_kind text, trace_reference text)
), known as (
  insert into simulator.payment as known
    (reference, funding_reference, bank_reference, amount, currency, outcome, due_at, trace_kind, trace_reference)
  select distinct on (reference) reference, funding_reference, bank_reference, amount, currency, outcome,
    clock_timestamp() + make_interval(secs => delay_ms / 1000), trace_kind, trace_reference
  from asked order by reference, place
  on conflict (reference) do update set repeats = known.repeats + 1
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
select reference, funding_reference, bank_reference, amount, currency, trace_kind, trace_reference,
  ${outcomeNow} as outcome, due_at <= clock_timestamp() as is_decided
from known`;

/**
 * Changes the outcome of a payment. An undecided payment takes the outcome as its decision; a decided one
 * changes shortly after it was reported. Either way a notice announces the change.
 */
const changeOutcome = `
with turned as (
  update simulator.payment set is_unbooked = true,
    outcome = case when due_at <= now() and $2 <> 'reversed' then ${outcomeNow} else $2 end,
    turns_to = case when due_at <= now() and $2 <> 'reversed' then $2 end,
    turns_at = case when due_at <= now() and $2 <> 'reversed' then now() + make_interval(secs => $3::float / 1000) end
  where reference = $1 and ${outcomeNow} <> $2 and not (${outcomeNow} = 'reversed' and $2 = 'completed')
  returning *
)
insert into simulator.notice (id, type, reference, outcome, due_at)
select reference || ':turned:' || repeats, 'payment_result', reference, 'settled', turns_at
from turned where turns_at is not null
union all
select reference || ':reversed', 'payment_result', reference, 'reversed', due_at + make_interval(secs => $3::float / 1000)
from turned where outcome = 'reversed'
on conflict (id) do nothing`;

interface PaymentRow extends TraceColumns {
  reference: string;
  funding_reference: string;
  bank_reference: string;
  amount: string;
  currency: string;
  outcome: SandboxDeposit['outcome'];
}

type Deposited = PaymentNotice & { readonly contradicts: boolean };

export function depositTo(pool: Pool): (deposit: SandboxDeposit) => Promise<Deposited> {
  return gatherAll((deposits) => recordSet(pool, deposits), 500);
}

async function recordSet(pool: Pool, deposits: readonly SandboxDeposit[]): Promise<Deposited[]> {
  const now = new Date();
  const payments = deposits.map((deposit, index) => ({
    ...columnsOf(traceOf(paymentReferenceOf(deposit), deposit.method, now)),
    place: index,
    reference: paymentReferenceOf(deposit),
    funding_reference: deposit.fundingReference,
    bank_reference: deposit.bankReference,
    amount: deposit.amount.toFixed(),
    currency: deposit.currency,
    outcome: deposit.outcome,
    delay_ms: deposit.delayMs,
  }));
  const { rows } = await pool.query<PaymentRow & { is_decided: boolean }>({
    name: 'record_payments',
    text: recordPayments,
    values: [JSON.stringify(payments), afterthoughtMs],
  });
  const known = new Map(rows.map((row) => [row.reference, row]));
  const recorded: Deposited[] = [];
  for (const { reference, amount, currency, outcome } of payments) {
    const row = known.get(reference);
    if (!row) throw new Error(`no payment was recorded for ${reference}`);
    const isSameMoney = row.currency === currency && exact(row.amount).isEqualTo(amount);
    const isOther = isSameMoney && row.outcome !== outcome;
    if (isOther) await pool.query(changeOutcome, [reference, outcome, afterthoughtMs]);
    const notice = noticeOf({ ...row, amount, currency, outcome });
    const contradicts = isOther && row.is_decided && notice.outcome !== noticeOf(row).outcome;
    recorded.push({ ...notice, contradicts });
  }
  return recorded;
}

/** Derived from the bank's own reference, so that repeating a deposit gives the same payment. */
function paymentReferenceOf(deposit: SandboxDeposit): string {
  const key = JSON.stringify([deposit.fundingReference, deposit.bankReference]);
  return `simpay${createHash('sha256').update(key).digest('hex').slice(0, 32)}`;
}

/** A reversed payment is reported as completed here; its reversal has a separate notice. */
function noticeOf(row: PaymentRow): PaymentNotice {
  return {
    outcome: row.outcome === 'failed' ? 'failed' : 'completed',
    id: `${row.reference}:payment`,
    type: 'payment',
    fundingReference: row.funding_reference,
    paymentReference: row.reference,
    bankReference: row.bank_reference,
    amount: exact(row.amount),
    currency: row.currency,
    ...traceColumns(row),
  };
}

/** Payments on one page of the bank's record. */
const pageSize = 500;

export async function paymentsAfter(pool: Pool, after: string): Promise<PaymentPage> {
  const { rows } = await pool.query<PaymentRow & { reversal: string | null }>(
    `select p.reference, funding_reference, bank_reference, p.amount, p.currency,
       p.trace_kind, p.trace_reference, p.outcome_now as outcome, n.id as reversal
       from (select *, ${outcomeNow} as outcome_now from simulator.payment) p
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
    // A join by key: `= any($1)` is planned as a comparison of each payment with each reference.
    text: `select p.reference, p.amount, p.currency, p.trace_kind, p.trace_reference, ${outcomeNow} as outcome, p.due_at <= clock_timestamp() as due
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
  return { outcome: 'confirmed', amount: exact(row.amount), currency: row.currency, ...traceColumns(row) };
}
