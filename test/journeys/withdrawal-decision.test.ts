import { afterAll, beforeAll, expect, test } from 'vitest';
import { setAccountTerms } from '../../src/usecases/terms.js';
import { operatorOf, type Ask, type GraphqlAnswer } from '../setup/graphql.js';
import { lastAudit, operator, withHand } from '../setup/hand.js';
import { freshKey, openService, type RunningService } from '../setup/running.js';
import { sized } from '../setup/size.js';
import { allAtOnce, balanceOf, fund, speiDestination, walk } from '../setup/verbs.js';

let service: RunningService;
let destination: string;
let ana: Ask;
let ben: Ask;
beforeAll(async () => {
  service = await openService();
  await fund(service, 'MXN', '10000.00');
  destination = await speiDestination(service);
  ana = (await operatorOf(service, 'support')).ask;
  ben = (await operatorOf(service, 'admin')).ask;
  await withHand(service, (ports) =>
    setAccountTerms(ports, operator, {
      accountId: service.accountId,
      update: { approvalThreshold: { amount: '5.00', currency: 'MXN' } },
    }),
  );
});
afterAll(async () => {
  await service.check();
  await service.stop();
});

async function pending(): Promise<string> {
  const body = { destination_id: destination, amount: '6.00', description: 'sim:hold' };
  const made = await service.post('/v1/withdrawals', body);
  expect(made.at('status'), made.text).toBe('pending_approval');
  return made.get('id');
}

const decide = (ask: Ask, id: string, approve: boolean, seen = ''): Promise<GraphqlAnswer> =>
  ask(
    `mutation ($id: ID!, $approve: Boolean!) {
      decideWithdrawal(id: $id, approve: $approve${seen}, reason: "a test") { id status }
    }`,
    { id, approve },
  );

// Rounds of the same race.
const rounds = sized(40, 1_000);
const long = { timeout: sized(600_000, 3_600_000) };

test('W6: of two concurrent decisions one wins, and the other gets who decided and when', long, async () => {
  const outcomes = new Set<string>();
  for (let round = 0; round < rounds; round += 1) {
    const id = await pending();
    const agreed = round % 4 === 3;
    const both = await Promise.all([decide(ana, id, true), decide(ben, id, agreed)]);
    const codes = both.map((response) => response.codes().join());
    expect(codes.toSorted(), both[1].text).toEqual(['', 'state_changed seen.decision']);
    const [winner, loser] = codes[0] === '' ? ['the support', both[1]] : ['the admin', both[0]];
    const decision = winner === 'the support' || agreed ? 'approved' : 'declined';
    expect(loser.errors[0]?.extensions['present']).toMatchObject({
      state: { decision },
      changed_by: winner,
      changed_at: expect.stringMatching(/^\d{4}-.*Z$/),
    });
    const { action } = (await lastDecision(id)) as { action: string };
    expect(action).toBe(decision === 'approved' ? 'withdrawal.approve' : 'withdrawal.decline');
    outcomes.add(decision);
  }
  expect(outcomes).toEqual(new Set(['approved', 'declined']));
  const { reserved = '' } = await balanceOf(service, 'MXN');
  const held = await walk<{ status: string }>(service, '/v1/withdrawals?limit=100');
  const left = held.filter(({ status }) => status !== 'cancelled').length;
  expect(reserved).toBe(`${left * 6}.00`);
});

const lastDecision = async (id: string) => {
  const response = await ben(
    `query ($id: ID!) { auditLog(filter: { subjectId: $id }, first: 1) { nodes { action } } }`,
    { id },
  );
  expect(response.errors, response.text).toEqual([]);
  return (response.at('auditLog.nodes') as object[])[0];
};

test('ten concurrent approvals approve and publish once', async () => {
  const id = await pending();
  const all = await allAtOnce(10, (index) => decide(index % 2 === 0 ? ana : ben, id, true));
  expect(all.filter((response) => response.errors.length === 0)).toHaveLength(1);
  await service.until(`/v1/withdrawals/${id}`, (each) => each.at('status') === 'submitted');
  const events = (await service.get(`/v1/events?resource_id=${id}`)).at('data') as { type: string }[];
  expect(events.map(({ type }) => type)).toEqual([
    'withdrawal.created',
    'withdrawal.pending_approval',
    'withdrawal.approved',
    'withdrawal.submitted',
  ]);
});

test('a later decision gets who decided and when, in any status', async () => {
  const id = await pending();
  await decide(ana, id, true);
  await service.until(`/v1/withdrawals/${id}`, (each) => each.at('status') === 'submitted');
  const late = await decide(ben, id, false, ', seen: { status: pending_approval }');
  expect(late.codes()).toEqual(['state_changed seen.decision']);
  expect(late.errors[0]?.message).toMatch(
    /is now approved, no longer undecided: the support changed it at 2.*Z \(withdrawal\.approve\)/,
  );
  expect(await lastAudit(service, 'withdrawal.approve')).toMatchObject({
    subject_id: id,
    before: { status: 'pending_approval', decision: 'undecided' },
    after: { status: 'processing', decision: 'approved' },
  });
});

test('the state that the operator saw is compared with the current one', async () => {
  const id = await pending();
  const stale = await decide(ana, id, true, ', seen: { status: processing }');
  expect(stale.codes()).toEqual(['state_changed seen.status']);
  const fresh = await decide(ana, id, true, ', seen: { status: pending_approval }');
  expect(fresh.errors, fresh.text).toEqual([]);
});

test('an operator who requested it for the account cannot approve it, but can decline it', async () => {
  const make = async (ask: Ask) => {
    const response = await ask(
      `mutation ($accountId: ID!, $idempotencyKey: String!, $input: WithdrawalInput!) {
        createWithdrawal(accountId: $accountId, idempotencyKey: $idempotencyKey, input: $input, reason: "a test") { id status }
      }`,
      {
        accountId: service.accountId,
        idempotencyKey: freshKey(),
        input: { destinationId: destination, amount: '6.00', description: 'sim:hold' },
      },
    );
    expect(response.at('createWithdrawal.status'), response.text).toBe('pending_approval');
    return String(response.at('createWithdrawal.id'));
  };
  const id = await make(ben);
  expect((await decide(ben, id, true)).codes()).toEqual(['insufficient_role']);
  expect((await decide(ana, id, true)).errors).toEqual([]);
  expect((await decide(ben, await make(ben), false)).errors).toEqual([]);
});
