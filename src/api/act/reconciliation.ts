import type { Adjustment } from '../../domain/adjustment.js';
import { present } from '../../domain/event.js';
import { showException, type Exception } from '../../domain/reconciliation.js';
import { refuse } from '../../domain/refusal.js';
import { resolveException } from '../../usecases/reconciliation.js';
import { act, type Group, type Writing } from './act.js';
import { choice, form, id, line, oneOf, seen, stateOf, text } from './field.js';

const bucket = choice(
  'AdjustmentBucket',
  { type: 'What an adjustment moves.', values: { available: 'What the account can spend.' } },
  'What it moves.',
);

const directions: readonly Adjustment['direction'][] = ['credit', 'debit'];

const adjustment = form('AdjustmentInput', {
  type: 'A correction of the balance, made with the resolution.',
  words: 'Sets the balance right in the same transaction.',
  fields: {
    bucket: bucket.default('available'),
    direction: oneOf('AdjustmentDirection', directions, 'Which way.'),
    amount: text('How much; a debit may take no more than is available.'),
    currency: text('The currency of the balance.'),
  },
});

const options: readonly Writing[] = [
  { flags: '--credit <amount>', words: 'add to the available balance', conflicts: 'debit' },
  { flags: '--debit <amount>', words: 'take from the available balance' },
  { flags: '--currency <code>', words: 'of the adjustment, like MXN' },
];

const resolve = act({
  name: 'resolveException',
  words:
    'Close a reconciliation exception. invalid_request where it is resolved already, insufficient_funds where a debit takes more than is available.',
  role: 'admin',
  takes: {
    id: id('Its id.'),
    note: line('What was found, in one line; the account reads it.'),
    adjustment: adjustment.nullish(),
  },
  changes: stateOf('SeenReconciliationException', 'A reconciliation exception', {
    status: seen('ReconciliationExceptionStatus', 'Whether it was decided.'),
  }),
  answers: 'ReconciliationException',
  command: {
    path: 'exception resolve',
    places: ['id'],
    hints: { id: 'The exception, as exception list tells it.' },
    example: "rex_01k9zq3v5e8x7m2n4p6r8t0w1y --note 'credited what came' --credit 40.00 --currency MXN",
    written: { of: ['adjustment'], options, read },
  },
  run: ({ ports, by }, { adjustment: wanted, ...ask }) =>
    resolveException(ports, by, { ...ask, adjustment: wanted ?? undefined }),
  row: ({ exception }) => exception,
  tell: ({ exception, adjustment: made }) => ({
    json: present({ ...showOwned(exception), adjustment_id: made?.id }),
    text: `The exception ${exception.id} is resolved${made ? ` with ${made.id}` : ''}.`,
  }),
});

export const exceptionActs: Group = {
  name: 'exception',
  words: 'What does not agree with a provider',
  acts: [resolve],
};

export const showOwned = (exception: Exception) => ({
  account_id: exception.accountId,
  ...showException(exception),
});

type Given = Readonly<Partial<Record<'credit' | 'debit' | 'currency', string>>>;

function read({ credit, debit, currency }: Given): { adjustment?: object } {
  const amount = credit ?? debit;
  if (amount === undefined && currency === undefined) return {};
  if (amount === undefined) return refuse('invalid_parameter', 'An adjustment is a --credit or a --debit.');
  if (currency === undefined) return refuse('invalid_parameter', 'An adjustment needs its --currency.');
  return { adjustment: { direction: credit === undefined ? 'debit' : 'credit', amount, currency } };
}
