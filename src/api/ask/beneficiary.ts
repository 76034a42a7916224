import { z } from 'zod';
import { country, currency, dataKeysMax, idOf, metadata, named, pairs, text } from '../field.js';

export const beneficiaryCreateSchema = named(
  'BeneficiaryCreate',
  z.strictObject({
    method: text(64).describe('A payout method from capabilities.'),
    currency: currency.describe('Currency that it receives.'),
    country: country.exactOptional().describe('Set by the method, if the method has a country.'),
    customer_id: idOf('customer').exactOptional().describe('Required if the country needs a sender.'),
    details: pairs(z.string(), z.unknown(), dataKeysMax).describe(
      'The beneficiary_fields of the capability; a dotted name is a nested object. Never returned.',
    ),
    holder: text(200).exactOptional().describe("Not part of the account's identity."),
    label: text(100).exactOptional(),
    metadata: metadata.exactOptional(),
  }),
  {
    method: 'pix',
    currency: 'BRL',
    details: { name: 'João da Silva', pix_key: '52998224725' },
    holder: 'João da Silva',
    label: 'rent',
  },
);
