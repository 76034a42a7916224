import { itemsMax, type PayoutBatch } from '../../domain/payout-batch.js';
import { refuse } from '../../domain/refusal.js';
import type { Ports } from '../../ports/ports.js';
import { pain002 } from '../file/pain002.js';
import { textAnswer } from './csv.js';
import { itemBody } from './payout-batch-shape.js';
import { route } from './route.js';

export async function batchOf(
  { reader }: Pick<Ports, 'reader'>,
  accountId: string,
  id: string,
): Promise<PayoutBatch> {
  const batch = await reader.get('payoutBatch', [accountId], id);
  return batch ?? refuse('not_found', 'This payout batch does not exist.');
}

/** Supplement §11.11. */
export const statusReportRoute = route({
  method: 'GET',
  path: '/v1/payout-batches/{id}/status-report',
  idKind: 'payoutBatch',
  operationId: 'getPayoutBatchStatusReport',
  tag: 'Payout batches',
  summary: 'Download the status report of a payout batch',
  description: [
    'ISO 20022 pain.002 with the present status of each item, for the program that sent the file: pain.002.001.03 for pain.001.001.03, otherwise pain.002.001.10. A batch of JSON or CSV has its id in place of a message id.',
    'Status codes: PDNG (not sent yet, or it waits for people), ACSP (in flight, or its outcome is unknown), ACSC (paid), RJCT (not paid, or paid back). Of RJCT, `Rsn/Prtry` is the failure or error code, `cancelled` or `returned`.',
  ].join('\n\n'),
  scope: 'read',
  idempotency: 'none',
  readsReplica: 'present',
  answers: { 200: null },
  streams: ['application/xml'],
  errors: ['not_found'],
  handle: async ({ ports }, { caller, id }) => {
    const { id: accountId } = caller.account;
    const batch = await batchOf(ports, accountId, id);
    const ask = { accountId, batchId: batch.id, after: undefined, limit: itemsMax };
    const items = (await ports.reader.batchItems(ask)).map((each) => ({
      ...itemBody(each),
      isUnsent: each.payout?.sending === 'unsent',
    }));
    const text = pain002(batch, items, ports.clock.businessNow());
    return textAnswer(text, { file: `${batch.id}_status.xml`, type: 'application/xml; charset=utf-8' });
  },
});
