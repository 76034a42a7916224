import { Args, ArgsType, Ctx, InputType, Query, Resolver } from 'type-graphql';
import { archived } from '../../domain/archived.js';
import { currencyFrom } from '../../domain/currency.js';
import { buckets, type Bucket, type LedgerAccount } from '../../domain/ledger.js';
import { isId } from '../../domain/id.js';
import { show } from '../../domain/money.js';
import { anyId, flag, ref, text, time } from '../../domain/noun/declare.js';
import { refuse } from '../../domain/refusal.js';
import type { JournalEntry, WholeJournal } from '../../ports/ledger-read.js';
import type { Turnover } from '../../ports/platform-read.js';
import { canonical } from '../../usecases/canonical.js';
import { amount, money as moneyShape, part, parts, shape, type ShapeOf } from '../shape.js';
import { idArg } from './argument.js';
import { direction } from './balance.js';
import { sightOf, type Caller } from './caller.js';
import { anyOf, connectionOf, ListArgs, page, type Connection } from './connection.js';
import type { Context } from './context.js';
import * as argument from './field.js';
import { optional } from './field.js';
import { money, type Money } from './money.js';
import { answering, returns, returnsList } from './type.js';

export const journalEntryShape = shape('JournalEntry', 'One side of a posting.', {
  id: ref('entry', 'Id, ent_….'),
  journalId: ref('journal', 'Journal of the entry.'),
  purpose: text('Purpose, such as payout_capture.'),
  ledger: text(
    "Ledger account: a part of the account's balance, or an account of the platform such as fees.",
  ),
  platform: flag('Whether it is a ledger account of the platform.'),
  direction,
  money: part(moneyShape, 'Amount, always above zero.'),
});

export const journalShape = shape('Journal', 'The balanced entries of one operation at one moment.', {
  id: ref('journal', 'Id, jrn_….'),
  accountId: ref('account', 'Account of the operation.'),
  purpose: text('Purpose, such as payout_capture.'),
  originType: text('Kind of the operation.'),
  originId: anyId('The operation.'),
  occurredAt: time('Time when it was posted.'),
});

const platformAccountShape = shape('PlatformAccount', 'Movements of one ledger account of the platform.', {
  ledger: text('Name: fees, fx, rounding, adjustments, or clearing with the name of a provider.'),
  currency: text('The currency.'),
  credits: amount('Sum of credits.'),
  debits: amount('Sum of debits.'),
});

export interface VisibleEntry extends Omit<JournalEntry, 'amount' | 'currency'> {
  readonly journalId: string;
  readonly purpose: string;
  readonly platform: boolean;
  readonly money: Money;
}

/** The capture of a payout has the most entries: principal through fx, fee and markup, two sides each. */
export const entriesMost = 8;

const isBucket = (ledger: LedgerAccount): ledger is Bucket => (buckets as readonly string[]).includes(ledger);

/** Operators see both sides. A member sees what moved on its account's balance, as on a statement. */
export function visibleEntries(journal: WholeJournal, caller: Caller): VisibleEntry[] {
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

const JournalConnection = connectionOf('Journal', journalShape);

@InputType({ description: 'Journals that match every given field.' })
class JournalFilter {
  @argument.id('Only of this operation.', optional)
  readonly originId?: string | null;

  @argument.texts('Only with one of these purposes. Default: all.', optional)
  readonly purposes?: string[] | null;

  @argument.text(
    'Only with an entry on this ledger account: a part of a balance, or an account of the platform.',
    optional,
  )
  readonly ledger?: string | null;

  @argument.text('Only with an entry in this currency.', optional)
  readonly currency?: string | null;

  @argument.time('Posted at or after this time.', optional)
  readonly occurredFrom?: Date | null;

  @argument.time('Posted before this time.', optional)
  readonly occurredTo?: Date | null;
}

@ArgsType()
class JournalsArgs extends ListArgs {
  @argument.field(() => JournalFilter, 'Filter.', optional)
  readonly filter?: JournalFilter | null;
}

@ArgsType()
class PeriodArgs {
  @argument.time('Start of the period, inclusive.')
  readonly from!: Date;

  @argument.time('End of the period, exclusive; at most 31 days after from.')
  readonly to!: Date;
}

/** A member does not see entries of the platform's own accounts, and cannot filter by them. */
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

@Resolver()
export class JournalResolver {
  @Query(returns(journalShape), {
    nullable: true,
    description: 'One journal; of an archived day, the error `archived`.',
  })
  async journal(@idArg() journalId: string, @Ctx() { load, ports, caller }: Context): Promise<WholeJournal> {
    const isJournal = isId('journal', journalId);
    const journal = isJournal ? await load.journal(journalId) : null;
    const border =
      journal || !isJournal ? undefined : await ports.reader.archivedJournal(caller.sight, journalId);
    if (border) throw archived(border);
    return journal ?? refuse('not_found', 'This journal does not exist.', { param: 'id' });
  }

  @Query(returns(JournalConnection), { description: 'Journals, newest first.' })
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

  @Query(returnsList(platformAccountShape), {
    description: "Movements of the platform's ledger accounts in a period.",
  })
  async platformAccounts(
    @Args(() => PeriodArgs) { from, to }: PeriodArgs,
    @Ctx() { ports }: Context,
  ): Promise<ShapeOf<typeof platformAccountShape>[]> {
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
}

export const journalAnswers = answering(journalShape, {
  entries: {
    is: parts(
      journalEntryShape,
      "Entries: all of them for operators, those on the account's balance for members.",
      { most: entriesMost },
    ),
    answer: (journal: WholeJournal, { caller }) => visibleEntries(journal, caller),
  },
});
