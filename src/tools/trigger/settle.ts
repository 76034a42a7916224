import { pay } from './step.js';
import { randomInt } from 'node:crypto';
import { textOf, type Arguments, type Sandbox, type JsonResource } from './sandbox.js';
import { fund, idOf } from './step.js';

const currency = 'USD';

/** Creates a settlement destination with a new account number. */
async function destination(sandbox: Sandbox): Promise<string> {
  const number = String(randomInt(10_000_000, 100_000_000));
  const details = {
    name: 'Acme Inc',
    account_number: number,
    routing_number: '021000021',
    account_type: 'checking',
  };
  return idOf(await sandbox.post('/v1/settlement-destinations', { method: 'ach', currency, details }));
}

const accountOf = async (sandbox: Sandbox): Promise<string> => textOf(await sandbox.get('/v1/account'), 'id');

const put = (sandbox: Sandbox, input: object): Promise<JsonResource> =>
  sandbox.act('putScheduleInForce', { input: ['SettlementScheduleInput!', input] });

/** Sets a manual schedule for USD; the previous one is restored afterwards. */
export async function schedule(sandbox: Sandbox, more: object = {}): Promise<string> {
  const accountId = await accountOf(sandbox);
  const before = await inForce(sandbox);
  const id = idOf(await put(sandbox, { accountId, currency, interval: 'manual', ...more }));
  sandbox.afterwards(() =>
    before === undefined
      ? sandbox.act('closeSchedule', { id: ['ID!', id] })
      : put(sandbox, { accountId, ...before }),
  );
  return id;
}

async function inForce(sandbox: Sandbox): Promise<object | undefined> {
  const { data } = await sandbox.get('/v1/settlement-schedules?limit=100');
  const found = (data as JsonResource[]).find(
    (each) => each['currency'] === currency && each['status'] === 'active',
  );
  return (
    found && {
      currency,
      interval: found['interval'],
      automatic: found['automatic'],
      minimumAmount: found['minimum_amount'],
      cutoffTime: found['cutoff_time'],
      destinationId: found['destination_id'],
      day: found['day'],
      weekday: found['weekday'],
    }
  );
}

export const activated = async (sandbox: Sandbox): Promise<string> =>
  schedule(sandbox, { destinationId: await destination(sandbox) });

/** Deposits 100.00 USD and settles the available USD balance. */
export async function settle(sandbox: Sandbox, reason?: string): Promise<string> {
  await fund(sandbox, 'USD');
  const args: Arguments = { scheduleId: ['ID!', await activated(sandbox)] };
  return idOf(await sandbox.act('runSettlement', args, reason));
}

export async function withdraw(sandbox: Sandbox, description?: string): Promise<string> {
  await fund(sandbox, 'USD');
  const body = { destination_id: await destination(sandbox), amount: '10.00' };
  return idOf(
    await sandbox.post('/v1/withdrawals', { ...body, ...(description !== undefined && { description }) }),
  );
}

/** A withdrawal above the approval threshold; the account's own threshold is restored afterwards. */
export async function withdrawHeld(sandbox: Sandbox): Promise<string> {
  const accountId = await accountOf(sandbox);
  const { terms } = await sandbox.ask(
    'query ($id: ID!) { done: account(id: $id) { terms { approvalThreshold { amount currency } } } }',
    { id: ['ID!', accountId] },
  );
  const agree = (approvalThreshold: unknown): Promise<unknown> =>
    sandbox.ask(
      `mutation ($accountId: ID!, $input: AccountTermsInput!) {
        done: setAccountTerms(accountId: $accountId, input: $input, reason: "psp trigger") { approvalThreshold { amount } } }`,
      { accountId: ['ID!', accountId], input: ['AccountTermsInput!', { approvalThreshold }] },
    );
  sandbox.afterwards(() => agree((terms as JsonResource | null)?.['approvalThreshold'] ?? null));
  await agree({ amount: '1.00', currency });
  return withdraw(sandbox);
}

/** A payout that a member has to approve; the account gets an approval policy for it. */
export async function payHeld(sandbox: Sandbox): Promise<string> {
  const accountId = await accountOf(sandbox);
  const require = (payoutsAbove: unknown): Promise<unknown> =>
    sandbox.ask(
      `mutation ($accountId: ID!, $payoutsAbove: MoneyInput) {
        done: requireApprovals(accountId: $accountId, payoutsAbove: $payoutsAbove, reason: "psp trigger") { approvalPolicy } }`,
      { accountId: ['ID!', accountId], payoutsAbove: ['MoneyInput', payoutsAbove] },
    );
  const { terms } = await sandbox.ask(
    'query ($id: ID!) { done: account(id: $id) { terms { approvalPolicy } } }',
    { id: ['ID!', accountId] },
  );
  if ((terms as JsonResource | null)?.['approvalPolicy'] ?? null)
    throw new Error('The account has an approval policy: create a payout that the policy catches instead.');
  sandbox.afterwards(() => require(null));
  await require({ amount: '1.00', currency: 'MXN' });
  return idOf(await pay(sandbox));
}

export async function decide(sandbox: Sandbox, id: string, approve: boolean): Promise<string> {
  await sandbox.act('decideWithdrawal', { id: ['ID!', id], approve: ['Boolean!', approve] });
  return id;
}
