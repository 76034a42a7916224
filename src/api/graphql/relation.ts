import { Ctx, FieldResolver, Resolver, Root, type ClassType } from 'type-graphql';
import type { Account } from '../../domain/account.js';
import type { OwnedEvent, WholeJournal } from '../../ports/ledger-read.js';
import type { OwnedRow } from '../../ports/sight.js';
import { AccountType } from './account.js';
import { firstArg } from './argument.js';
import { pageSize } from './connection.js';
import type { Context } from './context.js';
import { EventType } from './event.js';
import { atMost } from './field.js';
import { entriesMost, JournalEntryType, JournalType, shownEntries, type ShownEntry } from './journal.js';

type Relations = ClassType<object>;

export const ofAccount = 'Account that it belongs to.';

/** Gives a type the account that it belongs to. */
export function withAccount(type: ClassType<object>): Relations {
  @Resolver(() => type)
  class AccountRelation {
    @FieldResolver(() => AccountType, { description: ofAccount })
    account(@Root() { accountId }: OwnedRow, @Ctx() { load }: Context): Promise<Account | null> {
      return load.row('account', accountId);
    }
  }
  return AccountRelation;
}

/** Gives a type what the log tells of it. */
export function withEvents(type: ClassType<object>): Relations {
  @Resolver(() => type)
  class EventRelation {
    @FieldResolver(() => [EventType], { description: 'Events of the resource, in the order of the log.' })
    events(
      @Root() { accountId, id }: OwnedRow,
      @firstArg() first: number,
      @Ctx() { load }: Context,
    ): Promise<OwnedEvent[]> {
      return load.events({ accountId, id }, pageSize(first));
    }
  }
  return EventRelation;
}

/** Of a payout that was sent back: reserve, capture, return and its settling. */
const journalsMost = 4;

/** Gives an operation what it moved. */
export function withJournals(type: ClassType<object>): Relations {
  @Resolver(() => type)
  class JournalRelation {
    @atMost(journalsMost)
    @FieldResolver(() => [JournalType], { description: 'Movements of the balance, oldest first.' })
    journals(@Root() { accountId, id }: OwnedRow, @Ctx() { load }: Context): Promise<WholeJournal[]> {
      return load.journals({ accountId, id });
    }

    @atMost(journalsMost * entriesMost)
    @FieldResolver(() => [JournalEntryType], { description: 'All entries of its journals, oldest first.' })
    async entries(
      @Root() { accountId, id }: OwnedRow,
      @Ctx() { load, caller }: Context,
    ): Promise<ShownEntry[]> {
      const journals = await load.journals({ accountId, id });
      return journals.flatMap((journal) => shownEntries(journal, caller));
    }
  }
  return JournalRelation;
}
