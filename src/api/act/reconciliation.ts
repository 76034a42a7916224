import type { Adjustment } from '../../domain/adjustment.js';
import { present } from '../../domain/event.js';
import { show } from '../../domain/money.js';
import { moneyRole } from '../../domain/operator.js';
import { showException, type Exception } from '../../domain/reconciliation.js';
import { compareStatements, resolveException } from '../../usecases/reconciliation.js';
import type { StatementReport } from '../../usecases/statement.js';
import { act, type Group } from './act.js';
import { choice, form, id, line, oneOf, seen, stateOf, text, withOption } from './field.js';

const bucket = choice(
  'AdjustmentBucket',
  { type: 'What an adjustment moves.', values: { available: 'The available balance.' } },
  'Part of the balance.',
);

const directions: readonly Adjustment['direction'][] = ['credit', 'debit'];

const adjustment = form('AdjustmentInput', {
  type: 'A correction of the balance, made with the resolution.',
  words: 'Corrects the balance in the same transaction.',
  fields: {
    bucket: bucket.default('available'),
    direction: withOption(oneOf('AdjustmentDirection', directions, 'Whether the balance grows or shrinks.'), {
      carries: 'amount',
    }),
    amount: text('Amount; a debit cannot exceed the available balance.'),
    currency: text('Currency of the balance.'),
  },
});

const resolve = act({
  name: 'resolveException',
  words:
    'Close a reconciliation exception. invalid_request if it is already resolved, insufficient_funds if a debit exceeds the available balance. An adjustment above the amount at which payouts are held for review needs two operators: the exception stays open until another one requests the same.',
  role: moneyRole,
  dangerous: true,
  takes: {
    id: id('Its id.'),
    note: line('Finding, in one line; the account can read it.'),
    adjustment: adjustment.nullish(),
  },
  changes: stateOf('SeenReconciliationException', 'A reconciliation exception', {
    status: seen('ReconciliationExceptionStatus', 'Status of the exception.'),
  }),
  answers: 'ReconciliationException',
  command: {
    path: 'exception resolve',
    positionals: ['id'],
    hints: { id: 'The exception, as shown by exception list.' },
    example: "rex_01k9zq3v5e8x7m2n4p6r8t0w1y --note 'credited what came' --credit 40.00 --currency MXN",
  },
  run: ({ ports, by }, { adjustment: wanted, ...ask }) =>
    resolveException(ports, by, { ...ask, adjustment: wanted ?? undefined }),
  row: ({ exception }) => exception,
  output: ({ exception, adjustment: made, isProposed }) => ({
    json: present({ ...showOwned(exception), adjustment_id: made?.id }),
    text: isProposed
      ? `The exception ${exception.id} stays open: this adjustment needs a second operator who requests the same.`
      : `The exception ${exception.id} is resolved${made ? ` with ${made.id}` : ''}.`,
  }),
});

const compare = act({
  name: 'compareStatements',
  words:
    "Compare each provider's statement with its clearing account now; this also runs once a day. A difference that is not in flight becomes a reconciliation exception.",
  role: 'support',
  takes: {},
  command: { path: 'exception compare', example: '' },
  run: ({ ports, by }) => compareStatements(ports, by),
  output: (reports) => ({
    json: { data: reports.map(reported) },
    text: Object.fromEntries(reports.map((report) => [report.provider, sentenceOf(report)])),
  }),
});

const reported = ({ provider, lines, inFlight, raised, unknown, changed }: StatementReport) => ({
  provider,
  lines,
  in_flight: inFlight,
  raised: raised.map(showOwned),
  unknown: unknown.map(({ sequence, kind, reference, amount, currency }) => ({
    sequence: String(sequence),
    kind,
    reference,
    amount: show(amount, currency),
    currency,
  })),
  changed: changed.map(String),
});

function sentenceOf({ lines, inFlight, raised, unknown, changed }: StatementReport): string {
  const named = (what: string, names: readonly string[]): string =>
    names.length === 0 ? '' : `; ${what}: ${names.join(', ')}`;
  return `${lines} new lines, ${inFlight} names in flight${named(
    'exceptions',
    raised.map(({ id }) => id),
  )}${named(
    'unknown here',
    unknown.map(({ reference }) => reference),
  )}${named('changed since', changed.map(String))}`;
}

export const exceptionActs: Group = {
  name: 'exception',
  words: 'Mismatches with providers',
  acts: [resolve, compare],
};

export const showOwned = (exception: Exception) => ({
  account_id: exception.accountId,
  ...showException(exception),
});
