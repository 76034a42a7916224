import { Ctx, ObjectType, Query, Resolver } from 'type-graphql';
import type { ProviderMinute } from '../../ports/platform-read.js';
import type { Context } from './context.js';
import { atMost, optional, text, time, whole } from './field.js';

@ObjectType('ProviderMinute', {
  description: 'How a provider answered the attempts to send that were begun within a minute.',
})
class ProviderMinuteType {
  @text('The provider.')
  readonly provider!: string;

  @time('When the minute begins.')
  readonly at!: Date;

  @whole('Attempts that it accepted.')
  readonly accepted!: number;

  @whole('Attempts that it refused: proven not executed.')
  readonly refused!: number;

  @whole('Attempts that never left, or were put off.')
  readonly notSent!: number;

  @whole('Attempts of unknown end.')
  readonly uncertain!: number;

  @whole('Attempts that are on their way.')
  readonly open!: number;

  @whole('The longest that an answer took, in milliseconds.', optional)
  readonly slowestMs!: number | null;
}

const attemptsMost = 2_000;

@Resolver()
export class ProviderResolver {
  @atMost(attemptsMost)
  @Query(() => [ProviderMinuteType], {
    description: 'The newest 2,000 attempts to send, by provider and minute, the newest minute last.',
  })
  providerMinutes(@Ctx() { ports }: Context): Promise<ProviderMinute[]> {
    return ports.reader.providerMinutes(attemptsMost);
  }
}
