import { Arg, Ctx, ID, ObjectType, Query, Resolver } from 'type-graphql';
import { kindOf } from '../../domain/id.js';
import { snake } from '../../domain/noun/declare.js';
import type { KeyBinding } from '../../ports/reader.js';
import { isHeader } from '../header.js';
import { sightOf } from './caller.js';
import type { Context } from './context.js';
import { id, optional, text, time } from './field.js';

@ObjectType('IdempotencyKey', { description: 'What the first accepted request with a key made.' })
class KeyType {
  @text('The type of the resource, such as payout.')
  readonly resourceType!: string;

  @id('The id of the resource.')
  readonly resourceId!: string;

  @time('When the key was used first.')
  readonly createdAt!: Date;
}

@Resolver()
export class IdempotencyKeyResolver {
  @Query(() => KeyType, {
    ...optional,
    description: 'What a key made; null if no request with it was accepted.',
  })
  async idempotencyKey(
    @Arg('accountId', () => ID, { description: 'The account that used it.' }) accountId: string,
    @Arg('key', () => String, { description: 'The key as it was sent.' }) key: string,
    @Ctx() { caller, ports }: Context,
  ): Promise<KeyType | null> {
    const [own] = sightOf(caller, accountId) ?? [];
    const found = own === undefined || !isHeader(key) ? undefined : await ports.reader.boundKey(own, key);
    return found === undefined ? null : told(found);
  }
}

const told = ({ resourceId, createdAt }: KeyBinding): KeyType => ({
  resourceType: snake(kindOf(resourceId) ?? ''),
  resourceId,
  createdAt,
});
