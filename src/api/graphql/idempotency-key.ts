import { Arg, Ctx, ID, Query, Resolver } from 'type-graphql';
import { kindOf } from '../../domain/id.js';
import { anyId, snake, text, time } from '../../domain/noun/declare.js';
import type { KeyBinding } from '../../ports/reader.js';
import { isHeader } from '../header.js';
import { shape, type ShapeOf } from '../shape.js';
import { sightOf } from './caller.js';
import type { Context } from './context.js';
import { optional } from './field.js';
import { returns } from './type.js';

const keyShape = shape('IdempotencyKey', 'What the first accepted request with a key created.', {
  resourceType: text('The type of the resource, such as payout.'),
  resourceId: anyId('The id of the resource.'),
  createdAt: time('When the key was used first.'),
});
type Key = ShapeOf<typeof keyShape>;

@Resolver()
export class IdempotencyKeyResolver {
  @Query(returns(keyShape), {
    ...optional,
    description: 'What a key created; null if no request with it was accepted.',
  })
  async idempotencyKey(
    @Arg('accountId', () => ID, { description: 'The account that used it.' }) accountId: string,
    @Arg('key', () => String, { description: 'The key as it was sent.' }) key: string,
    @Ctx() { caller, ports }: Context,
  ): Promise<Key | null> {
    const [own] = sightOf(caller, accountId) ?? [];
    const found = own === undefined || !isHeader(key) ? undefined : await ports.reader.boundKey(own, key);
    return found === undefined ? null : keyOf(found);
  }
}

const keyOf = ({ resourceId, createdAt }: KeyBinding): Key => ({
  resourceType: snake(kindOf(resourceId) ?? ''),
  resourceId,
  createdAt,
});
