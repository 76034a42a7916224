import type { EventType } from '../../domain/event.js';
import { openSession, reportPayment } from './page.js';
import { textOf, type Sandbox, type JsonResource } from './sandbox.js';
import { activated, decide, payHeld, schedule, settle, withdraw, withdrawHeld } from './settle.js';
import {
  activeFunding,
  beneficiary,
  customer,
  deposit,
  fund,
  giveBack,
  heldBy,
  idOf,
  openFunding,
  pay,
  payMany,
  remit,
  remitPaid,
} from './step.js';

/** How to cause an event type. */
export interface Recipe {
  readonly says: string;
  /** Returns the id of the event's resource. */
  readonly make: (sandbox: Sandbox) => Promise<string>;
}

const failing = 'sim:fail:account_closed';
/** Delays sending long enough for the steps that need an unsent operation. */
const unsent = 'sim:queue:60000';

const paid = async (sandbox: Sandbox, tag?: string): Promise<string> => idOf(await pay(sandbox, tag));
const refunded = async (sandbox: Sandbox, tag?: string): Promise<string> =>
  idOf(await giveBack(sandbox, tag));

async function cancelled(sandbox: Sandbox): Promise<string> {
  const id = await paid(sandbox, unsent);
  await sandbox.post(`/v1/payouts/${id}/cancel`);
  return id;
}

async function batchCancelled(sandbox: Sandbox): Promise<string> {
  const id = await payMany(sandbox, unsent);
  await sandbox.post(`/v1/payout-batches/${id}/cancel`);
  return id;
}

/** Waits until the last item has ended, then returns one of the payouts. */
async function batchReturned(sandbox: Sandbox): Promise<string> {
  const id = await payMany(sandbox);
  const path = `/v1/payout-batches/${id}`;
  await sandbox.until(path, `the end of ${id}`, (resource) => resource['status'] === 'completed');
  const { data } = await sandbox.get(`${path}/items`);
  const payoutId = textOf((data as readonly JsonResource[])[0] ?? {}, 'payout_id');
  await sandbox.post(`/v1/sandbox/operations/${payoutId}/evidence`, { outcome: 'returned' });
  return id;
}

async function refundApproved(sandbox: Sandbox): Promise<string> {
  const refund = await giveBack(sandbox, 'sim:review');
  await sandbox.act('decideRisk', { decisionId: ['ID!', heldBy(refund)], approve: ['Boolean!', true] });
  return idOf(refund);
}

async function changed(sandbox: Sandbox, change: object): Promise<string> {
  const id = await customer(sandbox);
  await sandbox.call('PATCH', `/v1/customers/${id}`, change);
  return id;
}

async function verified(sandbox: Sandbox): Promise<string> {
  const id = await beneficiary(sandbox);
  await sandbox.act('verifyBeneficiary', { id: ['ID!', id] });
  return id;
}

/** Deposits 40.00 where 50.00 are expected. */
async function mismatched(sandbox: Sandbox): Promise<string> {
  const id = await openFunding(sandbox, { amount: '50.00' });
  await sandbox.until(`/v1/funding-accounts/${id}`, `the opening of ${id}`, (resource: JsonResource) => {
    return resource['status'] === 'active';
  });
  return textOf(await deposit(sandbox, id, { amount: '40.00' }), 'reconciliation_exception_id');
}

async function resolved(sandbox: Sandbox): Promise<string> {
  const id = await mismatched(sandbox);
  await sandbox.act('resolveException', { id: ['ID!', id], note: ['String!', 'psp trigger'] });
  return id;
}

async function pinged(sandbox: Sandbox): Promise<string> {
  // A name that cannot exist, so nothing leaves this machine.
  const body = { url: 'https://trigger.invalid/', event_types: ['webhook.ping'] };
  const id = idOf(await sandbox.post('/v1/webhook-endpoints', body));
  sandbox.afterwards(() => sandbox.call('DELETE', `/v1/webhook-endpoints/${id}`));
  await sandbox.post(`/v1/webhook-endpoints/${id}/ping`);
  return id;
}

async function approvalOf(sandbox: Sandbox, payoutId: string): Promise<string> {
  const { approval } = await sandbox.get(`/v1/payouts/${payoutId}`);
  return idOf(approval as JsonResource);
}

const recipe = (says: string, make: Recipe['make']): Recipe => ({ says, make });

const settling = 'Settle all available USD';
const thresholdNote = 'a threshold of 1.00 USD, for the moment';

/** One recipe for every type: a type without a recipe does not compile. */
export const recipes: Readonly<Record<EventType, Recipe>> = {
  'funding_account.active': recipe('Open a funding account', (to) => openFunding(to)),
  'funding_account.failed': recipe('Open a funding account for 50.92, which fails', (to) =>
    openFunding(to, { amount: '50.92' }),
  ),
  'payin.completed': recipe('Deposit 100.00 MXN', (to) => fund(to)),
  'payin.failed': recipe('Make a deposit that the bank does not confirm', async (to) =>
    idOf(await deposit(to, await activeFunding(to), { amount: '9.00', outcome: 'failed' })),
  ),
  'payout.created': recipe('Pay out 10.00 MXN', (to) => paid(to)),
  'payout.completed': recipe('Pay out 10.00 MXN', (to) => paid(to)),
  'payout.failed': recipe(`Pay out with ${failing}`, (to) => paid(to, failing)),
  'payout.cancelled': recipe(`Pay out with ${unsent}, then cancel`, cancelled),
  'payout.returned': recipe('Pay out with sim:return', (to) => paid(to, 'sim:return')),
  'payout.return_settled': recipe('Pay out with sim:return, and wait for the money', (to) =>
    paid(to, 'sim:return'),
  ),
  'remittance.created': recipe('Create a remittance from MXN to VES', async (to) => (await remit(to)).id),
  'remittance.processing': recipe('Create a remittance and fund it', (to) => remitPaid(to)),
  'remittance.review': recipe('Fund a remittance with sim:review, and leave it held', (to) =>
    remitPaid(to, 'sim:review'),
  ),
  'remittance.completed': recipe('Create a remittance and fund it', (to) => remitPaid(to)),
  'remittance.failed': recipe(`Fund a remittance with ${failing}`, (to) => remitPaid(to, failing)),
  'remittance.returned': recipe('Fund a remittance with sim:return', (to) => remitPaid(to, 'sim:return')),
  'payout_batch.created': recipe('Create a batch of two payouts', (to) => payMany(to)),
  'payout_batch.completed': recipe('Create a batch of two payouts', (to) => payMany(to)),
  'payout_batch.cancellation_requested': recipe(
    `Create a batch of two payouts with ${unsent}, then cancel it`,
    batchCancelled,
  ),
  'payout_batch.cancellation_finished': recipe(
    `Create a batch of two payouts with ${unsent}, then cancel it`,
    batchCancelled,
  ),
  'payout_batch.updated': recipe('Create a batch of two payouts, one of which is returned', batchReturned),
  'refund.created': recipe('Refund a pay-in', (to) => refunded(to)),
  'refund.approved': recipe('Refund a pay-in with sim:review, then approve it', refundApproved),
  'refund.processing': recipe('Refund a pay-in', (to) => refunded(to)),
  'refund.completed': recipe('Refund a pay-in', (to) => refunded(to)),
  'refund.failed': recipe(`Refund a pay-in with ${failing}`, (to) => refunded(to, failing)),
  'settlement.created': recipe(settling, (to) => settle(to)),
  'settlement.processing': recipe(settling, (to) => settle(to)),
  'settlement.on_hold': recipe(`${settling} with sim:review, and leave it held`, (to) =>
    settle(to, 'sim:review'),
  ),
  'settlement.completed': recipe(settling, (to) => settle(to)),
  'settlement.failed': recipe(`${settling} with ${failing}`, (to) => settle(to, failing)),
  'settlement_schedule.activated': recipe('Put a schedule for USD in force, for the moment', activated),
  'settlement_schedule.blocked': recipe(
    'Put a schedule without a destination in force, for the moment',
    (to) => schedule(to),
  ),
  'withdrawal.created': recipe('Withdraw 10.00 USD', (to) => withdraw(to)),
  'withdrawal.pending_approval': recipe(`Withdraw above ${thresholdNote}, and leave it held`, withdrawHeld),
  'withdrawal.approved': recipe(`Withdraw above ${thresholdNote}, then approve it`, async (to) =>
    decide(to, await withdrawHeld(to), true),
  ),
  'withdrawal.submitted': recipe('Withdraw 10.00 USD', (to) => withdraw(to)),
  'withdrawal.completed': recipe('Withdraw 10.00 USD', (to) => withdraw(to)),
  'withdrawal.failed': recipe(`Withdraw with ${failing}`, (to) => withdraw(to, failing)),
  'withdrawal.cancelled': recipe(`Withdraw above ${thresholdNote}, then decline it`, async (to) =>
    decide(to, await withdrawHeld(to), false),
  ),
  'approval.requested': recipe('Pay out under an approval policy, set for the moment', async (to) =>
    approvalOf(to, await payHeld(to)),
  ),
  'approval.decided': recipe('Pay out under an approval policy, and cancel the payout', async (to) => {
    const payoutId = await payHeld(to);
    await to.post(`/v1/payouts/${payoutId}/cancel`);
    return approvalOf(to, payoutId);
  }),
  'customer.created': recipe('Create a customer', customer),
  'customer.updated': recipe('Create a customer, then change its metadata', (to) =>
    changed(to, { metadata: { tier: 'silver' } }),
  ),
  'customer.status_changed': recipe('Create a customer, then close it', (to) =>
    changed(to, { status: 'closed' }),
  ),
  'beneficiary.created': recipe('Create a beneficiary', beneficiary),
  'beneficiary.verified': recipe('Create a beneficiary, then verify it', verified),
  'risk.review_required': recipe('Pay out with sim:review, and leave it held', async (to) =>
    heldBy(await pay(to, 'sim:review')),
  ),
  'reconciliation.exception_created': recipe('Deposit 40.00 instead of the requested 50.00', mismatched),
  'reconciliation.exception_resolved': recipe(
    'Deposit another amount than requested, then resolve the exception',
    resolved,
  ),
  'hosted_session.created': recipe(
    'Open a session on the hosted page',
    async (to) => (await openSession(to)).id,
  ),
  'hosted_session.payment_reported': recipe('Complete the hosted page up to "I have paid"', reportPayment),
  'webhook.ping': recipe('Ping a webhook endpoint, then delete it', pinged),
};
