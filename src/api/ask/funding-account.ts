import { z } from 'zod';
import { present } from '../../domain/event.js';
import { oneAmountOf } from '../../usecases/funding-account.js';
import type { ValueFault } from '../body.js';
import { amountText, currency, dataKeysMax, named, pairs, text } from '../field.js';
import { labelFields, labelsExample } from './label.js';

export const fundingAccountCreateSchema = named(
  'FundingAccountCreate',
  z.strictObject({
    method: text(64).describe('A pay-in method from capabilities.'),
    currency: currency.describe('Currency that the payer sends.'),
    amount: amountText.exactOptional().describe('For one payment of exactly this amount.'),
    payer: pairs(z.string(), z.string(), dataKeysMax)
      .exactOptional()
      .describe("Only with amount: the capability's payment_method_fields, by full dotted name."),
    settlement_currency: text(16)
      .exactOptional()
      .describe("Default: the method's first settlement currency."),
    ...labelFields,
  }),
  { method: 'bank_transfer', currency: 'PEN', amount: '101.50', ...labelsExample },
);

/** Contract §4.5 has its own code for amount and currency, and one param for all payer fields. */
export const fundingAccountFault: ValueFault = (param) => {
  if (param === 'amount' || param === 'currency') return { code: 'invalid_request', param };
  return { code: 'invalid_parameter', param: param.startsWith('payer') ? 'payer' : param };
};

/** The use case's request, from a body. */
export function fundingAccountAsk(body: z.infer<typeof fundingAccountCreateSchema>) {
  const { settlement_currency: settlementCurrency, reference: clientReference, ...rest } = body;
  oneAmountOf(rest);
  return present({ ...rest, settlementCurrency, clientReference });
}
