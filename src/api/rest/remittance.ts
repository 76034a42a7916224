import { z } from 'zod';
import { remittance } from '../../domain/noun/remittance.js';
import { madeOfRemittance } from '../../domain/remittance.js';
import { createRemittance } from '../../usecases/remittance.js';
import { remittanceAsk, remittanceCreateSchema } from '../ask/remittance.js';
import { amount, idOf } from '../field.js';
import { metadataRoute } from './label.js';
import { resourceOf } from './noun.js';
import { rateSchema } from './quote.js';
import { answerMade, route } from './route.js';

const resource = resourceOf(remittance, {
  made: madeOfRemittance,
  schemas: {
    source: z.object({
      type: z.enum(['funding_account', 'payin']),
      funding_account_id: idOf('fundingAccount').exactOptional(),
      payin_id: idOf('payin').exactOptional(),
      currency: z.string().describe('Currency that the payer pays.'),
      amount: amount.describe("Amount that the payer pays: the quote's total."),
    }),
    rate: rateSchema,
  },
});

/** Example of a new remittance that is waiting for a deposit. */
const { payin_id: _payin, payout_id: _payout, completed_at: _completed, ...waiting } = resource.example;
const waitingExample = { ...waiting, status: 'awaiting_funds' };

/** Supplement §3.4. */
export const remittanceRoutes = [
  resource.list,
  route({
    method: 'POST',
    path: '/v1/remittances',
    operationId: 'createRemittance',
    tag: resource.list.tag,
    summary: 'Create a remittance',
    description:
      'Uses the price of a quote, and is paid by the next deposit into a funding account or by a credited pay-in. It makes at most one payout. If the payment is late or too little, it fails and the money stays available.',
    scope: 'write',
    idempotency: 'required',
    body: remittanceCreateSchema,
    answers: { 201: resource.schema, 200: resource.schema },
    examples: { 201: waitingExample, 200: waitingExample },
    errors: [
      'not_found',
      'quote_already_used',
      'quote_expired',
      'quote_mismatch',
      'payin_already_used',
      'funding_account_in_use',
      'funding_account_not_active',
      'beneficiary_archived',
      'beneficiary_not_verified',
      'customer_closed',
      'customer_blocked',
      'customer_not_active',
      'risk_blocked',
      'limit_exceeded',
      'unsupported_method',
      'operation_suspended',
    ],
    handle: async ({ ports }, { caller, by, body, use }) => {
      const made = await createRemittance(
        ports,
        { ...remittanceAsk(body), accountId: caller.account.id, by, requestedBy: caller.id },
        use,
      );
      return answerMade(made, resource.inDetail(made.resource, ports.vault));
    },
  }),
  resource.retrieve,
  metadataRoute('remittance', {
    tag: resource.list.tag,
    schema: resource.schema,
    example: waitingExample,
    show: ({ vault }, row) => resource.inDetail(row, vault),
  }),
];
