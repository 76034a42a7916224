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
    amount_mismatch: 'Another amount or currency came than was asked for.',
    payin_reversed: 'The bank took a payment back, credited or not.',
    unmatched_deposit:
      'Money came to an account that was never open, that expired, or whose only payment failed.',
    duplicate_deposit:
      'A second payment came to an account for one payment, and the first is credited or being confirmed.',
    late_payment_evidence: 'The provider contradicts how an operation or a pay-in ended.',
    provider_mismatch:
      "The provider's own record differs from ours: it moved another amount or what is not in our books, its statement has another sum, or a known bank reference came with another amount.",
  },
  { name: 'ReconciliationExceptionType', says: 'What does not agree.' },
);

const status = words(
  { open: 'The platform has yet to look into it.', resolved: 'It is dealt with, which is final.' },
  { name: 'ReconciliationExceptionStatus', says: 'Whether somebody has to look at it.' },
);

const about = words(
  {
    payin: 'A pay-in.',
    payout: 'A payout.',
    refund: 'A refund.',
    settlement: 'A settlement.',
    withdrawal: 'A withdrawal.',
    funding_account: 'A funding account.',
    account: 'The account as such: its provider has an order in its name that is not in the books.',
  },
  { says: 'payin, payout, refund, withdrawal, settlement, funding_account or account.' },
);

/** Supplement §3.7. */
export const exception = declare('exception', {
  name: 'ReconciliationException',
  called: ['reconciliation exception', 'reconciliation exceptions'],
  says: 'An inconsistency that moves no money until an operator decides.',
  listedBy: 'account',
  fields: {
    accountId: ref('account', 'The account that it is about.', {
      as: 'account',
      fixed: true,
      shows: inConsole,
    }),
    type: oneOf(type),
    status: oneOf(status, { example: 'resolved' }),
    resourceType: oneOf(about, { shows: inConsole }),
    resourceId: refBy('resourceType', 'What it is about.', { shows: inConsole }),
    resource: made('What does not agree.', {
      optional: true,
      shows: ['list', 'detail', 'event'],
      example: { type: 'funding_account', id: 'fa_01k9zq3v5e8x7m2n4p6r8t0w1y' },
    }),
    expected: money('What our own record says.', {
      optional: true,
      example: { amount: '150.00', currency: 'PEN' },
    }),
    actual: money('What the provider says.', {
      optional: true,
      example: { amount: '140.00', currency: 'PEN' },
    }),
    note: text('What the platform found; once resolved.', {
      optional: true,
      example: 'The payer was asked for the rest; what came is credited.',
    }),
    createdAt: time('When it was found.'),
    resolvedAt: time('When it was resolved.', { optional: true, example: exampleTime }),
    cause: text("The bank's own reference or the evidence that came: finds the same fact told twice.", {
      shows: nowhere,
    }),
    paymentReference: text(
      'The name of a payment that became this instead of a pay-in, or of an order that is unknown.',
      {
        optional: true,
        shows: nowhere,
      },
    ),
  },
  filters: {
    status: { says: 'With this status.', many: true },
    type: { says: 'Of this type.', many: true },
    resourceId: { says: 'About this resource.', inConsole: true },
  },
  indexes: [{ by: ['accountId', 'status'] }, { by: ['accountId'] }, { by: ['status'] }],
  events: {
    'reconciliation.exception_created': {
      says: 'Something does not agree with the provider and is looked into.',
      at: 'createdAt',
      tells: 'open',
    },
    'reconciliation.exception_resolved': {
      says: 'It has been looked into.',
      at: 'resolvedAt',
      when: { status: ['resolved'] },
      tells: 'resolved',
    },
  },
});

export type Exception = RowOf<typeof exception>;
