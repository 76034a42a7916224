import { Option, type Command } from 'commander';
import { time } from '../../domain/event.js';
import { showRiskDecision } from '../../domain/risk.js';
import { decideRisk } from '../../usecases/risk.js';
import { acts, group } from './act.js';

interface Verdict {
  readonly approve?: true;
  readonly reject?: true;
}

/** `risk decide`. */
export function riskCommands(psp: Command): void {
  const example = 'risk decide pout_01k9zq3v5e8x7m2n4p6r8t0w1y --approve';
  const risk = group(psp, 'risk', { description: 'What the risk rules hold for review', example });
  const deciding = risk
    .command('decide')
    .description('Let a held payout go on, or make it fail')
    .argument('<id>', 'the risk decision (rsk_…) or the payout it holds (pout_…)')
    .option('--approve', 'the payout goes on')
    .addOption(new Option('--reject', 'the payout fails with risk_rejected').conflicts('approve'))
    .hook('preAction', (command) => {
      const { approve, reject } = command.opts<Verdict>();
      if (!approve && !reject) command.error('error: give either --approve or --reject');
    });
  acts<[string], Verdict>(deciding, example, async ({ ports, operator }, [id], { approve = false }) => {
    const decision = await decideRisk(ports, operator, { id, approve });
    return {
      json: {
        account_id: decision.accountId,
        ...showRiskDecision(decision),
        decided_at: time(decision.decidedAt),
      },
      text: `The payout ${decision.resourceId} is ${decision.status}.`,
    };
  });
}
