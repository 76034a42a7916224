import { Ctx, Query, Resolver } from 'type-graphql';
import { text, time, whole } from '../../domain/noun/declare.js';
import type { ProviderMinute } from '../../ports/platform-read.js';
import { shape } from '../shape.js';
import type { Context } from './context.js';
import { atMost } from './field.js';
import { returnsList } from './type.js';

const providerMinute = shape(
  'ProviderMinute',
  'Results of the attempts that were started within one minute.',
  {
    provider: text('The provider.'),
    at: time('Start of the minute.'),
    accepted: whole('Attempts that were accepted.'),
    refused: whole('Attempts that were refused: certainly not executed.'),
    notSent: whole('Attempts that were not sent, or were postponed.'),
    uncertain: whole('Attempts with unknown outcome.'),
    open: whole('Attempts in progress.'),
    slowestMs: whole('Slowest answer, in milliseconds.', { optional: true }),
  },
);

const attemptsMost = 2_000;

@Resolver()
export class ProviderResolver {
  @atMost(attemptsMost)
  @Query(returnsList(providerMinute), {
    description: 'The newest 2,000 attempts to send, by provider and minute, the newest minute last.',
  })
  providerMinutes(@Ctx() { ports }: Context): Promise<ProviderMinute[]> {
    return ports.reader.providerMinutes(attemptsMost);
  }
}
