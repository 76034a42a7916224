import type { Pool } from 'pg';
import { exact } from '../../../domain/money.js';
import { traceColumns, type TraceColumns } from './trace.js';
import type { Notice, OperationNotice, PaymentResultNotice } from '../../../ports/provider.js';

type Take = (notices: Notice[]) => Promise<void>;

const setSize = 200;
/** Longest delay until a notice of another process is seen. Notices of this process are delivered at once. */
const pollMs = 250;
/** After this time the notices of a crashed process are delivered by another. */
const leaseSeconds = 5;
const retryMs = 250;

interface NoticeRow extends TraceColumns {
  id: string;
  type: Notice['type'];
  reference: string;
  outcome: string;
  code: string | null;
  amount: string | null;
  currency: string | null;
}

export interface Delivery {
  /** Resolves when the current set has been delivered or given back. */
  end(): Promise<void>;
}

interface Deliverer {
  readonly take: Take;
  readonly report: (error: unknown) => void;
  /** While true, nothing is delivered, because the database clock is not trusted. */
  readonly isHeld: () => boolean;
}

/** Delivers due notices in order of due time; any number of processes may run this. */
export function startDelivery(pool: Pool, { take, report, isHeld }: Deliverer): Delivery {
  let stopping = false;
  // Initially true: the clock may have been wrong before this process started.
  let wasHeld = true;
  let wake = (): void => {};
  const pause = (ms: number): Promise<void> =>
    new Promise((resolve) => {
      const timer = setTimeout(resolve, stopping ? 0 : ms);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });

  async function deliverDue(): Promise<void> {
    if (isHeld()) {
      wasHeld = true;
      return pause(pollMs);
    }
    if (wasHeld) await pool.query(bringBack);
    wasHeld = false;
    const notices = await takeDue(pool);
    if (typeof notices === 'number') return pause(notices);
    const refused = await offer(notices, take, report);
    const taken = notices.filter((notice) => !refused.includes(notice)).map((notice) => notice.id);
    await pool.query('update simulator.notice set delivered_at = clock_timestamp() where id = any($1)', [
      taken,
    ]);
    await giveBack(pool, refused);
  }

  async function run(): Promise<void> {
    while (!stopping) {
      try {
        await deliverDue();
      } catch (error) {
        report(error);
        await pause(retryMs);
      }
    }
  }

  const running = run();
  return {
    end() {
      stopping = true;
      wake();
      return running;
    },
  };
}

/**
 * Resets times more than 4 hours ahead. No order or payment takes that long, so they were written while the
 * database clock was wrong.
 */
const bringBack = ['notice.due_at', 'payment.due_at', 'operation.answers_at', 'operation.turns_at']
  .map((location) => {
    const [table = '', column = ''] = location.split('.');
    const isOpen = table === 'notice' ? 'delivered_at is null' : 'is_unbooked';
    return `update simulator.${table} set ${column} = clock_timestamp()
      where ${isOpen} and ${column} > clock_timestamp() + interval '4 hours'`;
  })
  .join(';');

/**
 * A lease is a later due time: no other process takes the notice before it. If nothing is due, returns the
 * milliseconds until the next check.
 */
async function takeDue(pool: Pool): Promise<Notice[] | number> {
  const { rows } = await pool.query<NoticeRow & { ms: number | null }>({
    name: 'take_due_notices',
    text: `with due as (
             select id, due_at from simulator.notice
             where delivered_at is null and due_at <= clock_timestamp()
             order by due_at limit ${setSize} for update skip locked
           ), taken as (
             update simulator.notice n
             set due_at = clock_timestamp() + interval '${leaseSeconds} s', attempts = attempts + 1
             from due where n.id = due.id
             returning n.*, due.due_at as was_due_at
           )
           select id, type, t.reference, t.outcome, code, t.amount, t.currency,
             coalesce(o.trace_kind, p.trace_kind) as trace_kind,
             coalesce(o.trace_reference, p.trace_reference) as trace_reference,
             case when id is null then (
               select extract(epoch from min(due_at) - clock_timestamp())::float * 1000
               from simulator.notice where delivered_at is null) end as ms
             from (select) once left join taken t on true
               left join simulator.operation o on type = 'operation' and o.reference = t.reference
               left join simulator.payment p on type = 'payment_result' and p.reference = t.reference
             order by was_due_at, id`,
  });
  const [{ id, ms } = {}] = rows;
  return id ? rows.map(noticeOf) : Math.min(pollMs, Math.max(1, Math.ceil(ms ?? pollMs)));
}

/**
 * Returns the notices that were not taken. A failed set is offered again one by one, so that one bad notice
 * does not block the others.
 */
async function offer(notices: Notice[], take: Take, report: (error: unknown) => void): Promise<Notice[]> {
  try {
    await take(notices);
    return [];
  } catch (error) {
    report(error);
    if (notices.length === 1) return notices;
  }
  const refused: Notice[] = [];
  for (const notice of notices) refused.push(...(await offer([notice], take, report)));
  return refused;
}

const soonMs = 1_000;

export async function isNoticeDue(pool: Pool): Promise<boolean> {
  const { rowCount } = await pool.query({
    name: 'is_about_to_tell',
    text: `select from simulator.notice where delivered_at is null
      and due_at < clock_timestamp() + make_interval(secs => $1::float) limit 1`,
    values: [soonMs / 1000],
  });
  return rowCount === 1;
}

async function giveBack(pool: Pool, notices: readonly Notice[]): Promise<void> {
  if (notices.length === 0) return;
  await pool.query(
    `update simulator.notice set due_at = clock_timestamp() + least(attempts, 60) * make_interval(secs => $2::float)
     where id = any($1)`,
    [notices.map((notice) => notice.id), retryMs / 1000],
  );
}

function noticeOf(row: NoticeRow): Notice {
  if (row.type === 'payment_result') {
    const outcome = row.outcome as PaymentResultNotice['outcome'];
    const { id, reference: paymentReference } = row;
    return { id, type: 'payment_result', paymentReference, outcome, ...traceColumns(row) };
  }
  const outcome = row.outcome as OperationNotice['outcome'];
  const notice = { id: row.id, type: 'operation', reference: row.reference, outcome } as const;
  if (outcome === 'not_executed') return { ...notice, ...(row.code !== null && { code: row.code }) };
  return {
    ...notice,
    ...traceColumns(row),
    ...(row.amount !== null && { amount: exact(row.amount) }),
    ...(row.currency !== null && { currency: row.currency }),
  };
}
