import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import { adjustment, type Adjustment } from '../../domain/noun/adjustment.js';
import { differenceOf, nextStepOf, type Exception } from '../../domain/reconciliation.js';
import { referenceOf } from '../../usecases/reconciliation.js';
import type { Context } from './context.js';
import { money, Money } from './money.js';
import { ExceptionObject } from './reconciliation.js';
import { answers, typeOf, type Answered } from './type.js';

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

const forOperators =
  (answer: (exception: Exception, context: Context) => unknown): Answered['answer'] =>
  (row, context) =>
    context.caller.kind === 'operator' ? answer(row as unknown as Exception, context) : null;

answers('exception', {
  name: 'difference',
  type: () => Money,
  says: "How much the provider's record exceeds the books; negative if it is below.",
  isOptional: true,
  answer: (row) => {
    const found = differenceOf(row as unknown as Exception);
    return found ? money(found.amount, found.currency) : null;
  },
});

answers('exception', {
  name: 'reference',
  type: () => String,
  says: "Operators only: the reference at the provider: ours for an order, the provider's for a payment.",
  isOptional: true,
  answer: forOperators((exception, { ports }) => referenceOf(ports, exception)),
});

answers('exception', {
  name: 'nextStep',
  type: () => String,
  says: 'Operators only: the suggested next step; null once it is decided.',
  isOptional: true,
  answer: forOperators((exception) => nextStepOf(exception) ?? null),
});

@Resolver(() => ExceptionObject)
export class ExceptionAdjustment {
  @FieldResolver(() => AdjustmentType, {
    nullable: true,
    description: 'Adjustment made with its resolution.',
  })
  async adjustment(@Root() { accountId, id: exceptionId }: Exception, @Ctx() { load }: Context) {
    const [made] = await load.children(['adjustment', 'exceptionId'], { accountId, id: exceptionId }, 1);
    return made ?? null;
  }
}
