import { Ctx, FieldResolver, ObjectType, Resolver, Root } from 'type-graphql';
import type { Adjustment } from '../../domain/adjustment.js';
import type { Exception } from '../../domain/reconciliation.js';
import type { Context } from './context.js';
import { enumOf } from './enum.js';
import { field, id, time } from './field.js';
import { money, Money } from './money.js';
import { ExceptionObject } from './reconciliation.js';

const DirectionEnum = enumOf<Adjustment['direction']>(
  'AdjustmentDirection',
  'Which way an adjustment goes.',
  {
    credit: 'It raises the balance.',
    debit: 'It lowers the balance.',
  },
);

@ObjectType('Adjustment', { description: "An operator's correction of what an account can spend." })
class AdjustmentType {
  @id('Its id, adj_…: the origin of its journal.')
  readonly id!: string;

  @field(() => DirectionEnum, 'Which way it went.')
  readonly direction!: Adjustment['direction'];

  @time('When it was made.')
  readonly createdAt!: Date;
}

@Resolver(() => AdjustmentType)
export class AdjustmentResolver {
  @FieldResolver(() => Money, { description: 'How much.' })
  money(@Root() { amount, currency }: Adjustment): Money {
    return money(amount, currency);
  }
}

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
