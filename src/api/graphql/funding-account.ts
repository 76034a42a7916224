import { text } from '../../domain/noun/declare.js';
import { answering } from './type.js';

export const fundingAccountAnswers = answering('fundingAccount', {
  accountHint: {
    is: text('Last digits of the account number that payers pay into, if it has one.', { optional: true }),
    answer: ({ instructions }) => instructions?.['bank_account']?.slice(-4) ?? null,
  },
});
