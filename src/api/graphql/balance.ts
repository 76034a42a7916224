import { Args, ArgsType, Ctx, FieldResolver, ObjectType, Query, Resolver, Root } from 'type-graphql';
import { currencyFrom } from '../../domain/currency.js';
import { type Bucket, type Entry } from '../../domain/ledger.js';
import { show, sum } from '../../domain/money.js';
import type { Balance, NumberedEntry } from '../../ports/ledger-read.js';
import { absent } from '../../usecases/own.js';
import { sightOf } from './caller.js';
import { connectionOf, page, PageArgs, type Connection } from './connection.js';
import type { Context } from './context.js';
import { enumOf } from './enum.js';
import { amount, atMost, field, flag, id, text, time } from './field.js';
import { Money, money } from './money.js';

/** Of one account: currencies that it holds at once, rather more than a catalogue has. */
export const balancesMost = 10;

export const BucketEnum = enumOf<Bucket>('Bucket', 'A part of a balance.', {
  available: 'Money that can be spent now.',
  pending: 'Recognised, but cannot be spent yet.',
  reserved: 'Held for operations in flight.',
  in_settlement: 'Committed to a settlement in flight.',
  earnings: "The account's own markup.",
});

export const DirectionEnum = enumOf<'credit' | 'debit'>('Direction', 'Direction of an entry.', {
  credit: 'Raises it.',
  debit: 'Lowers it.',
});

@ObjectType('BalanceEntry', { description: 'One movement of a balance.' })
export class BalanceEntryType {
  @id('Id, ent_….')
  readonly id!: string;

  @id('Entries with the same journalId are the sides of one operation.')
  readonly journalId!: string;

  @text('Purpose, such as payout_reserve.')
  readonly purpose!: string;

  @field(() => BucketEnum, 'Part of the balance that moved.')
  readonly account!: Bucket;

  @field(() => DirectionEnum, 'Which way.')
  readonly direction!: 'credit' | 'debit';

  @text('Kind of the operation that moved it.')
  readonly originType!: string;

  @id('Operation that moved it.')
  readonly originId!: string;

  @time('Time when it was posted.')
  readonly occurredAt!: Date;
}

@ObjectType('Balance', { description: "An account's balance in one currency." })
export class BalanceType {
  @id('The account.')
  readonly accountId!: string;

  @text('The currency.')
  readonly currency!: string;

  @flag('Whether it is the balance in the primary treasury asset.')
  readonly primary!: boolean;

  @amount('Money that can be spent now.')
  readonly available!: string;

  @amount('Recognised, but cannot be spent yet.')
  readonly pending!: string;

  @amount('Held for operations in flight.')
  readonly reserved!: string;

  @amount('Committed to a settlement in flight.')
  readonly inSettlement!: string;

  @amount("The account's own markup; not part of total.")
  readonly earnings!: string;

  @amount('available + pending + reserved + inSettlement.')
  readonly total!: string;

  @time('Time of its last movement.')
  readonly asOf!: Date;
}

/** The balance as it is shown: in exactly the currency's decimals. */
export function balanceView(row: Balance, { ports }: Context): BalanceType {
  const { accountId, currency, asOf } = row;
  const { available, pending, reserved, in_settlement: leaving, earnings } = row;
  return {
    accountId,
    currency,
    primary: currency === ports.catalogue.primaryTreasuryAsset,
    available: show(available, currency),
    pending: show(pending, currency),
    reserved: show(reserved, currency),
    inSettlement: show(leaving, currency),
    earnings: show(earnings, currency),
    total: show(sum([available, pending, reserved, leaving]), currency),
    asOf,
  };
}

/** The balances of an account in the caller's sight, or `not_found`. */
async function balancesIn(context: Context, accountId: string): Promise<BalanceType[]> {
  sightOf(context.caller, accountId);
  const [account, rows] = await Promise.all([
    context.load.row('account', accountId),
    context.load.balances(accountId),
  ]);
  if (account === null) absent('account', 'accountId');
  return rows.map((row) => balanceView(row, context));
}

const EntryConnection = connectionOf('BalanceEntry', () => BalanceEntryType);

@ArgsType()
class BalancesArgs {
  @id('The account.')
  readonly accountId!: string;
}

@ArgsType()
class BalanceArgs extends BalancesArgs {
  @text('The currency.')
  readonly currency!: string;
}

@Resolver(() => BalanceType)
export class BalanceResolver {
  @Query(() => BalanceType, {
    nullable: true,
    description: 'Balance of an account in one currency; null for a currency never held.',
  })
  async balance(
    @Args(() => BalanceArgs) { accountId, currency }: BalanceArgs,
    @Ctx() context: Context,
  ): Promise<BalanceType | null> {
    currencyFrom(currency, 'currency');
    const all = await balancesIn(context, accountId);
    return all.find((each) => each.currency === currency) ?? null;
  }

  @atMost(balancesMost)
  @Query(() => [BalanceType], {
    description: 'Balances of an account, one per currency; a currency never held does not appear.',
  })
  balances(
    @Args(() => BalancesArgs) { accountId }: BalancesArgs,
    @Ctx() context: Context,
  ): Promise<BalanceType[]> {
    return balancesIn(context, accountId);
  }

  @FieldResolver(() => EntryConnection, { description: 'Statement of the balance, newest first.' })
  entries(
    @Root() { accountId, currency }: BalanceType,
    @Args(() => PageArgs) { first, after }: PageArgs,
    @Ctx() { ports, load }: Context,
  ): Promise<Connection<NumberedEntry>> {
    return page(
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
    );
  }
}

@Resolver(() => BalanceEntryType)
export class BalanceEntryResolver {
  @FieldResolver(() => Money, { description: 'Amount, always above zero.' })
  money(@Root() { amount: value, currency }: Entry): Money {
    return money(value, currency);
  }

  @FieldResolver(() => Money, { description: 'That part of the balance after the entry.' })
  resultingBalance(@Root() { resulting, currency }: NumberedEntry): Money {
    return money(resulting, currency);
  }
}
