import { Args, ArgsType, Ctx, Query, Resolver } from 'type-graphql';
import { currencyFrom } from '../../domain/currency.js';
import { anyId, oneOf, ref, text, time, words } from '../../domain/noun/declare.js';
import type { NumberedEntry } from '../../ports/ledger-read.js';
import { absent } from '../../usecases/own.js';
import { balanceShape, balanceView, bucketWords, type BalanceView } from '../balance.js';
import { money as moneyShape, part, shape } from '../shape.js';
import { sightOf } from './caller.js';
import { connectionOf, page, PageArgs, type Connection } from './connection.js';
import type { Context } from './context.js';
import * as argument from './field.js';
import { atMost } from './field.js';
import { money } from './money.js';
import { answering, returns, returnsList } from './type.js';

/** Currencies of one account; a catalogue has fewer. */
export const balancesMost = 10;

export const direction = oneOf(
  words({ credit: 'Raises it.', debit: 'Lowers it.' }, { name: 'Direction', says: 'Direction of an entry.' }),
  { says: 'Which way.' },
);

export const balanceEntryShape = shape('BalanceEntry', 'One movement of a balance.', {
  id: ref('entry', 'Id, ent_….'),
  journalId: ref('journal', 'Entries with the same journalId are the sides of one operation.'),
  purpose: text('Purpose, such as payout_reserve.'),
  account: oneOf(bucketWords, { says: 'Part of the balance that moved.' }),
  direction,
  originType: text('Kind of the operation that moved it.'),
  originId: anyId('Operation that moved it.'),
  occurredAt: time('Time when it was posted.'),
});

/** The balances of an account that the caller can see, or `not_found`. */
async function balancesIn(context: Context, accountId: string): Promise<BalanceView[]> {
  sightOf(context.caller, accountId);
  const [account, rows] = await Promise.all([
    context.load.row('account', accountId),
    context.load.balances(accountId),
  ]);
  if (account === null) absent('account', 'accountId');
  return rows.map((row) => balanceView(row, context.ports.catalogue.primaryTreasuryAsset));
}

const EntryConnection = connectionOf('BalanceEntry', balanceEntryShape);

@ArgsType()
class BalancesArgs {
  @argument.id('The account.')
  readonly accountId!: string;
}

@ArgsType()
class BalanceArgs extends BalancesArgs {
  @argument.text('The currency.')
  readonly currency!: string;
}

@Resolver()
export class BalanceResolver {
  @Query(returns(balanceShape), {
    nullable: true,
    description: 'Balance of an account in one currency; null for a currency never held.',
  })
  async balance(
    @Args(() => BalanceArgs) { accountId, currency }: BalanceArgs,
    @Ctx() context: Context,
  ): Promise<BalanceView | null> {
    currencyFrom(currency, 'currency');
    const all = await balancesIn(context, accountId);
    return all.find((each) => each.currency === currency) ?? null;
  }

  @atMost(balancesMost)
  @Query(returnsList(balanceShape), {
    description: 'Balances of an account, one per currency; a currency never held does not appear.',
  })
  balances(
    @Args(() => BalancesArgs) { accountId }: BalancesArgs,
    @Ctx() context: Context,
  ): Promise<BalanceView[]> {
    return balancesIn(context, accountId);
  }
}

export const balanceAnswers = answering(balanceShape, {
  entries: {
    is: part(EntryConnection, 'Statement of the balance, newest first.'),
    takes: [Args(() => PageArgs)],
    answer: (
      { accountId, currency }: BalanceView,
      { ports, load },
      { first, after }: PageArgs,
    ): Promise<Connection<NumberedEntry>> =>
      page(
        ports.vault,
        { name: `entries ${currency}`, sight: [accountId], filter: '' },
        {
          first,
          after,
          read: async ({ after: before, limit }) => {
            const found = await load.statement({ accountId, currency, before, limit });
            const rows = found.slice(0, limit);
            return { rows, next: found.length > limit ? (rows.at(-1)?.seq ?? null) : null };
          },
          position: (entry) => entry.seq,
        },
      ),
  },
});

export const balanceEntryAnswers = answering(balanceEntryShape, {
  money: {
    is: part(moneyShape, 'Amount, always above zero.'),
    answer: ({ amount: value, currency }: NumberedEntry) => money(value, currency),
  },
  resultingBalance: {
    is: part(moneyShape, 'That part of the balance after the entry.'),
    answer: ({ resulting, currency }: NumberedEntry) => money(resulting, currency),
  },
});
