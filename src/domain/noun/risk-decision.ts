import {
  declare,
  kindOfOperation,
  nowhere,
  oneOf,
  ref,
  refBy,
  texts,
  time,
  words,
  type RowOf,
} from './declare.js';

const status = words(
  {
    in_review: 'Waiting for a decision.',
    approved: 'Released, or paid by the bank before the decision.',
    rejected: 'Refused, or not executed before it was decided.',
  },
  { name: 'RiskDecisionStatus', says: 'Status of a review.' },
);

/** A hold by the risk rules and the decision about it (supplement §4). */
export const riskDecision = declare('riskDecision', {
  called: ['review', 'reviews'],
  says: 'A hold by the risk rules, and its decision.',
  command: 'risk',
  listedBy: 'platform',
  query: ['riskDecisions', 'Reviews of the risk rules, newest first.'],
  fields: {
    accountId: ref('account', 'Account whose operation is held.', { as: 'account', fixed: true }),
    resourceType: kindOfOperation('Kind of operation that is held.', { shows: nowhere }),
    resourceId: refBy('resourceType', 'Payout, refund, withdrawal or settlement that is held.'),
    status: oneOf(status, { says: 'Status of the review.' }),
    reasons: texts('Why it was held.'),
    createdAt: time('Time when it was held.'),
    decidedAt: time('Time of the decision.', { optional: true }),
  },
  filters: { status: { says: 'The status.', many: 'Only with one of these statuses. Default: all.' } },
  indexes: [{ by: ['accountId', 'status'] }, { by: ['accountId'] }, { by: ['status'] }],
  events: {
    'risk.review_required': {
      says: "A payout, refund, withdrawal or settlement waits for the platform's decision; data.resource names it.",
      at: 'createdAt',
      status: 'in_review',
    },
  },
});

export type RiskDecision = RowOf<typeof riskDecision>;
