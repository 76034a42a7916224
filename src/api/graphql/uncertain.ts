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
  'What is sent to a provider.',
  Object.fromEntries(sentNouns.map((noun) => [noun, `A ${declarations[noun].called[0]}.`])),
);

@ObjectType('UncertainOperation', {
  description:
    'An operation of which nobody knows whether it was executed. It is never sent again: it is looked up until the provider or an operator tells.',
})
class UncertainType {
  @id('Its id.')
  readonly id!: string;

  @id('The account that it belongs to.')
  readonly accountId!: string;

  @field(() => KindEnum, 'What it is.')
  readonly kind!: UncertainOperation['kind'];

  @text('Its status.')
  readonly status!: string;

  @text('The provider.', optional)
  readonly provider!: string | null;

  @text('Our name for it at the provider.')
  readonly reference!: string;

  @whole('Attempts to send so far.')
  readonly attempts!: number;

  @whole('Times that the provider was asked for the outcome.')
  readonly lookUps!: number;

  @time('When the provider is asked next.', optional)
  readonly nextStepAt!: Date | null;

  @time('When it last changed.')
  readonly since!: Date;

  readonly amount!: UncertainOperation['amount'];
  readonly currency!: string;
}

@Resolver(() => UncertainType)
export class UncertainResolver {
  @Query(() => [UncertainType], { description: 'Operations of unknown end, the oldest first.' })
  uncertainOperations(@firstArg() first: number, @Ctx() { ports }: Context): Promise<UncertainOperation[]> {
    return ports.reader.uncertain(pageSize(first));
  }

  @FieldResolver(() => Money, { name: 'amount', description: 'What it draws from the balance.' })
  drawn(@Root() { amount, currency }: UncertainOperation): Money {
    return money(amount, currency);
  }
}
