import { present, time } from '../../domain/event.js';
import { showRiskDecision, type RiskDecision } from '../../domain/risk.js';
import { decideRisk } from '../../usecases/risk.js';
import { act, type Group } from './act.js';
import { id, seen, stateOf, verdict } from './field.js';

const decide = act({
  name: 'decideRisk',
  words:
    'Let a held payout, refund, withdrawal or settlement go on, or make it fail. invalid_request where it is decided already.',
  role: 'support',
  takes: {
    decisionId: id('The review, or what it holds.'),
    approve: verdict('Whether it goes on; otherwise it fails with risk_rejected.', {
      yes: ['approve', 'let it be sent to the bank'],
      no: ['reject', 'make it fail with risk_rejected; its money is available again'],
    }),
  },
  changes: stateOf('SeenRiskDecision', 'A review', {
    status: seen('RiskDecisionStatus', 'Whether it was decided.'),
  }),
  answers: 'RiskDecision',
  command: {
    path: 'risk decide',
    places: ['decisionId'],
    hints: {
      decisionId:
        'The payout (pout_…), refund (rfd_…), withdrawal (wdr_…) or settlement (stl_…), or its review (rsk_…), as risk list shows them.',
    },
    example: 'pout_01k9zq3v5e8x7m2n4p6r8t0w1y --approve',
  },
  run: ({ ports, by }, { decisionId, approve }) => decideRisk(ports, by, { id: decisionId, approve }),
  tell: (decision) => ({
    json: showReview(decision),
    text: `The ${decision.resourceType} ${decision.resourceId} is ${decision.status}.`,
  }),
});

export const riskActs: Group = {
  name: 'risk',
  words: 'What the risk rules hold for review',
  acts: [decide],
};

export function showReview(decision: RiskDecision) {
  const { accountId, decidedAt } = decision;
  return present({ account_id: accountId, ...showRiskDecision(decision), decided_at: time(decidedAt) });
}
