import { exact } from '../../src/domain/money.js';
import type { Withdrawal } from '../../src/domain/noun/withdrawal.js';
import type { Answer } from '../../src/domain/operation-evidence.js';
import { sendWindowMs } from '../../src/domain/intent.js';
import { recordAnswer, takeIntent } from '../../src/domain/operation-sending.js';
import { createDestination } from '../../src/domain/settlement-destination.js';
import {
  createWithdrawal,
  decideApproval,
  withdrawalSpec,
  type WithdrawalFacts,
} from '../../src/domain/withdrawal.js';
import type { Store } from '../../src/ports/store.js';
import { act, deposit, newId, vault } from './fixture.js';

/** A destination, and one withdrawal in every state that a withdrawal can be in, by that state. */
export type Withdrawals = Readonly<
  Record<
    | 'destination'
    | 'withdrawing'
    | 'withdrawal_held'
    | 'withdrawal_pending'
    | 'withdrawal_submitted'
    | 'withdrawal_doubted'
    | 'withdrawn'
    | 'withdrawal_approved'
    | 'withdrawal_failed'
    | 'withdrawal_declined'
    | 'withdrawal_unfunded',
    string
  >
>;

export async function makeWithdrawals(store: Store, accountId: string): Promise<Withdrawals> {
  await deposit(store, { accountId, currency: 'PEN', amount: '500' });
  const destination = await openDestination(store, accountId);
  const make = (facts: Partial<WithdrawalFacts> = {}) =>
    withdrawalTo(store, { accountId, destination, facts });
  const judged = async (approve: boolean) => {
    const row = await make({ needsApproval: true });
    const decided = await act(store, (moment) =>
      decideApproval(moment, row, { approve, notBefore: moment.now }),
    );
    return { ...decided.row, version: row.version + 1 };
  };
  const paid: Answer = { outcome: 'paid', amount: exact('10') };
  const rows = {
    withdrawing: await make(),
    withdrawal_held: await make({ reviewReasons: ['amount'] }),
    withdrawal_pending: await make({ needsApproval: true }),
    withdrawal_submitted: await send(store, await make(), { outcome: 'accepted' }),
    withdrawal_doubted: await send(store, await make(), { outcome: 'uncertain', reason: 'timeout' }),
    withdrawn: await send(store, await make(), paid),
    withdrawal_approved: await send(store, await judged(true), paid),
    withdrawal_failed: await send(store, await make(), { outcome: 'refused', code: 'account_closed' }),
    withdrawal_declined: await judged(false),
    withdrawal_unfunded: await make({ available: exact('11') }),
  };
  const ids = Object.entries(rows).map(([state, { id }]) => [state, id] as const);
  return { ...Object.fromEntries(ids), destination } as Withdrawals;
}

/** An account of the account's own elsewhere, paid in PEN by bank transfer. */
export async function openDestination(store: Store, accountId: string): Promise<string> {
  const id = newId('settlementDestination', new Date());
  const at = { noun: 'settlementDestination', field: 'details', id } as const;
  const { destination } = await act(store, (moment) =>
    createDestination(moment, {
      id,
      accountId,
      method: 'bank_transfer',
      currency: 'PEN',
      country: 'PE',
      details: vault.encrypt('{"cci":"00219300000000000025"}', at),
      label: 'treasury',
      accountHint: '0025',
      identityHash: vault.keyedHash(newId('request', moment.now)),
    }),
  );
  return destination.id;
}

/** 10 PEN, for a fee of 2. */
function withdrawalTo(
  store: Store,
  ask: { accountId: string; destination: string; facts: Partial<WithdrawalFacts> },
): Promise<Withdrawal> {
  const { accountId, destination: destinationId, facts } = ask;
  return store.transaction(async (tx) => {
    const moment = await tx.moment();
    const { withdrawal, ...decision } = createWithdrawal(
      moment,
      {
        accountId,
        destinationId,
        amount: exact('10'),
        fee: exact('2'),
        currency: 'PEN',
        description: 'a description of its own',
        approvalThresholdAmount: exact('5'),
        approvalThresholdCurrency: 'PEN',
        madeBy: null,
        reference: newId('request', moment.now),
        provider: 'sandbox',
        nextStepAt: moment.now,
      },
      { available: exact('12'), needsApproval: false, reviewReasons: [], ...facts },
    );
    const key = { accountId, key: newId('request', moment.now), fingerprint: 'f' };
    await tx.record([decision], [{ ...key, resourceId: withdrawal.id }]);
    return withdrawal;
  });
}

async function send(store: Store, row: Withdrawal, answer: Answer): Promise<Withdrawal> {
  const { intent } = await act(store, (moment) =>
    takeIntent(moment, new Date(Date.now() + sendWindowMs), { spec: withdrawalSpec, row }),
  );
  await store.transaction(async (tx) => {
    const [sent] = await tx.lock('withdrawal', [row.id]);
    if (!sent) throw new Error('the withdrawal is gone');
    await tx.record([recordAnswer(await tx.moment(), { spec: withdrawalSpec, row: sent, intent }, answer)]);
  });
  return row;
}
