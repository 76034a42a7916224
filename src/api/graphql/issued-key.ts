import { ObjectType } from 'type-graphql';
import type { Account, ApiKey } from '../../domain/account.js';
import { AccountType, ApiKeyType } from './account.js';
import { field, optional, text } from './field.js';

@ObjectType('IssuedApiKey', { description: 'A new API key with its secret, which is shown this once.' })
export class IssuedKeyType {
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
export class OpenedAccountType extends IssuedKeyType {
  @field(
    () => AccountType,
    'The account; null where something asked of it cannot be shown, so that the secret still is.',
    optional,
  )
  readonly account!: Account | null;
}
