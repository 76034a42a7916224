import type { Payin } from '../../domain/noun/payin.js';
import { answers, typeOf } from './type.js';

const RemittanceType = typeOf('remittance');

answers('payin', {
  name: 'remittance',
  type: () => RemittanceType,
  says: 'Remittance that it funds.',
  isOptional: true,
  answer: async (row, { load }) => {
    const { accountId, id } = row as unknown as Payin;
    const [bound] = await load.children(['remittance', 'payinId'], { accountId, id }, 1);
    return bound ?? null;
  },
});
