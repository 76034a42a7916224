import { z } from 'zod';
import { present, isoTime } from '../../domain/event.js';
import { settlement, type Settlement } from '../../domain/noun/settlement.js';
import { settlementSchedule } from '../../domain/noun/settlement-schedule.js';
import type { Entry } from '../../domain/ledger.js';
import { show } from '../../domain/money.js';
import { refuse } from '../../domain/refusal.js';
import { madeOfSettlement } from '../../domain/settlement.js';
import { madeOfSchedule, type CurrencyConfiguration } from '../../domain/settlement-schedule.js';
import type { Ports } from '../../ports/ports.js';
import { settlementConfiguration } from '../../usecases/settlement-schedule.js';
import { settledItems } from '../archived.js';
import { amount, bankReference, exampleId, idOf, named, time } from '../field.js';
import { resourceOf } from './noun.js';
import { currencyParameter } from './query.js';
import { ok, route } from './route.js';

/** Most entries in a response, to bound its size; the statement has all. */
const itemsMax = 10_000;

const itemSchema = z.object({
  journal_id: idOf('journal'),
  purpose: z.string().describe('Open set, such as funding_deposit or payout_reserve.'),
  direction: z.enum(['credit', 'debit']).describe('credit raises the available balance, debit lowers it.'),
  amount,
  origin: z
    .object({ type: z.string().describe('Open set, such as payin or payout.'), id: z.string() })
    .describe('Operation that moved it.'),
  occurred_at: time,
});

const tag = 'Settlements';

const schedules = resourceOf(settlementSchedule, {
  tag,
  made: madeOfSchedule,
  schemas: { nextCutoffAt: time },
  description: 'The platform puts schedules in force and closes them.',
});

const resource = resourceOf(settlement, {
  tag,
  made: madeOfSettlement,
  schemas: {
    period: z.object({ from: time, to: time }),
    left: amount,
    items: z.array(itemSchema),
    trace: bankReference,
  },
});

export const settlementSchema = resource.schema;

/** The body of retrieve. */
export async function settlementDetail({ reader, vault }: Pick<Ports, 'reader' | 'vault'>, row: Settlement) {
  const entries = await settledItems(reader, row, itemsMax);
  return { ...resource.inDetail(row, vault), items: entries.map(itemOf) };
}

const itemOf = (entry: Entry) => ({
  journal_id: entry.journalId,
  purpose: entry.purpose,
  direction: entry.direction,
  amount: show(entry.amount, entry.currency),
  origin: { type: entry.originType, id: entry.originId },
  occurred_at: isoTime(entry.occurredAt),
});

const state = z
  .enum(['unconfigured', 'active', 'unexecutable'])
  .describe(
    'unconfigured: no schedule is in force. active: settles. unexecutable: cannot settle; see reason.',
  );

const configurationSchema = named(
  'SettlementConfiguration',
  z.object({
    state: state.describe('unexecutable if any currency is; otherwise active if any is.'),
    currencies: z.array(
      z.object({
        currency: z.string(),
        state,
        automatic: z
          .boolean()
          .exactOptional()
          .describe('Active schedules only: whether it settles automatically.'),
        reason: z.string().exactOptional().describe('Open set, such as no_destination.'),
        schedule_id: idOf('settlementSchedule').exactOptional(),
        destination_id: idOf('settlementDestination').exactOptional(),
      }),
    ),
  }),
  {
    state: 'active',
    currencies: [
      {
        currency: 'MXN',
        state: 'active',
        automatic: true,
        schedule_id: exampleId('settlementSchedule'),
        destination_id: exampleId('settlementDestination'),
      },
      { currency: 'USDT', state: 'unconfigured' },
    ],
  },
);

const showCurrency = ({ scheduleId, destinationId, ...rest }: CurrencyConfiguration) =>
  present({ ...rest, schedule_id: scheduleId, destination_id: destinationId });

const read = { method: 'GET', tag, scope: 'read', idempotency: 'none' } as const;

/** Contract §4.8, §4.9, supplement §3.6. */
export const settlementRoutes = [
  schedules.list,
  resource.list,
  route({
    ...read,
    path: '/v1/settlements/{id}',
    idKind: 'settlement',
    operationId: 'getSettlement',
    summary: 'Retrieve a settlement',
    description: `Includes the first ${itemsMax} journals of its figures; the statement has all. Once some of them are archived, the answer is 410 \`archived\`.`,
    answers: { 200: resource.schema },
    errors: ['not_found', 'archived'],
    handle: async ({ ports }, { caller, id }) => {
      const row = await ports.reader.get('settlement', [caller.account.id], id);
      return ok(await settlementDetail(ports, row ?? refuse('not_found', 'This settlement does not exist.')));
    },
  }),
  route({
    ...read,
    path: '/v1/settlement-configuration',
    operationId: 'getSettlementConfiguration',
    summary: 'Retrieve the settlement configuration',
    description:
      'How each currency settles that the account holds or has a schedule for. state describes the whole account.',
    query: { currency: { ...currencyParameter, description: 'Only this currency.' } },
    answers: { 200: configurationSchema },
    errors: [],
    handle: async ({ ports }, { caller, query }) => {
      const ask = { accountId: caller.account.id, currency: query.currency };
      const { state: whole, currencies } = await settlementConfiguration(ports, ask);
      return ok({ state: whole, currencies: currencies.map(showCurrency) });
    },
  }),
];
