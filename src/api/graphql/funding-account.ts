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
import type { FundingAccount, FundingAccountStatus } from '../../domain/funding-account.js';
import { idArg } from './argument.js';
import { AmountFilter, connectionOf, ListArgs, listPage, type Connection } from './connection.js';
import { found, type Context } from './context.js';
import { enumOf } from './enum.js';
import { field, id, json, optional, text, time } from './field.js';
import { Money, optionalMoney } from './money.js';

const FundingAccountStatusEnum = enumOf<FundingAccountStatus>(
  'FundingAccountStatus',
  'Whether it can be paid into.',
  {
    pending: 'Being opened at the provider.',
    active: 'It can.',
    failed: 'It could not be opened.',
    closed: 'No more: paid, failed or expired.',
  },
);

@ObjectType('FundingAccount', { description: 'An account that payers pay into.' })
export class FundingAccountType {
  @id('Its id, fa_….')
  readonly id!: string;

  @id('The account that is credited.')
  readonly accountId!: string;

  @field(() => FundingAccountStatusEnum, 'Whether it can be paid into.')
  readonly status!: FundingAccountStatus;

  @text('The method.')
  readonly method!: string;

  @text('The country, where the method has one.', optional)
  readonly country!: string | null;

  @text('What payers send.')
  readonly currency!: string;

  @text('What is credited.')
  readonly settlementCurrency!: string;

  @json('What payers have to be told; null until it is active.', optional)
  readonly instructions!: unknown;

  @text('Why it could not be opened.', optional)
  readonly failureCode!: string | null;

  @time('When it ends by itself; of one that takes a single payment.', optional)
  readonly expiresAt!: Date | null;

  @time('When it was asked for.')
  readonly createdAt!: Date;
}

const FundingAccountConnection = connectionOf('FundingAccount', () => FundingAccountType);

@InputType({ description: 'Which funding accounts are wanted: all that match every field given.' })
class FundingAccountFilter extends AmountFilter {
  @field(() => [FundingAccountStatusEnum], 'With one of these statuses; none stands for all.', optional)
  readonly status?: FundingAccountStatus[] | null;

  @text('Of this method.', optional)
  readonly method?: string | null;

  @text('Of this currency.', optional)
  readonly currency?: string | null;
}

@ArgsType()
class FundingAccountsArgs extends ListArgs {
  @field(() => FundingAccountFilter, 'Which are wanted.', optional)
  readonly filter?: FundingAccountFilter | null;
}

@Resolver(() => FundingAccountType)
export class FundingAccountResolver {
  @Query(() => FundingAccountType, { nullable: true, description: 'One funding account.' })
  fundingAccount(@idArg() fundingAccountId: string, @Ctx() context: Context): Promise<FundingAccount> {
    return found(context, 'fundingAccount', fundingAccountId);
  }

  @Query(() => FundingAccountConnection, { description: 'Funding accounts, newest first.' })
  fundingAccounts(
    @Args(() => FundingAccountsArgs) args: FundingAccountsArgs,
    @Ctx() context: Context,
  ): Promise<Connection<FundingAccount>> {
    const { status, method, currency } = args.filter ?? {};
    return listPage(context, 'fundingAccount', { args, where: { status, method, currency } });
  }

  @FieldResolver(() => Money, {
    nullable: true,
    description: 'The one payment that it takes; null where it takes any.',
  })
  amount(@Root() { amount, currency }: FundingAccount): Money | null {
    return optionalMoney(amount, currency);
  }
}
