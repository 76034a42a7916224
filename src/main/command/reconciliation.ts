import { Option, type Command } from 'commander';
import { present } from '../../domain/event.js';
import { show, type Amount } from '../../domain/money.js';
import { showException, type Exception } from '../../domain/reconciliation.js';
import { refuse } from '../../domain/refusal.js';
import { resolveException, type AdjustmentAsk } from '../../usecases/reconciliation.js';
import { acts, group } from './act.js';
import { line } from './given.js';
import { lists } from './list.js';

interface Correction {
  readonly note: string;
  readonly credit?: string;
  readonly debit?: string;
  readonly currency?: string;
}

/** `exception list` and `exception resolve`. */
export function reconciliationCommands(psp: Command): void {
  const example =
    "exception resolve rex_01k9zq3v5e8x7m2n4p6r8t0w1y --note 'credited what came' --credit 40.00 --currency MXN";
  const exception = group(psp, 'exception', { description: 'What does not agree with a provider', example });
  const listing = exception
    .command('list')
    .description('What waits for a decision, newest first')
    .option('--all', 'what is resolved too');
  lists(listing, 'exception list', {
    noun: 'exception',
    unless: { status: 'open' },
    none: 'No exception is open; --all shows the others.',
    columns: {
      EXCEPTION: ({ id }) => id,
      TYPE: ({ type }) => type,
      ABOUT: ({ resourceId }) => resourceId,
      ACCOUNT: ({ accountId }) => accountId,
      STATUS: ({ status }) => status,
      SINCE: ({ createdAt }) => createdAt.toISOString(),
      EXPECTED: ({ expectedAmount, expectedCurrency }) => money(expectedAmount, expectedCurrency),
      ACTUAL: ({ actualAmount, actualCurrency }) => money(actualAmount, actualCurrency),
    },
    show: shown,
  });
  acts<[string], Correction>(
    exception
      .command('resolve')
      .description('Close a reconciliation exception, with an adjustment where one is due')
      .argument('<id>', 'the exception, as exception list tells it')
      .requiredOption('--note <text>', 'what was found; the account reads it', line)
      .addOption(new Option('--credit <amount>', 'add to the available balance').conflicts('debit'))
      .option('--debit <amount>', 'take from the available balance')
      .option('--currency <code>', 'of the adjustment, like MXN'),
    example,
    async ({ ports, operator }, [id], { note, ...given }) => {
      const ask = { id, note, adjustment: adjustmentOf(given) };
      const { exception: resolved, adjustment } = await resolveException(ports, operator, ask);
      return {
        json: present({ ...shown(resolved), adjustment_id: adjustment?.id }),
        text: `The exception ${id} is resolved${adjustment ? ` with ${adjustment.id}` : ''}.`,
      };
    },
  );
}

const shown = (exception: Exception) => ({ account_id: exception.accountId, ...showException(exception) });

const money = (amount: Amount | null, currency: string | null): string =>
  amount === null || currency === null ? '' : `${show(amount, currency)} ${currency}`;

function adjustmentOf({ credit, debit, currency }: Omit<Correction, 'note'>): AdjustmentAsk | undefined {
  const amount = credit ?? debit;
  if (amount === undefined && currency === undefined) return undefined;
  if (amount === undefined) return refuse('invalid_parameter', 'An adjustment is a --credit or a --debit.');
  if (currency === undefined) return refuse('invalid_parameter', 'An adjustment needs its --currency.');
  return { direction: credit === undefined ? 'debit' : 'credit', amount, currency };
}
