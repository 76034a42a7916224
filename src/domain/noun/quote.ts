import {
  decimal,
  declare,
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
import { priced } from './priced.js';

/** Computed from the time of the read: expiry is not written. */
export const quoteStatuses = words(
  {
    open: 'It can.',
    used: 'A payout or remittance used it.',
    expired: 'It expired unused.',
  },
  { name: 'QuoteStatus', says: 'Status of a quote.' },
);

const product = words(
  {
    payout: 'A payout from a balance.',
    remittance: 'A remittance, funded by its own pay-in.',
  },
  { name: 'QuoteProduct', says: 'What a quote is for.' },
);

/** A frozen price (supplement §3.1). */
export const quote = declare('quote', {
  called: ['quote', 'quotes'],
  says: 'A price that is valid for a limited time.',
  listedBy: 'platform',
  fields: {
    accountId: ref('account', 'Account that the quote is for.', {
      as: 'account',
      fixed: true,
      shows: inConsole,
    }),
    status: made('Status of the quote. Only an open one can be used, and only once.', {
      shows: ['list', 'detail'],
      example: 'open',
    }),
    product: oneOf(product, { fixed: true }),
    method: text('The method.', { fixed: true, example: 'pix' }),
    country: text('Country of the method, if it has one.', { optional: true, fixed: true, example: 'BR' }),
    beneficiaryId: ref('beneficiary', 'Beneficiary that it is for, if any.', {
      optional: true,
      fixed: true,
    }),
    ...priced,
    sourceMethod: text("Remittance only: the payer's method.", { optional: true, fixed: true }),
    funding: money(
      'Remittance only: amount that the pay-in must credit in the settlement asset, and the most that its payout draws.',
      { optional: true, fixed: true },
    ),
    fundingRate: decimal('Remittance only: units credited for one unit that the payer pays.', {
      optional: true,
      fixed: true,
      shows: nowhere,
    }),
    expiresAt: time('Time when it expires.', {
      fixed: true,
      example: '2026-11-20T14:08:07.512Z',
    }),
    usedBy: refBy('product', 'Payout or remittance that used it.', { optional: true }),
    createdAt: time('Time of creation.', { fixed: true }),
  },
  filters: {
    method: { says: 'Only of this method.', inConsole: true },
    sourceCurrency: { says: 'Only from this currency.', inConsole: true },
    destinationCurrency: { says: 'Only to this currency.', inConsole: true },
    beneficiaryId: { says: 'Only for this beneficiary.', inConsole: true },
  },
  amounts: ['destinationAmount', 'Amounts are those that arrive.'],
  indexes: [{ by: ['accountId'] }],
});

export type Quote = RowOf<typeof quote>;
