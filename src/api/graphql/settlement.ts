import { flag, oneOf, ref, text, time, words } from '../../domain/noun/declare.js';
import { settlement } from '../../domain/noun/settlement.js';
import { settlementSchedule } from '../../domain/noun/settlement-schedule.js';
import { unsettledOf } from '../../domain/settlement.js';
import type { NumberedEntry } from '../../ports/ledger-read.js';
import { settlementConfiguration } from '../../usecases/settlement-schedule.js';
import { money as moneyShape, part, parts, shape } from '../shape.js';
import { firstArg } from './argument.js';
import { balancesMost, balanceEntryShape } from './balance.js';
import { pageSize } from './connection.js';
import { money } from './money.js';
import { answering, type Answered } from './type.js';

export const scheduleAnswers = answering('settlementSchedule', {
  nextCutoffAt: {
    is: time(settlementSchedule.fields.nextCutoffAt.says, { optional: true }),
    answer: ({ nextStepAt }) => nextStepAt,
  },
});

export const settlementAnswers = answering('settlement', {
  left: {
    is: part(moneyShape, settlement.fields.left.says, { optional: true }),
    answer: (row) => {
      const left = unsettledOf(row);
      return left.isZero() ? null : money(left, row.currency);
    },
  },
  items: {
    is: parts(balanceEntryShape, settlement.fields.items.says),
    takes: [firstArg()],
    answer: (row, { load }, first: number): Promise<NumberedEntry[]> =>
      load.settledEntries(row, pageSize(first)),
  },
});

const states = words(
  {
    unconfigured: 'No schedule is in force.',
    active: 'It settles.',
    unexecutable: 'A schedule is in force but cannot settle.',
  },
  { name: 'SettlementState', says: 'Whether a currency settles.' },
);

const currencySettlement = shape('CurrencySettlement', 'How one currency of an account settles.', {
  currency: text('The currency.'),
  state: oneOf(states, { says: 'Whether it settles.' }),
  automatic: flag('Whether it settles automatically.', { optional: true }),
  reason: text('Why it cannot settle.', { optional: true }),
  scheduleId: ref('settlementSchedule', 'Schedule in force.', { optional: true }),
  destinationId: ref('settlementDestination', 'Destination of the money.', { optional: true }),
});

const configuration = shape('SettlementConfiguration', 'How an account settles.', {
  state: oneOf(states, { says: 'unexecutable if any currency is; otherwise active if any is.' }),
  currencies: parts(currencySettlement, 'Each currency that it holds or has a schedule for.', {
    most: balancesMost,
  }),
});

/** The settlement configuration of an account. */
export const configurationAnswer: Answered<{ readonly id: string }> = {
  is: part(configuration, 'How the account settles.'),
  answer: ({ id: accountId }, { ports }) => settlementConfiguration(ports, { accountId }),
};
