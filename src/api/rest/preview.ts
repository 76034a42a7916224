import type { Refund } from '../../domain/noun/refund.js';
import { showListedPayout, type Payout } from '../../domain/payout.js';
import type { Vault } from '../../ports/vault.js';
import { previewPayout, previewPayoutBatch, previewRefund, type Preview } from '../../usecases/preview.js';
import { payoutAsk, payoutCreateSchema } from '../ask/payout.js';
import { payoutBatchCreateSchema } from '../ask/payout-batch.js';
import { refundAsk, refundCreateSchema } from '../ask/refund.js';
import { batchPreviewBody, previewBody } from '../preview.js';
import { batchBytesMax } from './payout-batch.js';
import { batchFiles, inBatch, withBatch } from './payout-batch-file.js';
import {
  batchPreviewSchema,
  newPayout,
  newRefund,
  payoutPreviewSchema,
  refundPreviewSchema,
} from './preview-shape.js';
import { refundResource } from './refund.js';
import { ok, route } from './route.js';

const preview = { method: 'POST', scope: 'write', idempotency: 'none', errors: [] } as const;
const binds =
  'The same rules decide on the same state, but nothing is stored: no key, no quote, no limit, no event. A request that would be refused returns 200 with its `refusal`; a malformed body is refused as usual. An `Idempotency-Key` is checked for its form and otherwise ignored.';

/** Operations that preview what another operation would do now. */
export const previewRoutes = [
  route({
    ...preview,
    path: '/v1/payouts/preview',
    operationId: 'previewPayout',
    tag: 'Payouts',
    summary: 'Preview a payout',
    description: `The answer that POST /v1/payouts would give to this body now. ${binds}`,
    body: payoutCreateSchema,
    answers: { 200: payoutPreviewSchema },
    handle: async ({ ports }, { caller, body }) => {
      const ask = { ...payoutAsk(body), accountId: caller.account.id };
      return ok(payoutBody(await previewPayout(ports, ask)));
    },
  }),
  route({
    ...preview,
    path: '/v1/payout-batches/preview',
    operationId: 'previewPayoutBatch',
    tag: 'Payout batches',
    summary: 'Preview a payout batch',
    description: `The result that POST /v1/payout-batches would have for this body now, item by item, if nothing else moved meanwhile. ${binds}`,
    bodyBytesMax: batchBytesMax,
    body: payoutBatchCreateSchema,
    files: batchFiles,
    answers: { 200: batchPreviewSchema },
    handle: async ({ ports }, { caller, body }) => {
      const { id: accountId } = caller.account;
      const previewed = await withBatch({ ports, caller, body }, (ask) =>
        previewPayoutBatch(ports, { ...ask, accountId }),
      );
      return ok(batchPreviewBody(inBatch(body, previewed), payoutBody));
    },
  }),
  route({
    ...preview,
    path: '/v1/refunds/preview',
    operationId: 'previewRefund',
    tag: 'Refunds',
    summary: 'Preview a refund',
    description: `The answer that POST /v1/refunds would give to this body now. ${binds}`,
    body: refundCreateSchema,
    answers: { 200: refundPreviewSchema },
    handle: async ({ ports }, { caller, body }) => {
      const ask = { ...refundAsk(body), accountId: caller.account.id };
      return ok(refundBody(ports.vault, await previewRefund(ports, ask)));
    },
  }),
];

function payoutBody(previewed: Preview<Payout>) {
  const { row, preview } = previewBody(previewed);
  return { ...preview, ...(row && { payout: newPayout(showListedPayout(row)) }) };
}

function refundBody(vault: Vault, previewed: Preview<Refund>) {
  const { row, preview } = previewBody(previewed);
  return { ...preview, ...(row && { refund: newRefund(refundResource.inDetail(row, vault)) }) };
}
