import { ObjectType } from 'type-graphql';
import type { Account, ApiKey } from '../../domain/account.js';
import { AccountType, ApiKeyType } from './account.js';
import { field, optional, text } from './field.js';

@ObjectType('IssuedApiKey', { description: 'A new API key with its secret, which is shown only once.' })
export class IssuedKeyType {
  @field(
    () => ApiKeyType,
    'The API key; null if part of it cannot be shown, so that the secret is returned anyway.',
    optional,
  )
  readonly apiKey!: ApiKey | null;

  @text('The secret. Only its hash is stored.')
  readonly secret!: string;
}

@ObjectType('OpenedAccount', { description: 'A new account with its first API key.' })
export class OpenedAccountType extends IssuedKeyType {
  @field(
    () => AccountType,
    'The account; null if part of it cannot be shown, so that the secret is returned anyway.',
    optional,
  )
  readonly account!: Account | null;
}
