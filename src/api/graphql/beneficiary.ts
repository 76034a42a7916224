import { payeeName } from '../../domain/beneficiary.js';
import { text } from '../../domain/noun/declare.js';
import { unsealing } from '../unsealing.js';
import { answering } from './type.js';

export const beneficiaryAnswers = answering('beneficiary', {
  displayName: {
    is: text('Name to show.', { optional: true }),
    answer: (payee, { ports }) => payeeName(payee, unsealing(ports.vault, 'beneficiary', payee.id)),
  },
});
