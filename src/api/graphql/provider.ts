import { Ctx, ObjectType, Query, Resolver } from 'type-graphql';
import type { ProviderMinute } from '../../ports/platform-read.js';
import type { Context } from './context.js';
import { atMost, optional, text, time, whole } from './field.js';

@ObjectType('ProviderMinute', {
  description: 'Results of the attempts that were started within one minute.',
})
class ProviderMinuteType {
  @text('The provider.')
  readonly provider!: string;

  @time('Start of the minute.')
  readonly at!: Date;

  @whole('Attempts that were accepted.')
  readonly accepted!: number;

  @whole('Attempts that were refused: certainly not executed.')
  readonly refused!: number;

  @whole('Attempts that were not sent, or were postponed.')
  readonly notSent!: number;

  @whole('Attempts with unknown outcome.')
  readonly uncertain!: number;

  @whole('Attempts in progress.')
  readonly open!: number;

  @whole('Slowest answer, in milliseconds.', optional)
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
