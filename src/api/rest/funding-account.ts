import { z } from 'zod';
import { present } from '../../domain/event.js';
import { fundingAccount } from '../../domain/noun/funding-account.js';
import { createFundingAccount } from '../../usecases/funding-account.js';
import {
  fundingAccountAsk,
  fundingAccountCreateSchema,
  fundingAccountFault,
} from '../ask/funding-account.js';
import { metadataRoute } from './label.js';
import { resourceOf } from './noun.js';
import { answerMade, route } from './route.js';

const resource = resourceOf(fundingAccount, {
  made: {},
  schemas: { instructions: z.record(z.string(), z.string()) },
});

/** Contract §2.10, §4.5. */
export const fundingAccountRoutes = [
  resource.list,
  route({
    method: 'POST',
    path: '/v1/funding-accounts',
    operationId: 'createFundingAccount',
    tag: resource.list.tag,
    summary: 'Create a funding account',
    description: 'With an amount it accepts one payment of exactly that amount; without, any deposit.',
    scope: 'write',
    idempotency: 'required',
    body: fundingAccountCreateSchema,
    valueFault: fundingAccountFault,
    answers: { 201: resource.schema, 200: resource.schema },
    examples: { 201: present({ ...resource.example, status: 'pending', instructions: null }) },
    errors: [
      'invalid_request',
      'unsupported_method',
      'amount_required',
      'one_payment_unavailable',
      'amount_too_small',
      'pricing_unavailable',
      'limit_exceeded',
      'operation_suspended',
    ],
    handle: async ({ ports }, { caller, by, body, use }) => {
      const ask = { ...fundingAccountAsk(body), accountId: caller.account.id, by };
      const made = await createFundingAccount(ports, ask, use);
      return answerMade(made, resource.inDetail(made.resource, ports.vault));
    },
  }),
  resource.retrieve,
  metadataRoute('fundingAccount', {
    tag: resource.list.tag,
    schema: resource.schema,
    example: resource.example,
    show: ({ vault }, row) => resource.inDetail(row, vault),
  }),
];
