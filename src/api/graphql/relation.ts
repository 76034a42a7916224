import type { Account } from '../../domain/account.js';
import type { OwnedEvent, WholeJournal } from '../../ports/ledger-read.js';
import type { OwnedRow } from '../../ports/sight.js';
import { part, parts } from '../shape.js';
import { firstArg } from './argument.js';
import { pageSize } from './connection.js';
import type { Context } from './context.js';
import { eventShape } from './event.js';
import {
  entriesMost,
  journalEntryShape,
  journalShape,
  visibleEntries,
  type VisibleEntry,
} from './journal.js';
import type { AnswersOf } from './type.js';

export const ofAccount = 'Account that it belongs to.';

/** The account that owns the row. */
export const withAccount: AnswersOf<Pick<OwnedRow, 'accountId'>> = {
  account: {
    is: part('account', ofAccount),
    answer: ({ accountId }, { load }): Promise<Account | null> => load.row('account', accountId),
  },
};

/** The events of a resource. */
export const withEvents: AnswersOf<OwnedRow> = {
  events: {
    is: parts(eventShape, 'Events of the resource, in the order of the log.'),
    takes: [firstArg()],
    answer: ({ accountId, id }, { load }, first: number): Promise<OwnedEvent[]> =>
      load.events({ accountId, id }, pageSize(first)),
  },
};

/** A returned payout has the most journals: reserve, capture, return and its settlement. */
const journalsMost = 4;

/** The journals of an operation. */
export const withJournals: AnswersOf<OwnedRow> = {
  journals: {
    is: parts(journalShape, 'Movements of the balance, oldest first.', { most: journalsMost }),
    answer: (row, { load }): Promise<WholeJournal[]> => journalsOf(row, load),
  },
  entries: {
    is: parts(journalEntryShape, 'All entries of its journals, oldest first.', {
      most: journalsMost * entriesMost,
    }),
    answer: async (row, { load, caller }): Promise<VisibleEntry[]> => {
      const journals = await journalsOf(row, load);
      return journals.flatMap((journal) => visibleEntries(journal, caller));
    },
  },
};

const journalsOf = ({ accountId, id }: OwnedRow, load: Context['load']) => load.journals({ accountId, id });
