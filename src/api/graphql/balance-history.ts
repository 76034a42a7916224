import { Args, ArgsType, Ctx, Query, Resolver } from 'type-graphql';
import { dayMs, lastDays } from '../../domain/day.js';
import { dayOf } from '../../domain/ledger-seal.js';
import { show } from '../../domain/money.js';
import { text } from '../../domain/noun/declare.js';
import { absent } from '../../usecases/own.js';
import { amount, parts, shape, type ShapeOf } from '../shape.js';
import { balancesMost } from './balance.js';
import { sightOf } from './caller.js';
import type { Context } from './context.js';
import * as argument from './field.js';
import { atMost } from './field.js';
import { returnsList } from './type.js';

const historyDays = 30;

const dayShape = shape('BalanceDay', 'A balance at the end of a UTC day; for today, the present balance.', {
  day: text('UTC day, such as 2026-11-20.'),
  available: amount('Money that could be spent.'),
  total: amount('Without earnings.'),
});

const historyShape = shape('BalanceHistory', 'The balance in one currency, day by day.', {
  currency: text('The currency.'),
  days: parts(dayShape, `The last ${historyDays} days, oldest first.`, { most: historyDays }),
});

@ArgsType()
class BalanceHistoryArgs {
  @argument.id('The account.')
  readonly accountId!: string;
}

@Resolver()
export class BalanceHistoryResolver {
  @atMost(balancesMost)
  @Query(returnsList(historyShape), {
    description: `Balances of an account at the end of each of the last ${historyDays} UTC days, one per currency.`,
  })
  async balanceHistory(
    @Args(() => BalanceHistoryArgs) { accountId }: BalanceHistoryArgs,
    @Ctx() { caller, load, ports: { reader } }: Context,
  ): Promise<ShapeOf<typeof historyShape>[]> {
    sightOf(caller, accountId);
    if ((await load.row('account', accountId)) === null) absent('account', 'accountId');
    const ends = lastDays(await reader.now(), historyDays);
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
