import { z } from 'zod';
import { examplePrice } from '../../domain/noun/priced.js';
import { quote, quoteStatuses } from '../../domain/noun/quote.js';
import { showQuote } from '../../domain/quote.js';
import { refuse } from '../../domain/refusal.js';
import { createQuote } from '../../usecases/quote.js';
import { quoteAsk, quoteCreateSchema } from '../ask/quote.js';
import { amount, named } from '../field.js';
import { answerMade, ok, route } from './route.js';
import { exampleAt, schemaOf } from './shape.js';

/** The source side of quotes and payouts (contract §2.12). */
export const sourceSchema = named(
  'Source',
  z.object({
    currency: z.string().describe('Balance that pays.'),
    principal: amount.describe('Amount that is converted.'),
    platform_fee: amount.describe("The platform's fee."),
    tenant_markup: amount.describe("The account's own markup, added to earnings."),
    total: amount.describe('principal + platform_fee + tenant_markup'),
  }),
  examplePrice.source,
);

export const rateSchema = z.string().describe('Destination units for one source unit.');

const quoteSchema = named(
  quote.name,
  schemaOf(quote, { status: z.enum(quoteStatuses.values), source: sourceSchema }),
  exampleAt(quote, 'detail'),
);

const tag = 'Quotes';

/** Supplement §3.1. */
export const quoteRoutes = [
  route({
    method: 'POST',
    path: '/v1/quotes',
    operationId: 'createQuote',
    tag,
    summary: 'Create a quote',
    description:
      'Fixes a price for a short time (30 minutes for a remittance), for a beneficiary or for a method and currency. It can be used once.',
    scope: 'write',
    idempotency: 'optional',
    body: quoteCreateSchema,
    answers: { 201: quoteSchema, 200: quoteSchema },
    errors: [
      'not_found',
      'unsupported_method',
      'pricing_unavailable',
      'amount_too_small',
      'limit_exceeded',
      'same_currency',
      'beneficiary_archived',
      'customer_closed',
      'customer_blocked',
      'customer_not_active',
      'operation_suspended',
    ],
    handle: async ({ ports }, { caller, by, body, use }) => {
      const made = await createQuote(ports, { ...quoteAsk(body), accountId: caller.account.id, by }, use);
      return answerMade(made, showQuote(made.resource, await ports.reader.now()));
    },
  }),
  route({
    method: 'GET',
    path: '/v1/quotes/{id}',
    idKind: 'quote',
    operationId: 'getQuote',
    tag,
    summary: 'Retrieve a quote',
    scope: 'read',
    idempotency: 'none',
    answers: { 200: quoteSchema },
    errors: ['not_found'],
    handle: async ({ ports: { reader } }, { caller, id }) => {
      const [found, now] = await Promise.all([reader.get('quote', [caller.account.id], id), reader.now()]);
      return ok(showQuote(found ?? refuse('not_found', 'This quote does not exist.'), now));
    },
  }),
];
