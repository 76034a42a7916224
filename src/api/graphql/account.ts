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
import type { Account, ApiKey, Scope } from '../../domain/account.js';
import { areUsual, type AccountTerms } from '../../domain/terms.js';
import { firstArg, idArg } from './argument.js';
import { balancesMost, BalanceType, balanceView } from './balance.js';
import {
  connectionOf,
  ListArgs,
  ListFilter,
  listPage,
  PageArgs,
  pageSize,
  type Connection,
} from './connection.js';
import { found, type Context } from './context.js';
import { enumOf } from './enum.js';
import { atMost, field, id, json, optional, text, time, whole } from './field.js';

export const AccountStatusEnum = enumOf<Account['status']>('AccountStatus', 'Whether an account may act.', {
  active: 'It may.',
  suspended: 'Its keys are refused for now; what is under way goes on.',
  closed: 'Its keys are refused, until it is made active again; what is under way goes on.',
});

export const ScopeEnum = enumOf<Scope>('Scope', 'What an API key may do.', {
  read: 'Read.',
  write: 'Everything else.',
});

@ObjectType('AccountTerms', {
  description: 'What the platform agreed with one account; null stands for the usual.',
})
export class AccountTermsType {
  @whole('Of the principal, in hundredths of a percent.', optional)
  readonly platformFeeBps!: number | null;

  @whole("The account's own markup, in hundredths of a percent.", optional)
  readonly tenantMarkupBps!: number | null;

  @json('Limits and methods that differ from the usual, by product, method and currency.')
  readonly overrides!: unknown;

  @time('Since when its hosted page may leave the name of the platform out.', optional)
  readonly whiteLabelAt!: Date | null;
}

@ObjectType('ApiKey', {
  description: 'A key of the REST API. Its secret is shown when it is issued, and never again.',
})
export class ApiKeyType {
  @id('Its id, key_….')
  readonly id!: string;

  @id('The account that it acts for.')
  readonly accountId!: string;

  @text('Its public start.')
  readonly prefix!: string;

  @field(() => [ScopeEnum], 'What it may do.')
  readonly scopes!: readonly Scope[];

  @text('The name that it was issued with.', optional)
  readonly label!: string | null;

  @time('When it was issued.')
  readonly createdAt!: Date;

  @time('When it ends by itself.', optional)
  readonly expiresAt!: Date | null;

  @time('When it was revoked.', optional)
  readonly revokedAt!: Date | null;
}

@ObjectType('Account', { description: 'A client of the platform: everything of theirs hangs on it.' })
export class AccountType {
  @id('Its id, acct_….')
  readonly id!: string;

  @text('Its name.')
  readonly name!: string;

  @field(() => AccountStatusEnum, 'Whether it may act.')
  readonly status!: Account['status'];

  @time('When it was opened.')
  readonly createdAt!: Date;
}

const AccountConnection = connectionOf('Account', () => AccountType);
const ApiKeyConnection = connectionOf('ApiKey', () => ApiKeyType);

@InputType({ description: 'Which accounts are wanted: all that match every field given.' })
class AccountFilter extends ListFilter {
  @field(() => [AccountStatusEnum], 'With one of these statuses; none stands for all.', optional)
  readonly status?: Account['status'][] | null;

  @text('With exactly this name.', optional)
  readonly name?: string | null;
}

@ArgsType()
class AccountsArgs extends PageArgs {
  @field(() => AccountFilter, 'Which are wanted.', optional)
  readonly filter?: AccountFilter | null;
}

@InputType({ description: 'Which API keys are wanted: all that match every field given.' })
class ApiKeyFilter extends ListFilter {
  @text('With this public start.', optional)
  readonly prefix?: string | null;
}

@ArgsType()
class ApiKeysArgs extends ListArgs {
  @field(() => ApiKeyFilter, 'Which are wanted.', optional)
  readonly filter?: ApiKeyFilter | null;
}

@Resolver(() => AccountType)
export class AccountResolver {
  @Query(() => AccountType, { nullable: true, description: 'One account.' })
  account(@idArg() accountId: string, @Ctx() context: Context): Promise<Account> {
    return found(context, 'account', accountId);
  }

  @Query(() => AccountConnection, { description: 'Accounts, newest first.' })
  accounts(
    @Args(() => AccountsArgs) args: AccountsArgs,
    @Ctx() context: Context,
  ): Promise<Connection<Account>> {
    const { status, name } = args.filter ?? {};
    return listPage(context, 'account', { args, where: { status, name } });
  }

  @Query(() => ApiKeyType, { nullable: true, description: 'One API key.' })
  apiKey(@idArg() keyId: string, @Ctx() context: Context): Promise<ApiKey> {
    return found(context, 'apiKey', keyId);
  }

  @Query(() => ApiKeyConnection, { description: 'API keys, newest first.' })
  apiKeys(@Args(() => ApiKeysArgs) args: ApiKeysArgs, @Ctx() context: Context): Promise<Connection<ApiKey>> {
    return listPage(context, 'apiKey', { args, where: { prefix: args.filter?.prefix } });
  }

  @FieldResolver(() => [ApiKeyType], {
    name: 'apiKeys',
    description: 'Its API keys, newest first.',
  })
  ownKeys(
    @Root() { id: accountId }: Account,
    @firstArg() first: number,
    @Ctx() { load }: Context,
  ): Promise<ApiKey[]> {
    return load.children(['apiKey', 'accountId'], { accountId, id: accountId }, pageSize(first));
  }

  @atMost(balancesMost)
  @FieldResolver(() => [BalanceType], { description: 'Its balances, one a currency.' })
  async balances(@Root() { id: accountId }: Account, @Ctx() context: Context): Promise<BalanceType[]> {
    const rows = await context.load.balances(accountId);
    return rows.map((row) => balanceView(row, context));
  }

  @FieldResolver(() => AccountTermsType, {
    nullable: true,
    description: 'What was agreed with it; null where nothing differs from the usual.',
  })
  async terms(@Root() { id: accountId }: Account, @Ctx() { load }: Context): Promise<AccountTerms | null> {
    const [terms] = await load.children(['accountTerms', 'accountId'], { accountId, id: accountId }, 1);
    return terms === undefined || areUsual(terms) ? null : terms;
  }
}
