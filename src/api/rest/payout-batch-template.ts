import { findPayout } from '../../domain/capability.js';
import { noCapability } from '../../usecases/pricing.js';
import { invalid } from '../field.js';
import { csvTemplate } from '../file/template.js';
import { textAnswer } from './csv.js';
import { currencyParameter, textParameter } from './query.js';
import { route } from './route.js';

const noCurrency = (): never => invalid('currency', 'is required; send one such as MXN');

/** CSV templates. */
export const batchTemplateRoute = route({
  method: 'GET',
  path: '/v1/payout-batches/template',
  operationId: 'getPayoutBatchTemplate',
  tag: 'Payout batches',
  summary: 'Download a template for a payout batch',
  description:
    'A CSV file with the columns of one payout method and a row of examples: replace the row and send the file to POST /v1/payout-batches.',
  scope: 'read',
  idempotency: 'none',
  query: {
    method: { ...textParameter(64, 'Payout method from capabilities.'), required: 'spei' },
    currency: { ...currencyParameter, required: 'MXN' },
  },
  answers: { 200: null },
  streams: ['text/csv'],
  errors: ['unsupported_method'],
  handle: async ({ ports }, { query }) => {
    const { method = invalid('method', 'is required; send one such as spei'), currency = noCurrency() } =
      query;
    const ask = { method, currency };
    const capability = findPayout(ports.catalogue, ask) ?? noCapability('payouts', ask);
    const file = `payouts_${capability.method}_${capability.currency}.csv`;
    return textAnswer(csvTemplate(capability), { file, type: 'text/csv; charset=utf-8' });
  },
});
