import { channel } from 'node:diagnostics_channel';
import { setTimeout as wait } from 'node:timers/promises';
import type { Pool, PoolClient } from 'pg';
import { exact } from '../../../domain/money.js';
import type { Finding, OperationNotice, OrderPage, Receipt, Submission } from '../../../ports/provider.js';
import { gatherAll } from '../../../flow-control/gather.js';
import type { Plan } from './plan.js';
import { planOf, unsentMs } from './plan.js';
import { columnsOf, traceColumns, traceOf, type TraceColumns } from './trace.js';

/** Orders on one page of the bank's record. */
const pageSize = 500;
/** Most submissions in one INSERT; a larger set only delays the first of them. */
const setSize = 500;
const steps = channel('psp:step');

const waitMs = 'greatest(0, ceil(extract(epoch from answers_at - clock_timestamp()) * 1000))::float';

/**
 * Stores a set of calls in one statement. A repeat is counted as a call and finds the existing operation. The bank
 * compares send_by when the call arrives, because a connection may delay it by any time.
 */
const recordCalls = `
with asked as materialized (
  select *, clock_timestamp() as arrived from json_to_recordset($1::json) as a(place int, reference text, kind text, given_for text, send_by timestamptz,
    asked numeric, currency text, memo text, answer text, answer_code text, answers_ms float, amount numeric,
    finding text, finding_code text, turns_to text, turns_ms float, announced boolean, trace_kind text, trace_reference text)
  where send_by > clock_timestamp()
), called as (
  insert into simulator.call (reference, kind, amount, currency, memo)
  select reference, kind, asked, currency, memo from asked order by place
), known as (
  insert into simulator.operation as known (reference, given_for, amount, currency, answer, answer_code, answers_at,
    finding, finding_code, turns_to, turns_at, trace_kind, trace_reference)
  select distinct on (reference) reference, given_for, amount, currency, answer, answer_code,
    arrived + make_interval(secs => answers_ms / 1000), finding, finding_code,
    turns_to, arrived + make_interval(secs => turns_ms / 1000), trace_kind, trace_reference
  from asked order by reference, place
  on conflict (reference) do update set repeats = known.repeats + 1
  returning *
), announced as (
  insert into simulator.notice (id, type, reference, outcome, code, amount, currency, due_at)
  select distinct on (reference) reference || ':' || known.turns_to, 'operation', reference, known.turns_to,
    known.finding_code, known.amount, known.currency, known.turns_at
  from known join asked using (reference)
  where repeats = 0 and announced
  order by reference, place
)
select reference, answer, answer_code, amount, currency, trace_kind, trace_reference, ${waitMs} as wait_ms
from known`;

interface AnswerRow extends TraceColumns {
  answer: 'accepted' | 'paid' | 'refused' | 'uncertain';
  answer_code: string | null;
  amount: string;
  currency: string;
}

interface Answer extends AnswerRow {
  reference: string;
  wait_ms: number;
}

type Recorded = { receipt: Receipt; waitMs: number };
type Call = { submission: Submission; plan: Plan };

/** Batches the submissions of this process. A call is committed before it is answered. */
export function submitTo(pool: Pool, stopping: AbortSignal): (submission: Submission) => Promise<Receipt> {
  const record = gatherAll<Call, Recorded>((calls) => recordSet(pool, calls), setSize);
  return async (submission) => {
    const plan = planOf(submission);
    if (plan.answer === 'not_sent')
      return { ...notSent('the simulator could not be reached'), againMs: unsentMs };
    let { receipt, waitMs } = await record({ submission, plan });
    // The timer can end early by the database clock, which look-ups use, so the record is read again.
    while (waitMs > 0) {
      try {
        await wait(waitMs, undefined, { signal: stopping });
      } catch {
        return unsure('the simulator stopped before it answered');
      }
      ({ receipt, waitMs } = await recordedNow(pool, submission.reference));
    }
    return receipt;
  };
}

/** Evidence entered by an operator may have changed the answer during the wait. */
async function recordedNow(pool: Pool, reference: string): Promise<Recorded> {
  try {
    const { rows } = await pool.query<Answer>({
      name: 'answer_now',
      text: `select answer, answer_code, amount, currency, trace_kind, trace_reference, ${waitMs} as wait_ms
        from simulator.operation where reference = $1`,
      values: [reference],
    });
    return rows[0] ? recordedOf(rows[0]) : atOnce(unsure('the simulator no longer has a record of it'));
  } catch (error) {
    return atOnce(unsure(`the simulator did not answer: ${messageOf(error)}`));
  }
}

async function recordSet(pool: Pool, calls: readonly Call[]): Promise<Recorded[]> {
  let client: PoolClient;
  try {
    client = await pool.connect();
  } catch (error) {
    return calls.map(() => atOnce(notSent(`no connection to the simulator: ${messageOf(error)}`)));
  }
  steps.publish('send:during');
  try {
    const answers = await insertCalls(client, calls);
    steps.publish('send:during');
    client.release();
    const found = new Map(answers.map((answer) => [answer.reference, answer]));
    return calls.map(({ submission }) => {
      const answer = found.get(submission.reference);
      return answer ? recordedOf(answer) : atOnce({ outcome: 'too_late' });
    });
  } catch (error) {
    client.release(true);
    const receipt = unsure(`the simulator did not answer: ${messageOf(error)}`);
    return calls.map(() => atOnce(receipt));
  }
}

async function insertCalls(client: PoolClient, calls: readonly Call[]): Promise<Answer[]> {
  const now = new Date();
  const rows = calls.map(({ submission, plan }, index) => ({
    ...columnsOf(traceOf(submission.reference, submission.method, now)),
    place: index,
    reference: submission.reference,
    kind: submission.kind,
    given_for: submission.accountId,
    send_by: submission.sendBy,
    asked: submission.amount.toFixed(),
    currency: submission.currency,
    memo: submission.memo,
    answer: plan.answer,
    answer_code: plan.answerCode,
    answers_ms: plan.answersInMs,
    amount: plan.amount.toFixed(),
    finding: plan.finding,
    finding_code: plan.findingCode,
    turns_to: plan.turn?.to,
    turns_ms: plan.turn?.inMs,
    announced: plan.turn?.announced ?? false,
  }));
  const query = { name: 'record_calls', text: recordCalls, values: [JSON.stringify(rows)] };
  return (await client.query<Answer>(query)).rows;
}

function receiptOf(answer: AnswerRow): Receipt {
  switch (answer.answer) {
    case 'accepted':
      return { outcome: 'accepted', ...traceColumns(answer) };
    case 'paid':
      return {
        outcome: 'paid',
        amount: exact(answer.amount),
        currency: answer.currency,
        ...traceColumns(answer),
      };
    case 'refused':
      return { outcome: 'refused', code: answer.answer_code ?? 'provider_rejected' };
    case 'uncertain':
      return unsure('the simulator gave no clear answer');
  }
}

const recordedOf = (answer: Answer): Recorded => ({ receipt: receiptOf(answer), waitMs: answer.wait_ms });
const atOnce = (receipt: Receipt): Recorded => ({ receipt, waitMs: 0 });
const notSent = (reason: string): Receipt => ({ outcome: 'not_sent', reason });
const unsure = (reason: string): Receipt => ({ outcome: 'uncertain', reason });
const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

interface FindingRow extends TraceColumns {
  reference: string;
  finding: 'paid' | 'returned' | 'not_executed' | 'in_flight' | 'unknown';
  finding_code: string | null;
  amount: string;
  currency: string;
  given_for: string | null;
}

const selectFound = `
  select reference, case when turns_at <= clock_timestamp() then turns_to else finding end as finding,
    finding_code, amount, currency, given_for, trace_kind, trace_reference
  from simulator.operation`;

export async function lookUp(pool: Pool, references: readonly string[]): Promise<Map<string, Finding>> {
  const findings = new Map<string, Finding>(
    references.map((reference) => [reference, { outcome: 'not_found' }]),
  );
  const { rows } = await pool.query<FindingRow>({
    name: 'look_up',
    text: `${selectFound} where reference = any($1)`,
    values: [references],
  });
  for (const row of rows) findings.set(row.reference, findingOf(row));
  return findings;
}

export async function ordersAfter(pool: Pool, after: string): Promise<OrderPage> {
  const { rows } = await pool.query<FindingRow>(
    `${selectFound} where reference > $1 order by reference limit ${pageSize}`,
    [after],
  );
  return {
    orders: new Map(
      rows.map((row) => [row.reference, { ...findingOf(row), accountId: row.given_for ?? undefined }]),
    ),
    next: rows.length < pageSize ? undefined : rows.at(-1)?.reference,
  };
}

function findingOf(row: FindingRow): Finding {
  switch (row.finding) {
    case 'paid':
    case 'returned':
      return {
        outcome: row.finding,
        amount: exact(row.amount),
        currency: row.currency,
        ...traceColumns(row),
      };
    case 'not_executed':
      return { outcome: 'not_executed', code: row.finding_code ?? 'simulated_failure' };
    case 'in_flight':
      return { outcome: row.finding, ...traceColumns(row) };
    case 'unknown':
      return { outcome: row.finding };
  }
}

/** Time allowed for delivering evidence that was entered by hand, after it was recorded. */
const evidenceMs = 500;

export async function isAnswering(pool: Pool, reference: string): Promise<boolean> {
  const { rowCount } = await pool.query(
    `select from simulator.operation
     where reference = $1 and answers_at > clock_timestamp() + make_interval(secs => $2::float / 1000)`,
    [reference, evidenceMs],
  );
  return rowCount === 1;
}

/** Longer than the delay between recording evidence and delivering it to the bank. */
const evidenceAgeMs = 5_000;

/** Uses a new notice id each time: a known id would be ignored. */
export async function willContradict(pool: Pool, reference: string): Promise<void> {
  await pool.query(
    `insert into simulator.notice (id, type, reference, outcome, amount, currency, due_at)
     select reference || ':' || gen_random_uuid(), 'operation', reference, coalesce(turns_to, finding), amount, currency,
       greatest(turns_at, clock_timestamp() + make_interval(secs => $2::float / 1000))
     from simulator.operation where reference = $1 and coalesce(turns_to, finding) in ('paid', 'returned')`,
    [reference, evidenceAgeMs],
  );
}

/**
 * Evidence entered by hand replaces all planned changes, notices and answers. Returned money stays returned,
 * even if the evidence says that it was paid.
 */
export async function recordEvidence(
  pool: Pool,
  reference: string,
  evidence: Pick<OperationNotice, 'outcome' | 'code'>,
) {
  await pool.query(
    `with told as (
       update simulator.operation set finding = $2, finding_code = coalesce($3, finding_code),
         turns_to = null, turns_at = null, is_unbooked = true,
         answer = case when answers_at <= clock_timestamp() then answer
           when $2 = 'not_executed' then 'refused' else 'paid' end,
         answer_code = case when answers_at > clock_timestamp() then $3 else answer_code end
       where reference = $1 and not (finding = 'returned' and $2 = 'paid')
     )
     delete from simulator.notice where reference = $1 and type = 'operation' and delivered_at is null`,
    [reference, evidence.outcome, evidence.code ?? null],
  );
}

/** How often each reference was submitted, repeats included: shows that nothing was sent twice. */
export async function countCalls(pool: Pool): Promise<{ reference: string; count: number }[]> {
  const { rows } = await pool.query<{ reference: string; count: number }>(
    'select reference, count(*)::int as count from simulator.call group by reference order by reference',
  );
  return rows;
}
