import { z } from 'zod';
import { present } from '../../domain/event.js';
import { fundingAccountStatuses, showFundingAccount } from '../../domain/funding-account.js';
import { refuse } from '../../domain/refusal.js';
import { createFundingAccount } from '../../usecases/funding-account.js';
import {
  fundingAccountAsk,
  fundingAccountCreateSchema,
  fundingAccountFault,
} from '../ask/funding-account.js';
import { amount, exampleId, exampleTime, exampleTimeAfter, idOf, named, time } from '../field.js';
import { listBody, listOf, listParameters, readPage } from './page.js';
import { oneOf } from './query.js';
import { answerMade, ok, route } from './route.js';

const pendingExample = {
  id: exampleId('fundingAccount'),
  status: 'pending',
  method: 'bank_transfer',
  currency: 'PEN',
  settlement_currency: 'USDT',
  amount: '150.00',
  created_at: exampleTime,
};

const fundingAccountSchema = named(
  'FundingAccount',
  z.object({
    id: idOf('fundingAccount'),
    status: z.enum(fundingAccountStatuses).describe('Only an active one can be paid into.'),
    method: z.string(),
    currency: z.string().describe('What the payer sends.'),
    settlement_currency: z.string().describe('The balance that is credited.'),
    amount: amount.exactOptional().describe('Of a one-payment account.'),
    instructions: z
      .record(z.string(), z.string())
      .exactOptional()
      .describe(
        'How to pay; present once active. amount and currency: what is paid, always the order amount; copy_paste_code: to paste in the app of the bank; qr_code_image_base64: a PNG; bank_account: to transfer to; reference: the transfer must carry it; payment_url: a link to pay; expires_at: until when it can be paid. New keys may appear: show or ignore them.',
      ),
    failure_code: z
      .string()
      .exactOptional()
      .describe('provider_rejected, provider_unavailable, provider_amount_mismatch, no_route; open set.'),
    created_at: time,
  }),
  {
    ...pendingExample,
    status: 'active',
    instructions: {
      amount: '150.00',
      currency: 'PEN',
      reference: 'SBX0ABB275455',
      expires_at: exampleTimeAfter(30 * 60_000),
      bank_account: '00000094478370814709',
    },
  },
);

const tag = 'Funding accounts';

/** Contract §2.10, §4.5. */
export const fundingAccountRoutes = [
  route({
    method: 'GET',
    path: '/v1/funding-accounts',
    operationId: 'listFundingAccounts',
    tag,
    summary: 'List funding accounts, newest first',
    scope: 'read',
    idempotency: 'none',
    query: { ...listParameters, status: oneOf(fundingAccountStatuses, 'The status.') },
    answers: { 200: listOf(fundingAccountSchema) },
    errors: [],
    handle: async ({ ports }, { caller, query }) => {
      const where = present({ status: query.status });
      const page = await readPage(ports, 'fundingAccount', { accountId: caller.account.id, where, query });
      return ok(listBody(page, showFundingAccount));
    },
  }),
  route({
    method: 'POST',
    path: '/v1/funding-accounts',
    operationId: 'createFundingAccount',
    tag,
    summary: 'Create a funding account',
    description: 'With an amount it takes one payment of exactly that; without, any deposit.',
    scope: 'write',
    idempotency: 'required',
    body: fundingAccountCreateSchema,
    valueFault: fundingAccountFault,
    answers: { 201: fundingAccountSchema, 200: fundingAccountSchema },
    examples: { 201: pendingExample },
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
    handle: async ({ ports }, { caller, body, use }) => {
      const ask = { ...fundingAccountAsk(body), accountId: caller.account.id };
      const made = await createFundingAccount(ports, ask, use);
      return answerMade(made, showFundingAccount(made.resource));
    },
  }),
  route({
    method: 'GET',
    path: '/v1/funding-accounts/{id}',
    idKind: 'fundingAccount',
    operationId: 'getFundingAccount',
    tag,
    summary: 'Retrieve a funding account',
    scope: 'read',
    idempotency: 'none',
    hasOwnTurn: true,
    answers: { 200: fundingAccountSchema },
    errors: ['not_found'],
    handle: async ({ ports }, { caller, id }) => {
      const account = await ports.reader.get('fundingAccount', caller.account.id, id);
      return ok(showFundingAccount(account ?? refuse('not_found', 'There is no such funding account.')));
    },
  }),
];
