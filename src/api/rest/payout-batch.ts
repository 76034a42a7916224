import { payoutBatch } from '../../domain/noun/payout-batch.js';
import { cancelPayoutBatch, createPayoutBatch } from '../../usecases/payout-batch.js';
import { payoutBatchCreateSchema } from '../ask/payout-batch.js';
import { cursorFor, positionOf, unknownCursor } from '../cursor.js';
import { filterParameters, whereOf } from './filter.js';
import { metadataRoute } from './label.js';
import { listBody, listOf, listParameters, pageOf, readPage } from './page.js';
import { withApproval } from './approval-shape.js';
import {
  batchBodies,
  batchBody,
  batchExample,
  cancelledExample,
  cancellingExample,
  createdExample,
  itemBody,
  payoutBatchItemSchema,
  payoutBatchSchema,
} from './payout-batch-shape.js';
import { batchFiles, csvColumns, withBatch } from './payout-batch-file.js';
import { batchTemplateRoute } from './payout-batch-template.js';
import { batchOf, statusReportRoute } from './payout-batch-report.js';
import { answerMade, ok, route } from './route.js';

const tag = 'Payout batches';
const path = '/v1/payout-batches';
const pageSize = 25;

/** A thousand items do not fit in the usual limit of a body. */
export const batchBytesMax = 1024 * 1024;

/** Contract §4.9, supplement §3.2. */
export const payoutBatchRoutes = [
  route({
    method: 'GET',
    path,
    operationId: 'listPayoutBatches',
    tag,
    summary: 'List payout batches, newest first',
    scope: 'read',
    idempotency: 'none',
    query: { ...listParameters, ...filterParameters(payoutBatch) },
    readsReplica: 'position',
    answers: { 200: listOf(payoutBatchSchema) },
    errors: [],
    handle: async ({ ports }, { caller, query }) => {
      const where = whereOf(payoutBatch, query);
      const ask = { accountId: caller.account.id, where, query };
      const { rows, ...rest } = await readPage(ports, 'payoutBatch', ask);
      return ok({ data: await batchBodies(ports, rows), ...rest });
    },
  }),
  route({
    method: 'POST',
    path,
    operationId: 'createPayoutBatch',
    tag,
    summary: 'Create a payout batch',
    description: `Up to 1000 payouts in a body of up to 1 MiB. One malformed item refuses the whole batch; \`message\` names up to ten such items.
Otherwise the batch is accepted, and each item becomes at most one payout, in the order of \`items\`. An item that cannot be paid
is refused on its own, with the \`error_code\` that a single payout would have had.

A file of up to 2 MiB is taken as \`text/csv\`: ${csvColumns}
A beneficiary that cannot be created refuses the whole file. Faults name line and column, and \`param\` is like \`line[5].amount\`.

As \`application/xml\` the file is pain.001.001.03 or pain.001.001.09 of ISO 20022. \`EndToEndId\` becomes the reference of a payout, and
\`MsgId\` the \`message_id\` of the batch; a message id that another batch has gives 409 \`message_id_reused\`. \`param\` is then the path of the
element at fault. GET /v1/payout-batches/{id}/status-report answers with pain.002.`,
    scope: 'write',
    idempotency: 'required',
    bodyBytesMax: batchBytesMax,
    body: payoutBatchCreateSchema,
    files: batchFiles,
    answers: { 201: payoutBatchSchema, 200: payoutBatchSchema },
    examples: { 201: createdExample },
    errors: [
      'not_found',
      'message_id_reused',
      'unsupported_method',
      'customer_closed',
      'customer_blocked',
      'customer_not_active',
      'operation_suspended',
    ],
    handle: async ({ ports }, { caller, by, body: sent, use }) => {
      const who = { accountId: caller.account.id, by, requestedBy: caller.id };
      const made = await withBatch({ ports, caller, body: sent }, (ask) =>
        createPayoutBatch(ports, { ...ask, ...who }, use),
      );
      const body = await batchBody(ports, made.resource, made.counts);
      return answerMade(made, await withApproval(ports, made.resource, body));
    },
  }),
  batchTemplateRoute,
  route({
    method: 'GET',
    path: `${path}/{id}`,
    idKind: 'payoutBatch',
    operationId: 'getPayoutBatch',
    tag,
    summary: 'Retrieve a payout batch',
    description: 'A payout with unknown outcome keeps its batch processing.',
    scope: 'read',
    idempotency: 'none',
    answers: { 200: payoutBatchSchema },
    errors: ['not_found'],
    handle: async ({ ports }, { caller, id }) => {
      const batch = await batchOf(ports, caller.account.id, id);
      return ok(await withApproval(ports, batch, await batchBody(ports, batch)));
    },
  }),
  metadataRoute('payoutBatch', {
    tag,
    schema: payoutBatchSchema,
    example: batchExample,
    show: (ports, row) => batchBody(ports, row),
  }),
  route({
    method: 'GET',
    path: `${path}/{id}/items`,
    idKind: 'payoutBatch',
    operationId: 'listPayoutBatchItems',
    tag,
    summary: 'List the items of a payout batch, in their order',
    scope: 'read',
    idempotency: 'none',
    query: { limit: listParameters.limit, starting_after: listParameters.starting_after },
    readsReplica: 'position',
    answers: { 200: listOf(payoutBatchItemSchema) },
    errors: ['not_found'],
    handle: async ({ ports }, { caller, id, query }) => {
      const accountId = caller.account.id;
      const batch = await batchOf(ports, accountId, id);
      const scope = { list: `items of ${batch.id}`, accountId };
      const { limit = pageSize, starting_after: cursor } = query;
      const after = cursor === undefined ? undefined : positionOf(ports.vault, scope, cursor);
      if (cursor !== undefined && after === undefined) unknownCursor('starting_after');
      const found = await ports.reader.batchItems({ accountId, batchId: batch.id, after, limit });
      const page = pageOf(found, limit, ({ item }) => cursorFor(ports.vault, scope, item.id));
      return ok(listBody(page, itemBody));
    },
  }),
  statusReportRoute,
  route({
    method: 'POST',
    path: `${path}/{id}/cancel`,
    idKind: 'payoutBatch',
    operationId: 'cancelPayoutBatch',
    tag,
    summary: 'Cancel a payout batch',
    description: `Recorded at once (202) and carried out item by item: pending items and payouts that were not sent are cancelled;
the others get a \`not_cancelled_reason\`. Repeating it returns 200 and changes nothing.`,
    scope: 'write',
    idempotency: 'required',
    answers: { 202: payoutBatchSchema, 200: payoutBatchSchema },
    examples: { 202: cancellingExample, 200: cancelledExample },
    errors: ['not_found'],
    handle: async ({ ports }, { caller, by, id, use }) => {
      const ask = { accountId: caller.account.id, id, by };
      const { batch, counts, isNew, replayed } = await cancelPayoutBatch(ports, ask, use);
      return { status: isNew ? 202 : 200, body: await batchBody(ports, batch, counts), replayed };
    },
  }),
];
