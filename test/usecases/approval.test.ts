import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { checkInvariants } from '../../src/adapters/postgres/check/run.js';
import { noPolicy } from '../../src/domain/approval-policy.js';
import { changeMember, type Member } from '../../src/domain/member.js';
import { asOperation } from '../../src/domain/payout-action.js';
import { applyEvidence } from '../../src/domain/operation-evidence.js';
import type { Ports } from '../../src/ports/ports.js';
import type { Tx } from '../../src/ports/store.js';
import { openAccount } from '../../src/usecases/account.js';
import { expireOverdue, judgeApproval } from '../../src/usecases/approval.js';
import { setPolicy } from '../../src/usecases/approval-policy.js';
import { createBeneficiary } from '../../src/usecases/beneficiary.js';
import { giveFirstOwner } from '../../src/usecases/member.js';
import { cancelPayout, createPayout } from '../../src/usecases/payout.js';
import { cancelPayoutBatch, createPayoutBatch } from '../../src/usecases/payout-batch.js';
import { takeTurn } from '../../src/usecases/payout-batch-turn.js';
import { decideRisk } from '../../src/usecases/risk.js';
import { openSandbox, type Sandbox } from '../api/sandbox.js';
import { deposit, newId, paymentsOfBank } from '../setup/fixture.js';
import { queryRows } from '../setup/rows.js';

// Decisions about approvals in orders that workers would not produce.
let sandbox: Sandbox;
let ports: Ports;
let accountId: string;
let beneficiaryId: string;
const operator = { name: 'test', reason: 'a test' };
let member: Member;
beforeAll(async () => {
  sandbox = await openSandbox();
  ({ ports } = sandbox.wired);
});
afterAll(async () => {
  await queryRows(sandbox.url, paymentsOfBank);
  const { violations } = await checkInvariants(sandbox.url);
  await sandbox.close();
  expect(violations).toEqual([]);
});

beforeEach(async () => {
  const { account } = await openAccount(ports, operator, { name: 'Payer', ownerEmail: null });
  accountId = account.id;
  await giveFirstOwner(ports, operator, { accountId, address: 'owner@example.com' });
  const [owner] = await ports.store.transaction((tx) => tx.find('member', { accountId }));
  if (!owner) throw new Error('the owner is gone');
  member = owner;
  const details = { name: 'Rosa Campos', clabe: '032180000118359719' };
  const input = { accountId, method: 'spei', currency: 'MXN', details };
  ({
    resource: { id: beneficiaryId },
  } = await createBeneficiary(ports, input));
  await deposit(ports.store, { accountId, currency: 'MXN', amount: '10000' });
  const above = [{ amount: '10.00', currency: 'MXN' }];
  const policy = { ...noPolicy, payouts: { above, newBeneficiaryDays: null }, batches: { above } };
  await setPolicy(ports, { accountId, member, policy });
});

afterEach(() => restored(false));

const restored = (is: boolean): Promise<void> => ports.store.transaction((tx) => tx.setRestored(is));
const judge = (id: string, approve: boolean) => judgeApproval(ports, { accountId, id, member, approve });
const useOf = () => ({ accountId, key: newId('request', new Date()), fingerprint: 'f' });
const bodyOf = (description?: string) => ({
  beneficiaryId,
  sourceCurrency: 'MXN',
  amount: '20.00',
  amountSide: 'source' as const,
  ...(description !== undefined && { description }),
});

async function payoutOf(id: string) {
  const [payout] = await ports.store.transaction((tx) => tx.find('payout', { id }));
  if (!payout) throw new Error(`${id} is gone`);
  return payout;
}
async function approvalOf(id: string | null) {
  const [approval] = await ports.store.transaction((tx) => tx.find('approval', { id: id ?? '' }));
  if (!approval) throw new Error('the approval is gone');
  return approval;
}

async function holdPayout(description?: string) {
  const { resource } = await createPayout(ports, { use: useOf(), accountId, ...bodyOf(description) });
  expect(resource.approvalStatus).toBe('pending');
  return resource;
}

async function holdBatch(...descriptions: (string | undefined)[]) {
  const items = descriptions.map((description) => ({ ask: bodyOf(description) }));
  const { resource } = await createPayoutBatch(ports, { accountId, items }, useOf());
  expect(resource.approvalStatus).toBe('pending');
  return { id: resource.id, approvalId: resource.approvalId ?? '' };
}
const turn = (id: string, by: Ports = ports) => takeTurn(by, { id, itemsAtOnce: 1 });
const payoutsOf = (batchId: string) => ports.store.transaction((tx) => tx.find('payout', { batchId }));

/** A store whose transaction is overtaken after it has read the batch. */
function overtaken(by: () => Promise<unknown>): Ports {
  let isOver = false;
  const overtake = (tx: Tx): Tx =>
    new Proxy(tx, {
      get(target, name) {
        if (name !== 'find') {
          const value: unknown = Reflect.get(target, name, target);
          return typeof value === 'function' ? value.bind(target) : value;
        }
        return async (...args: Parameters<Tx['find']>) => {
          const rows = await target.find(...args);
          if (args[0] === 'payoutBatch' && !isOver) {
            isOver = true;
            await by();
          }
          return rows;
        };
      },
    });
  const store = new Proxy(ports.store, {
    get(target, name) {
      if (name === 'transaction')
        return <T>(work: (tx: Tx) => Promise<T>) => target.transaction((tx) => work(overtake(tx)));
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  return { ...ports, store };
}

test.each([
  ['declined', false],
  ['approved', true],
] as const)(
  'a turn overtaken by an approval that is %s creates no payout by the old state',
  async (status, approve) => {
    const { id, approvalId } = await holdBatch(undefined, undefined);
    await turn(id);
    await turn(
      id,
      overtaken(() => judge(approvalId, approve)),
    );
    expect((await payoutsOf(id)).map(({ approvalStatus }) => approvalStatus)).toEqual(['pending']);
    while (await turn(id)) continue;
    const made = await payoutsOf(id);
    expect(made.map((each) => each.approvalStatus)).toEqual(approve ? ['approved', 'approved'] : [status]);
    expect(made.map((each) => each.nextStepAt !== null)).toEqual(approve ? [true, true] : [false]);
  },
);

test('a batch cancelled before its approval cancels its payouts, also those held by risk rules', async () => {
  const { id, approvalId } = await holdBatch(undefined, 'sim:review');
  await turn(id);
  await turn(id);
  expect((await payoutsOf(id)).map(({ riskStatus }) => riskStatus).sort()).toEqual(['allowed', 'in_review']);
  await cancelPayoutBatch(ports, { accountId, id }, useOf());
  expect((await approvalOf(approvalId)).status).toBe('declined');
  while (await turn(id)) continue;
  expect((await payoutsOf(id)).map(({ status }) => status)).toEqual(['cancelled', 'cancelled']);
});

describe('a member who is demoted while they decide', () => {
  /** Decides while a transaction that demotes the member holds the member's row. */
  async function meanwhileDemoted(decide: () => Promise<unknown>): Promise<unknown> {
    let outcome: Promise<unknown> | undefined;
    await ports.store.transaction(async (tx) => {
      const [row] = await tx.lock('member', [member.id], accountId);
      if (!row) throw new Error('the owner is gone');
      const { member: _, ...demotion } = changeMember(await tx.moment(), row, {
        role: 'developer',
        owners: 2,
      });
      await tx.record([demotion]);
      let isOver = false;
      outcome = decide()
        .catch((error: unknown) => error)
        .finally(() => (isOver = true));
      await expect.poll(async () => isOver || (await waiters()).length > 0, { timeout: 20_000 }).toBe(true);
    });
    const answer = await outcome;
    await queryRows(sandbox.url, "update member set role = 'owner' where id = $1", [member.id]);
    return answer;
  }
  const waiters = () =>
    queryRows(
      sandbox.url,
      "select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
    );

  test('can neither approve nor decline', async () => {
    const { id, approvalId } = await holdPayout();
    for (const approve of [true, false])
      expect(await meanwhileDemoted(() => judge(approvalId ?? '', approve))).toMatchObject({
        code: 'insufficient_role',
      });
    expect((await payoutOf(id)).approvalStatus).toBe('pending');
  });

  test('cannot set a policy', async () => {
    const set = () => setPolicy(ports, { accountId, member, policy: noPolicy });
    expect(await meanwhileDemoted(set)).toMatchObject({ code: 'insufficient_role' });
    expect((await holdPayout()).approvalStatus).toBe('pending');
  });
});

const evidence = (id: string, outcome: 'paid' | 'in_flight' | 'not_executed') =>
  ports.store.transaction(async (tx) => {
    const [row] = await tx.lock('payout', [id]);
    if (!row) throw new Error(`${id} is gone`);
    const { row: _, ...decision } = applyEvidence(await tx.moment(), asOperation(row), { outcome });
    await tx.record([decision]);
  });

describe('a payout that the bank reports while it waits for an approval', () => {
  test.each([
    ['paid', 'completed', 'approved'],
    ['in_flight', 'verification_pending', 'approved'],
    ['not_executed', 'failed', 'declined'],
  ] as const)('as %s is %s, and its approval %s', async (outcome, status, approvalStatus) => {
    const { id, approvalId } = await holdPayout();
    await evidence(id, outcome);
    expect(await payoutOf(id)).toMatchObject({ status, approvalStatus });
    expect(await approvalOf(approvalId)).toMatchObject({
      status: approvalStatus,
      given: [],
      decidedBy: null,
    });
  });

  test('in a batch is approved alone, and stays when the batch is declined', async () => {
    const { id, approvalId } = await holdBatch(undefined, undefined);
    while (await turn(id)) continue;
    const [first, second] = await payoutsOf(id);
    await evidence(first?.id ?? '', 'in_flight');
    expect((await approvalOf(approvalId)).status).toBe('pending');
    await judge(approvalId, false);
    while (await turn(id)) continue;
    expect(await payoutOf(first?.id ?? '')).toMatchObject({
      status: 'verification_pending',
      approvalStatus: 'approved',
    });
    expect(await payoutOf(second?.id ?? '')).toMatchObject({ status: 'failed', approvalStatus: 'declined' });
  });
});

test.each(['declined', 'expired'] as const)(
  'a payout with a requested cancel is cancelled although its approval is %s',
  async (end) => {
    const { id, approvalId } = await holdPayout();
    await cancelPayout(ports, { accountId, id }, useOf());
    if (end === 'declined') await judge(approvalId ?? '', false);
    else {
      await queryRows(sandbox.url, `update approval set expires_at = created_at where id = '${approvalId}'`);
      await expireOverdue(ports, { id: approvalId ?? '' });
    }
    expect((await approvalOf(approvalId)).status).toBe(end);
    expect(await payoutOf(id)).toMatchObject({
      status: 'cancelled',
      failureCode: 'cancelled_before_submission',
      approvalStatus: end,
    });
  },
);

test('in a restored database nothing can be declined, and overdue approvals wait until restored mode ends', async () => {
  const { id, approvalId } = await holdPayout();
  await restored(true);
  await expect(judge(approvalId ?? '', false)).rejects.toMatchObject({ code: 'invalid_request' });
  const overdue =
    "update approval set expires_at = now() - interval '1 day', next_step_at = now() where id = $1";
  await queryRows(sandbox.url, overdue, [approvalId]);
  await expireOverdue(ports, { id: approvalId ?? '' });
  const { status, nextStepAt } = await approvalOf(approvalId);
  expect([status, (nextStepAt?.getTime() ?? 0) > Date.now()]).toEqual(['pending', true]);
  await restored(false);
  await expireOverdue(ports, { id: approvalId ?? '' });
  expect(await payoutOf(id)).toMatchObject({ status: 'failed', failureCode: 'approval_expired' });
});

test('in a restored database an overdue approval can be approved', async () => {
  const { id, approvalId } = await holdPayout();
  await restored(true);
  const overdue =
    "update approval set expires_at = now() - interval '1 day', next_step_at = now() where id = $1";
  await queryRows(sandbox.url, overdue, [approvalId]);
  await expireOverdue(ports, { id: approvalId ?? '' });
  await judge(approvalId ?? '', true);
  expect(await payoutOf(id)).toMatchObject({ status: 'processing', approvalStatus: 'approved' });
});

test('in a restored database no review can be rejected', async () => {
  const { id } = await holdPayout('sim:review');
  await restored(true);
  const reject = () => decideRisk(ports, operator, { id, approve: false });
  await expect(reject()).rejects.toMatchObject({ code: 'invalid_request' });
  await restored(false);
  await reject();
  expect(await payoutOf(id)).toMatchObject({ status: 'failed', failureCode: 'risk_rejected' });
});
