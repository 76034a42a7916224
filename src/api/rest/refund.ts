import { madeOfTrace } from '../../domain/noun/bank-reference.js';
import { refund } from '../../domain/noun/refund.js';
import { createRefund } from '../../usecases/refund.js';
import { refundAsk, refundCreateSchema } from '../ask/refund.js';
import { bankReference } from '../field.js';
import { metadataRoute } from './label.js';
import { resourceOf } from './noun.js';
import { answerMade, route } from './route.js';

export const refundResource = resourceOf(refund, { made: madeOfTrace, schemas: { trace: bankReference } });

const { schema, example } = refundResource;
const { completed_at: _completed, bank_reference: _traced, ...open } = example;

/** Contract §4.9, supplement §3.3. */
export const refundRoutes = [
  refundResource.list,
  route({
    method: 'POST',
    path: '/v1/refunds',
    operationId: 'createRefund',
    tag: refundResource.list.tag,
    summary: 'Create a refund',
    description:
      'Sends a credited pay-in back, in whole or in part, from the available balance. pending_review if risk rules hold it; it already counts against the refundable amount.',
    scope: 'write',
    idempotency: 'required',
    body: refundCreateSchema,
    answers: { 201: schema, 200: schema },
    examples: { 201: { ...open, status: 'processing' } },
    errors: [
      'not_found',
      'refund_not_supported',
      'insufficient_funds',
      'amount_too_small',
      'risk_blocked',
      'operation_suspended',
    ],
    handle: async ({ ports }, { caller, by, body, use }) => {
      const ask = { ...refundAsk(body), use, by, accountId: caller.account.id };
      const done = await createRefund(ports, ask);
      return answerMade(done, refundResource.inDetail(done.resource, ports.vault));
    },
  }),
  refundResource.retrieve,
  metadataRoute('refund', {
    tag: refundResource.list.tag,
    schema: refundResource.schema,
    example: refundResource.example,
    show: ({ vault }, row) => refundResource.inDetail(row, vault),
  }),
];
