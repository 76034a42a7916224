import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { advanceClock } from '../../src/usecases/platform.js';
import { buildCommandLine, runCommand, startCommand } from '../setup/cli.js';
import { putScheduleInForce } from '../../src/usecases/settlement-schedule.js';
import { operatorOf, type Ask } from '../setup/graphql.js';
import { operator, withHand } from '../setup/hand.js';
import { openReceiver, type Receiver } from '../setup/receiver.js';
import { queryRows } from '../setup/rows.js';
import { openService, type RunningService } from '../setup/running.js';
import { fund, mxnPayout, speiBeneficiary, speiDestination, walk } from '../setup/verbs.js';

const hour = 3_600_000;
const day = 24 * hour;
const hooks = '/v1/webhook-endpoints';

let service: RunningService;
let token: string;
let ask: Ask;
const receivers: Receiver[] = [];
beforeAll(async () => {
  service = await openService({ WEBHOOK_ALLOW_INSECURE_TARGETS: 'true' });
  ({ token, ask } = await operatorOf(service, 'admin'));
});
afterAll(async () => {
  await service.check();
  await service.stop();
  for (const each of receivers) await each.close();
});

/** Opens an endpoint whose receiver answers with this status. */
async function endpoint(status: number, eventTypes?: readonly string[]) {
  const receiver = await openReceiver();
  receivers.push(receiver);
  receiver.reply = () => ({ status });
  const made = await service.post(hooks, { url: receiver.url, event_types: eventTypes });
  expect(made.status, made.text).toBe(201);
  return { receiver, id: made.get('id') };
}

let customers = 0;
const customer = async (): Promise<string> => {
  const body = { type: 'individual', country: 'PE', display_name: 'Ana Torres' };
  return (await service.post('/v1/customers', { ...body, external_id: `a-${(customers += 1)}` })).get('id');
};

const one = async (text: string): Promise<string> =>
  Object.values((await queryRows(service.databaseUrl, text))[0] ?? {})[0] ?? '';
const offsetMs = async (): Promise<number> => Number(await one('select clock_offset_ms from platform'));
const businessMs = async (): Promise<number> =>
  Number(await one('select floor(extract(epoch from business_now()) * 1000) as now'));

type Span = { readonly ms: number } | { readonly to: Date };

/** Advances the clock as an operator; returns the time of each step. */
async function advance(span: Span): Promise<Date[]> {
  const steps: Date[] = [];
  const onStep = (now: Date) => steps.push(now);
  await withHand(service, (ports) => advanceClock(ports, operator, { ...span, onStep }));
  return steps;
}

interface Delivery {
  readonly event_type: string;
  readonly history: readonly { readonly occurred_at: string }[];
  readonly next_attempt_at?: string;
}
const deliveries = (id: string) => walk<Delivery>(service, `${hooks}/${id}/deliveries?limit=100`);

test('a retry gets its own step at its due time, even if other work fails', async () => {
  await fund(service, 'MXN', '10000.00');
  const failing = await Promise.all(Array.from({ length: 5 }, () => endpoint(500)));
  const own = await endpoint(500, ['customer.created']);
  await customer();
  const nextOf = async (attempts: number): Promise<Date> => {
    const path = `${hooks}/${own.id}/deliveries`;
    const answer = await service.until(path, (each) => each.at('data.0.attempts') === attempts);
    return new Date(answer.get('data.0.next_attempt_at'));
  };
  for (let attempts = 1; attempts <= 6; attempts += 1) {
    const due = await nextOf(attempts);
    const steps = await advance({ to: new Date(due.getTime() + 1_000) });
    // Time goes on during a step, so the retry may fall due within it.
    expect(steps.filter((at) => Math.abs(at.getTime() - due.getTime()) < 1_000)).not.toEqual([]);
    const [delivery] = await deliveries(own.id);
    expect(Date.parse(delivery?.history[attempts]?.occurred_at ?? '')).toBeGreaterThanOrEqual(due.getTime());
  }
  for (const { id } of [...failing, own]) await service.call('DELETE', `${hooks}/${id}`);
});

test('look-ups and test deliveries run once per step, however many of their intervals pass', async () => {
  const endpoints = await Promise.all(Array.from({ length: 4 }, () => endpoint(500)));
  const beneficiary = await speiBeneficiary(service);
  const uncertain = await Promise.all(
    Array.from({ length: 5 }, () =>
      service.post('/v1/payouts', mxnPayout(beneficiary, '1.00', 'sim:uncertain')),
    ),
  );
  const destinationId = await speiDestination(service);
  const { accountId } = service;
  const daily = {
    accountId,
    currency: 'MXN',
    destinationId,
    interval: 'daily',
    cutoffTime: '17:00',
  } as const;
  await withHand(service, (ports) => putScheduleInForce(ports, operator, daily));
  await advance({ ms: 2 * day });
  expect((await service.get(`${hooks}/${endpoints[0]?.id}`)).at('status')).toBe('failing');
  const tests = async (): Promise<number> =>
    Number(
      await one(
        `select count(*) from webhook_delivery where kind = 'test' group by endpoint_id order by 1 desc limit 1`,
      ),
    );
  const lookUps = async (): Promise<number> => Number(await one('select max(look_ups) from payout'));
  const before = [await tests(), await lookUps()] as const;
  const days = 20;
  const steps = (await advance({ ms: days * day })).length;
  expect(steps).toBeGreaterThanOrEqual(days);
  expect(steps).toBeLessThan(days + 30);
  for (const made of [(await tests()) - before[0], (await lookUps()) - before[1]]) {
    expect(made).toBeGreaterThanOrEqual(days);
    expect(made).toBeLessThanOrEqual(steps);
  }
  for (const payout of uncertain)
    await service.post(`/v1/sandbox/operations/${payout.get('id')}/evidence`, { outcome: 'paid' });
  for (const { id } of endpoints) await service.call('DELETE', `${hooks}/${id}`);
});

const moving =
  'mutation ($seconds: Int, $to: DateTime) { advanceClock(seconds: $seconds, to: $to, reason: "r") { now } }';

test('repeating an advance to a time changes nothing', async () => {
  const to = new Date((await businessMs()) + 3 * hour).toISOString();
  const [first, again] = [await ask(moving, { to }), await ask(moving, { to })];
  for (const response of [first, again]) expect(response.errors, response.text).toEqual([]);
  const moved = await offsetMs();
  const times = [first, again].map((response) => Date.parse(String(response.at('advanceClock.now'))));
  for (const ms of times) expect(ms).toBeGreaterThanOrEqual(Date.parse(to));
  await ask(moving, { to });
  expect(await offsetMs()).toBe(moved);
});

test.each([
  ['neither', {}, 'invalid_parameter seconds'],
  ['both', { seconds: 1, to: '2026-12-01T00:00:00Z' }, 'invalid_parameter to'],
  ['a time more than ten years ahead', { to: '2099-12-01T00:00:00Z' }, 'invalid_parameter to'],
])('an advance by %s is refused', async (_what, input, code) => {
  const before = await offsetMs();
  expect((await ask(moving, input)).codes()).toEqual([code]);
  expect(await offsetMs()).toBe(before);
});

test('an advance stops after the current step if its caller goes away', async () => {
  const { receiver, id } = await endpoint(500, ['customer.created']);
  await customer();
  const answer = await service.until(`${hooks}/${id}/deliveries`, (each) => each.at('data.0.attempts') === 1);
  const retryAt = Date.parse(answer.get('data.0.next_attempt_at'));
  const before = await businessMs();
  const started = await offsetMs();
  // The clock waits for the receiver at its first step.
  receiver.reply = () => ({ status: 500, delayMs: 5_000 });
  const leaving = new AbortController();
  const pending = fetch(`${service.internalUrl}/graphql`, {
    method: 'POST',
    signal: leaving.signal,
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ query: moving, variables: { seconds: day / 1000 } }),
  });
  await receiver.until(2, 30_000);
  leaving.abort();
  await expect(pending).rejects.toThrow('aborted');
  const underWay = `select count(*) from pg_stat_activity where application_name = 'psp clock' and datname = current_database()`;
  await expect.poll(() => one(underWay)).toBe('0');
  const stood = await offsetMs();
  await service.until(`${hooks}/${id}/deliveries`, (each) => each.at('data.0.attempts') === 2, 20_000);
  expect(await offsetMs()).toBe(stood);
  expect(before + (stood - started)).toBeLessThanOrEqual(retryAt + 1);
  await service.call('DELETE', `${hooks}/${id}`);
});

describe('psp clock advance', () => {
  beforeAll(buildCommandLine);

  test('moves to a time, prints each step, and changes nothing when repeated', async () => {
    const to = new Date((await businessMs()) + hour).toISOString();
    const first = await runCommand(['clock', 'advance', '--to', to], service.env);
    expect(first, first.stderr).toMatchObject({ code: 0 });
    expect(first.stdout).toMatch(/^Business time is \S+Z\.\n$/);
    expect(first.stderr).toContain(`it is ${to}\n`);
    const moved = await offsetMs();
    expect(await runCommand(['clock', 'advance', '--to', to], service.env)).toMatchObject({
      code: 0,
      stderr: '',
    });
    expect(await offsetMs()).toBe(moved);
  });

  test.each([[[]], [['1h', '--to', '2026-12-01T00:00:00Z']]])('refuses %j as wrong usage', async (args) => {
    const { code, stderr } = await runCommand(['clock', 'advance', ...args], service.env);
    expect({ code, stderr }).toEqual({ code: 2, stderr: 'Give either seconds or to.\n' });
  });

  test('stops after the current step when interrupted, and prints where', async () => {
    const { receiver, id } = await endpoint(500, ['customer.created']);
    await customer();
    await receiver.until(1);
    receiver.reply = () => ({ status: 500, delayMs: 5_000 });
    const child = startCommand(['clock', 'advance', '24h'], service.env);
    let said = '';
    child.stderr?.setEncoding('utf8').on('data', (text: string) => (said += text));
    await receiver.until(2, 60_000);
    child.kill('SIGINT');
    const [code] = (await once(child, 'close')) as [number | null];
    expect(code).toBe(1);
    const [, stands = ''] = /The advance was stopped\. The clock is at (\S+)\.\n$/.exec(said) ?? [];
    expect(Math.abs((await businessMs()) - Date.parse(stands)), said).toBeLessThan(hour);
    await service.call('DELETE', `${hooks}/${id}`);
  });
});
