import {
  declare,
  exampleTime,
  inConsole,
  made,
  money,
  nowhere,
  oneOf,
  ref,
  refBy,
  text,
  time,
  words,
  type RowOf,
} from './declare.js';

const type = words(
  {
    amount_mismatch: 'The payment had another amount or currency than requested.',
    payin_reversed: 'The bank took a payment back, credited or not.',
    unmatched_deposit:
      'Money arrived on a funding account that was never open, had expired, or whose only payment failed.',
    duplicate_deposit:
      'A second payment arrived on a one-payment funding account whose first is credited or being confirmed.',
    late_payment_evidence: 'The provider contradicts the result of an operation or pay-in.',
    provider_mismatch:
      "The provider's record differs from the books: another amount, an unknown operation, another statement total, or a known bank reference with another amount.",
  },
  { name: 'ReconciliationExceptionType', says: 'Kind of mismatch.' },
);

const status = words(
  { open: 'The platform has not resolved it.', resolved: 'Resolved; final.' },
  { name: 'ReconciliationExceptionStatus', says: 'Whether the exception is resolved.' },
);

const about = words(
  {
    payin: 'A pay-in.',
    payout: 'A payout.',
    refund: 'A refund.',
    settlement: 'A settlement.',
    withdrawal: 'A withdrawal.',
    funding_account: 'A funding account.',
    account: 'The account itself: its provider has an order in its name that is not in the books.',
  },
  { says: 'payin, payout, refund, withdrawal, settlement, funding_account or account.' },
);

/** Supplement §3.7. */
export const exception = declare('exception', {
  name: 'ReconciliationException',
  called: ['reconciliation exception', 'reconciliation exceptions'],
  says: 'A mismatch with a provider. It moves no money until an operator decides.',
  listedBy: 'account',
  fields: {
    accountId: ref('account', 'Account concerned.', {
      as: 'account',
      fixed: true,
      shows: inConsole,
    }),
    type: oneOf(type),
    status: oneOf(status, { example: 'resolved' }),
    resourceType: oneOf(about, { shows: inConsole }),
    resourceId: refBy('resourceType', 'Resource concerned.', { shows: inConsole }),
    resource: made('Kind of mismatch.', {
      optional: true,
      shows: ['list', 'detail', 'event'],
      example: { type: 'funding_account', id: 'fa_01k9zq3v5e8x7m2n4p6r8t0w1y' },
    }),
    expected: money('What the books say.', {
      optional: true,
      example: { amount: '150.00', currency: 'PEN' },
    }),
    actual: money('What the provider says.', {
      optional: true,
      example: { amount: '140.00', currency: 'PEN' },
    }),
    note: text("The platform's finding. Present once resolved.", {
      optional: true,
      example: 'The payer was asked for the rest; the amount received is credited.',
    }),
    createdAt: time('Time when it was found.'),
    resolvedAt: time('Time when it was resolved.', { optional: true, example: exampleTime }),
    cause: text("The bank's reference, or the evidence; detects the same fact reported twice.", {
      shows: nowhere,
    }),
    paymentReference: text(
      'Reference of a payment that became an exception instead of a pay-in, or of an unknown order.',
      {
        optional: true,
        shows: nowhere,
      },
    ),
  },
  filters: {
    status: { says: 'Only with this status.', many: true },
    type: { says: 'Only of this type.', many: true },
    resourceId: { says: 'Only about this resource.', inConsole: true },
  },
  indexes: [{ by: ['accountId', 'status'] }, { by: ['accountId'] }, { by: ['status'] }],
  events: {
    'reconciliation.exception_created': {
      says: 'A mismatch with the provider was found and is being examined.',
      at: 'createdAt',
      status: 'open',
    },
    'reconciliation.exception_resolved': {
      says: 'The exception was resolved.',
      at: 'resolvedAt',
      when: { status: ['resolved'] },
      status: 'resolved',
    },
  },
});

export type Exception = RowOf<typeof exception>;
