import { isBucket } from '../../domain/ledger.js';
import { present } from '../../domain/event.js';
import { show } from '../../domain/money.js';
import type { Refund } from '../../domain/noun/refund.js';
import { showCounts } from '../../domain/payout-batch.js';
import { showListedPayout, type Payout } from '../../domain/payout.js';
import type { Refusal } from '../../domain/refusal.js';
import type { Vault } from '../../ports/vault.js';
import {
  previewPayout,
  previewPayoutBatch,
  previewRefund,
  type BatchPreview,
  type Preview,
} from '../../usecases/preview.js';
import { payoutAsk, payoutCreateSchema } from '../ask/payout.js';
import { payoutBatchAsk, payoutBatchCreateSchema } from '../ask/payout-batch.js';
import { refundAsk, refundCreateSchema } from '../ask/refund.js';
import { errors } from '../error.js';
import { batchBytesMax } from './payout-batch.js';
import {
  batchPreviewSchema,
  newPayout,
  newRefund,
  outcomes,
  payoutPreviewSchema,
  refundPreviewSchema,
  type Outcome,
} from './preview-shape.js';
import { refundResource } from './refund.js';
import { ok, route } from './route.js';

const preview = { method: 'POST', scope: 'write', idempotency: 'none', errors: [] } as const;
const binds =
  'Decided by the same rules on the same state, and nothing is kept: no key, no quote, no limit, no event. What would be refused is answered 200 with its `refusal`; a malformed body is refused as it is there.';

/** Operations that tell what another would do, were it asked for now. */
export const previewRoutes = [
  route({
    ...preview,
    path: '/v1/payouts/preview',
    operationId: 'previewPayout',
    tag: 'Payouts',
    summary: 'Preview a payout',
    description: `The answer to POST /v1/payouts with this body, were it sent now. ${binds}`,
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
    description: `What POST /v1/payout-batches with this body would come to, item by item in their order, were it sent now and nothing else moved meanwhile. ${binds}`,
    bodyBytesMax: batchBytesMax,
    body: payoutBatchCreateSchema,
    answers: { 200: batchPreviewSchema },
    handle: async ({ ports }, { caller, body }) => {
      const ask = { ...payoutBatchAsk(body), accountId: caller.account.id };
      return ok(batchBody(await previewPayoutBatch(ports, ask)));
    },
  }),
  route({
    ...preview,
    path: '/v1/refunds/preview',
    operationId: 'previewRefund',
    tag: 'Refunds',
    summary: 'Preview a refund',
    description: `The answer to POST /v1/refunds with this body, were it sent now. ${binds}`,
    body: refundCreateSchema,
    answers: { 200: refundPreviewSchema },
    handle: async ({ ports }, { caller, body }) => {
      const ask = { ...refundAsk(body), accountId: caller.account.id };
      return ok(refundBody(ports.vault, await previewRefund(ports, ask)));
    },
  }),
];

const payoutBody = (previewed: Preview<Payout>) =>
  previewBody(previewed, (row) => ({ payout: newPayout(showListedPayout(row)) }));

const refundBody = (vault: Vault, previewed: Preview<Refund>) =>
  previewBody(previewed, (row) => ({ refund: newRefund(refundResource.inDetail(row, vault)) }));

function previewBody<T extends Payout | Refund>(previewed: Preview<T>, shown: (row: T) => object) {
  const short = previewed.short ?? undefined;
  if ('refusal' in previewed) {
    return present({ outcome: 'refused', refusal: showRefusal(previewed.refusal), short, entries: [] });
  }
  const { row, reasons, entries } = previewed;
  return present({
    outcome: outcomeOf(row),
    reasons: reasons.length === 0 ? undefined : reasons,
    short,
    entries: entries.flatMap(({ ledger, direction, purpose, amount: sum, currency }) =>
      isBucket(ledger) ? { account: ledger, direction, purpose, amount: show(sum, currency), currency } : [],
    ),
    ...shown(row),
  });
}

function outcomeOf({ status, riskStatus }: Payout | Refund): Outcome {
  if (status === 'failed') return 'failed';
  return riskStatus === 'in_review' ? 'in_review' : 'created';
}

const showRefusal = ({ code, message, param, reasons }: Refusal) =>
  present({ status: errors[code].status, code, message, param, reasons });

function batchBody(previewed: BatchPreview) {
  if ('refusal' in previewed) return { outcome: 'refused', refusal: showRefusal(previewed.refusal) };
  const { batch, counts, short, items } = previewed;
  const bodies = items.map(([{ index, reference }, each]) =>
    present({ index, reference, ...payoutBody(each) }),
  );
  const numberOf = (wanted: Outcome): number => bodies.filter((each) => each.outcome === wanted).length;
  const { totals } = showCounts(batch, counts);
  return {
    outcome: 'created',
    summary: { total: batch.size, ...Object.fromEntries(outcomes.map((each) => [each, numberOf(each)])) },
    totals: totals.map(({ currency, requested }) => ({ currency, requested })),
    short,
    items: bodies,
  };
}
