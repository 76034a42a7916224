import { z } from 'zod';
import { showQuote } from '../../domain/quote.js';
import { refuse } from '../../domain/refusal.js';
import { createQuote } from '../../usecases/quote.js';
import { quoteAsk, quoteCreateSchema } from '../ask/quote.js';
import { amount, exampleId, exampleTime, exampleTimeAfter, idOf, money, named, time } from '../field.js';
import { answerMade, ok, route } from './route.js';

/** One price, as the examples of quotes and payouts show it. */
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

/** The source side of quotes and payouts (contract §2.12). */
export const sourceSchema = named(
  'Source',
  z.object({
    currency: z.string().describe('The balance that pays.'),
    principal: amount.describe('What is converted.'),
    platform_fee: amount.describe("The platform's charge."),
    tenant_markup: amount.describe("The account's own markup; goes to earnings."),
    total: amount.describe('principal + platform_fee + tenant_markup'),
  }),
  examplePrice.source,
);

/** The amount that the beneficiary receives. */
export const destinationSchema = money;
export const rateSchema = z.string().describe('Destination units per source unit.');

const quoteSchema = named(
  'Quote',
  z.object({
    id: idOf('quote'),
    status: z.enum(['open', 'used', 'expired']).describe('Only an open one can be used, and only once.'),
    product: z.enum(['payout', 'remittance']),
    method: z.string(),
    country: z.string().exactOptional(),
    beneficiary_id: idOf('beneficiary').exactOptional(),
    source: sourceSchema,
    destination: destinationSchema,
    rate: rateSchema,
    source_method: z.string().exactOptional().describe('Of a remittance: how the payer pays.'),
    funding: money
      .exactOptional()
      .describe(
        'Of a remittance: what the pay-in must credit in the settlement asset, and the most that the payout draws.',
      ),
    expires_at: time.describe('From then on it pays for nothing.'),
    used_by: z.string().exactOptional().describe('The operation that it paid for.'),
    created_at: time,
  }),
  {
    id: exampleId('quote'),
    status: 'open',
    product: 'payout',
    method: 'pix',
    country: 'BR',
    ...examplePrice,
    expires_at: exampleTimeAfter(300_000),
    created_at: exampleTime,
  },
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
      'A price that is kept for a short time (of a remittance for 30 minutes), for a beneficiary or for a method and currency. It pays for one operation at most.',
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
    handle: async ({ ports }, { caller, body, use }) => {
      const made = await createQuote(ports, { ...quoteAsk(body), accountId: caller.account.id }, use);
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
      const [quote, now] = await Promise.all([reader.get('quote', caller.account.id, id), reader.now()]);
      return ok(showQuote(quote ?? refuse('not_found', 'There is no such quote.'), now));
    },
  }),
];
