import { formatReport } from '../../../src/adapters/postgres/check/report.js';
import { checkInvariants } from '../../../src/adapters/postgres/check/run.js';
import { queryRows } from '../../setup/rows.js';
import type { Book } from './book.js';
import type { Follower } from './client.js';

/** A promise of the service, and the places where it was broken. */
export interface Verdict {
  readonly name: string;
  readonly broken: readonly string[];
}

type Row = Readonly<Record<string, string | null>>;

const text = (rows: readonly Row[]): string[] => rows.map((row) => JSON.stringify(row));

/** Unfinished operations, and the bank's pending notices. */
export const undecided = `
  select id, status, description, sending, next_step_at from payout
    where status in ('processing', 'verification_pending') or refund_status = 'pending'
  union all select id, status, bank_reference, null, next_step_at from payin where status = 'processing'
  union all select id, status, null, null, next_step_at from funding_account where status = 'pending'
  union all select id, status, description, null, null from remittance where status in ('processing', 'review')
  union all select id, status, resource_id, null, expires_at from approval where status = 'pending'
  union all select id, outcome, null, null, due_at from simulator.notice where delivered_at is null`;

/** Differences between the bank's record and the books. */
const contradictions = `
  with bank as (
    select reference, case when turns_at <= clock_timestamp() then turns_to else finding end as finding
      from simulator.operation
  ), reported as (select resource_id, type, cause from exception)
  select p.id, p.status, p.failure_code, p.description, coalesce(b.finding, 'never heard of it') as bank
    from payout p left join bank b using (reference)
    where not case
      when b.finding is null then p.status = 'cancelled'
        or (p.status = 'failed' and p.failure_code in ('insufficient_funds', 'not_submitted', 'risk_rejected', 'approval_declined'))
      when b.finding = 'paid' then p.status = 'completed'
        or (p.status = 'failed' and (p.id, 'late_payment_evidence') in (select resource_id, type from reported))
      when b.finding = 'returned' then p.status = 'returned'
      when b.finding = 'not_executed' then p.status = 'failed'
      else false end
  union all select s.bank_reference, coalesce(p.status, 'no pay-in'), null, null, s.outcome
    from simulator.payment s join funding_account f on f.reference = s.funding_reference
    left join payin p on p.payment_reference = s.reference
    where not case
      when p.id is null then (f.id, s.bank_reference) in (select resource_id, cause from reported)
      when s.outcome = 'failed' then p.status = 'failed'
      when s.outcome = 'reversed' then
        p.status = 'completed' and (p.id, 'payin_reversed') in (select resource_id, type from reported)
      else p.status = 'completed' end`;

/** Remittances that wait although paid, or differ from their payout; the bank knows at most one payout. */
const misfunded = `
  select r.id, r.status, p.status as payout, count(c.*) as calls, 'is not as its payout' as is
    from remittance r left join payout p on p.remittance_id = r.id left join simulator.call c on c.reference = p.reference
    group by r.id, r.status, r.payout_id, p.id, p.status
    having count(c.*) > 1 or r.payout_id is distinct from p.id
      or r.status <> coalesce(p.status, case when r.status = 'awaiting_funds' then r.status else 'failed' end)
  union all select r.id, r.status, null, 0, 'waits though ' || i.id || ' was credited'
    from remittance r join payin i using (funding_account_id)
    where r.status = 'awaiting_funds' and i.status = 'completed' and i.completed_at > r.created_at`;

/** The event required for each state. */
const eventsDue = `
  select id, 'payout.created' as type from payout where failure_code is distinct from 'insufficient_funds'
  union all select id, 'payout.' || status from payout
    where status in ('completed', 'failed', 'cancelled', 'returned')
  union all select id, 'payout.completed' from payout where status = 'returned'
  union all select id, 'payout.return_settled' from payout where refund_status = 'settled'
  union all select id, 'payin.' || status from payin where status in ('completed', 'failed')
  union all select id, 'remittance.created' from remittance
  union all select id, 'remittance.' || status from remittance where status in ('completed', 'failed', 'returned')
  union all select id, 'customer.created' from customer
  union all select id, 'approval.requested' from approval
  union all select id, 'approval.decided' from approval where status <> 'pending'
  union all select id, 'funding_account.active' from funding_account where status in ('active', 'closed')`;

/** Judges a run after it has settled. `late` had not ended in time. */
export async function judge(
  url: string,
  seen: { book: Book; followers: readonly Follower[]; late: readonly string[]; endings: readonly string[] },
): Promise<Verdict[]> {
  const { book, followers, late, endings } = seen;
  const found = new Map<string, string[]>([
    ['acknowledged is kept', await forgotten(url, book)],
    ['one resource a key', await unbound(url, book)],
    [
      'each reference is called once',
      text(
        await queryRows(
          url,
          'select reference, count(*) as calls from simulator.call group by 1 having count(*) > 1',
        ),
      ),
    ],
    ['every operation ends in time', [...late]],
    ['each event once, gapless', await wrongEvents(url, followers)],
    ['the books agree with the bank', text(await queryRows(url, contradictions))],
    ['a remittance is paid out once, of one deposit', text(await queryRows(url, misfunded))],
    ['the invariants hold', await violations(url)],
    ['no process ends by itself', [...endings]],
    ['no request fails with 500', []],
    ['every answer is one that may be', []],
    ['every request is answered in the end', []],
    ['every balance read adds up', []],
  ]);
  for (const [name, wrong] of book.wrong) found.set(name, [...wrong, ...(found.get(name) ?? [])]);
  return [...found].map(([name, broken]) => ({ name, broken }));
}

/** Failed checks with their rows. */
export async function violations(url: string): Promise<string[]> {
  const report = await checkInvariants(url);
  return report.violations.map((violation) =>
    formatReport({ checks: [violation], violations: [violation], expected: [] }),
  );
}

/** Acknowledged results that the service has lost or changed. */
async function forgotten(url: string, book: Book): Promise<string[]> {
  const rows = await queryRows(
    url,
    'select id, status from payout union all select id, status from payin union all select id, status from remittance',
  );
  const now = new Map(rows.map(({ id, status }) => [id, status]));
  const others = [...book.seen].filter(([id, status]) => {
    const stored = now.get(id);
    return stored !== status && !(status === 'completed' && stored === 'returned');
  });
  const sent = [...book.cancelled].filter((id) => now.get(id) !== 'cancelled');
  return [
    ...others.map(([id, status]) => `${id} was ${status} and is ${now.get(id) ?? 'gone'}`),
    ...sent.map((id) => `${id} was to be cancelled and is ${now.get(id) ?? 'gone'}`),
  ];
}

/** Keys with another resource than acknowledged, and resources that nobody requested. */
async function unbound(url: string, book: Book): Promise<string[]> {
  const keys = await queryRows(url, 'select key, resource_id from idempotency_key');
  const bound = new Map(keys.map(({ key, resource_id: id }) => [key, id]));
  const wrong = book.asks
    .filter(({ key, id }) => bound.get(key) !== id)
    .map(
      ({ key, path, id }) =>
        `${key} of ${path} gave ${id ?? 'nothing'} and is bound to ${bound.get(key) ?? 'nothing'}`,
    );
  const made = await queryRows(
    url,
    `select id from payout where remittance_id is null union all select id from remittance union all select id from quote union all select id from customer
      union all select id from funding_account union all select id from payin where bank_reference is not null`,
  );
  const requested = new Set(book.asks.map(({ id }) => id));
  return [
    ...wrong,
    ...made.filter(({ id }) => !requested.has(id ?? '')).map(({ id }) => `nobody asked for ${id}`),
  ];
}

/** Events that a follower missed or got twice, and states without their event. */
async function wrongEvents(url: string, followers: readonly Follower[]): Promise<string[]> {
  const wrong: string[] = [];
  const counts = new Map<string, number>();
  for (const { account, events } of followers) {
    const log = await queryRows(
      url,
      'select id, position from event where account_id = $1 order by position',
      [account.id],
    );
    const missed = log.findIndex(
      ({ id, position }, index) => id !== events[index]?.id || Number(position) !== index + 1,
    );
    if (missed >= 0 || log.length !== events.length) {
      wrong.push(
        `${account.id}: ${events.length} events were read, ${log.length} are there, the first other is ${missed}`,
      );
    }
    for (const { type, data } of events)
      counts.set(`${data.id} ${type}`, (counts.get(`${data.id} ${type}`) ?? 0) + 1);
  }
  const due = await queryRows(url, eventsDue);
  for (const { id, type } of due) {
    const times = counts.get(`${id} ${type}`) ?? 0;
    if (times !== 1) wrong.push(`${type} of ${id} was sent ${times} times`);
  }
  return wrong;
}
