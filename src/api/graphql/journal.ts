import {
  Args,
  ArgsType,
  Ctx,
  FieldResolver,
  InputType,
  ObjectType,
  Query,
  Resolver,
  Root,
} from 'type-graphql';
import { currencyFrom } from '../../domain/currency.js';
import { buckets, type Bucket, type LedgerAccount } from '../../domain/ledger.js';
import { isId } from '../../domain/id.js';
import { refuse } from '../../domain/refusal.js';
import type { JournalEntry, WholeJournal } from '../../ports/ledger-read.js';
import type { Turnover } from '../../ports/platform-read.js';
import { canonical } from '../../usecases/canonical.js';
import { idArg } from './argument.js';
import { DirectionEnum } from './balance.js';
import { sightOf, type Caller } from './caller.js';
import { anyOf, connectionOf, ListArgs, page, type Connection } from './connection.js';
import type { Context } from './context.js';
import { amount, atMost, field, flag, id, optional, text, texts, time } from './field.js';
import { money, Money } from './money.js';
import { show } from '../../domain/money.js';

@ObjectType('JournalEntry', { description: 'One side of a posting.' })
export class JournalEntryType {
  @id('Id, ent_….')
  readonly id!: string;

  @id('Journal of the entry.')
  readonly journalId!: string;

  @text('Purpose, such as payout_capture.')
  readonly purpose!: string;

  @text("Ledger account: a part of the account's balance, or an account of the platform such as fees.")
  readonly ledger!: LedgerAccount;

  @flag('Whether it is a ledger account of the platform.')
  readonly platform!: boolean;

  @field(() => DirectionEnum, 'Which way.')
  readonly direction!: 'debit' | 'credit';

  @field(() => Money, 'Amount, always above zero.')
  readonly money!: Money;
}

@ObjectType('Journal', { description: 'The balanced entries of one operation at one moment.' })
export class JournalType {
  @id('Id, jrn_….')
  readonly id!: string;

  @id('Account of the operation.')
  readonly accountId!: string;

  @text('Purpose, such as payout_capture.')
  readonly purpose!: string;

  @text('Kind of the operation.')
  readonly originType!: string;

  @id('The operation.')
  readonly originId!: string;

  @time('Time when it was posted.')
  readonly occurredAt!: Date;
}

@ObjectType('PlatformAccount', { description: 'Movements of one ledger account of the platform.' })
export class PlatformAccountType {
  @text('Name: fees, fx, rounding, adjustments, or clearing with the name of a provider.')
  readonly ledger!: string;

  @text('The currency.')
  readonly currency!: string;

  @amount('Sum of credits.')
  readonly credits!: string;

  @amount('Sum of debits.')
  readonly debits!: string;
}

export interface ShownEntry extends Omit<JournalEntry, 'amount' | 'currency'> {
  readonly journalId: string;
  readonly purpose: string;
  readonly platform: boolean;
  readonly money: Money;
}

/** Of the capture of a payout: the principal through fx, fee and markup, both sides of each. */
export const entriesMost = 8;

const isBucket = (ledger: LedgerAccount): ledger is Bucket => (buckets as readonly string[]).includes(ledger);

/** Both sides for operators; a member sees what moved on its own account's balance, as on its statement. */
export function shownEntries(journal: WholeJournal, caller: Caller): ShownEntry[] {
  return journal.entries
    .filter(({ ledger }) => caller.kind === 'operator' || isBucket(ledger))
    .map(({ id: entryId, ledger, direction, amount: value, currency }) => ({
      id: entryId,
      journalId: journal.id,
      purpose: journal.purpose,
      ledger,
      platform: !isBucket(ledger),
      direction,
      money: money(value, currency),
    }));
}

const JournalConnection = connectionOf('Journal', () => JournalType);

@InputType({ description: 'Journals that match every given field.' })
class JournalFilter {
  @id('Only of this operation.', optional)
  readonly originId?: string | null;

  @texts('Only with one of these purposes. Default: all.', optional)
  readonly purposes?: string[] | null;

  @text(
    'Only with an entry on this ledger account: a part of a balance, or an account of the platform.',
    optional,
  )
  readonly ledger?: string | null;

  @text('Only with an entry in this currency.', optional)
  readonly currency?: string | null;

  @time('Posted at or after this time.', optional)
  readonly occurredFrom?: Date | null;

  @time('Posted before this time.', optional)
  readonly occurredTo?: Date | null;
}

@ArgsType()
class JournalsArgs extends ListArgs {
  @field(() => JournalFilter, 'Filter.', optional)
  readonly filter?: JournalFilter | null;
}

@ArgsType()
class PeriodArgs {
  @time('Start of the period, inclusive.')
  readonly from!: Date;

  @time('End of the period, exclusive; at most 31 days after from.')
  readonly to!: Date;
}

/** A member is not shown the entries of the platform's own accounts, and finds no journal by them. */
function wantedOf(filter: JournalFilter, caller: Caller) {
  const ledger = filter.ledger ?? undefined;
  if (ledger !== undefined && caller.kind !== 'operator' && !isBucket(ledger as LedgerAccount))
    refuse('invalid_parameter', 'filter.ledger: is not a part of a balance.', { param: 'filter.ledger' });
  const currency = filter.currency ?? undefined;
  return {
    originId: filter.originId ?? undefined,
    purposes: anyOf(filter.purposes),
    ledger,
    currency: currency === undefined ? undefined : currencyFrom(currency, 'filter.currency'),
    from: filter.occurredFrom ?? undefined,
    to: filter.occurredTo ?? undefined,
  };
}

const periodMaxMs = 31 * 86_400_000;

@Resolver(() => JournalType)
export class JournalResolver {
  @Query(() => JournalType, { nullable: true, description: 'One journal.' })
  async journal(@idArg() journalId: string, @Ctx() { load }: Context): Promise<WholeJournal> {
    const journal = isId('journal', journalId) ? await load.journal(journalId) : null;
    return journal ?? refuse('not_found', 'This journal does not exist.', { param: 'id' });
  }

  @Query(() => JournalConnection, { description: 'Journals, newest first.' })
  journals(
    @Args(() => JournalsArgs) { accountId, filter, first, after }: JournalsArgs,
    @Ctx() { ports, caller }: Context,
  ): Promise<Connection<WholeJournal>> {
    const sight = sightOf(caller, accountId);
    const wanted = wantedOf(filter ?? {}, caller);
    const list = { name: 'journal', sight, filter: canonical(wanted) };
    return page(ports.vault, list, {
      first,
      after,
      read: (stretch) => ports.reader.journals({ sight, ...wanted, ...stretch }),
      position: (journal) => journal.id,
    });
  }

  @Query(() => [PlatformAccountType], {
    description: "Movements of the platform's ledger accounts in a period.",
  })
  async platformAccounts(
    @Args(() => PeriodArgs) { from, to }: PeriodArgs,
    @Ctx() { ports }: Context,
  ): Promise<PlatformAccountType[]> {
    const length = to.getTime() - from.getTime();
    if (length <= 0 || length > periodMaxMs) {
      refuse('invalid_parameter', 'to: must be later than from, and at most 31 days after it.', {
        param: 'to',
      });
    }
    const rows = await ports.reader.turnover(from, to);
    return rows.map(({ ledger, currency, credits, debits }: Turnover) => ({
      ledger,
      currency,
      credits: show(credits, currency),
      debits: show(debits, currency),
    }));
  }

  @atMost(entriesMost)
  @FieldResolver(() => [JournalEntryType], {
    description: "Entries: all of them for operators, those on the account's balance for members.",
  })
  entries(@Root() journal: WholeJournal, @Ctx() { caller }: Context): ShownEntry[] {
    return shownEntries(journal, caller);
  }
}
