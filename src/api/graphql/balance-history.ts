import { Args, ArgsType, Ctx, ObjectType, Query, Resolver } from 'type-graphql';
import { dayMs, lastDays } from '../../domain/day.js';
import { dayOf } from '../../domain/ledger-seal.js';
import { show } from '../../domain/money.js';
import { absent } from '../../usecases/own.js';
import { balancesMost } from './balance.js';
import { sightOf } from './caller.js';
import type { Context } from './context.js';
import { amount, atMost, field, id, text } from './field.js';

const daysShown = 30;

@ObjectType('BalanceDay', {
  description: 'A balance at the end of a UTC day; of the present day, as it is now.',
})
class BalanceDayType {
  @text('UTC day, such as 2026-11-20.')
  readonly day!: string;

  @amount('Money that could be spent.')
  readonly available!: string;

  @amount('Without earnings.')
  readonly total!: string;
}

@ObjectType('BalanceHistory', { description: 'The balance in one currency, day by day.' })
class BalanceHistoryType {
  @text('The currency.')
  readonly currency!: string;

  @atMost(daysShown)
  @field(() => [BalanceDayType], `The last ${daysShown} days, oldest first.`)
  readonly days!: readonly BalanceDayType[];
}

@ArgsType()
class BalanceHistoryArgs {
  @id('The account.')
  readonly accountId!: string;
}

@Resolver()
export class BalanceHistoryResolver {
  @atMost(balancesMost)
  @Query(() => [BalanceHistoryType], {
    description: `Balances of an account at the end of each of the last ${daysShown} UTC days, one per currency.`,
  })
  async balanceHistory(
    @Args(() => BalanceHistoryArgs) { accountId }: BalanceHistoryArgs,
    @Ctx() { caller, load, ports: { reader } }: Context,
  ): Promise<BalanceHistoryType[]> {
    sightOf(caller, accountId);
    if ((await load.row('account', accountId)) === null) absent('account', 'accountId');
    const ends = lastDays(await reader.now(), daysShown);
    const rows = await reader.balancesAtEach(accountId, ends);
    return [...Map.groupBy(rows, ({ currency }) => currency)].map(([currency, all]) => ({
      currency,
      days: all.map(({ before, available, total }) => ({
        day: dayOf(new Date(before.getTime() - dayMs)),
        available: show(available, currency),
        total: show(total, currency),
      })),
    }));
  }
}
