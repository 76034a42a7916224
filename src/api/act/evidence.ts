import { present } from '../../domain/event.js';
import { moneyRole } from '../../domain/operator.js';
import { recordEvidence } from '../../usecases/evidence.js';
import { act, type Group } from './act.js';
import { choice, id, seen, stateOf, text } from './field.js';

const outcome = choice(
  'EvidenceOutcome',
  {
    type: 'What a provider says about an operation.',
    values: {
      paid: 'The operation was paid.',
      not_executed: 'The operation was not executed, and never will be.',
      returned: 'The operation was paid, and the money came back.',
    },
  },
  "The provider's result.",
);

const record = act({
  name: 'recordEvidence',
  words:
    'Record how an operation in flight ended at its provider. Evidence against a final state moves nothing and creates a reconciliation exception; only a completed payout can be returned. operation_not_in_flight if it is not sent yet, except in restored mode. Where two operators are required, evidence that gives money back takes two: nothing changes until another operator requests the same within seven days.',
  role: moneyRole,
  dangerous: true,
  takes: {
    resourceId: id('The payout, refund, withdrawal or settlement.'),
    outcome,
    code: text(
      'Why it was not executed, such as account_closed: the failure code that the account sees. Default: resolved_not_executed.',
    ).nullish(),
  },
  changes: stateOf('SeenPayout', 'A payout', { status: seen('PayoutStatus', 'Status of the operation.') }),
  answers: 'Operation',
  command: {
    path: 'evidence record',
    positionals: ['resourceId', 'outcome'],
    example: 'pout_01k9zq3v5e8x7m2n4p6r8t0w1y not_executed --code account_closed',
  },
  run: ({ ports, by }, { resourceId, code, ...ask }) =>
    recordEvidence(ports, by, { ...ask, id: resourceId, code: code ?? undefined }),
  row: ({ row }) => row,
  output: ({ kind, row, exception, isProposed }) => ({
    json: present({
      id: row.id,
      account_id: row.accountId,
      status: row.status,
      reconciliation_exception_id: exception?.id,
      ...(isProposed && { proposed: true }),
    }),
    text: isProposed
      ? `The ${kind} stays ${row.status}: this evidence needs a second operator who requests the same.`
      : exception
        ? `The ${kind} stays ${row.status}; the evidence is recorded as exception ${exception.id}.`
        : `The ${kind} is ${row.status}.`,
  }),
});

export const evidenceActs: Group = {
  name: 'evidence',
  words: "A bank's answer received by other means",
  acts: [record],
};
