import { Option, type Command } from 'commander';
import { present, time } from '../../domain/event.js';
import { showRiskDecision, type RiskDecision } from '../../domain/risk.js';
import { decideRisk } from '../../usecases/risk.js';
import { acts, group } from './act.js';
import { lists } from './list.js';

interface Verdict {
  readonly approve?: true;
  readonly reject?: true;
}

/** `risk list` and `risk decide`. */
export function riskCommands(psp: Command): void {
  const example = 'risk decide pout_01k9zq3v5e8x7m2n4p6r8t0w1y --approve';
  const risk = group(psp, 'risk', { description: 'What the risk rules hold for review', example });
  const listing = risk
    .command('list')
    .description('Payouts that wait for a decision, newest first')
    .option('--all', 'what is decided too');
  lists(listing, 'risk list', {
    noun: 'riskDecision',
    unless: { status: 'in_review' },
    none: 'Nothing is held for review; --all shows what was.',
    columns: {
      REVIEW: ({ id }) => id,
      PAYOUT: ({ resourceId }) => resourceId,
      ACCOUNT: ({ accountId }) => accountId,
      STATUS: ({ status }) => status,
      SINCE: ({ createdAt }) => createdAt.toISOString(),
      REASONS: ({ reasons }) => reasons.join(),
    },
    show: shown,
  });
  const deciding = risk
    .command('decide')
    .description('Approve or reject a payout that is held for review; either is final')
    .usage('[options] <id> (--approve | --reject)')
    .argument('<id>', 'the payout (pout_…) or its review (rsk_…), as risk list shows them')
    .option('--approve', 'let it be sent to the bank')
    .addOption(
      new Option('--reject', 'make it fail with risk_rejected; its money is available again').conflicts(
        'approve',
      ),
    )
    .hook('preAction', (command) => {
      const { approve, reject } = command.opts<Verdict>();
      if (!approve && !reject) command.error('error: give either --approve or --reject');
    });
  acts<[string], Verdict>(deciding, example, async ({ ports, operator }, [id], { approve = false }) => {
    const decision = await decideRisk(ports, operator, { id, approve });
    return { json: shown(decision), text: `The payout ${decision.resourceId} is ${decision.status}.` };
  });
}

function shown(decision: RiskDecision) {
  const { accountId, decidedAt } = decision;
  return present({ account_id: accountId, ...showRiskDecision(decision), decided_at: time(decidedAt) });
}
