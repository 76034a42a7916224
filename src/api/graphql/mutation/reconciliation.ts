import {
  Args,
  ArgsType,
  Ctx,
  FieldResolver,
  InputType,
  Mutation,
  ObjectType,
  Resolver,
  Root,
} from 'type-graphql';
import type { Adjustment } from '../../../domain/adjustment.js';
import type { Exception } from '../../../domain/reconciliation.js';
import { resolveException } from '../../../usecases/reconciliation.js';
import { acting, type Context } from '../context.js';
import { enumOf } from '../enum.js';
import { amount, field, id, optional, text, time } from '../field.js';
import { money, Money } from '../money.js';
import { ExceptionObject } from '../reconciliation.js';
import { lineOf, Named } from './argument.js';

const BucketEnum = enumOf<'available'>('AdjustmentBucket', 'What an adjustment moves.', {
  available: 'What the account can spend.',
});

const DirectionEnum = enumOf<Adjustment['direction']>(
  'AdjustmentDirection',
  'Which way an adjustment goes.',
  {
    credit: 'It raises the balance.',
    debit: 'It lowers the balance.',
  },
);

@InputType({ description: 'A correction of the balance, made with the resolution.' })
class AdjustmentInput {
  @field(() => BucketEnum, 'What it moves.', { defaultValue: 'available' })
  readonly bucket!: 'available';

  @field(() => DirectionEnum, 'Which way.')
  readonly direction!: Adjustment['direction'];

  @amount('How much; a debit may take no more than is available.')
  readonly amount!: string;

  @text('The currency of the balance.')
  readonly currency!: string;
}

@ObjectType('Adjustment', { description: "An operator's correction of what an account can spend." })
class AdjustmentType {
  @id('Its id, adj_…: the origin of its journal.')
  readonly id!: string;

  @field(() => DirectionEnum, 'Which way it went.')
  readonly direction!: Adjustment['direction'];

  @time('When it was made.')
  readonly createdAt!: Date;
}

@ArgsType()
class ResolveArgs extends Named {
  @text('What was found, in one line; the account reads it.')
  readonly note!: string;

  @field(() => AdjustmentInput, 'Sets the balance right in the same transaction.', optional)
  readonly adjustment?: AdjustmentInput | null;
}

@Resolver(() => ExceptionObject)
export class ExceptionMutations {
  @Mutation(() => ExceptionObject, {
    description:
      'Close a reconciliation exception. invalid_request where it is resolved already, insufficient_funds where a debit takes more than is available.',
  })
  async resolveException(
    @Args(() => ResolveArgs) args: ResolveArgs,
    @Ctx() context: Context,
  ): Promise<Exception> {
    const ask = {
      id: args.id,
      note: lineOf(args.note, 'note'),
      adjustment: args.adjustment ?? undefined,
    };
    return (await resolveException(context.ports, acting(context, args.reason), ask)).exception;
  }

  @FieldResolver(() => AdjustmentType, {
    nullable: true,
    description: 'The correction made with its resolution.',
  })
  async adjustment(@Root() { accountId, id: exceptionId }: Exception, @Ctx() { load }: Context) {
    const [made] = await load.children(['adjustment', 'exceptionId'], { accountId, id: exceptionId }, 1);
    return made ?? null;
  }
}

@Resolver(() => AdjustmentType)
export class AdjustmentResolver {
  @FieldResolver(() => Money, { description: 'How much.' })
  money(@Root() { amount: value, currency }: Adjustment): Money {
    return money(value, currency);
  }
}
