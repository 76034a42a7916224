import type { Flow } from '../flow.js';
import { traced, traceFilters } from './bank-reference.js';
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
    processing: 'In flight; also while the outcome is unknown.',
    on_hold: 'Held by the platform or its risk rules: nothing is sent until it is released.',
    completed: 'The destination has received it.',
    failed: 'Not paid; its money is available again.',
  },
  { name: 'SettlementStatus', says: 'Status of a settlement.' },
);

const riskStatus = riskStatusOf('SettlementRiskStatus');

export type SettlementAction = 'hold' | 'approve' | 'accept' | 'complete' | 'fail';

/** Supplement §3.6. An uncertain settlement stays processing; settlements cannot be cancelled or returned. */
export const settlementFlow: Flow<(typeof status.values)[number], SettlementAction> = {
  processing: { hold: 'on_hold', accept: 'processing', complete: 'completed', fail: 'failed' },
  // The bank may have executed it before the database was restored: then it need not be released any more.
  on_hold: { approve: 'processing', complete: 'completed', fail: 'failed' },
  completed: {},
  failed: {},
};

const sum = (says: string, example: string) => amount(says, { currency: 'currency', fixed: true, example });

/** Supplement §3.6, contract §4.9. */
export const settlement = declare('settlement', {
  called: ['settlement', 'settlements'],
  says: 'Money that a schedule sends from a balance at one cut-off, with its figures.',
  listedBy: 'account',
  flow: settlementFlow,
  draws: ['total', 'currency'],
  fields: {
    accountId: ref('account', 'Account whose money it is.', {
      as: 'account',
      fixed: true,
      shows: inConsole,
    }),
    status: oneOf(status, { example: 'completed' }),
    scheduleId: ref('settlementSchedule', 'Schedule that created it.', {
      as: 'schedule',
      children: ['settlements', 'Settlements of the schedule, newest first.'],
      fixed: true,
    }),
    destinationId: ref('settlementDestination', 'Destination of the money.', {
      as: 'destination',
      children: ['settlements', 'Settlements to the destination, newest first.'],
      fixed: true,
    }),
    currency: text('Balance that is settled.', { fixed: true, example: 'MXN', format: 'currency' }),
    period: made('Period of the settlement: the statement entries after from, up to and including to.', {
      example: { from: '2026-11-19T17:00:00.000Z', to: exampleTime },
    }),
    opening: sum('Amount available at the beginning of the period.', '20.00'),
    credits: sum('Amount that became available in the period.', '1480.00'),
    debits: sum('Amount that left available in the period.', '500.00'),
    amount: sum('Amount that the destination receives.', '1000.00'),
    fee: sum("The platform's fee.", '0.00'),
    total: sum('Amount that leaves the balance: amount and fee.', '1000.00'),
    left: made('Part of opening + credits − debits that was not settled.', { optional: true }),
    failureCode: text(
      "Why it failed: destination_disabled, no_route, risk_rejected, not_submitted, resolved_not_executed, or the provider's own code; open set.",
      { optional: true },
    ),
    items: made('Journals that changed the available balance in the period, in statement order.', {
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
    periodFrom: time('Beginning of its period.', { fixed: true, shows: inConsole }),
    periodTo: time('End of its period: the cut-off.', { fixed: true, shows: inConsole }),
    ...traced,
    createdAt: time('Time of creation.', { fixed: true }),
    updatedAt: time('Time of the last change.'),
    completedAt: time('Time when it was paid.', { optional: true, example: exampleTime }),
    failedAt: time('Time when it failed.', { optional: true }),
    fromSeq: bigint('Entry after which its period begins.', { fixed: true, shows: nowhere }),
    toSeq: bigint('Last entry of its period.', { fixed: true, shows: nowhere }),
    availableNow: amount('Amount available when it was created, which may be after its cut-off.', {
      currency: 'currency',
      fixed: true,
      shows: inConsole,
    }),
    memo: text('Text sent with it.', { optional: true, fixed: true, shows: nowhere }),
    riskStatus: oneOf(riskStatus, { shows: inConsole }),
    riskDecisionId: ref('riskDecision', 'Review that held it.', {
      as: 'riskDecision',
      optional: true,
      shows: inConsole,
    }),
    ...sent,
  },
  filters: {
    status: { says: 'Only with this status.', many: true },
    currency: { says: 'Only in this currency.' },
    ...traceFilters,
    scheduleId: { says: 'Only of this schedule.', inConsole: true },
    destinationId: { says: 'Only to this destination.', inConsole: true },
  },
  amounts: ['amount'],
  sums: ['amount', 'currency'],
  indexes: [
    { by: ['traceReference'] },
    { by: ['accountId', 'scheduleId'] },
    { by: ['accountId', 'destinationId'] },
    { by: ['accountId', 'currency'] },
    { by: ['accountId', 'status'] },
    { by: ['accountId'] },
    { by: ['status'], only: ['on_hold', 'failed'] },
  ],
  events: {
    'settlement.created': {
      says: 'A cut-off or the platform created the settlement; its money is committed.',
      at: 'createdAt',
    },
    'settlement.processing': { says: 'The settlement is in flight.', status: 'processing', isRepeated: true },
    'settlement.on_hold': {
      says: 'The platform or its risk rules hold the settlement; nothing is sent until it is released.',
      status: 'on_hold',
      isRepeated: true,
    },
    'settlement.completed': {
      says: 'The destination has received it.',
      at: 'completedAt',
      when: { status: ['completed'] },
      status: 'completed',
    },
    'settlement.failed': {
      says: 'The settlement was not paid; its money is available again. See failure_code.',
      at: 'failedAt',
      when: { status: ['failed'] },
      status: 'failed',
    },
  },
});

export type Settlement = RowOf<typeof settlement>;
