import type { Refund } from '../../src/domain/noun/refund.js';
import type { Payin } from '../../src/domain/payin.js';
import { exact } from '../../src/domain/money.js';
import type { Answer } from '../../src/domain/operation-evidence.js';
import { sendWindowMs } from '../../src/domain/intent.js';
import { recordAnswer, takeIntent } from '../../src/domain/operation-sending.js';
import { createRefund, refundSpec } from '../../src/domain/refund.js';
import type { Store } from '../../src/ports/store.js';
import { act, deposit, newId } from './fixture.js';

/** One refund in every state that a refund can be in, by that state, and one of all of its pay-in. */
export type Refunds = Readonly<
  Record<'refunding' | 'refund_held' | 'refunded' | 'refund_failed' | 'refunded_whole', string>
>;

export async function makeRefunds(store: Store, accountId: string): Promise<Refunds> {
  const payInto = (amount: string, usdt: string) =>
    deposit(store, { accountId, currency: 'PEN', amount, credited: { currency: 'USDT', amount: usdt } });
  const payin = await payInto('370', '100');
  const whole = await payInto('37', '10');
  const refused: Answer = { outcome: 'refused', code: 'account_closed' };
  const refunding = await refundOf(store, payin);
  const held = await refundOf(store, payin, ['amount']);
  const refunded = await paid(store, await refundOf(store, payin));
  const failed = await send(store, await refundOf(store, payin), refused);
  const all = await paid(store, await refundOf(store, whole));
  return {
    refunding: refunding.id,
    refund_held: held.id,
    refunded: refunded.id,
    refund_failed: failed.id,
    refunded_whole: all.id,
  };
}

/** 10 USDT, which were 37 PEN. */
function refundOf(store: Store, payin: Payin, reviewReasons: readonly string[] = []): Promise<Refund> {
  return store.transaction(async (tx) => {
    const moment = await tx.moment();
    const { refund, ...decision } = createRefund(
      moment,
      {
        payin,
        amount: exact('10'),
        payerAmount: exact('37'),
        reason: 'a reason of its own',
        reference: newId('request', moment.now),
        nextStepAt: moment.now,
      },
      { available: exact('10'), reviewReasons },
    );
    const key = { accountId: payin.accountId, key: newId('request', moment.now), fingerprint: 'f' };
    await tx.record([decision], [{ ...key, resourceId: refund.id }]);
    return refund;
  });
}

const paid = (store: Store, refund: Refund) =>
  send(store, refund, { outcome: 'paid', amount: refund.payerAmount });

async function send(store: Store, row: Refund, answer: Answer): Promise<Refund> {
  const { intent } = await act(store, (moment) =>
    takeIntent(moment, new Date(Date.now() + sendWindowMs), { spec: refundSpec, row }),
  );
  await store.transaction(async (tx) => {
    const [sent] = await tx.lock('refund', [row.id]);
    if (!sent) throw new Error('the refund is gone');
    await tx.record([recordAnswer(await tx.moment(), { spec: refundSpec, row: sent, intent }, answer)]);
  });
  return row;
}
