import { Ctx, FieldResolver, ObjectType, Query, Resolver, Root } from 'type-graphql';
import { declarations, sentNouns } from '../../domain/noun/all.js';
import type { UncertainOperation } from '../../ports/platform-read.js';
import { firstArg } from './argument.js';
import { pageSize } from './connection.js';
import type { Context } from './context.js';
import { enumOf } from './enum.js';
import { field, id, optional, text, time, whole } from './field.js';
import { money, Money } from './money.js';

const KindEnum = enumOf(
  'OperationKind',
  'Kind of operation.',
  Object.fromEntries(sentNouns.map((noun) => [noun, `A ${declarations[noun].called[0]}.`])),
);

@ObjectType('UncertainOperation', {
  description:
    'An operation with unknown outcome. It is never sent again, but looked up until the provider or an operator decides.',
})
class UncertainType {
  @id('Its id.')
  readonly id!: string;

  @id('Account that it belongs to.')
  readonly accountId!: string;

  @field(() => KindEnum, 'Kind of the operation.')
  readonly kind!: UncertainOperation['kind'];

  @text('Its status.')
  readonly status!: string;

  @text('The provider.', optional)
  readonly provider!: string | null;

  @text('Our reference at the provider.')
  readonly reference!: string;

  @whole('Attempts to send so far.')
  readonly attempts!: number;

  @whole('Look-ups of the outcome so far.')
  readonly lookUps!: number;

  @time('Time of the next look-up.', optional)
  readonly nextStepAt!: Date | null;

  @time('Time of the last change.')
  readonly since!: Date;

  readonly amount!: UncertainOperation['amount'];
  readonly currency!: string;
}

@Resolver(() => UncertainType)
export class UncertainResolver {
  @Query(() => [UncertainType], { description: 'Operations with unknown outcome, oldest first.' })
  uncertainOperations(@firstArg() first: number, @Ctx() { ports }: Context): Promise<UncertainOperation[]> {
    return ports.reader.uncertain(pageSize(first));
  }

  @FieldResolver(() => Money, { name: 'amount', description: 'Amount that it draws from the balance.' })
  drawn(@Root() { amount, currency }: UncertainOperation): Money {
    return money(amount, currency);
  }
}
