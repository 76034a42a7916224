import { amount, decimal, made, money, nowhere, text } from './declare.js';

const fixed = { fixed: true, shows: nowhere } as const;

/** The price in the examples of priced nouns. */
export const examplePrice = {
  source: {
    currency: 'USDT',
    principal: '100.000000',
    platform_fee: '1.000000',
    tenant_markup: '0.500000',
    total: '101.500000',
  },
  destination: { amount: '532.00', currency: 'BRL' },
  rate: '5.32',
};

/** The price of a priced noun (contract §2.12): total = principal + platformFee + tenantMarkup. */
export const priced = {
  sourceCurrency: text('Currency that is paid out.', fixed),
  principal: amount('Amount that is converted.', fixed),
  platformFee: amount("The platform's fee.", fixed),
  tenantMarkup: amount("The account's own markup.", fixed),
  total: amount('Principal, fee and markup together.', fixed),
  source: made('Amount that the account pays.', {
    shows: ['list', 'detail', 'event'],
    example: examplePrice.source,
  }),
  destination: money('What arrives.', { fixed: true, example: examplePrice.destination }),
  rate: decimal('Destination units for one source unit.', { fixed: true, example: examplePrice.rate }),
} as const;
