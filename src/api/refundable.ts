import { findPayin } from '../domain/capability.js';
import type { Amount } from '../domain/money.js';
import type { Payin } from '../domain/payin.js';
import { refundableOf } from '../domain/refund.js';
import type { Ports } from '../ports/ports.js';

/** The refunded part of a pay-in, and the part that can still be refunded. */
export async function refundsOf(
  { reader, catalogue }: Pick<Ports, 'reader' | 'catalogue'>,
  payin: Payin,
): Promise<{ readonly refunded: Amount; readonly refundable: Amount }> {
  const [taken, account] = await Promise.all([
    reader.taken(payin.id),
    reader.get('fundingAccount', [payin.accountId], payin.fundingAccountId),
  ]);
  const capability = account && findPayin(catalogue, account.method, account.currency);
  return { refunded: taken.refunded, refundable: refundableOf(payin, capability?.features ?? [], taken) };
}
