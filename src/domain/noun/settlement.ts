import type { Flow } from '../flow.js';
import {
  amount,
  bigint,
  declare,
  exampleTime,
  inConsole,
  made,
  nowhere,
  oneOf,
  ref,
  text,
  time,
  words,
  type RowOf,
} from './declare.js';
import { riskStatusOf, sent } from './sent.js';

const status = words(
  {
    processing: 'On its way; it stays so while nobody knows how it ended.',
    on_hold: 'The platform or its risk rules hold it: nothing is sent until it is let go.',
    completed: 'The destination has it.',
    failed: 'The destination does not get it; its money is available again.',
  },
  { name: 'SettlementStatus', says: 'How far it has come.' },
);

const riskStatus = riskStatusOf('SettlementRiskStatus');

export type SettlementAction = 'hold' | 'approve' | 'accept' | 'complete' | 'fail';

/** Supplement §3.6. One of unknown end stays processing; none is cancelled or comes back. */
export const settlementFlow: Flow<(typeof status.values)[number], SettlementAction> = {
  processing: { hold: 'on_hold', accept: 'processing', complete: 'completed', fail: 'failed' },
  // The bank may have had it before its database was restored: then nobody need let it go any more.
  on_hold: { approve: 'processing', complete: 'completed', fail: 'failed' },
  completed: {},
  failed: {},
};

const sum = (says: string, example: string) => amount(says, { currency: 'currency', fixed: true, example });

/** Supplement §3.6, contract §4.9. */
export const settlement = declare('settlement', {
  called: ['settlement', 'settlements'],
  says: 'What a schedule sends of a balance at one cut-off, and the figures that it comes from.',
  listedBy: 'account',
  flow: settlementFlow,
  draws: ['total', 'currency'],
  fields: {
    accountId: ref('account', 'The account whose money it is.', {
      as: 'account',
      fixed: true,
      shows: inConsole,
    }),
    status: oneOf(status, { example: 'completed' }),
    scheduleId: ref('settlementSchedule', 'The schedule that made it.', {
      as: 'schedule',
      children: ['settlements', 'What it has settled, newest first.'],
      fixed: true,
    }),
    destinationId: ref('settlementDestination', 'Where the money goes.', {
      as: 'destination',
      children: ['settlements', 'Settlements that go to it, newest first.'],
      fixed: true,
    }),
    currency: text('The balance that is settled.', { fixed: true, example: 'MXN', format: 'currency' }),
    period: made('Its entries are those behind from, up to and with to: in the order of the statement.', {
      example: { from: '2026-11-19T17:00:00.000Z', to: exampleTime },
    }),
    opening: sum('What was available at the beginning of the period.', '20.00'),
    credits: sum('What became available in it.', '1480.00'),
    debits: sum('What ceased to be available in it.', '500.00'),
    amount: sum('What the destination gets.', '1000.00'),
    fee: sum('What the platform takes for it.', '0.00'),
    total: sum('What leaves the balance: amount and fee.', '1000.00'),
    left: made('What of opening + credits − debits stayed, where not all was settled.', { optional: true }),
    failureCode: text(
      "Why it failed: destination_disabled, no_route, risk_rejected, not_submitted, resolved_not_executed, or the provider's own; open set.",
      { optional: true },
    ),
    items: made('The journals that moved what is available in the period, in the order of the statement.', {
      shows: ['detail'],
      example: [
        {
          journal_id: 'jrn_01k9zq3v5e8x7m2n4p6r8t0w1y',
          purpose: 'funding_deposit',
          direction: 'credit',
          amount: '1480.00',
          origin: { type: 'payin', id: 'pin_01k9zq3v5e8x7m2n4p6r8t0w1y' },
          occurred_at: '2026-11-20T14:01:00.000Z',
        },
      ],
    }),
    periodFrom: time('Where its period begins.', { fixed: true, shows: inConsole }),
    periodTo: time('Where its period ends: the cut-off.', { fixed: true, shows: inConsole }),
    createdAt: time('When it was made.', { fixed: true }),
    updatedAt: time('When it last changed.'),
    completedAt: time('When it was paid.', { optional: true, example: exampleTime }),
    failedAt: time('When it failed.', { optional: true }),
    fromSeq: bigint('The entry behind which its period begins.', { fixed: true, shows: nowhere }),
    toSeq: bigint('The last entry of its period.', { fixed: true, shows: nowhere }),
    availableNow: amount('What was available when it was made, which may be later than its cut-off.', {
      currency: 'currency',
      fixed: true,
      shows: inConsole,
    }),
    memo: text('The words that go with it.', { optional: true, fixed: true, shows: nowhere }),
    riskStatus: oneOf(riskStatus, { shows: inConsole }),
    riskDecisionId: ref('riskDecision', 'The review that held it.', {
      as: 'riskDecision',
      optional: true,
      shows: inConsole,
    }),
    ...sent,
  },
  filters: {
    status: { says: 'With this status.', many: true },
    currency: { says: 'Of this currency.' },
    scheduleId: { says: 'Made by this schedule.', inConsole: true },
    destinationId: { says: 'That go to this destination.', inConsole: true },
  },
  indexes: [
    { by: ['accountId', 'scheduleId'] },
    { by: ['accountId', 'destinationId'] },
    { by: ['accountId', 'currency'] },
    { by: ['accountId', 'status'] },
    { by: ['accountId'] },
    { by: ['status'], only: ['on_hold', 'failed'] },
  ],
  events: {
    'settlement.created': {
      says: 'A cut-off made it, or the platform; its money is committed.',
      at: 'createdAt',
    },
    'settlement.processing': { says: 'It is on its way.', tells: 'processing', isRepeated: true },
    'settlement.on_hold': {
      says: 'The platform or its risk rules hold it; nothing is sent until it is let go.',
      tells: 'on_hold',
      isRepeated: true,
    },
    'settlement.completed': {
      says: 'The destination has it.',
      at: 'completedAt',
      when: { status: ['completed'] },
      tells: 'completed',
    },
    'settlement.failed': {
      says: 'It was not paid; its money is available again. See failure_code.',
      at: 'failedAt',
      when: { status: ['failed'] },
      tells: 'failed',
    },
  },
});

export type Settlement = RowOf<typeof settlement>;
