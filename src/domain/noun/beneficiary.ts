import {
  declare,
  inConsole,
  made,
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
  { active: 'It can.', archived: 'It can no longer be paid.' },
  { name: 'BeneficiaryStatus', says: 'Whether a beneficiary can be paid.' },
);

const verification = words(
  { unverified: 'Not verified yet.', verified: 'Verified; final.', failed: 'Failed.' },
  { name: 'VerificationStatus', says: "Result of the platform's verification." },
);

const payeeResult = words(
  {
    match: "The name is the account holder's.",
    close_match: "The name is close to the account holder's. Compare it with the hint.",
    no_match: "The name is not the account holder's.",
    not_possible: 'The bank cannot compare names for this account.',
  },
  { name: 'PayeeResult', says: "The bank's answer to the last payee check." },
);
export type PayeeResult = (typeof payeeResult.values)[number];
export const payeeResults = payeeResult;

/** Contract §2.8. */
export const beneficiary = declare('beneficiary', {
  called: ['beneficiary', 'beneficiaries'],
  says: 'An external account that is paid.',
  listedBy: 'account',
  fields: {
    accountId: ref('account', 'Account that pays it.', { as: 'account', fixed: true, shows: inConsole }),
    method: text('The method.', { example: 'pix' }),
    currency: text('Currency that it receives.', { example: 'BRL', format: 'currency' }),
    country: text('Country of the method, if it has one.', { optional: true, example: 'BR' }),
    customerId: ref('customer', 'Customer on whose behalf it is paid.', {
      optional: true,
      as: 'customer',
      children: ['beneficiaries', 'Beneficiaries of the customer, newest first.'],
    }),
    details: text('Account details required by the method.', { sealed: true, shows: nowhere }),
    holder: text('Name of the account holder, as given by the account.', {
      optional: true,
      sealed: true,
      example: 'João da Silva',
    }),
    label: text("The account's own label for it. Its customer sees it on hosted pages.", {
      optional: true,
      example: 'rent',
    }),
    accountHint: text('Last digits of the account number.', { shows: inConsole }),
    identityHash: text('Keyed hash of the external account (supplement §10); detects duplicates.', {
      withheld: true,
      shows: nowhere,
    }),
    metadata: metadata(),
    status: oneOf(status),
    verificationStatus: oneOf(verification),
    verifiedAt: time('Time of verification.', { optional: true }),
    payeeCheck: made('Last payee check, if any.', { optional: true, shows: ['list', 'detail'] }),
    payeeResult: oneOf(payeeResult, { optional: true, shows: inConsole }),
    payeeHint: text("The account holder's name, as far as the bank shows it.", {
      optional: true,
      sealed: true,
      shows: inConsole,
    }),
    payeeCheckedAt: time('Time of the last payee check.', { optional: true, shows: inConsole }),
    createdAt: time('Time of registration.'),
    updatedAt: time('Time of the last change.'),
  },
  filters: {
    status: { says: 'Only with this status.', many: true },
    verificationStatus: { says: 'Only with this verification result.', many: true, inConsole: true },
    customerId: { says: 'Only of this customer.' },
    method: { says: 'Only of this method.', max: 64 },
    currency: { says: 'Only in this currency.' },
  },
  indexes: [
    { by: ['accountId', 'customerId'] },
    { by: ['accountId', 'status'] },
    { by: ['accountId', 'method'] },
    { by: ['accountId', 'currency'] },
    { by: ['accountId'] },
  ],
  events: {
    'beneficiary.created': { says: 'A beneficiary was registered.', at: 'createdAt' },
    'beneficiary.verified': {
      says: 'The platform verified the beneficiary.',
      at: 'verifiedAt',
      when: { verificationStatus: ['verified'] },
    },
  },
});

export type Beneficiary = RowOf<typeof beneficiary>;
