import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { formatReport } from '../../src/adapters/postgres/check/report.js';
import { checkInvariants } from '../../src/adapters/postgres/check/run.js';
import { readCredentials } from '../../src/main/credentials.js';
import { asker, type Ask } from '../setup/graphql.js';
import { repeatedCalls } from '../setup/payout-journey.js';
import { openHome, type Home, type ServiceProcess } from '../setup/process.js';
import { queryRows } from '../setup/rows.js';
import { sized } from '../setup/size.js';
import { fund, speiDestination, walk } from '../setup/verbs.js';

vi.setConfig({ testTimeout: 600_000 });

// An intent whose process died is decided after the send window.
const settings = { PSP_SEND_WINDOW_MS: '2000' };

let home: Home;
let service: ServiceProcess;
let accountId: string;
let token: string;
beforeAll(async () => {
  home = await openHome();
  service = await home.start(settings);
  ({ operator_token: token = '', account_id: accountId = '' } = readCredentials(home.dir));
});
afterAll(async () => {
  await service.end('SIGTERM');
  await home.discard();
  vi.resetConfig();
});

const ask: Ask = (...args) => asker(service.internalUrl, token)(...args);
const decide = (id: string, approve: boolean) =>
  ask(
    `mutation ($id: ID!, $approve: Boolean!) { decideWithdrawal(id: $id, approve: $approve, reason: "a test") { status } }`,
    { id, approve },
  );

const rounds = sized(2, 10);
/** Decided concurrently in each round, every other one declined. */
const width = 4;
const ends = ['completed', 'failed', 'cancelled'];

test('killed at random around approvals: each is decided once, and nothing is sent twice', async () => {
  const agreed = await ask(
    `mutation ($accountId: ID!) { setAccountTerms(accountId: $accountId, reason: "a test", input: {
      approvalThreshold: { amount: "5.00", currency: "MXN" }, withdrawalFee: { amount: "1.00", currency: "MXN" } }) { platformFeeBps } }`,
    { accountId },
  );
  expect(agreed.errors, agreed.text).toEqual([]);
  await fund(service, 'MXN', '500.00');
  const to = await speiDestination(service);
  const wanted = new Map<string, boolean>();
  for (let round = 0; round < rounds; round += 1) {
    const ids: string[] = [];
    for (let nth = 0; nth < width; nth += 1) {
      const made = await service.post('/v1/withdrawals', { destination_id: to, amount: '10.00' });
      expect(made.at('status'), made.text).toBe('pending_approval');
      ids.push(made.get('id'));
      wanted.set(made.get('id'), nth % 2 === 0);
    }
    // Answers are lost with the process.
    const pending = Promise.allSettled(ids.map((id) => decide(id, wanted.get(id) === true)));
    await sleep(Math.random() * 60);
    await service.end('SIGKILL');
    await pending;
    service = await home.start(settings);
    for (const id of ids) {
      const response = await decide(id, wanted.get(id) === true);
      // A repeated decision gets the earlier one, if there was one.
      const { status } = (await service.get(`/v1/withdrawals/${id}`)).body;
      expect(response.errors.length === 0 || status !== 'pending_approval', response.text).toBe(true);
    }
  }
  const all = await walk<{ id: string; status: string; total: string }>(service, '/v1/withdrawals');
  expect(all).toHaveLength(rounds * width);
  let taken = 0;
  for (const { id, total } of all) {
    const ended = await service.until(
      `/v1/withdrawals/${id}`,
      (each) => ends.includes(String(each.at('status'))),
      60_000,
    );
    // If the bank was never called, it fails and returns the money.
    expect(wanted.get(id) === true ? ['completed', 'failed'] : ['cancelled']).toContain(ended.at('status'));
    if (ended.at('status') === 'completed') taken += Number(total);
  }
  const [row] = await queryRows(
    service.databaseUrl,
    `select available, reserved from balance where account_id = $1 and currency = 'MXN'`,
    [accountId],
  );
  expect([Number(row?.['available']), Number(row?.['reserved'])]).toEqual([500 - taken, 0]);
  const decisions = await queryRows(
    service.databaseUrl,
    `select subject_id, count(*) from audit_entry where action in ('withdrawal.approve', 'withdrawal.decline') group by 1`,
  );
  expect(decisions.map(({ count }) => count)).toEqual(all.map(() => '1'));
  expect(await repeatedCalls(service)).toEqual([]);
  const report = await checkInvariants(service.databaseUrl);
  expect(report.violations, formatReport(report)).toEqual([]);
});
