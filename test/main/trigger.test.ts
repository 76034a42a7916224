import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventTypes, type EventType } from '../../src/domain/event.js';
import { readCredentials } from '../../src/main/credentials.js';
import { nearest } from '../../src/tools/trigger/nearest.js';
import { trigger, type Triggered } from '../../src/tools/trigger/run.js';
import { buildCommandLine, runWarm } from '../setup/cli.js';
import { setAccountTerms } from '../../src/usecases/terms.js';
import { operatorOf } from '../setup/graphql.js';
import { openOtherAccount, operator, withHand } from '../setup/hand.js';
import { openService, type RunningService } from '../setup/running.js';
import { settlementActs } from '../setup/settled.js';
import { walk } from '../setup/verbs.js';

let service: RunningService;
beforeAll(async () => {
  await buildCommandLine();
  service = await openService();
});
afterAll(async () => {
  await service.check();
  await service.stop();
});

const called = () => {
  const { graphql_url: graphqlUrl = '', operator_token: operatorToken = '' } = readCredentials(
    service.dataDir,
  );
  return { baseUrl: service.baseUrl, apiKey: service.apiKey, graphqlUrl, operatorToken };
};
const run = (...args: string[]) => runWarm(['trigger', ...args], service.env);
const runAs = (key: string, ...args: string[]) =>
  runWarm(['trigger', ...args], { ...service.env, PSP_API_KEY: key });
const usdDestination = {
  method: 'ach',
  currency: 'USD',
  details: {
    name: 'Acme Inc',
    account_number: '12345678',
    routing_number: '021000021',
    account_type: 'checking',
  },
};
const schedules = async (): Promise<Record<string, unknown>[]> => {
  const all = await walk<Record<string, unknown>>(service, '/v1/settlement-schedules');
  return all.filter(({ status }) => status === 'active');
};

/**
 * Types that are triggered one after another: those of a family, all that spend or settle USD, and all
 * payouts, because an approval policy affects every payout.
 */
function chains(): EventType[][] {
  const chainOf = (type: EventType): string => {
    const family = type.slice(0, type.indexOf('.'));
    if (['approval', 'payout', 'payout_batch', 'risk'].includes(family)) return 'payouts';
    return ['settlement', 'settlement_schedule', 'withdrawal'].includes(family) ? 'usd' : family;
  };
  return [...Map.groupBy(eventTypes, chainOf).values()];
}

test('every event type can be caused by real operations', async () => {
  const happened = new Map<EventType, Triggered>();
  const failed: string[] = [];
  const bringAbout = async (type: EventType) => {
    try {
      happened.set(type, await trigger(called(), type, () => undefined));
    } catch (error) {
      failed.push(`${type}: ${String(error)}`);
    }
  };
  await Promise.all(
    chains().map(async (chain) => {
      for (const type of chain) await bringAbout(type);
    }),
  );
  expect(failed).toEqual([]);
  expect([...happened.keys()].toSorted()).toEqual(eventTypes.toSorted());
  for (const [type, { eventId, resourceId, occurredAt }] of happened) {
    const event = await service.get(`/v1/events/${eventId}`);
    expect(event.body).toMatchObject({ type, occurred_at: occurredAt, data: { id: resourceId } });
  }
  expect(await schedules()).toEqual([]);
});

test('temporary changes are restored', async () => {
  const { ask } = await operatorOf(service, 'admin');
  const acts = settlementActs(ask);
  const made = await service.post('/v1/settlement-destinations', usdDestination);
  const { accountId } = service;
  const schedule = { currency: 'USD', interval: 'weekly', weekday: 5, cutoffTime: '16:30' };
  await acts.put({ accountId, destinationId: made.get('id'), ...schedule });
  const agreed = { amount: '70.00', currency: 'USD' };
  await withHand(service, (ports) =>
    setAccountTerms(ports, operator, { accountId, update: { approvalThreshold: agreed } }),
  );
  const [before = {}] = await schedules();
  await trigger(called(), 'settlement_schedule.blocked', () => undefined);
  await trigger(called(), 'withdrawal.cancelled', () => undefined);
  const anew = expect.any(String) as string;
  expect(await schedules()).toEqual([{ ...before, id: anew, created_at: anew }]);
  const terms = await ask(
    `{ account(id: "${accountId}") { terms { approvalThreshold { amount currency } } } }`,
  );
  expect(terms.at('account.terms.approvalThreshold')).toEqual(agreed);
  expect((await service.get('/v1/webhook-endpoints')).at('data')).toEqual([]);
});

test("the command prints the event's id and its steps", async () => {
  const { code, stdout, stderr } = await run('payout.failed', '--json');
  expect([code, stderr]).toEqual([0, 'Pay out with sim:fail:account_closed\n']);
  const printed = JSON.parse(stdout) as Record<string, string>;
  expect(printed).toMatchObject({
    type: 'payout.failed',
    event_id: expect.stringMatching(/^evt_/) as string,
  });
  const event = await service.get(`/v1/events/${printed['event_id']}`);
  expect(event.get('data.failure_code')).toBe('account_closed');
  const lines = (await run('customer.created')).stdout;
  expect(lines).toMatch(/^Event {2}evt_\w+\nType {3}customer\.created\nOf {5}cus_\w+\nAt {5}20\S+Z\n$/);
});

test('another account needs its key and its own operator', async () => {
  const { key } = await openOtherAccount(service);
  const { code, stdout } = await runAs(key, 'payout.created', '--json');
  expect(code).toBe(0);
  const { event_id: id } = JSON.parse(stdout) as { event_id: string };
  expect((await service.get(`/v1/events/${id}`, { key })).at('type')).toBe('payout.created');
  expect((await service.get(`/v1/events/${id}`)).status).toBe(404);
  const refused = await runAs(key, 'beneficiary.verified');
  expect([refused.code, refused.stderr]).toEqual([
    1,
    'Create a beneficiary, then verify it\nThis event needs an operator: give --graphql-url and set PSP_OPERATOR_TOKEN.\n',
  ]);
});

test('an API error is reported with its code, and a missing service with its address', async () => {
  const refused = await runAs('psp_test_nothing', 'customer.created');
  expect([refused.code, refused.stderr]).toEqual([1, expect.stringMatching(/\(401\) invalid_api_key: /)]);
  const away = await runAs('x', 'customer.created', '--base-url', 'http://127.0.0.1:1');
  expect([away.code, away.stderr]).toEqual([
    1,
    expect.stringContaining('http://127.0.0.1:1 cannot be reached: start the sandbox first.'),
  ]);
});

test('all types are listed with their steps', async () => {
  const { code, stdout } = await run('--list', '--json');
  expect(code).toBe(0);
  const { data } = JSON.parse(stdout) as { data: { type: string; does: string }[] };
  expect(data.map(({ type }) => type)).toEqual(eventTypes);
  expect(data.every(({ does }) => does.length > 10)).toBe(true);
});

test.each([
  ['payout.complete', 'payout.completed'],
  ['payot.failed', 'payout.failed'],
  ['ping', 'webhook.ping'],
  ['customer.closed', 'customer.created'],
])('nearest to %s is %s', (text, type) => {
  expect(nearest(text, eventTypes)).toBe(type);
});
