import { present } from '../../domain/event.js';
import { listedPayoutFields, showCancellation, showListedPayout } from '../../domain/payout.js';
import { payout as declared } from '../../domain/noun/payout.js';
import { refuse } from '../../domain/refusal.js';
import type { Ports } from '../../ports/ports.js';
import { cancelPayout, createPayout } from '../../usecases/payout.js';
import { payoutAsk, payoutCreateSchema } from '../ask/payout.js';
import { exampleTimeAfter } from '../field.js';
import { amountsOf, filterParameters, whereOf } from './filter.js';
import { metadataRoute } from './label.js';
import { listOf, listParameters, readPage } from './page.js';
import {
  payoutDetail,
  payoutDetailExample,
  payoutExample,
  payoutList,
  payoutReadExample,
  payoutRepeatExample,
  payoutSchema,
} from './payout-shape.js';
import { withApproval } from './approval-shape.js';
import { answerMade, ok, route } from './route.js';

const tag = 'Payouts';

const requestedExample = {
  status: 'requested',
  requested_at: exampleTimeAfter(8_000),
  requested_via: 'api',
};

async function detailOf(ports: Ports, accountId: string, id: string) {
  const found = await ports.reader.payout(accountId, id);
  const { payout, payee } = found ?? refuse('not_found', 'This payout does not exist.');
  return withApproval(ports, payout, payoutDetail(ports, payout, payee));
}

/** Contract §2.12, §4.6. */
export const payoutRoutes = [
  route({
    method: 'GET',
    path: '/v1/payouts',
    operationId: 'listPayouts',
    tag,
    summary: 'List payouts, newest first',
    scope: 'read',
    idempotency: 'none',
    query: {
      ...listParameters,
      ...filterParameters(declared),
    },
    readsReplica: 'position',
    answers: { 200: listOf(payoutSchema, payoutReadExample) },
    errors: [],
    handle: async ({ ports }, { caller, query }) => {
      const accountId = caller.account.id;
      const { where: sums, ...bounds } = amountsOf(declared, query);
      const where = { ...whereOf(declared, query), ...sums };
      const { rows, ...rest } = await readPage(ports, 'payout', {
        accountId,
        fields: listedPayoutFields,
        where,
        query: { ...query, ...bounds },
      });
      return ok({ data: await payoutList(ports, accountId, rows), ...rest });
    },
  }),
  route({
    method: 'POST',
    path: '/v1/payouts',
    operationId: 'createPayout',
    tag,
    summary: 'Create a payout',
    description:
      'Uses the price of a quote, or the present price. A payout that the balance cannot fund is created as failed.',
    scope: 'write',
    idempotency: 'required',
    hasOwnTurn: true,
    body: payoutCreateSchema,
    answers: { 201: payoutSchema, 200: payoutSchema },
    examples: { 200: payoutRepeatExample },
    errors: [
      'not_found',
      'quote_already_used',
      'quote_expired',
      'quote_mismatch',
      'beneficiary_archived',
      'customer_closed',
      'customer_blocked',
      'customer_not_active',
      'beneficiary_not_verified',
      'risk_blocked',
      'limit_exceeded',
      'pricing_unavailable',
      'amount_too_small',
      'unsupported_method',
      'operation_suspended',
    ],
    handle: async ({ ports }, { caller, by, body, use }) => {
      const made = await createPayout(ports, {
        ...payoutAsk(body),
        use,
        by,
        requestedBy: caller.id,
        accountId: caller.account.id,
      });
      return answerMade(made, await withApproval(ports, made.resource, showListedPayout(made.resource)));
    },
  }),
  route({
    method: 'GET',
    path: '/v1/payouts/{id}',
    idKind: 'payout',
    operationId: 'getPayout',
    tag,
    summary: 'Retrieve a payout',
    scope: 'read',
    idempotency: 'none',
    hasOwnTurn: true,
    answers: { 200: payoutSchema },
    examples: { 200: { ...payoutDetailExample, completed_at: exampleTimeAfter(175) } },
    errors: ['not_found'],
    handle: async ({ ports }, { caller, id }) => ok(await detailOf(ports, caller.account.id, id)),
  }),
  metadataRoute('payout', {
    tag,
    schema: payoutSchema,
    example: { ...payoutDetailExample, completed_at: exampleTimeAfter(175) },
    show: (ports, { accountId, id }) => detailOf(ports, accountId, id),
  }),
  route({
    method: 'POST',
    path: '/v1/payouts/{id}/cancel',
    idKind: 'payout',
    operationId: 'cancelPayout',
    tag,
    summary: 'Cancel a payout',
    description:
      'Requests that it is not sent. 202 while the cancellation is in progress, 200 if the payout is already cancelled.',
    scope: 'write',
    idempotency: 'required',
    answers: { 202: payoutSchema, 200: payoutSchema },
    examples: {
      202: { ...payoutExample, cancellation: requestedExample, updated_at: requestedExample.requested_at },
      200: {
        ...payoutExample,
        status: 'cancelled',
        failure_code: 'cancelled_before_submission',
        cancellation: { ...requestedExample, decided_at: exampleTimeAfter(8_012) },
        updated_at: exampleTimeAfter(8_012),
      },
    },
    errors: ['not_found', 'payout_not_cancellable'],
    handle: async ({ ports }, { caller, by, id, use }) => {
      const { payout, settled, replayed } = await cancelPayout(
        ports,
        { accountId: caller.account.id, id, by },
        use,
      );
      const body = present({ ...showListedPayout(payout), cancellation: showCancellation(payout) });
      return { status: settled || replayed ? 200 : 202, body, replayed };
    },
  }),
];
