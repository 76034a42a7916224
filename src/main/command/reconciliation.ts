import type { Command } from 'commander';
import { showOwned } from '../../api/act/reconciliation.js';
import { present } from '../../domain/event.js';
import { show, type Amount } from '../../domain/money.js';
import { differenceOf, nextStepOf, type Exception } from '../../domain/reconciliation.js';
import { referenceOf } from '../../usecases/reconciliation.js';
import { listed, type Answer } from './answer.js';
import { groupOf } from './define.js';
import { lists, shows } from './list.js';

/** `exception list` and `exception show`. */
export function reconciliationCommands(psp: Command): void {
  const group = groupOf(psp, 'exception');
  const listing = group
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
    show: showOwned,
  });
  shows(group.command('show').description('An exception, and what to do about it'), 'exception show', {
    noun: 'exception',
    show: async (row, ports) => ({ ...showOwned(row), ...adviceOf(row, await referenceOf(ports, row)) }),
    text: (_, json) => listed(factsOf(json)),
  });
}

function adviceOf(row: Exception, reference: string | null): Answer['json'] {
  const difference = differenceOf(row);
  return present({
    difference: difference && {
      amount: show(difference.amount, difference.currency),
      currency: difference.currency,
    },
    reference,
    next_step: nextStepOf(row),
  });
}

/** Each fact of the JSON in a line; an object in the order of its parts. */
const factsOf = (json: Answer['json']): Record<string, string> =>
  Object.fromEntries(
    Object.entries(json).map(([name, value]) => [
      name.replaceAll('_', ' '),
      typeof value === 'object' && value !== null ? Object.values(value).join(' ') : String(value),
    ]),
  );

const money = (amount: Amount | null, currency: string | null): string =>
  amount === null || currency === null ? '' : `${show(amount, currency)} ${currency}`;
