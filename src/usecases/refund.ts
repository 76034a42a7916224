import { findPayin } from '../domain/capability.js';
import { amountFrom } from '../domain/money.js';
import { labelsOf, type LabelsAsk } from '../domain/noun/label.js';
import type { Payin } from '../domain/payin.js';
import type { Refund } from '../domain/noun/refund.js';
import { claimOf, createRefund as reserveRefund } from '../domain/refund.js';
import { refuse } from '../domain/refusal.js';
import type { Ports } from '../ports/ports.js';
import type { KeyUse, Tx } from '../ports/store.js';
import type { Operator } from './audit.js';
import { checkNotStopped } from './kill-switch.js';
import type { CreateResult } from './made.js';
import { once, type Outcome } from './once.js';
import { sendsFrom } from './operation.js';
import { lockOwn } from './own.js';

export interface RefundCommand extends LabelsAsk {
  readonly use: KeyUse;
  readonly accountId: string;
  readonly payinId: string;
  readonly amount?: string | undefined;
  readonly reason?: string | undefined;
  /** The operator who asks on behalf of the account. */
  readonly by?: Operator | undefined;
}

/** The ports that decide a new refund. */
export type RefundNeeds = Pick<Ports, 'vault' | 'catalogue' | 'risk' | 'bank'>;
type Needs = RefundNeeds & Pick<Ports, 'store' | 'wake'>;

/** Sends a credited pay-in, or part of it, back to the payer (contract §4.9). */
export async function createRefund(ports: Needs, command: RefundCommand): Promise<CreateResult<Refund>> {
  const { use, by } = command;
  const made = await once(ports, { noun: 'refund', use, by }, (tx) => decideRefund(ports, tx, command));
  if (made.how === 'created') ports.wake('refund');
  return made;
}

/** Decided under the lock of the pay-in: no one else can take what is left of it before the commit. */
export async function decideRefund(
  ports: RefundNeeds,
  tx: Tx,
  command: RefundCommand,
): Promise<Outcome<Refund>> {
  const { accountId, payinId, use, reason = null } = command;
  checkNotStopped(await tx.killSwitch.isOn());
  const payin = await lockOwn(tx, 'payin', { accountId, id: payinId, param: 'payin_id' });
  const [taken, features] = await Promise.all([tx.takenOf(payin.id), featuresOf(ports, tx, payin)]);
  const { currency } = payin;
  const requested = command.amount === undefined ? undefined : amountFrom(command.amount, currency, 'amount');
  const claim = claimOf(payin, { features, taken, requested });
  const reviewReasons = reasonsToHold(ports, payin, { ...claim, reason });
  const available = await tx.lockAvailable(accountId, currency);
  const moment = await tx.moment();
  const nextStepAt = sendsFrom(ports, moment.now, reason);
  const reference = ports.vault.reference(accountId, use.key);
  const fields = { payin, ...claim, ...labelsOf(command), reason, reference, nextStepAt };
  const { refund: row, ...decision } = reserveRefund(moment, fields, { available, reviewReasons });
  return { row, decision };
}

/** The features of the method of a pay-in. */
async function featuresOf({ catalogue }: Pick<Ports, 'catalogue'>, tx: Tx, payin: Payin) {
  const [account] = await tx.find('fundingAccount', { id: payin.fundingAccountId });
  return (account && findPayin(catalogue, account.method, account.currency))?.features ?? [];
}

/** Refunds are few, and each is bounded by its pay-in, so the velocity rule does not hold them. */
function reasonsToHold(
  { risk }: Pick<Ports, 'risk'>,
  { currency: sourceCurrency }: Payin,
  { amount: principal, reason: memo }: Pick<Refund, 'amount' | 'reason'>,
): readonly string[] {
  const verdict = risk.assess({ principal, sourceCurrency, recentCount: 0, memo });
  if (verdict.outcome === 'block') {
    refuse('risk_blocked', 'The refund was stopped by risk rules; see reasons.', {
      reasons: verdict.reasons,
    });
  }
  return verdict.outcome === 'review' ? verdict.reasons : [];
}
