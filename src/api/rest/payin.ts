import { show } from '../../domain/money.js';
import { madeOfTrace } from '../../domain/noun/bank-reference.js';
import { payin as declared } from '../../domain/noun/payin.js';
import { bankReference, money } from '../field.js';
import { refundsOf } from '../refundable.js';
import { resourceOf } from './noun.js';

const resource = resourceOf(declared, {
  made: { ...madeOfTrace, refunded: () => undefined, refundable: () => undefined },
  schemas: { paid: money.exactOptional(), refunded: money, refundable: money, trace: bankReference },
  besides: {
    example: {
      refunded: { amount: '0.000000', currency: 'USDT' },
      refundable: { amount: '44.250000', currency: 'USDT' },
    },
    read: async (ports, payin) => {
      const { currency } = payin;
      const { refunded, refundable } = await refundsOf(ports, payin);
      return {
        refunded: { amount: show(refunded, currency), currency },
        refundable: { amount: show(refundable, currency), currency },
      };
    },
  },
});

export const payinSchema = resource.schema;
export const payinExample = resource.example;
const { completed_at: _none, ...seen } = payinExample;
export const processingPayinExample = { ...seen, status: 'processing' };

/** Contract §2.11, §4.5. */
export const payinRoutes = [resource.list, resource.retrieve];
