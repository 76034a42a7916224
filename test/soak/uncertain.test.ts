import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Ports } from '../../src/ports/ports.js';
import { takeOperationNotices } from '../../src/usecases/operation-notice.js';
import { Random } from '../fuzz/random.js';
import { withHand } from '../setup/hand.js';
import { repeatedCalls } from '../setup/payout-journey.js';
import { inParallel } from '../setup/parallel.js';
import { queryRows } from '../setup/rows.js';
import { openBeside, openService, type RunningService } from '../setup/running.js';
import { progressOf, seedOf, sized } from '../setup/size.js';
import { balanceOf, fund, mxnPayout, speiBeneficiary, walk } from '../setup/verbs.js';
import { eventsOf, late, movesOf, overtaking, plain, noticesFrom, type Order } from './evidence.js';

const count = sized(120, 2_000);
const uncertainShare = 0.2;
/** Payouts of one lot overtake their sends before the first of these is answered. */
const chunkSize = 20;
const atOnce = 30;

const progress = progressOf('uncertain sends');
let random: Random;
let first: RunningService;
let second: RunningService;
let beneficiary: string;
beforeAll(async () => {
  random = new Random(seedOf('uncertain sends'));
  first = await openService();
  second = await openBeside(first);
  await fund(first, 'MXN', '500000.00');
  beneficiary = await speiBeneficiary(first);
});
afterAll(async () => {
  await second.stop();
  await first.stop();
});

interface Sent {
  readonly id: string;
  readonly reference: string;
  readonly order: Order;
}

/** Takes the orders in turn, so that each occurs about as often. */
function ordersFrom(table: readonly Order[], total: number): Order[] {
  return Array.from({ length: total }, (_, index) => table[index % table.length] as Order);
}

function shuffled<T>(list: readonly T[]): T[] {
  return list
    .map((value) => ({ value, at: random.fraction() }))
    .sort((a, b) => a.at - b.at)
    .map(({ value }) => value);
}

/** Creates payouts through both processes and cancels those marked for it. */
async function create(orders: readonly Order[]): Promise<Sent[]> {
  const made = await inParallel(orders, atOnce, async (order) => {
    const service = random.pick([first, second]);
    const payout = await service.post('/v1/payouts', mxnPayout(beneficiary, '100.00', order.description));
    expect(payout.status, payout.text).toBe(201);
    if (order.when === 'cancelled') await service.post(`/v1/payouts/${payout.get('id')}/cancel`);
    return payout.get('id');
  });
  const rows = await queryRows(first.databaseUrl, 'select id, reference from payout where id = any($1)', [
    made,
  ]);
  const references = new Map(rows.map(({ id, reference }) => [id, reference]));
  return made.map((id, index) => ({
    id,
    reference: references.get(id) ?? '',
    order: orders[index] as Order,
  }));
}

/** The row state for each `when`. */
const standing = {
  verification_pending: `status = 'verification_pending'`,
  accepted: `status = 'processing' and sending = 'accepted'`,
  open: `exists (select from intent i where i.operation_id = payout.id and i.state = 'open')`,
  unanswered: `exists (select from intent i where i.operation_id = payout.id and i.state in ('open', 'uncertain'))`,
  completed: `status = 'completed'`,
  failed: `status = 'failed'`,
  cancelled: `status = 'cancelled'`,
  decided: `status not in ('processing', 'verification_pending')`,
};

async function countOf(sent: readonly Sent[], stands: string): Promise<number> {
  const ids = sent.map(({ id }) => id);
  const [row] = await queryRows(
    first.databaseUrl,
    `select count(*) from payout where id = any($1) and ${stands}`,
    [ids],
  );
  return Number(row?.['count']);
}

function chunksOf<T>(list: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(list.length / size) }, (_, nth) =>
    list.slice(nth * size, (nth + 1) * size),
  );
}

async function untilAll(sent: readonly Sent[], stands: string): Promise<void> {
  const counting = () => countOf(sent, stands);
  await expect.poll(counting, { timeout: 60_000, interval: 100, message: stands }).toBe(sent.length);
}

/** Delivers every step of every order, first steps before second ones; some deliveries come twice at once. */
async function deliverSteps(ports: Ports, sent: readonly Sent[]): Promise<void> {
  const noticeSources = new Map(sent.map(({ reference }) => [reference, noticesFrom(reference)]));
  const deepest = Math.max(...sent.map(({ order }) => order.steps.length));
  for (let depth = 0; depth < deepest; depth += 1) {
    const steps = sent.map((each) => ({ ...each, step: each.order.steps[depth] ?? [] }));
    const notices = steps.map(({ reference, step }) =>
      'found' in step ? [] : (noticeSources.get(reference)?.(step) ?? []),
    );
    await inParallel(chunksOf(shuffled(notices), 20), 3, async (chunk) => {
      const deliver = () => takeOperationNotices(ports, 'sandbox', chunk.flat());
      const unknown = await Promise.all(random.chance(0.5) ? [deliver(), deliver()] : [deliver()]);
      expect(unknown.flat()).toEqual([]);
    });
    const found = steps.filter(({ step }) => 'found' in step);
    for (const { reference, step } of found) {
      if ('found' in step) await ports.bank?.setOutcome(reference, step.found);
    }
    await untilAll(found, standing.decided);
  }
}

/** Delivers evidence while none of these sends has been answered. */
async function overtake(ports: Ports, orders: readonly Order[]): Promise<Sent[]> {
  const sent = await create(orders);
  await untilAll(sent, standing.open);
  await deliverSteps(ports, sent);
  expect(await countOf(sent, standing.unanswered), 'sends that evidence has overtaken').toBe(sent.length);
  await untilAll(sent, `not ${standing.open}`);
  return sent;
}

async function sendAndNotify(): Promise<Sent[]> {
  const uncertain = Math.round(count * uncertainShare);
  const overtaken = Math.round(uncertain / 3);
  const orders = [...ordersFrom(plain, count - uncertain), ...ordersFrom(late, uncertain - overtaken)];
  const sent = await create(shuffled(orders));
  progress(`${sent.length} sent`);
  await withHand(first, async (ports) => {
    for (const [when, own] of Map.groupBy(sent, ({ order }) => order.when)) {
      if (when !== undefined) await untilAll(own, standing[when]);
    }
    await deliverSteps(ports, sent);
    for (const chunk of chunksOf(shuffled(ordersFrom(overtaking, overtaken)), chunkSize)) {
      sent.push(...(await overtake(ports, chunk)));
      progress(`${sent.length} sent`);
    }
  });
  return sent;
}

interface PayoutView {
  readonly id: string;
  readonly status: string;
  readonly failure_code?: string;
  readonly refund?: { readonly amount: string; readonly status: string };
}

interface Exception {
  readonly type: string;
  readonly status: string;
  readonly resource: { readonly id: string };
  readonly expected?: { readonly amount: string };
  readonly actual?: { readonly amount: string };
}

interface LoggedEvent {
  readonly type: string;
  readonly resource_id: string;
  readonly data: PayoutView & Exception;
}

/** Everything shown for each payout, in one line. */
async function printedLines(): Promise<Map<string, string>> {
  const payouts = await walk<PayoutView>(first, '/v1/payouts?limit=100');
  const events = await walk<LoggedEvent>(second, '/v1/events?limit=100', 'after');
  const calls = await queryRows(
    first.databaseUrl,
    'select p.id, count(c.id) from payout p left join simulator.call c using (reference) group by p.id',
  );
  const callsOf = new Map(calls.map((row) => [row['id'], row['count']]));
  const byId = Map.groupBy(events, ({ type, data }) =>
    type === 'reconciliation.exception_created' ? data.resource.id : data.id,
  );
  return new Map(
    payouts.map(({ id, status, failure_code: code, refund }) => {
      const own = Map.groupBy(byId.get(id) ?? [], ({ type }) => type.startsWith('payout.'));
      const history = (own.get(true) ?? []).map(({ type }) => type);
      const exceptions = (own.get(false) ?? []).map(({ data: { type, expected, actual } }) =>
        [type, expected?.amount, actual?.amount].filter(Boolean).join(' '),
      );
      const returned = refund && `${refund.amount} ${refund.status}`;
      return [id, line([status, code, returned, history, exceptions, callsOf.get(id)])];
    }),
  );
}

function expectedLine({ status, code, exceptions = [], calls = 1 }: Order): string {
  const refund = status === 'returned' ? '100.00 settled' : undefined;
  return line([status, code, refund, eventsOf[status], exceptions, String(calls)]);
}

const line = (parts: readonly unknown[]): string => JSON.stringify(parts.map((part) => part ?? null));

test(
  `${count} sends, a fifth of them uncertain, with late, double, contradictory and early notices`,
  async () => {
    const before = await balanceOf(first, 'MXN');
    const sent = await sendAndNotify();
    for (const [status, own] of Map.groupBy(sent, ({ order }) => order.status)) {
      // A completed payout may become returned, so only the last state is awaited.
      await untilAll(own, `status = '${status}' and refund_status is distinct from 'pending'`);
    }
    const exceptions = sent.flatMap(({ order }) => order.exceptions ?? []).length;
    const raised = () => queryRows(first.databaseUrl, 'select count(*) from exception');
    await expect.poll(raised, { timeout: 10_000 }).toEqual([{ count: String(exceptions) }]);

    const printedById = await printedLines();
    const wrong = sent.flatMap(({ id, order }) => {
      const [is, should] = [printedById.get(id), expectedLine(order)];
      return is === should ? [] : [{ id, order: JSON.stringify(order), is, should }];
    });
    expect(wrong).toEqual([]);
    expect(printedById.size).toBe(sent.length);
    for (const [status, own] of Map.groupBy(sent, ({ order }) => order.status)) {
      const listed = await walk<PayoutView>(second, `/v1/payouts?limit=100&status=${status}`);
      expect(listed.map(({ id }) => id).sort()).toEqual(own.map(({ id }) => id).sort());
    }
    const after = await balanceOf(second, 'MXN');
    for (const bucket of ['available', 'reserved', 'earnings', 'pending']) {
      const moves = sent.map(({ order }) => movesOf[order.status]?.[bucket] ?? 0);
      const cents = Math.round((Number(after[bucket]) - Number(before[bucket])) * 100);
      expect(cents, bucket).toBe(moves.reduce((sum, move) => sum + move, 0));
    }
    expect(await repeatedCalls(first)).toEqual([]);
    await first.check();
  },
  sized(600_000, 600_000),
);
