import { part } from '../shape.js';
import { answering } from './type.js';

export const riskDecisionAnswers = answering('riskDecision', {
  operation: {
    is: part('operation', 'The held operation.'),
    answer: ({ resourceType, resourceId }, { load }) => load.row(resourceType, resourceId),
  },
  payout: {
    is: part('payout', 'The held payout, if it is one.', { optional: true }),
    answer: ({ resourceType, resourceId }, { load }) =>
      resourceType === 'payout' ? load.row('payout', resourceId) : null,
  },
});
