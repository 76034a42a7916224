import { Refusal } from '../../src/domain/refusal.js';
import { judgeApproval } from '../../src/usecases/approval.js';
import { resolveException } from '../../src/usecases/reconciliation.js';
import { disableDestination } from '../../src/usecases/settlement-destination.js';
import { closeSchedule, putScheduleInForce } from '../../src/usecases/settlement-schedule.js';
import { holdSettlement, releaseSettlement, runSettlement } from '../../src/usecases/settlement.js';
import { judgeWithdrawal } from '../../src/usecases/withdrawal.js';
import { operator } from '../setup/hand.js';
import { accepted, openDestination, unless, type World } from './world.js';

/** Money that leaves the account's MXN balance, and operators' acts on it. */
type Step = (world: World) => Promise<unknown>;

const tags = ['', '', 'sim:paid', 'sim:fail', 'sim:return', 'sim:uncertain:paid', 'sim:hold', 'sim:review'];

const centsOf = ({ random }: World, most: number): string =>
  `${random.whole(0, most)}.${String(random.whole(1, 99)).padStart(2, '0')}`;

interface Listed {
  readonly id: string;
  readonly status: string;
}
const listed = async ({ client }: World, path: string): Promise<Listed[]> =>
  accepted(await client.get(path)).at('data') as Listed[];

/** An operator's act; undefined if a concurrent step came first. */
async function acted<T>(act: Promise<T>): Promise<T | undefined> {
  try {
    return await act;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return undefined;
  }
}

const save: Step = async (world) => {
  const body = { funding_account_id: world.own.id, amount: centsOf(world, 900) };
  world.payins.push(accepted(await world.client.post('/v1/sandbox/deposits', body)).get('id'));
};

const withdraw: Step = async (world) => {
  const { client, random, destinations } = world;
  const body = {
    destination_id: random.pick(destinations),
    amount: centsOf(world, 300),
    description: random.pick(tags),
  };
  if (body.description === '') Reflect.deleteProperty(body, 'description');
  unless(await client.post('/v1/withdrawals', body), ['destination_disabled']);
};

/** Approves or declines most of what waits for approval, some of it twice at once; the rest expires. */
export const approve: Step = async (world) => {
  const { ports, random, accountId, memberId } = world;
  for (const { id } of await listed(world, '/v1/approvals?status=pending&limit=100')) {
    if (random.chance(0.2)) continue;
    const judge = () => {
      const verdict = { accountId, id, member: { id: memberId }, approve: random.chance(0.6) };
      return acted(judgeApproval(ports, verdict));
    };
    await Promise.all(random.chance(0.3) ? [judge(), judge()] : [judge()]);
  }
  for (const { id } of await listed(world, '/v1/withdrawals?status=pending_approval&limit=100'))
    await acted(judgeWithdrawal(ports, operator, { id, approve: random.chance(0.6) }));
};

/** A daily schedule that is almost due, or a manual one. */
const schedule: Step = async ({ ports, random, accountId, destinations }) => {
  const soon = new Date((await ports.reader.now()).getTime() + random.whole(1, 25) * 60_000);
  const ask = {
    accountId,
    currency: 'MXN',
    destinationId: random.pick(destinations),
    interval: random.pick(['daily', 'daily', 'manual'] as const),
    cutoffTime: soon.toISOString().slice(11, 16),
    minimumAmount: random.pick(['0.00', '100.00']),
  };
  await acted(putScheduleInForce(ports, operator, ask));
};

const inForce = async (world: World): Promise<Listed | undefined> =>
  (await listed(world, '/v1/settlement-schedules?limit=100')).find(({ status }) => status === 'active');

const close: Step = async (world) => {
  const open = await inForce(world);
  if (open) await acted(closeSchedule(world.ports, operator, { id: open.id }));
};

const settle: Step = async (world) => {
  const { ports, random } = world;
  const open = await inForce(world);
  const by = { ...operator, reason: random.pick(tags) || 'a test' };
  if (open) await acted(runSettlement(ports, by, { scheduleId: open.id }));
};

const hold: Step = async (world) => {
  for (const { id } of await listed(world, '/v1/settlements?status=processing&limit=100'))
    await acted(holdSettlement(world.ports, operator, { id }));
};

export const release: Step = async (world) => {
  for (const { id } of await listed(world, '/v1/settlements?status=on_hold&limit=100'))
    await acted(releaseSettlement(world.ports, operator, { id }));
};

const replace: Step = async (world) => {
  const { ports, random, destinations } = world;
  await acted(disableDestination(ports, operator, { id: random.pick(destinations) }));
  destinations.push(await openDestination(world));
};

/** Resolves an exception, often with an adjustment. */
const correct: Step = async (world) => {
  const { ports, random, adjustments } = world;
  const [open] = await listed(world, '/v1/reconciliation-exceptions?status=open');
  if (!open) return;
  const currency = random.pick(['MXN', 'USDT']);
  const adjustment = {
    direction: random.pick(['credit', 'debit'] as const),
    amount: currency === 'MXN' ? centsOf(world, 40) : `${random.whole(1, 20)}.000001`,
    currency,
  };
  const ask = { id: open.id, note: 'a test', ...(random.chance(0.8) && { adjustment }) };
  const made = await acted(resolveException(ports, operator, ask));
  if (made?.adjustment) adjustments.push(adjustment);
};

/** Steps with their weights. */
export const treasury: Readonly<Record<string, readonly [weight: number, step: Step]>> = {
  save: [5, save],
  withdraw: [6, withdraw],
  approve: [2, approve],
  schedule: [2, schedule],
  close: [1, close],
  settle: [2, settle],
  hold: [1, hold],
  release: [1, release],
  replace: [1, replace],
  correct: [3, correct],
};
