import { present } from '../../domain/event.js';
import { moneyRole } from '../../domain/operator.js';
import { recordEvidence } from '../../usecases/evidence.js';
import { act, type Group } from './act.js';
import { choice, id, seen, stateOf, text } from './field.js';

const outcome = choice(
  'EvidenceOutcome',
  {
    type: 'What a provider says of an operation.',
    values: {
      paid: 'It paid.',
      not_executed: 'It did not, and never will.',
      returned: 'It paid, and the money came back.',
    },
  },
  'What the provider says.',
);

const record = act({
  name: 'recordEvidence',
  words:
    'Say how an operation in flight ended at its provider. Against a final state it moves nothing and makes a reconciliation exception, except that a completed payout may be returned. operation_not_in_flight where it is not sent yet, but for a database that was restored.',
  role: moneyRole,
  takes: {
    resourceId: id('The payout, refund, withdrawal or settlement.'),
    outcome,
    code: text('The failure code of what was not executed; resolved_not_executed unless stated.').nullish(),
  },
  changes: stateOf('SeenPayout', 'A payout', { status: seen('PayoutStatus', 'How far it had come.') }),
  answers: 'Operation',
  command: {
    path: 'evidence record',
    places: ['resourceId', 'outcome'],
    example: 'pout_01k9zq3v5e8x7m2n4p6r8t0w1y not_executed --code account_closed',
  },
  run: ({ ports, by }, { resourceId, code, ...ask }) =>
    recordEvidence(ports, by, { ...ask, id: resourceId, code: code ?? undefined }),
  row: ({ row }) => row,
  tell: ({ kind, row, exception }) => ({
    json: present({
      id: row.id,
      account_id: row.accountId,
      status: row.status,
      reconciliation_exception_id: exception?.id,
    }),
    text: exception
      ? `The ${kind} stays ${row.status}; the evidence is the exception ${exception.id}.`
      : `The ${kind} is ${row.status}.`,
  }),
});

export const evidenceActs: Group = {
  name: 'evidence',
  words: 'What a provider said by another way',
  acts: [record],
};
