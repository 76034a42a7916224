import { findPayin } from '../../domain/capability.js';
import { payin as declared } from '../../domain/noun/payin.js';
import { refundableOf } from '../../domain/refund.js';
import { money as moneyShape, part } from '../shape.js';
import { money } from './money.js';
import { answering } from './type.js';

export const payinAnswers = answering('payin', {
  refunded: {
    is: part(moneyShape, declared.fields.refunded.says),
    answer: async ({ id, currency }, { load }) => money((await load.taken(id)).refunded, currency),
  },
  refundable: {
    is: part(moneyShape, declared.fields.refundable.says),
    answer: async (payin, { load, ports }) => {
      const [account, taken] = await Promise.all([
        load.row('fundingAccount', payin.fundingAccountId),
        load.taken(payin.id),
      ]);
      const capability = account && findPayin(ports.catalogue, account.method, account.currency);
      return money(refundableOf(payin, capability?.features ?? [], taken), payin.currency);
    },
  },
  remittance: {
    is: part('remittance', 'Remittance that it funds.', { optional: true }),
    answer: async ({ accountId, id }, { load }) => {
      const [bound] = await load.children(['remittance', 'payinId'], { accountId, id }, 1);
      return bound ?? null;
    },
  },
});
