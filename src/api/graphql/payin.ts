import { findPayin } from '../../domain/capability.js';
import { payin as declared, type Payin } from '../../domain/noun/payin.js';
import { refundableOf } from '../../domain/refund.js';
import { money, Money } from './money.js';
import { answers } from './type.js';

answers('payin', {
  name: 'refunded',
  type: () => Money,
  says: declared.fields.refunded.says,
  answer: async (row, { load }) => {
    const { id, currency } = row as unknown as Payin;
    return money((await load.taken(id)).refunded, currency);
  },
});

answers('payin', {
  name: 'refundable',
  type: () => Money,
  says: declared.fields.refundable.says,
  answer: async (row, { load, ports }) => {
    const payin = row as unknown as Payin;
    const [account, taken] = await Promise.all([
      load.row('fundingAccount', payin.fundingAccountId),
      load.taken(payin.id),
    ]);
    const capability = account && findPayin(ports.catalogue, account.method, account.currency);
    return money(refundableOf(payin, capability?.features ?? [], taken), payin.currency);
  },
});
