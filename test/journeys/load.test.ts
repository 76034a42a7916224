import { afterAll, beforeAll, expect, test } from 'vitest';
import { openAccount } from '../../src/usecases/account.js';
import { operator, withHand } from '../setup/hand.js';
import {
  clientOf,
  openBeside,
  openService,
  type Answer,
  type Client,
  type RunningService,
} from '../setup/running.js';
import { countByStatus, fund, mxnPayout, openFundingAccount, speiBeneficiary } from '../setup/verbs.js';

const loadMs = 8_000;
const clients = 12;

let first: RunningService;
let second: RunningService;
beforeAll(async () => {
  first = await openService();
  second = await openBeside(first);
});
afterAll(async () => {
  await second.stop();
  await first.stop();
});

const tags = [
  undefined,
  'sim:fail',
  'sim:return',
  'sim:slow:30',
  'sim:uncertain:paid',
  'sim:uncertain:fail',
  'sim:queue:50',
  'sim:unsent',
];

/** One client that pays, cancels, collects, quotes and reads as fast as it gets answers. */
async function load(service: Client, seed: number, until: number): Promise<Answer[]> {
  const beneficiary = await speiBeneficiary(service);
  const fundingAccount = await openFundingAccount(service, 'MXN', seed % 2 === 0 ? 'MXN' : 'USDT');
  const answers: Answer[] = [];
  for (let turn = seed; Date.now() < until; turn += 1) {
    const payout = await service.post(
      '/v1/payouts',
      mxnPayout(beneficiary, `${1 + (turn % 40)}.${10 + (turn % 90)}`, tags[turn % tags.length]),
    );
    answers.push(payout);
    if (turn % 3 === 0) answers.push(await service.post(`/v1/payouts/${payout.get('id')}/cancel`));
    if (turn % 4 === 0) {
      const body = { funding_account_id: fundingAccount, amount: '25.00' };
      answers.push(await service.post('/v1/sandbox/deposits', body));
    }
    if (turn % 5 === 0) answers.push(await service.get('/v1/balances'), await service.get('/v1/payouts'));
  }
  return answers;
}

test('mixed load on two accounts through two processes: no fault, no retry, every payout ends, ledger balances', async () => {
  const opened = await withHand(first, (ports) =>
    openAccount(ports, operator, { name: 'Other', ownerEmail: null }),
  );
  const other = clientOf(second.baseUrl, opened.secret);
  await fund(first, 'MXN', '3000.00');
  await fund(other, 'MXN', '3000.00');
  const callers = [first, second, other, clientOf(first.baseUrl, opened.secret)];
  const until = Date.now() + loadMs;
  const loads = Array.from({ length: clients }, (_, seed) =>
    load(callers[seed % callers.length] ?? first, seed, until),
  );
  const answers = (await Promise.all(loads)).flat();
  const { 200: ok = 0, 201: created = 0, 202: accepted = 0, 409: conflicts = 0 } = countByStatus(answers);
  expect(ok + created + accepted + conflicts).toBe(answers.length);
  expect(created).toBeGreaterThan(clients);
  for (const service of [first, other]) {
    for (const status of ['processing', 'verification_pending']) {
      const path = `/v1/payouts?status=${status}`;
      await service.until(path, (page) => (page.at('data') as unknown[]).length === 0);
    }
  }
  for (const { internalUrl } of [first, second]) {
    const metrics = await (await fetch(`${internalUrl}/metrics`)).text();
    expect(metrics).toMatch(/^psp_transaction_retries_total 0$/m);
  }
  await first.check();
});
