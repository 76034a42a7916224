import { part } from '../shape.js';
import { answering } from './type.js';

export const approvalAnswers = answering('approval', {
  operation: {
    is: part('operation', 'The payout to approve, if it is one.', { optional: true }),
    answer: ({ resourceType, resourceId }, { load }) =>
      resourceType === 'payout' ? load.row('payout', resourceId) : null,
  },
  batch: {
    is: part('payoutBatch', 'The batch to approve, if it is one.', { optional: true }),
    answer: ({ resourceType, resourceId }, { load }) =>
      resourceType === 'payout_batch' ? load.row('payoutBatch', resourceId) : null,
  },
});
