import { isIsoCurrency } from '../../domain/currency.js';
import { buckets } from '../../domain/ledger.js';
import { periodOf } from '../../domain/report.js';
import { camt053 } from '../camt053.js';
import { invalid } from '../field.js';
import { csvAnswer, fileDay, withStreamSlot } from './csv.js';
import { oneOf, timeParameter } from './query.js';
import { route, type Answer, type Context } from './route.js';

/** A media type of its own, so that clients keep the text unchanged. */
const proofType = 'application/vnd.psp.statement+json';

/** A file for accountants: the statement of one bucket of one balance. */
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
      'The opening balance, each entry with the balance after it, and the closing balance, as one stream: CSV, or camt.053.001.02 of ISO 20022. Headers, trailers and limits are those of reports. A currency never held has an empty statement. A period that begins in archived days gives 410 `archived`.',
      "A camt.053 file has one account (`Acct/Id`, 34 characters) for each currency and part of the balance: your account's id without `acct_`, the currency, and AVL, PND, RSV, STL or EAR. Until the period has ended, its last balance is ITBD, dated as_of; afterwards CLBD. The standard supports only ISO 4217 currencies: USDT and USDC give 400 `invalid_parameter`, param `format`.",
      'With `proof=true` the answer is JSON (`application/vnd.psp.statement+json`): every journal of whole UTC days that moved this balance, in all its parts, each with a proof that it is part of a sealed day, and the seals of these days. `psp verify` and the SDKs check it offline. Journals of days that are not sealed yet have `"seal": null`.',
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
      proof: oneOf(['true', 'false'], 'true returns the journals with their proofs. Default: false.'),
    },
    readsReplica: 'present',
    answers: { 200: null },
    streams: ['text/csv', 'application/xml', proofType],
    errors: ['archived'],
    handle: async ({ ports, streams }, { caller, id: currency, query }) => {
      const { account = 'available', format = 'csv' } = query;
      if (query.proof === 'true')
        return proven({ ports, streams }, { accountId: caller.account.id, currency }, query);
      const ask = { accountId: caller.account.id, currency, account, ...periodOf(query.from, query.to) };
      const isXml = format !== 'csv';
      if (isXml && !isIsoCurrency(currency))
        invalid('format', `supports only ISO 4217 currencies, not ${currency}; send csv`);
      const stream = await withStreamSlot(streams, ask, () => ports.reports.statement(ask, isXml));
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

const dayMs = 86_400_000;

interface ProofQuery {
  readonly from?: Date;
  readonly to?: Date;
  readonly account?: string;
  readonly format?: string;
}

/** Seals cover whole days; a proof for part of a day could not show what is missing. */
async function proven(
  { ports, streams }: Pick<Context, 'ports' | 'streams'>,
  balance: { readonly accountId: string; readonly currency: string },
  query: ProofQuery,
): Promise<Answer> {
  const period = periodOf(query.from, query.to);
  for (const [name, at] of Object.entries(period))
    if (at.getTime() % dayMs !== 0)
      invalid(name, 'must be the beginning of a UTC day with proof=true, such as 2026-11-01T00:00:00Z');
  for (const name of ['account', 'format'] as const)
    if (query[name] !== undefined) invalid(name, 'cannot be combined with proof=true; leave it out');
  const ask = { ...balance, ...period };
  const stream = await withStreamSlot(streams, ask, () => ports.reports.proof(ask));
  const file = `${balance.currency}_${fileDay(ask.from)}_${fileDay(ask.to)}.json`;
  return csvAnswer(stream, { source: 'ledger', file, type: proofType });
}
