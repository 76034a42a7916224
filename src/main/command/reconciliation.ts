import { Option, type Command } from 'commander';
import { present } from '../../domain/event.js';
import { showException } from '../../domain/reconciliation.js';
import { refuse } from '../../domain/refusal.js';
import { resolveException, type AdjustmentAsk } from '../../usecases/reconciliation.js';
import { acts, group } from './act.js';
import { line } from './given.js';

interface Correction {
  readonly note: string;
  readonly credit?: string;
  readonly debit?: string;
  readonly currency?: string;
}

/** `exception resolve`. */
export function reconciliationCommands(psp: Command): void {
  const example =
    "exception resolve rex_01k9zq3v5e8x7m2n4p6r8t0w1y --note 'credited what came' --credit 40.00 --currency MXN";
  const exception = group(psp, 'exception', { description: 'What does not agree with a provider', example });
  acts<[string], Correction>(
    exception
      .command('resolve')
      .description('Close a reconciliation exception, with an adjustment where one is due')
      .argument('<id>')
      .requiredOption('--note <text>', 'what was found; the account reads it', line)
      .addOption(new Option('--credit <amount>', 'add to the available balance').conflicts('debit'))
      .option('--debit <amount>', 'take from the available balance')
      .option('--currency <code>', 'of the adjustment, like MXN'),
    example,
    async ({ ports, operator }, [id], { note, ...given }) => {
      const ask = { id, note, adjustment: adjustmentOf(given) };
      const { exception: resolved, adjustment } = await resolveException(ports, operator, ask);
      const json = { account_id: resolved.accountId, ...showException(resolved) };
      return {
        json: present({ ...json, adjustment_id: adjustment?.id }),
        text: `The exception ${id} is resolved${adjustment ? ` with ${adjustment.id}` : ''}.`,
      };
    },
  );
}

function adjustmentOf({ credit, debit, currency }: Omit<Correction, 'note'>): AdjustmentAsk | undefined {
  const amount = credit ?? debit;
  if (amount === undefined) return undefined;
  if (currency === undefined) return refuse('invalid_parameter', 'An adjustment needs its --currency.');
  return { direction: credit === undefined ? 'debit' : 'credit', amount, currency };
}
