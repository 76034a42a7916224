import { madeOfTrace } from '../../domain/noun/bank-reference.js';
import { withdrawal } from '../../domain/noun/withdrawal.js';
import { createWithdrawal } from '../../usecases/withdrawal.js';
import { withdrawalAsk, withdrawalCreateSchema } from '../ask/withdrawal.js';
import { bankReference } from '../field.js';
import { metadataRoute } from './label.js';
import { resourceOf } from './noun.js';
import { answerMade, route } from './route.js';

export const withdrawalResource = resourceOf(withdrawal, {
  made: madeOfTrace,
  schemas: { trace: bankReference },
});

const { schema, example } = withdrawalResource;
const { submitted_at: _submitted, completed_at: _completed, bank_reference: _traced, ...open } = example;

/** Contract §4.9, supplement §3.5. */
export const withdrawalRoutes = [
  withdrawalResource.list,
  route({
    method: 'POST',
    path: '/v1/withdrawals',
    operationId: 'createWithdrawal',
    dangerous: true,
    tag: withdrawalResource.list.tag,
    summary: 'Create a withdrawal',
    description:
      "Sends money from the balance in the destination's currency, and holds amount and fee together. Above the platform's threshold it is pending_approval. If the balance cannot fund it, it is created as failed with insufficient_funds, and its key is used up.",
    scope: 'write',
    idempotency: 'required',
    body: withdrawalCreateSchema,
    answers: { 201: schema, 200: schema },
    examples: { 201: { ...open, status: 'processing' } },
    errors: [
      'not_found',
      'destination_disabled',
      'unsupported_method',
      'pricing_unavailable',
      'risk_blocked',
      'operation_suspended',
    ],
    handle: async ({ ports }, { caller, by, body, use }) => {
      const ask = { ...withdrawalAsk(body), use, by, accountId: caller.account.id };
      const made = await createWithdrawal(ports, ask);
      return answerMade(made, withdrawalResource.inDetail(made.resource, ports.vault));
    },
  }),
  withdrawalResource.retrieve,
  metadataRoute('withdrawal', {
    tag: withdrawalResource.list.tag,
    schema: withdrawalResource.schema,
    example: withdrawalResource.example,
    show: ({ vault }, row) => withdrawalResource.inDetail(row, vault),
  }),
];
