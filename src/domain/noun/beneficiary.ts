import {
  declare,
  inConsole,
  metadata,
  nowhere,
  oneOf,
  ref,
  text,
  time,
  words,
  type RowOf,
} from './declare.js';

const status = words(
  { active: 'It can.', archived: 'Nothing is paid to it any more.' },
  { name: 'BeneficiaryStatus', says: 'Whether it can be paid.' },
);

const verification = words(
  { unverified: 'Not verified yet.', verified: 'Verified, which is final.', failed: 'Failed.' },
  { name: 'VerificationStatus', says: "The result of the platform's verification." },
);

/** Contract §2.8. */
export const beneficiary = declare('beneficiary', {
  called: ['beneficiary', 'beneficiaries'],
  says: 'An account elsewhere that is paid.',
  listedBy: 'account',
  fields: {
    accountId: ref('account', 'The account that pays it.', { as: 'account', fixed: true, shows: inConsole }),
    method: text('The method.', { example: 'pix' }),
    currency: text('What it receives.', { example: 'BRL', format: 'currency' }),
    country: text('The country, where the method has one.', { optional: true, example: 'BR' }),
    customerId: ref('customer', 'The customer on whose behalf it is paid.', {
      optional: true,
      as: 'customer',
      children: ['beneficiaries', 'Whom it pays, newest first.'],
    }),
    details: text('What the method asks for.', { sealed: true, shows: nowhere }),
    holder: text('Who holds it, as the account gave it.', {
      optional: true,
      sealed: true,
      example: 'João da Silva',
    }),
    label: text("The account's own name for it.", { optional: true, example: 'rent' }),
    accountHint: text('The last digits of the account.', { shows: inConsole }),
    identityHash: text('Keyed hash of the account elsewhere (supplement §10): finds it registered twice.', {
      shows: nowhere,
    }),
    metadata: metadata(),
    status: oneOf(status),
    verificationStatus: oneOf(verification),
    verifiedAt: time('When it was verified.', { optional: true }),
    createdAt: time('When it was registered.'),
    updatedAt: time('When it last changed.'),
  },
  filters: {
    status: { says: 'With this status.', many: true },
    verificationStatus: { says: 'With this result of the verification.', many: true, inConsole: true },
    customerId: { says: 'Of this customer.' },
    method: { says: 'Of this method of capabilities.', max: 64 },
    currency: { says: 'Of this currency.' },
  },
  indexes: [
    { by: ['accountId', 'customerId'] },
    { by: ['accountId', 'status'] },
    { by: ['accountId', 'method'] },
    { by: ['accountId', 'currency'] },
    { by: ['accountId'] },
  ],
  events: {
    'beneficiary.created': { says: 'An account to pay was registered.', at: 'createdAt' },
    'beneficiary.verified': {
      says: 'The platform has verified it.',
      at: 'verifiedAt',
      when: { verificationStatus: ['verified'] },
    },
  },
});

export type Beneficiary = RowOf<typeof beneficiary>;
