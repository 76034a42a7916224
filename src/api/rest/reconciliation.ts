import { z } from 'zod';
import { present } from '../../domain/event.js';
import { exceptionStatuses, exceptionTypes, showException } from '../../domain/reconciliation.js';
import { exampleId, exampleTime, idOf, money, named, time } from '../field.js';
import { listBody, listOf, listParameters, readPage } from './page.js';
import { oneOf } from './query.js';
import { ok, route } from './route.js';

const exceptionSchema = named(
  'ReconciliationException',
  z.object({
    id: idOf('exception'),
    type: z
      .enum(exceptionTypes)
      .describe(
        'amount_mismatch: another amount came than was asked for. payin_reversed: the bank took a payment back, credited or not. unmatched_deposit: paid into an account that expired or was never open. duplicate_deposit: a second payment where one was asked for. late_payment_evidence: the provider contradicts how an operation ended. provider_mismatch: the provider moved another amount.',
      ),
    status: z
      .enum(exceptionStatuses)
      .describe('open: the platform has yet to look into it. resolved is final.'),
    resource: z
      .object({ type: z.enum(['payin', 'payout', 'funding_account']), id: z.string() })
      .exactOptional()
      .describe('What does not agree.'),
    expected: money.exactOptional().describe('What our own record says.'),
    actual: money.exactOptional().describe('What the provider says.'),
    note: z.string().exactOptional().describe('What the platform found; once resolved.'),
    created_at: time,
    resolved_at: time.exactOptional(),
  }),
  {
    id: exampleId('exception'),
    type: 'amount_mismatch',
    status: 'resolved',
    resource: { type: 'funding_account', id: exampleId('fundingAccount') },
    expected: { amount: '150.00', currency: 'PEN' },
    actual: { amount: '140.00', currency: 'PEN' },
    note: 'The payer was asked for the rest; what came is credited.',
    created_at: exampleTime,
    resolved_at: exampleTime,
  },
);

/** Contract §4.8. */
export const reconciliationRoutes = [
  route({
    method: 'GET',
    path: '/v1/reconciliation-exceptions',
    operationId: 'listReconciliationExceptions',
    tag: 'Reconciliation',
    summary: 'List reconciliation exceptions, newest first',
    description:
      'What does not agree with a provider moves no money by itself: the platform looks into it, and where it sets a balance right, the statement has an entry whose origin is an adjustment.',
    scope: 'read',
    idempotency: 'none',
    query: {
      ...listParameters,
      status: oneOf(exceptionStatuses, 'The status.'),
      type: oneOf(exceptionTypes, 'What does not agree.'),
    },
    answers: { 200: listOf(exceptionSchema) },
    errors: [],
    handle: async ({ ports }, { caller, query }) => {
      const where = present({ status: query.status, type: query.type });
      const page = await readPage(ports, 'exception', { accountId: caller.account.id, where, query });
      return ok(listBody(page, showException));
    },
  }),
];
