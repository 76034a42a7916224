import type { Command } from 'commander';
import { showOwned } from '../api/act/reconciliation.js';
import { present } from '../domain/event.js';
import { show } from '../domain/money.js';
import { differenceOf, nextStepOf, type Exception } from '../domain/reconciliation.js';
import type { Proposal, UnknownLine } from '../ports/platform-read.js';
import type { Ports } from '../ports/ports.js';
import { referenceOf } from '../usecases/reconciliation.js';
import { listed, type Answer } from './answer.js';
import { answers, groupOf } from './define.js';
import { lists, shows } from './list.js';

/** `exception list`, `show`, `unknown` and `proposed`. */
export function reconciliationCommands(psp: Command): void {
  const group = groupOf(psp, 'exception');
  const listing = group
    .command('list')
    .description('Open exceptions, newest first')
    .option('--all', 'include resolved ones');
  lists(listing, 'exception list', {
    noun: 'exception',
    unless: { status: 'open' },
    none: 'There are no open exceptions; --all includes resolved ones.',
    columns: {
      EXCEPTION: 'id',
      TYPE: 'type',
      ABOUT: 'resourceId',
      ACCOUNT: 'accountId',
      STATUS: 'status',
      SINCE: 'createdAt',
      EXPECTED: 'expected',
      ACTUAL: 'actual',
    },
    show: showOwned,
  });
  shows(group.command('show').description('An exception, and the suggested next step'), 'exception show', {
    noun: 'exception',
    show: async (row, ports) => ({ ...showOwned(row), ...adviceOf(row, await referenceOf(ports, row)) }),
    text: (_, json) => listed(factsOf(json)),
  });
  waiting(group);
}

/** Lists of lines and adjustments that wait for a person, the same as in GraphQL. */
function waiting(group: Command): void {
  const unknown = group
    .command('unknown')
    .description('Statement lines with unknown references: ask the provider about them');
  answers(unknown, 'exception unknown', () =>
    answerOf('There are no unknown statement lines.', async ({ reader }) =>
      (await reader.unknownLines(linesMax)).map(showLine),
    ),
  );
  const proposed = group.command('proposed').description('Adjustments that wait for a second operator');
  answers(proposed, 'exception proposed', () =>
    answerOf('No adjustment waits for a second operator.', async ({ reader }) =>
      (await reader.proposals(linesMax)).map(showProposal),
    ),
  );
}

const showLine = ({ bookedAt, givenFor, amount, ...line }: UnknownLine): Row => ({
  provider: line.provider,
  sequence: line.sequence,
  kind: line.kind,
  reference: line.reference,
  amount: show(amount, line.currency),
  currency: line.currency,
  booked_at: bookedAt.toISOString(),
  given_for: givenFor,
});

const showProposal = ({ exceptionId, accountId, proposedAt, ...proposal }: Proposal): Row => ({
  exception_id: exceptionId,
  account_id: accountId,
  operator: proposal.operator,
  direction: proposal.direction,
  amount: proposal.amount,
  currency: proposal.currency,
  note: proposal.note,
  proposed_at: proposedAt.toISOString(),
});

type Row = Readonly<Record<string, string | null>>;

const linesMax = 100;

/** One line for each row, with the values in the order of the JSON. */
async function answerOf(
  none: string,
  read: (ports: Pick<Ports, 'reader'>) => Promise<readonly Row[]>,
): Promise<Answer> {
  const { withPorts } = await import('./database.js');
  const data = await withPorts(read);
  const lines = data.map((row) =>
    Object.values(row)
      .flatMap((value) => value ?? [])
      .join('  '),
  );
  return { json: { data }, text: lines.length === 0 ? none : lines.join('\n') };
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

/** One line for each fact of the JSON; the parts of an object on the same line. */
const factsOf = (json: Answer['json']): Record<string, string> =>
  Object.fromEntries(
    Object.entries(json).map(([name, value]) => [
      name.replaceAll('_', ' '),
      typeof value === 'object' && value !== null ? Object.values(value).join(' ') : String(value),
    ]),
  );
