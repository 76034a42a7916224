import { isCurrency } from '../../domain/currency.js';
import { buckets } from '../../domain/ledger.js';
import { periodOf } from '../../domain/report.js';
import { refuse } from '../../domain/refusal.js';
import { camt053 } from '../camt053.js';
import { csvAnswer, fileDay, placed } from './csv.js';
import { oneOf, timeParameter } from './query.js';
import { route } from './route.js';

/** A file that an accountant keeps: the statement of one part of one balance. */
export const statementRoutes = [
  route({
    method: 'GET',
    tag: 'Balances',
    scope: 'read',
    idempotency: 'none',
    path: '/v1/balances/{currency}/statement',
    operationId: 'getBalanceStatement',
    summary: 'Download the statement of one part of a balance',
    description:
      'What it opened with, each entry with what was left after it, and what it closed with, as one stream: CSV, or camt.053.001.02 of ISO 20022 (in which USDT and USDC stand as they are, in six decimals). Headers, trailers and the answer where no place is free are those of reports. A currency never held has a statement of nothing.',
    query: {
      from: {
        ...timeParameter('Start of the period, inclusive (RFC 3339).'),
        required: '2026-01-01T00:00:00Z',
      },
      to: { ...timeParameter('End of the period, exclusive (RFC 3339).'), required: '2027-01-01T00:00:00Z' },
      account: oneOf(buckets, 'The part of the balance; available unless given.'),
      format: oneOf(['csv', 'camt.053'], 'csv unless given.'),
    },
    answers: { 200: null },
    errors: ['not_found'],
    handle: async ({ ports, streams }, { caller, id: currency, query }) => {
      if (!isCurrency(currency)) return refuse('not_found', 'There is no such currency.');
      const { account = 'available', format = 'csv' } = query;
      const ask = { accountId: caller.account.id, currency, account, ...periodOf(query.from, query.to) };
      const isXml = format !== 'csv';
      const stream = await placed(streams, ask, () => ports.reports.statement(ask, isXml));
      const file = `${currency}_${account}_${fileDay(ask.from)}_${fileDay(ask.to)}`;
      if (!isXml) return csvAnswer(stream, { source: 'ledger', file: `${file}.csv` });
      const pieces = camt053(stream.pieces, { ask, asOf: stream.asOf });
      return csvAnswer(
        { ...stream, pieces },
        { source: 'ledger', file: `${file}.xml`, type: 'application/xml; charset=utf-8' },
      );
    },
  }),
];
