import { adjust } from '../../src/domain/adjustment.js';
import { audited } from '../../src/usecases/audit.js';
import { added, changed, decide, joined, type Decision, type Moment } from '../../src/domain/decision.js';
import { carryOutCancel } from '../../src/domain/operation.js';
import { applyEvidence, settleReturn, type Answer } from '../../src/domain/operation-evidence.js';
import { sendWindowMs } from '../../src/domain/intent.js';
import { recordAnswer, takeIntent } from '../../src/domain/operation-sending.js';
import { failFundingAccount, openFundingAccount } from '../../src/domain/funding-account.js';
import { addMember } from '../../src/domain/member.js';
import { exact } from '../../src/domain/money.js';
import { expireFundingAccount } from '../../src/domain/payin.js';
import type { Payout } from '../../src/domain/payout.js';
import { asOperation, cancelInBatch, requestCancel } from '../../src/domain/payout-action.js';
import {
  createBatch,
  finishBatch,
  noteCancelled,
  requestBatchCancel,
  settleItems,
  type ItemCancelled,
  type PayoutBatch,
  type PayoutBatchItem,
} from '../../src/domain/payout-batch.js';
import { createQuote, useQuote } from '../../src/domain/quote.js';
import { resolveException } from '../../src/domain/reconciliation.js';
import type { Store, Tx } from '../../src/ports/store.js';
import { makeRefunds, type Refunds } from './refunded.js';
import { openHosted } from './hosted-world.js';
import { makeSettlements, type Settlements } from './settlements.js';
import { makeWithdrawals, type Withdrawals } from './withdrawn.js';
import { remittedPayout, waitingRemittance } from './remitted.js';
import { act, deposit, newId, openAccount, openBeneficiary, openFunding, pay, vault } from './fixture.js';

/** One payout in every state that a payout can be in, by that state; one that is of a remittance, and a remittance that waits; and the refunds and settlements. */
export type World = Refunds &
  Settlements &
  Withdrawals &
  Readonly<
    Record<
      | 'accountId'
      | 'beneficiaryId'
      | 'otherAccountId'
      | 'otherBeneficiaryId'
      | 'processing'
      | 'in_review'
      | 'verification_pending'
      | 'completed'
      | 'crossed'
      | 'quoted'
      | 'failed'
      | 'cancelled'
      | 'returned'
      | 'settled'
      | 'unfunded'
      | 'remitted'
      | 'awaited'
      | 'batch'
      | 'session',
      string
    >
  >;

/** Two accounts; the first has pay-ins and payouts in every state, all made by the domain's own decisions. */
export async function makeWorld(store: Store): Promise<World> {
  const accountId = await openAccount(store);
  const otherAccountId = await openAccount(store);
  const beneficiaryId = await openBeneficiary(store, accountId);
  const otherBeneficiaryId = await openBeneficiary(store, otherAccountId);
  await deposit(store, { accountId, currency: 'PEN', amount: '1000' });
  await deposit(store, {
    accountId,
    currency: 'PEN',
    amount: '370',
    credited: { currency: 'USDT', amount: '100' },
  });
  await failedDeposits(store, accountId);
  const ask = { accountId, beneficiaryId };
  const made = await payouts(store, ask);
  const batch = await cancelledBatch(store, ask);
  const refunds = await makeRefunds(store, accountId);
  const withdrawals = await makeWithdrawals(store, accountId);
  const settled = await makeSettlements(store, accountId);
  const session = await openHosted(store, accountId, await waitingRemittance(store, ask));
  const ids = { accountId, otherAccountId, beneficiaryId, otherBeneficiaryId, batch, session };
  return { ...ids, ...made, ...refunds, ...withdrawals, ...settled };
}

async function payouts(store: Store, ask: { accountId: string; beneficiaryId: string }) {
  const paid: Answer = { outcome: 'paid', amount: exact('10') };
  const processing = await pay(store, ask);
  const held = await pay(store, { ...ask, reviewReasons: ['velocity'] });
  const doubted = await send(store, await pay(store, ask), { outcome: 'uncertain', reason: 'timeout' });
  const completed = await send(store, await pay(store, ask), paid);
  const failed = await send(store, await pay(store, ask), { outcome: 'refused', code: 'provider_rejected' });
  const returned = await send(store, await pay(store, ask), paid);
  await act(store, (moment) => applyEvidence(moment, asOperation(returned), { outcome: 'returned' }));
  const settled = await settleAtOnce(store, await pay(store, ask));
  const remitted = await send(store, await remittedPayout(store, ask), {
    outcome: 'paid',
    amount: exact('37'),
  });
  const unfunded = await pay(store, ask, { principal: exact('9998.5'), total: exact('10000') });
  return {
    processing: processing.id,
    in_review: held.id,
    verification_pending: doubted.id,
    completed: completed.id,
    crossed: (await crossed(store, ask)).id,
    quoted: await quoted(store, ask),
    failed: failed.id,
    cancelled: await cancelled(store, await pay(store, ask)),
    returned: returned.id,
    settled: settled.id,
    unfunded: unfunded.id,
    remitted: remitted.id,
    awaited: await waitingRemittance(store, ask),
  };
}

/** Of three items one was paid, one cancelled with the batch, and one refused. */
async function cancelledBatch(
  store: Store,
  ask: { accountId: string; beneficiaryId: string },
): Promise<string> {
  const { accountId, beneficiaryId } = ask;
  const item = { ask: { beneficiaryId }, source: { amount: exact('10'), currency: 'PEN' } };
  const items = [item, { ...item, reference: 'b' }, item];
  const unlike = { description: null, bodyFingerprint: null, repeatsId: null };
  const fields = { accountId, ...unlike, idempotencyKey: newId('request', new Date()), items };
  const { batch } = await act(store, (moment) => createBatch(moment, fields));
  const batchItemAt = (batchIndex: number) => ({ batchId: batch.id, batchIndex });
  const paid = await pay(store, ask, batchItemAt(0));
  const unsent = await pay(store, ask, batchItemAt(1));
  const inBatch = <T>(work: (tx: Tx, batch: PayoutBatch, items: PayoutBatchItem[]) => Promise<T>) =>
    store.transaction(async (tx) => {
      const [row = batch] = await tx.lock('payoutBatch', [batch.id]);
      return work(tx, row, await tx.find('payoutBatchItem', { batchId: batch.id }));
    });
  await inBatch(async (tx, row, found) => {
    const became = [
      { payoutId: paid.id },
      { payoutId: unsent.id },
      { errorCode: 'not_found', errorParam: null },
    ];
    const outcomes = found.map((each, at) => [each, became[at] ?? { payoutId: '' }] as const);
    await tx.record([settleItems(await tx.moment(), row, { outcomes, nextTurn: 'none' })]);
  });
  await send(store, paid, { outcome: 'paid', amount: exact('10') });
  await inBatch(async (tx, row) => {
    const counts = await tx.countBatch(row.id);
    await tx.record([requestBatchCancel(await tx.moment(), row, counts)]);
  });
  await inBatch(async (tx, row, [first, second, third]) => {
    const moment = await tx.moment();
    const cancelled = { requestedAt: row.cancelRequestedAt ?? moment.now, isRestored: false };
    const stopped = cancelInBatch(moment, unsent, cancelled);
    if (!first || !second || !third || !('row' in stopped)) throw new Error('an unsent payout is cancelled');
    const judged: ItemCancelled[] = [
      [first, 'already_completed'],
      [second, undefined],
      [third, 'already_refused'],
    ];
    await tx.record([stopped, noteCancelled(moment, row, { items: judged, goesOn: false })]);
  });
  await inBatch(async (tx, row) => {
    const counts = await tx.countBatch(row.id);
    await tx.record([finishBatch(await tx.moment(), row, counts)]);
  });
  return batch.id;
}

/** Sends a payout and records the answer: the payout as it stands then. */
export async function send(store: Store, payout: Payout, answer: Answer): Promise<Payout> {
  const { intent } = await act(store, (moment) =>
    takeIntent(moment, new Date(Date.now() + sendWindowMs), asOperation(payout)),
  );
  return store.transaction(async (tx) => {
    const [sent] = await tx.lock('payout', [payout.id]);
    if (!sent) throw new Error('the payout is gone');
    await tx.record([recordAnswer(await tx.moment(), { ...asOperation(sent), intent }, answer)]);
    const [after] = await tx.find('payout', { id: payout.id });
    return after ?? sent;
  });
}

/** The return overtakes the payment's own notice, then comes back into available. */
async function settleAtOnce(store: Store, payout: Payout): Promise<Payout> {
  const sent = await send(store, payout, { outcome: 'accepted' });
  await act(store, (moment) => applyEvidence(moment, asOperation(sent), { outcome: 'returned' }));
  return store.transaction(async (tx) => {
    const [returned] = await tx.lock('payout', [payout.id]);
    if (!returned) throw new Error('the payout is gone');
    await tx.record([settleReturn(await tx.moment(), asOperation(returned))]);
    return returned;
  });
}

/** Paid out of USDT into PEN, after a doubt, and by one unit too much, which an operator takes from the account. */
async function crossed(store: Store, ask: { accountId: string; beneficiaryId: string }): Promise<Payout> {
  const payout = await pay(store, ask, {
    sourceCurrency: 'USDT',
    destinationAmount: exact('37'),
    rate: '3.7',
  });
  const doubted = await send(store, payout, { outcome: 'uncertain', reason: 'timeout' });
  await act(store, (moment) =>
    applyEvidence(moment, asOperation(doubted), { outcome: 'paid', amount: exact('37.01') }),
  );
  await store.transaction(async (tx) => {
    const [raised] = await tx.find('exception', { resourceId: payout.id });
    if (!raised) throw new Error('the mismatch made no exception');
    const moment = await tx.moment();
    const debit = { direction: 'debit', amount: exact('0.01'), currency: 'PEN' } as const;
    const adjustment = adjust(moment, raised, { ...debit, available: exact('1') });
    const resolved = audited(
      moment,
      { name: 'test', reason: 'a test' },
      {
        action: 'exception.resolve',
        accountId: raised.accountId,
        subjectId: raised.id,
        before: null,
        after: { adjustment: { id: adjustment.adjustment.id } },
      },
    );
    await tx.record([resolveException(moment, raised, 'taken back'), adjustment, resolved]);
  });
  return payout;
}

async function quoted(store: Store, ask: { accountId: string; beneficiaryId: string }): Promise<string> {
  const price = {
    sourceCurrency: 'USDT',
    principal: exact('10'),
    platformFee: exact('1'),
    tenantMarkup: exact('0.5'),
    total: exact('11.5'),
    destinationAmount: exact('37'),
    destinationCurrency: 'PEN',
    rate: '3.7',
  };
  const { quote } = await act(store, (moment) =>
    createQuote(moment, { ...ask, method: 'bank_transfer', country: 'PE', price, lifetimeSeconds: 300 }),
  );
  const payout = await pay(store, ask, { ...price, quoteId: quote.id });
  await act(store, () => decide({ changes: [useQuote(quote, payout.id)] }));
  return payout.id;
}

async function cancelled(store: Store, payout: Payout): Promise<string> {
  const { row: cancelled } = await act(store, (moment) => requestCancel(moment, payout));
  await act(store, (moment) => carryOutCancel(moment, asOperation({ ...cancelled, version: 2 })));
  return payout.id;
}

/** An account that cannot be opened and one that nobody pays; an operator and a key besides. */
async function failedDeposits(store: Store, accountId: string): Promise<void> {
  const ask = {
    accountId,
    currency: 'PEN',
    amount: exact('50'),
    limitDaily: exact('10000'),
    dailyTotal: exact('50'),
  };
  const create = () => {
    const id = newId('fundingAccount', new Date());
    const payer = vault.encrypt('{"payer.name":"Luz"}', { noun: 'fundingAccount', field: 'payer', id });
    return openFunding(store, { ...ask, id, payer });
  };
  const { fundingAccount: refused } = await create();
  await act(store, (moment) => failFundingAccount(moment, refused, 'no_route'));
  const { fundingAccount: unpaid } = await create();
  await act(store, (moment) => openFundingAccount(moment, unpaid, { reference: 'ABC' }));
  await act(store, (moment) =>
    expireFundingAccount(moment, { ...unpaid, status: 'active', version: 2 }, exact('50')),
  );
  const { fundingAccount: waiting } = await create();
  await act(store, (moment) =>
    joined([
      decide({ changes: [changed('fundingAccount', { ...waiting, attempts: 1 })] }),
      decide({ changes: [added('auditEntry', auditEntry(accountId, moment.now))] }),
      decide({ changes: [added('suspension', lifted(accountId, moment.now))] }),
      decide({ changes: [added('apiKey', apiKey(accountId, moment.now))] }),
      activeMember(moment, accountId),
    ]),
  );
}

function activeMember(moment: Moment, accountId: string): Decision {
  const id = newId('member', moment.now);
  const email = vault.encrypt('member@example.com', { noun: 'member', field: 'email', id });
  const emailHash = vault.keyedHash(id);
  return addMember(moment, { id, accountId, email, emailHash, role: 'owner' });
}

const lifted = (accountId: string, now: Date) => ({
  id: newId('suspension', now),
  accountId,
  product: 'payout',
  method: 'spei',
  currency: 'MXN',
  createdAt: now,
  liftedAt: now,
  version: 1,
});

const auditEntry = (accountId: string, createdAt: Date) => ({
  id: newId('auditEntry', createdAt),
  operator: 'ops',
  operatorId: null,
  action: 'setAccountTerms',
  reason: 'agreed',
  accountId,
  subjectId: null,
  before: null,
  after: { platformFeeBps: 50 },
  createdAt,
  version: 1,
});

export function apiKey(accountId: string, createdAt: Date) {
  const { prefix, fingerprint } = vault.newApiKey('sandbox');
  return {
    id: newId('apiKey', createdAt),
    accountId,
    prefix,
    fingerprint,
    scopes: ['read', 'write'] as const,
    label: null,
    createdAt,
    expiresAt: null,
    lastUsedAt: null,
    nextStepAt: null,
    networks: [],
    permissions: [],
    revokedAt: null,
    version: 1,
  };
}
