import { Argument, type Command } from 'commander';
import { present } from '../../domain/event.js';
import { recordEvidence, type GivenEvidence } from '../../usecases/evidence.js';
import { acts, group } from './act.js';
import { line } from './given.js';

/** `evidence record`. */
export function evidenceCommands(psp: Command): void {
  const example = 'evidence record pout_01k9zq3v5e8x7m2n4p6r8t0w1y not_executed --code account_closed';
  const evidence = group(psp, 'evidence', { description: 'What a provider said by another way', example });
  acts<[string, GivenEvidence['outcome']], { code?: string }>(
    evidence
      .command('record')
      .description('Say how an operation in flight ended; against its end it makes an exception')
      .argument('<id>', 'the payout')
      .addArgument(
        new Argument('<outcome>', 'what the provider says').choices(['paid', 'not_executed', 'returned']),
      )
      .option('--code <code>', 'the failure_code of what was not executed', line),
    example,
    async ({ ports, operator }, [id, outcome], { code }) => {
      const { payout, exception } = await recordEvidence(ports, operator, { id, outcome, code });
      return {
        json: present({
          id,
          account_id: payout.accountId,
          status: payout.status,
          reconciliation_exception_id: exception?.id,
        }),
        text: exception
          ? `The payout stays ${payout.status}; the evidence is the exception ${exception.id}.`
          : `The payout is ${payout.status}.`,
      };
    },
  );
}
