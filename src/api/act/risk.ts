import { present, isoTime } from '../../domain/event.js';
import { showRiskDecision, type RiskDecision } from '../../domain/risk.js';
import { decideRisk } from '../../usecases/risk.js';
import { act, type Group } from './act.js';
import { id, seen, stateOf, verdict } from './field.js';

const decide = act({
  name: 'decideRisk',
  words:
    'Approve or reject a held payout, refund, withdrawal or settlement. invalid_request if it is already decided.',
  role: 'support',
  takes: {
    decisionId: id('The review, or the operation that it holds.'),
    approve: verdict('Send it (true), or fail it with risk_rejected (false).', {
      yes: ['approve', 'send it to the bank'],
      no: ['reject', 'fail it; its money is available again'],
    }),
  },
  changes: stateOf('SeenRiskDecision', 'A review', {
    status: seen('RiskDecisionStatus', 'Status of the review.'),
  }),
  answers: 'RiskDecision',
  command: {
    path: 'risk decide',
    positionals: ['decisionId'],
    hints: {
      decisionId:
        'The payout (pout_…), refund (rfd_…), withdrawal (wdr_…) or settlement (stl_…), or its review (rsk_…), as shown by risk list.',
    },
    example: 'pout_01k9zq3v5e8x7m2n4p6r8t0w1y --approve',
  },
  run: ({ ports, by }, { decisionId, approve }) => decideRisk(ports, by, { id: decisionId, approve }),
  output: (decision) => ({
    json: showReview(decision),
    text: `The ${decision.resourceType} ${decision.resourceId} is ${decision.status}.`,
  }),
});

export const riskActs: Group = {
  name: 'risk',
  words: 'Operations held by the risk rules',
  acts: [decide],
};

export function showReview(decision: RiskDecision) {
  const { accountId, decidedAt } = decision;
  return present({ account_id: accountId, ...showRiskDecision(decision), decided_at: isoTime(decidedAt) });
}
