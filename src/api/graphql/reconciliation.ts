import {
  Args,
  ArgsType,
  Ctx,
  FieldResolver,
  InputType,
  ObjectType,
  Query,
  Resolver,
  Root,
} from 'type-graphql';
import type { Exception, ExceptionType } from '../../domain/reconciliation.js';
import { idArg } from './argument.js';
import { connectionOf, ListArgs, ListFilter, listPage, type Connection } from './connection.js';
import { found, type Context } from './context.js';
import { enumOf } from './enum.js';
import { field, id, optional, text, time } from './field.js';
import { Money, optionalMoney } from './money.js';

const ExceptionTypeEnum = enumOf<ExceptionType>('ReconciliationExceptionType', 'What does not fit.', {
  amount_mismatch: 'Another amount or currency came than was asked for.',
  payin_reversed: 'The bank took back what had been credited.',
  unmatched_deposit: 'Money came to an account that had expired or was never open.',
  duplicate_deposit: 'A second payment came to an account that takes one.',
  late_payment_evidence: 'The bank contradicts a final state.',
  provider_mismatch: "The provider's own record differs from ours.",
});

const ExceptionStatusEnum = enumOf<Exception['status']>(
  'ReconciliationExceptionStatus',
  'Whether somebody has to look at it.',
  { open: 'Somebody has.', resolved: 'It is dealt with.' },
);

@ObjectType('ReconciliationException', {
  description: 'An inconsistency that moves no money until an operator decides.',
})
export class ExceptionObject {
  @id('Its id, rex_….')
  readonly id!: string;

  @id('The account that it is about.')
  readonly accountId!: string;

  @field(() => ExceptionTypeEnum, 'What does not fit.')
  readonly type!: ExceptionType;

  @field(() => ExceptionStatusEnum, 'Whether somebody has to look at it.')
  readonly status!: Exception['status'];

  @text('payin, payout or funding_account.')
  readonly resourceType!: string;

  @id('What it is about.')
  readonly resourceId!: string;

  @text("The operator's note on what was done.", optional)
  readonly note!: string | null;

  @time('When it was found.')
  readonly createdAt!: Date;

  @time('When it was resolved.', optional)
  readonly resolvedAt!: Date | null;
}

const ExceptionConnection = connectionOf('ReconciliationException', () => ExceptionObject);

@InputType({ description: 'Which exceptions are wanted: all that match every field given.' })
class ReconciliationExceptionFilter extends ListFilter {
  @field(() => [ExceptionStatusEnum], 'With one of these statuses; none stands for all.', optional)
  readonly status?: Exception['status'][] | null;

  @field(() => [ExceptionTypeEnum], 'Of one of these types; none stands for all.', optional)
  readonly type?: ExceptionType[] | null;

  @id('About this resource.', optional)
  readonly resourceId?: string | null;
}

@ArgsType()
class ExceptionsArgs extends ListArgs {
  @field(() => ReconciliationExceptionFilter, 'Which are wanted.', optional)
  readonly filter?: ReconciliationExceptionFilter | null;
}

@Resolver(() => ExceptionObject)
export class ExceptionResolver {
  @Query(() => ExceptionObject, { nullable: true, description: 'One reconciliation exception.' })
  reconciliationException(@idArg() exceptionId: string, @Ctx() context: Context): Promise<Exception> {
    return found(context, 'exception', exceptionId);
  }

  @Query(() => ExceptionConnection, { description: 'Reconciliation exceptions, newest first.' })
  reconciliationExceptions(
    @Args(() => ExceptionsArgs) args: ExceptionsArgs,
    @Ctx() context: Context,
  ): Promise<Connection<Exception>> {
    const { status, type, resourceId } = args.filter ?? {};
    return listPage(context, 'exception', { args, where: { status, type, resourceId } });
  }

  @FieldResolver(() => Money, { nullable: true, description: 'What was expected.' })
  expected(@Root() { expectedAmount, expectedCurrency }: Exception): Money | null {
    return optionalMoney(expectedAmount, expectedCurrency);
  }

  @FieldResolver(() => Money, { nullable: true, description: 'What came.' })
  actual(@Root() { actualAmount, actualCurrency }: Exception): Money | null {
    return optionalMoney(actualAmount, actualCurrency);
  }
}
