import { afterAll, beforeAll, expect, test } from 'vitest';
import { operatorOf, type Ask } from '../setup/graphql.js';
import { advance, openOtherAccount } from '../setup/hand.js';
import { openService, type RunningService } from '../setup/running.js';
import { fund } from '../setup/verbs.js';

let service: RunningService;
let ask: Ask;
beforeAll(async () => {
  service = await openService();
  ask = (await operatorOf(service, 'viewer')).get;
});
afterAll(async () => {
  await service.check();
  await service.stop();
});

interface Day {
  readonly day: string;
  readonly available: string;
  readonly total: string;
}
interface History {
  readonly currency: string;
  readonly days: readonly Day[];
}

const historyOf = async (accountId: string): Promise<readonly History[]> =>
  (
    await ask(
      'query ($accountId: ID!) { balanceHistory(accountId: $accountId) { currency days { day available total } } }',
      { accountId },
    )
  ).at('balanceHistory') as readonly History[];

test('each of the last thirty days ends with the balances of that time', async () => {
  await fund(service, 'MXN', '300.00');
  await advance(service, 2 * 86_400);
  await fund(service, 'MXN', '50.00');
  await fund(service, 'PEN', '70.00');
  await advance(service, 86_400);
  const found = await historyOf(service.accountId);
  expect(found.map(({ currency, days }) => [currency, days.length])).toEqual([
    ['MXN', 30],
    ['PEN', 30],
  ]);
  for (const { currency, days } of found) {
    const steps = new Set(days.map(({ total }) => total));
    expect(steps.size).toBe(currency === 'MXN' ? 3 : 2);
    for (const { day, available, total } of days.slice(-5)) {
      const held = (await service.get(`/v1/balances?at=${day}T23:59:59.999999Z`)).at(
        'data',
      ) as readonly (Day & {
        readonly currency: string;
      })[];
      const own = held.find((each) => each.currency === currency);
      expect([available, total]).toEqual([own?.available ?? '0.00', own?.total ?? '0.00']);
    }
  }
});

test('an account that holds nothing has no history, and one that does not exist is not found', async () => {
  const { id } = await openOtherAccount(service);
  expect(await historyOf(id)).toEqual([]);
  const { ask: freely } = await operatorOf(service, 'viewer');
  const response = await freely(
    'query { balanceHistory(accountId: "acct_00000000000000000000000000") { currency } }',
  );
  expect(response.codes()).toEqual(['not_found accountId']);
});
