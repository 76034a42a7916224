import { z } from 'zod';
import { archived } from '../../domain/archived.js';
import { isoTime } from '../../domain/event.js';
import { isId, madeAt } from '../../domain/id.js';
import { buckets } from '../../domain/ledger.js';
import { show } from '../../domain/money.js';
import type { Ports } from '../../ports/ports.js';
import type { NumberedEntry } from '../../ports/ledger-read.js';
import { balanceShape, balanceView } from '../balance.js';
import { cursorFor, positionOf, unknownCursor, type CursorScope } from '../cursor.js';
import { amount, exampleId, exampleTime, idOf, named, time } from '../field.js';
import { listBody, listOf, logParameters, pageOf } from './page.js';
import { timeParameter } from './query.js';
import { ok, route } from './route.js';
import { shapeFields, restShape } from './shape.js';

const balanceExample = {
  currency: 'USDT',
  primary: true,
  available: '1250.000000',
  pending: '0.000000',
  reserved: '101.500000',
  in_settlement: '0.000000',
  earnings: '3.250000',
  total: '1351.500000',
  as_of: exampleTime,
};

const balanceSchema = named(
  'Balance',
  z.object(
    shapeFields(balanceShape.fields, {
      currency: z.string(),
      total: amount.describe('available + pending + reserved + in_settlement'),
      asOf: time.exactOptional().describe('Time of its last movement.'),
    }),
  ),
  balanceExample,
);

const balancesSchema = named('Balances', z.object({ data: z.array(balanceSchema) }), {
  data: [balanceExample],
});

const entrySchema = named(
  'BalanceEntry',
  z.object({
    id: idOf('entry').describe('Pass it as after to continue from here.'),
    journal_id: idOf('journal').describe('Entries with the same journal_id are the sides of one operation.'),
    purpose: z.string().describe('Open set, such as funding_deposit or payout_reserve.'),
    account: z.enum(buckets).describe('Part of the balance that moved.'),
    direction: z.enum(['credit', 'debit']).describe('credit raises the balance, debit lowers it.'),
    amount: amount.describe('Always above zero.'),
    currency: z.string(),
    origin: z
      .object({ type: z.string().describe('Open set, such as payin or payout.'), id: z.string() })
      .describe('Operation that moved it.'),
    occurred_at: time.describe('Time when the journal was posted.'),
    resulting_balance: amount.describe('That part of the balance after the entry.'),
  }),
  {
    id: exampleId('entry'),
    journal_id: exampleId('journal'),
    purpose: 'payout_reserve',
    account: 'available',
    direction: 'debit',
    amount: '101.500000',
    currency: 'USDT',
    origin: { type: 'payout', id: exampleId('payout') },
    occurred_at: exampleTime,
    resulting_balance: '1250.000000',
  },
);

const entriesSchema = listOf(entrySchema, undefined, {
  archived_before: time
    .exactOptional()
    .describe('Entries before this time are archived and not in the list.'),
});

const read = { method: 'GET', tag: 'Balances', scope: 'read', idempotency: 'none' } as const;

/** Contract §4.3. */
export const balanceRoutes = [
  route({
    ...read,
    path: '/v1/balances',
    operationId: 'listBalances',
    hasOwnTurn: true,
    summary: 'List balances',
    description:
      'One balance per currency; a currency never held does not appear. A time whose entries are archived gives 410 `archived`.',
    query: {
      at: timeParameter(
        'Returns the balances at this time (RFC 3339), including its movements. Default: now.',
      ),
    },
    answers: { 200: balancesSchema },
    errors: ['archived'],
    handle: async ({ ports: { reader, catalogue } }, { caller, query }) => {
      const { id } = caller.account;
      const balances = await (query.at === undefined
        ? reader.balances([id])
        : reader.balancesAt(id, query.at));
      const primary = catalogue.primaryTreasuryAsset;
      return ok({ data: balances.map((row) => restShape(balanceShape, balanceView(row, primary))) });
    },
  }),
  route({
    ...read,
    path: '/v1/balances/{currency}/entries',
    operationId: 'listBalanceEntries',
    summary: 'List balance entries, newest first',
    description:
      'The statement of a currency never held is an empty list. Where it ends because earlier entries are archived, `archived_before` says from when on the list is complete.',
    query: logParameters,
    readsReplica: 'present',
    answers: { 200: entriesSchema },
    errors: ['archived'],
    handle: async ({ ports }, { caller, id: currency, query }) => {
      const accountId = caller.account.id;
      const scope = { list: `entries ${currency}`, accountId };
      const before =
        query.after === undefined ? undefined : await seqOf(ports, scope, { currency, after: query.after });
      const limit = query.limit ?? 50;
      const rows = await ports.reader.statement({ accountId, currency, before }, limit + 1);
      const page = pageOf(rows, limit, (last) => cursorFor(ports.vault, scope, last.seq));
      const border = page.has_more ? undefined : await ports.reader.archiveBorder(accountId);
      return ok({
        ...listBody(page, showEntry),
        ...(border && { archived_before: isoTime(border.until) }),
      });
    },
  }),
];

/** The position in the statement of the entry with that id, or of the cursor. */
async function seqOf(
  { reader, vault }: Ports,
  scope: CursorScope,
  { currency, after }: { currency: string; after: string },
): Promise<string> {
  const seq = isId('entry', after)
    ? await reader.entrySeq(scope.accountId, currency, after)
    : positionOf(vault, scope, after);
  if (seq !== undefined) return seq;
  const border = isId('entry', after) ? await reader.archiveBorder(scope.accountId) : undefined;
  if (border && madeAt(after) < border.until) throw archived(border);
  return unknownCursor('after');
}

function showEntry(entry: NumberedEntry) {
  return {
    id: entry.id,
    journal_id: entry.journalId,
    purpose: entry.purpose,
    account: entry.account,
    direction: entry.direction,
    amount: show(entry.amount, entry.currency),
    currency: entry.currency,
    origin: { type: entry.originType, id: entry.originId },
    occurred_at: isoTime(entry.occurredAt),
    resulting_balance: show(entry.resulting, entry.currency),
  };
}
