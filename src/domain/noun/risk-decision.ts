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
  { in_review: 'Somebody has to decide.', approved: 'Let go.', rejected: 'Refused.' },
  { name: 'RiskDecisionStatus', says: 'Where a review stands.' },
);

/** A hold by risk rules and what was decided about it (supplement §4). */
export const riskDecision = declare('riskDecision', {
  called: ['review', 'reviews'],
  says: 'A hold by the risk rules, and what was decided about it.',
  command: 'risk',
  listedBy: 'platform',
  query: ['riskDecisions', 'Reviews of the risk rules, newest first.'],
  fields: {
    accountId: ref('account', 'The account whose operation is held.', { as: 'account', fixed: true }),
    resourceType: kindOfOperation('The kind of what is held.', { shows: nowhere }),
    resourceId: refBy('resourceType', 'The payout, refund, withdrawal or settlement that is held.'),
    status: oneOf(status, { says: 'Where it stands.' }),
    reasons: texts('Why it was held.'),
    createdAt: time('When it was held.'),
    decidedAt: time('When somebody decided.', { optional: true }),
  },
  filters: { status: { says: 'The status.', many: 'With one of these statuses; none stands for all.' } },
  indexes: [{ by: ['accountId', 'status'] }, { by: ['accountId'] }, { by: ['status'] }],
  events: {
    'risk.review_required': {
      says: 'A payout, a refund, a withdrawal or a settlement waits for a decision of the platform; data names it in resource.',
      at: 'createdAt',
      tells: 'in_review',
    },
  },
});

export type RiskDecision = RowOf<typeof riskDecision>;
