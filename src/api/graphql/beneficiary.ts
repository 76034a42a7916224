import { payeeName } from '../../domain/beneficiary.js';
import type { Beneficiary } from '../../domain/noun/beneficiary.js';
import { answers, typeOf } from './type.js';

export const BeneficiaryType = typeOf('beneficiary');

answers('beneficiary', {
  name: 'displayName',
  type: () => String,
  says: 'The name to show.',
  isOptional: true,
  answer: (row, { ports }) =>
    payeeName(row as unknown as Beneficiary, (sealed) => ports.vault.decrypt(sealed)),
});
