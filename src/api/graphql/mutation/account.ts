import { Args, ArgsType, Ctx, ID, Arg, Mutation, ObjectType, Resolver } from 'type-graphql';
import type { Account, AccountStatus, ApiKey, Scope } from '../../../domain/account.js';
import { refuse } from '../../../domain/refusal.js';
import { isEmail } from '../../../domain/text.js';
import {
  issueKey,
  openAccount,
  revokeKey,
  setAccountStatus,
  type IssuedKey,
} from '../../../usecases/account.js';
import { AccountStatusEnum, AccountType, ApiKeyType, ScopeEnum } from '../account.js';
import { acting, type Context } from '../context.js';
import { field, id, optional, text, time } from '../field.js';
import { reasonArg } from '../reason.js';
import { lineOf, Reasoned } from './argument.js';

@ObjectType('IssuedApiKey', { description: 'A new API key with its secret, which is shown this once.' })
class IssuedKeyType {
  @field(
    () => ApiKeyType,
    'The key; null where something asked of it cannot be shown, so that its secret still is.',
    optional,
  )
  readonly apiKey!: ApiKey | null;

  @text('What its holder sends; only its fingerprint is kept.')
  readonly secret!: string;
}

@ObjectType('OpenedAccount', { description: 'A new account with its first API key.' })
class OpenedAccount extends IssuedKeyType {
  @field(
    () => AccountType,
    'The account; null where something asked of it cannot be shown, so that the secret still is.',
    optional,
  )
  readonly account!: Account | null;
}

@ArgsType()
class OpenArgs extends Reasoned {
  @text('Its name.')
  readonly name!: string;

  @text('The address of its first owner.', optional)
  readonly ownerEmail?: string | null;
}

@ArgsType()
class StatusArgs extends Reasoned {
  @id('The account.')
  readonly accountId!: string;

  @field(() => AccountStatusEnum, 'What it becomes.')
  readonly status!: AccountStatus;
}

@ArgsType()
class IssueArgs extends Reasoned {
  @id('The account.')
  readonly accountId!: string;

  @field(() => [ScopeEnum], 'What the key may do; both unless stated.', { defaultValue: ['read', 'write'] })
  readonly scopes!: Scope[];

  @text('A name to know the key by.', optional)
  readonly label?: string | null;

  @time('When it ends by itself; never unless stated.', optional)
  readonly expiresAt?: Date | null;
}

@Resolver()
export class AccountMutations {
  @Mutation(() => OpenedAccount, { description: 'Open an account with its first API key.' })
  openAccount(@Args(() => OpenArgs) args: OpenArgs, @Ctx() context: Context): Promise<OpenedAccount> {
    const { name, ownerEmail = null, reason } = args;
    if (ownerEmail !== null && !isEmail(ownerEmail)) {
      refuse('invalid_parameter', 'ownerEmail is not an e-mail address.', { param: 'ownerEmail' });
    }
    return openAccount(context.ports, acting(context, reason), { name: lineOf(name, 'name'), ownerEmail });
  }

  @Mutation(() => AccountType, {
    description:
      'Suspend, close or reactivate an account. The keys of one that is not active are refused at once; what is in flight goes on.',
  })
  setAccountStatus(@Args(() => StatusArgs) args: StatusArgs, @Ctx() context: Context): Promise<Account> {
    return setAccountStatus(context.ports, acting(context, args.reason), args);
  }

  @Mutation(() => IssuedKeyType, { description: 'Issue one more API key.' })
  async issueApiKey(@Args(() => IssueArgs) args: IssueArgs, @Ctx() context: Context): Promise<IssuedKey> {
    const { accountId, expiresAt = null, reason } = args;
    const scopes = [...new Set(args.scopes)];
    if (scopes.length === 0) refuse('invalid_parameter', 'A key needs a scope.', { param: 'scopes' });
    const label = typeof args.label === 'string' ? lineOf(args.label, 'label') : null;
    return issueKey(context.ports, acting(context, reason), { accountId, scopes, label, expiresAt });
  }

  @Mutation(() => ApiKeyType, { description: 'Revoke an API key; its next request is refused.' })
  revokeApiKey(
    @Arg('id', () => ID, { description: 'Its id, or its public start.' }) keyId: string,
    @reasonArg() reason: string,
    @Ctx() context: Context,
  ): Promise<ApiKey> {
    return revokeKey(context.ports, acting(context, reason), keyId);
  }
}
