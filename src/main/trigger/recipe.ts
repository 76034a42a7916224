import type { EventType } from '../../domain/event.js';
import { openSession, reportPayment } from './page.js';
import { textOf, type Sandbox, type Shown } from './sandbox.js';
import { activated, decide, schedule, settle, withdraw, withdrawHeld } from './settle.js';
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

/** How a type of event is brought about. */
export interface Recipe {
  readonly says: string;
  /** Answers with the id of what the event tells of. */
  readonly make: (sandbox: Sandbox) => Promise<string>;
}

const failing = 'sim:fail:account_closed';
/** Long enough for whatever is to find it unsent. */
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

/** The last item has ended before one of them comes back. */
async function batchReturned(sandbox: Sandbox): Promise<string> {
  const id = await payMany(sandbox);
  const path = `/v1/payout-batches/${id}`;
  await sandbox.until(path, `the end of ${id}`, (shown) => shown['status'] === 'completed');
  const { data } = await sandbox.get(`${path}/items`);
  const payoutId = textOf((data as readonly Shown[])[0] ?? {}, 'payout_id');
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

/** 40.00 come where 50.00 were asked for. */
async function mismatched(sandbox: Sandbox): Promise<string> {
  const id = await openFunding(sandbox, { amount: '50.00' });
  await sandbox.until(`/v1/funding-accounts/${id}`, `the opening of ${id}`, (shown: Shown) => {
    return shown['status'] === 'active';
  });
  return textOf(await deposit(sandbox, id, { amount: '40.00' }), 'reconciliation_exception_id');
}

async function resolved(sandbox: Sandbox): Promise<string> {
  const id = await mismatched(sandbox);
  await sandbox.act('resolveException', { id: ['ID!', id], note: ['String!', 'psp trigger'] });
  return id;
}

async function pinged(sandbox: Sandbox): Promise<string> {
  // A name that no one can have: nothing leaves this machine.
  const body = { url: 'https://trigger.invalid/', event_types: ['webhook.ping'] };
  const id = idOf(await sandbox.post('/v1/webhook-endpoints', body));
  sandbox.afterwards(() => sandbox.call('DELETE', `/v1/webhook-endpoints/${id}`));
  await sandbox.post(`/v1/webhook-endpoints/${id}/ping`);
  return id;
}

const recipe = (says: string, make: Recipe['make']): Recipe => ({ says, make });

const settling = 'Settle all USD that are available';
const thresholdNote = 'a threshold of 1.00 USD, for the moment';

/** One for every type: a type without a recipe does not compile. */
export const recipes: Readonly<Record<EventType, Recipe>> = {
  'funding_account.active': recipe('Open a funding account', (to) => openFunding(to)),
  'funding_account.failed': recipe('Open one for 50.92, which fails', (to) =>
    openFunding(to, { amount: '50.92' }),
  ),
  'payin.completed': recipe('Deposit 100.00 MXN', (to) => fund(to)),
  'payin.failed': recipe('Deposit what the bank does not confirm', async (to) =>
    idOf(await deposit(to, await activeFunding(to), { amount: '9.00', outcome: 'failed' })),
  ),
  'payout.created': recipe('Pay 10.00 MXN out', (to) => paid(to)),
  'payout.completed': recipe('Pay 10.00 MXN out', (to) => paid(to)),
  'payout.failed': recipe(`Pay out with ${failing}`, (to) => paid(to, failing)),
  'payout.cancelled': recipe(`Pay out with ${unsent}, and cancel it`, cancelled),
  'payout.returned': recipe('Pay out with sim:return', (to) => paid(to, 'sim:return')),
  'payout.return_settled': recipe('Pay out with sim:return, and wait for its money', (to) =>
    paid(to, 'sim:return'),
  ),
  'remittance.created': recipe('Make a remittance from MXN to VES', async (to) => (await remit(to)).id),
  'remittance.processing': recipe('Make one and pay it in', (to) => remitPaid(to)),
  'remittance.review': recipe('Pay one with sim:review in, and leave it held', (to) =>
    remitPaid(to, 'sim:review'),
  ),
  'remittance.completed': recipe('Make one and pay it in', (to) => remitPaid(to)),
  'remittance.failed': recipe(`Pay one with ${failing} in`, (to) => remitPaid(to, failing)),
  'remittance.returned': recipe('Pay one with sim:return in', (to) => remitPaid(to, 'sim:return')),
  'payout_batch.created': recipe('Pay two out at once', (to) => payMany(to)),
  'payout_batch.completed': recipe('Pay two out at once', (to) => payMany(to)),
  'payout_batch.cancellation_requested': recipe(
    `Pay two out with ${unsent}, and cancel both`,
    batchCancelled,
  ),
  'payout_batch.cancellation_finished': recipe(`Pay two out with ${unsent}, and cancel both`, batchCancelled),
  'payout_batch.updated': recipe('Pay two out at once, and have one returned', batchReturned),
  'refund.created': recipe('Give a pay-in back', (to) => refunded(to)),
  'refund.approved': recipe('Give one back with sim:review, and approve it', refundApproved),
  'refund.processing': recipe('Give a pay-in back', (to) => refunded(to)),
  'refund.completed': recipe('Give a pay-in back', (to) => refunded(to)),
  'refund.failed': recipe(`Give one back with ${failing}`, (to) => refunded(to, failing)),
  'settlement.created': recipe(settling, (to) => settle(to)),
  'settlement.processing': recipe(settling, (to) => settle(to)),
  'settlement.on_hold': recipe(`${settling} with sim:review, and leave them held`, (to) =>
    settle(to, 'sim:review'),
  ),
  'settlement.completed': recipe(settling, (to) => settle(to)),
  'settlement.failed': recipe(`${settling} with ${failing}`, (to) => settle(to, failing)),
  'settlement_schedule.activated': recipe('Put a schedule of USD in force, for the moment', activated),
  'settlement_schedule.blocked': recipe('Put one without a destination in force, for the moment', (to) =>
    schedule(to),
  ),
  'withdrawal.created': recipe('Withdraw 10.00 USD', (to) => withdraw(to)),
  'withdrawal.pending_approval': recipe(`Withdraw above ${thresholdNote}, and leave it held`, withdrawHeld),
  'withdrawal.approved': recipe(`Withdraw above ${thresholdNote}, and approve it`, async (to) =>
    decide(to, await withdrawHeld(to), true),
  ),
  'withdrawal.submitted': recipe('Withdraw 10.00 USD', (to) => withdraw(to)),
  'withdrawal.completed': recipe('Withdraw 10.00 USD', (to) => withdraw(to)),
  'withdrawal.failed': recipe(`Withdraw with ${failing}`, (to) => withdraw(to, failing)),
  'withdrawal.cancelled': recipe(`Withdraw above ${thresholdNote}, and decline it`, async (to) =>
    decide(to, await withdrawHeld(to), false),
  ),
  'customer.created': recipe('Create a customer', customer),
  'customer.updated': recipe('Create one, and change its metadata', (to) =>
    changed(to, { metadata: { tier: 'silver' } }),
  ),
  'customer.status_changed': recipe('Create one, and close it', (to) => changed(to, { status: 'closed' })),
  'beneficiary.created': recipe('Create a beneficiary', beneficiary),
  'beneficiary.verified': recipe('Create one, and verify it', verified),
  'risk.review_required': recipe('Pay out with sim:review, and leave it held', async (to) =>
    heldBy(await pay(to, 'sim:review')),
  ),
  'reconciliation.exception_created': recipe('Deposit 40.00 where 50.00 were asked for', mismatched),
  'reconciliation.exception_resolved': recipe(
    'Deposit another amount than was asked for, and resolve it',
    resolved,
  ),
  'hosted_session.created': recipe(
    'Open a session on the hosted page',
    async (to) => (await openSession(to)).id,
  ),
  'hosted_session.payment_reported': recipe('Go through the hosted page to "I have paid"', reportPayment),
  'webhook.ping': recipe('Ping a webhook endpoint that is made and deleted', pinged),
};
