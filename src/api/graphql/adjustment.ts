import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import { adjustment, type Adjustment } from '../../domain/noun/adjustment.js';
import type { Exception } from '../../domain/reconciliation.js';
import type { Context } from './context.js';
import { money, Money } from './money.js';
import { ExceptionObject } from './reconciliation.js';
import { answers, typeOf } from './type.js';

const AdjustmentType = typeOf('adjustment');

answers('adjustment', {
  name: 'money',
  type: () => Money,
  says: adjustment.fields.money.says,
  answer: (row) => {
    const { amount, currency } = row as unknown as Adjustment;
    return money(amount, currency);
  },
});

@Resolver(() => ExceptionObject)
export class ExceptionAdjustment {
  @FieldResolver(() => AdjustmentType, {
    nullable: true,
    description: 'The correction made with its resolution.',
  })
  async adjustment(@Root() { accountId, id: exceptionId }: Exception, @Ctx() { load }: Context) {
    const [made] = await load.children(['adjustment', 'exceptionId'], { accountId, id: exceptionId }, 1);
    return made ?? null;
  }
}
