import { isIsoCurrency } from '../../domain/currency.js';
import { buckets } from '../../domain/ledger.js';
import { periodOf } from '../../domain/report.js';
import { camt053 } from '../camt053.js';
import { invalid } from '../field.js';
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
    description: [
      'The opening balance, each entry with the balance after it, and the closing balance, as one stream: CSV, or camt.053.001.02 of ISO 20022. Headers, trailers and limits are those of reports. A currency never held has an empty statement.',
      "A camt.053 file has one account (`Acct/Id`, 34 characters) for each currency and part of the balance: your account's id without `acct_`, the currency, and AVL, PND, RSV, STL or EAR. Until the period has ended, its last balance is ITBD, dated as_of; afterwards CLBD. The standard supports only ISO 4217 currencies: USDT and USDC give 400 `invalid_parameter`, param `format`.",
      'Each entry names its payment: `EndToEndId` is your reference, and `AcctSvcrRef` of its details is the bank reference. Without one, or with one longer than 35 characters, they are the id of the payment and of the journal. `RmtInf` has both references, as far as they fit 140 characters.',
    ].join('\n\n'),
    query: {
      from: {
        ...timeParameter('Start of the period, inclusive (RFC 3339).'),
        required: '2026-01-01T00:00:00Z',
      },
      to: { ...timeParameter('End of the period, exclusive (RFC 3339).'), required: '2027-01-01T00:00:00Z' },
      account: oneOf(buckets, 'Part of the balance. Default: available.'),
      format: oneOf(['csv', 'camt.053'], 'Default: csv.'),
    },
    answers: { 200: null },
    streams: ['text/csv', 'application/xml'],
    errors: [],
    handle: async ({ ports, streams }, { caller, id: currency, query }) => {
      const { account = 'available', format = 'csv' } = query;
      const ask = { accountId: caller.account.id, currency, account, ...periodOf(query.from, query.to) };
      const isXml = format !== 'csv';
      if (isXml && !isIsoCurrency(currency))
        invalid('format', `supports only ISO 4217 currencies, not ${currency}; send csv`);
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
