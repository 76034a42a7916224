import { z } from 'zod';
import { present } from '../../domain/event.js';
import { settlementDestination } from '../../domain/noun/settlement-destination.js';
import { createDestination } from '../../usecases/settlement-destination.js';
import { country, currency, dataKeysMax, named, pairs, text } from '../field.js';
import { resourceOf } from './noun.js';
import { answerMade, route } from './route.js';

const resource = resourceOf(settlementDestination, { made: {} });

const createSchema = named(
  'SettlementDestinationCreate',
  z.strictObject({
    method: text(64).describe('A payout method from capabilities.'),
    currency: currency.describe('Currency that it receives.'),
    country: country.exactOptional().describe('Set by the method, if the method has a country.'),
    details: pairs(z.string(), z.unknown(), dataKeysMax).describe(
      'The beneficiary_fields of the payout capability; a dotted name is a nested object. Never returned.',
    ),
    label: text(100).exactOptional(),
  }),
  {
    method: 'spei',
    currency: 'MXN',
    details: { name: 'Acme SA de CV', clabe: '032180000118359719' },
    label: 'treasury',
  },
);

/** Contract §4.9, supplement §3.5. */
export const destinationRoutes = [
  resource.list,
  route({
    method: 'POST',
    path: '/v1/settlement-destinations',
    operationId: 'createSettlementDestination',
    dangerous: true,
    tag: resource.list.tag,
    summary: 'Create a settlement destination',
    description:
      'Returns 200 with the existing destination if it is already registered. If the platform has disabled it, the answer is 409 destination_disabled.',
    scope: 'write',
    idempotency: 'optional',
    body: createSchema,
    answers: { 201: resource.schema, 200: resource.schema },
    errors: ['unsupported_method', 'destination_disabled'],
    handle: async ({ ports }, { caller, by, body, use }) => {
      const made = await createDestination(
        ports,
        present({ ...body, accountId: caller.account.id, by }),
        use,
      );
      return answerMade(made, resource.inDetail(made.resource, ports.vault));
    },
  }),
  resource.retrieve,
];
