import { payeeName } from '../../domain/beneficiary.js';
import type { Beneficiary } from '../../domain/noun/beneficiary.js';
import { unsealing } from '../unsealing.js';
import { answers } from './type.js';

answers('beneficiary', {
  name: 'displayName',
  type: () => String,
  says: 'Name to show.',
  isOptional: true,
  answer: (row, { ports }) => {
    const payee = row as unknown as Beneficiary;
    return payeeName(payee, unsealing(ports.vault, 'beneficiary', payee.id));
  },
});
