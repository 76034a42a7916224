import { z } from 'zod';
import { timeText } from '../../domain/moment.js';
import { isReportName, reportNames, reports } from '../../domain/report.js';
import { refuse } from '../../domain/refusal.js';
import type { ReportAsk, ReportPage } from '../../ports/report.js';
import { exampleId, exampleTime, named, time } from '../field.js';
import { nextOf, reportAsk, reportTable } from '../report.js';
import { currencyParameter, limitParameter, oneOf, textParameter, timeParameter } from './query.js';
import { ok, route, type Context } from './route.js';
import { csvAnswer, fileDay, withStreamSlot } from './csv.js';

const pageNormal = 50;

const reportSchema = named(
  'Report',
  z.object({
    name: z.enum(reportNames),
    from: time.describe('Start of the period, inclusive.'),
    to: time.describe('End of the period, exclusive.'),
    source: z.enum(['ledger', 'operations']).describe('Source of the rows.'),
    as_of: time.describe(
      'Time of this answer. Rows of a ledger report before it never change; operations are shown as they were then.',
    ),
    columns: z.array(z.string()).describe('Columns in order; new ones are added at the end.'),
    data: z
      .array(z.record(z.string(), z.string().nullable()))
      .describe('Rows by column; every value is a string or null.'),
    has_more: z.boolean(),
    next_cursor: z.string().exactOptional().describe('Pass it as after to get the next page.'),
  }),
  {
    name: 'transactions',
    from: '2026-01-01T00:00:00.000Z',
    to: '2027-01-01T00:00:00.000Z',
    source: 'ledger',
    as_of: exampleTime,
    columns: reports.transactions.columns,
    data: [
      {
        entry_id: exampleId('entry'),
        journal_id: exampleId('journal'),
        occurred_at: exampleTime,
        purpose: 'payout_reserve',
        account: 'available',
        direction: 'debit',
        amount: '101.500000',
        currency: 'USDT',
        origin_type: 'payout',
        origin_id: exampleId('payout'),
      },
    ],
    has_more: false,
  },
);

/** Contract §4.9, supplement §3.9. */
export const reportRoutes = [
  route({
    method: 'GET',
    tag: 'Reports',
    scope: 'read',
    idempotency: 'none',
    path: '/v1/reports/{name}',
    names: reportNames,
    operationId: 'runReport',
    summary: 'Run a report',
    description: [
      'Everything from `from` until before `to`, at most 366 days: operations by created_at, ledger entries by occurred_at. A period may end in the future. JSON comes in pages. `format=csv` streams the whole period (RFC 4180, CRLF, UTF-8 without BOM; null is empty, an empty text is `""`) with the columns in the first row, the headers Report-Source and Report-As-Of, and the trailers Report-Rows and Repr-Digest (sha-256). An interrupted download has no trailers. A transactions stream continues after the entry whose id is `after`. A ledger report whose period begins before the entries that are kept online gives 410 `archived`. If too many downloads run, the answer is 503 with Retry-After.',
      ...reportNames.map(reportTable),
    ].join('\n'),
    query: {
      from: {
        ...timeParameter('Start of the period, inclusive (RFC 3339).'),
        required: '2026-01-01T00:00:00Z',
      },
      to: { ...timeParameter('End of the period, exclusive (RFC 3339).'), required: '2027-01-01T00:00:00Z' },
      currency: currencyParameter,
      limit: limitParameter(pageNormal),
      after: textParameter(
        500,
        'The next_cursor of the previous page; for transactions also the id of the last entry.',
      ),
      format: oneOf(['json', 'csv'], 'csv streams the whole period and ignores limit.'),
    },
    readsReplica: 'present',
    answers: { 200: reportSchema },
    streams: ['text/csv'],
    errors: ['not_found', 'archived'],
    handle: async ({ ports, streams }, { caller, id: name, query }) => {
      if (!isReportName(name))
        return refuse('not_found', `This report does not exist; available are ${reportNames.join(', ')}.`);
      const ask = await reportAsk(ports, { name, accountId: caller.account.id }, query);
      if (query.format === 'csv')
        return csvAnswer(await withStreamSlot(streams, ask, () => ports.reports.stream(ask)), titleOf(ask));
      const page = await ports.reports.page(ask, query.limit ?? pageNormal);
      return ok(reportBody(ports, ask, page));
    },
  }),
];

function reportBody({ vault }: Context['ports'], ask: ReportAsk, page: ReportPage) {
  const { columns, source } = reports[ask.name];
  const next = nextOf(vault, ask, page);
  return {
    name: ask.name,
    from: timeText(ask.from),
    to: timeText(ask.to),
    source,
    as_of: timeText(page.asOf),
    columns,
    data: page.rows.map((row) => Object.fromEntries(columns.map((column, at) => [column, row[at] ?? null]))),
    has_more: next !== undefined,
    ...(next !== undefined && { next_cursor: next }),
  };
}

const titleOf = ({ name, from, to }: ReportAsk) => ({
  source: reports[name].source,
  file: `${name}_${fileDay(from)}_${fileDay(to)}.csv`,
});
