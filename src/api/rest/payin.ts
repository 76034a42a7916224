import { z } from 'zod';
import { present } from '../../domain/event.js';
import { show } from '../../domain/money.js';
import { payinStatuses, showPayin, type Payin } from '../../domain/payin.js';
import { refuse } from '../../domain/refusal.js';
import type { Ports } from '../../ports/ports.js';
import { amount, exampleId, exampleTime, exampleTimeAfter, idOf, money, named, time } from '../field.js';
import { refundsOf } from '../refundable.js';
import { listBody, listOf, listParameters, readPage } from './page.js';
import { idParameter, oneOf } from './query.js';
import { ok, route } from './route.js';

export const processingPayinExample = {
  id: exampleId('payin'),
  status: 'processing',
  funding_account_id: exampleId('fundingAccount'),
  amount: '44.250000',
  currency: 'USDT',
  paid: { amount: '150.00', currency: 'PEN' },
  created_at: exampleTime,
};
export const payinExample = {
  ...processingPayinExample,
  status: 'completed',
  completed_at: exampleTimeAfter(84),
};

export const payinSchema = named(
  'Payin',
  z.object({
    id: idOf('payin'),
    status: z.enum(payinStatuses).describe('completed: it is in the balance. failed: nothing is credited.'),
    funding_account_id: idOf('fundingAccount'),
    amount: amount.describe('What is credited, in the settlement currency.'),
    currency: z.string(),
    paid: money.exactOptional().describe('What the payer paid in their own currency.'),
    failure_code: z
      .string()
      .exactOptional()
      .describe("expired, not_confirmed, or the provider's own; open set."),
    created_at: time,
    completed_at: time.exactOptional(),
    refunded: money.exactOptional().describe('Only on retrieve: what of it was sent back.'),
    refundable: money
      .exactOptional()
      .describe('Only on retrieve: what of it may still be sent back; refunds on their way are counted off.'),
  }),
  payinExample,
);

const read = { method: 'GET', tag: 'Pay-ins', scope: 'read', idempotency: 'none' } as const;

/** Contract §2.11, §4.5. */
export const payinRoutes = [
  route({
    ...read,
    path: '/v1/payins',
    operationId: 'listPayins',
    summary: 'List pay-ins, newest first',
    query: {
      ...listParameters,
      status: oneOf(payinStatuses, 'The status.'),
      funding_account_id: idParameter('fundingAccount', 'The funding account that was paid into.'),
    },
    answers: { 200: listOf(payinSchema) },
    errors: [],
    handle: async ({ ports }, { caller, query }) => {
      const where = present({ status: query.status, fundingAccountId: query.funding_account_id });
      const page = await readPage(ports, 'payin', { accountId: caller.account.id, where, query });
      return ok(listBody(page, showPayin));
    },
  }),
  route({
    ...read,
    path: '/v1/payins/{id}',
    idKind: 'payin',
    operationId: 'getPayin',
    hasOwnTurn: true,
    summary: 'Retrieve a pay-in',
    answers: { 200: payinSchema },
    examples: {
      200: {
        ...payinExample,
        refunded: { amount: '0.000000', currency: 'USDT' },
        refundable: { amount: '44.250000', currency: 'USDT' },
      },
    },
    errors: ['not_found'],
    handle: async ({ ports }, { caller, id }) => {
      const payin = await ports.reader.get('payin', caller.account.id, id);
      return ok(await withRefunds(ports, payin ?? refuse('not_found', 'There is no such pay-in.')));
    },
  }),
];

async function withRefunds(ports: Ports, payin: Payin) {
  const { currency } = payin;
  const { refunded, refundable } = await refundsOf(ports, payin);
  return {
    ...showPayin(payin),
    refunded: { amount: show(refunded, currency), currency },
    refundable: { amount: show(refundable, currency), currency },
  };
}
