import { Ctx, Query, Resolver } from 'type-graphql';
import type { Nouns } from '../../domain/decision.js';
import type { WaitingNoun } from '../../ports/platform-read.js';
import { firstArg } from './argument.js';
import { pageSize } from './connection.js';
import type { Context } from './context.js';
import { returnsList } from './type.js';

const waiting = <N extends WaitingNoun>(noun: N, first: number, { ports }: Context): Promise<Nouns[N][]> =>
  ports.reader.waiting(noun, pageSize(first));

/** Everything that waits for a person, in the order of urgency. */
@Resolver()
export class WaitingResolver {
  @Query(returnsList('riskDecision'), { description: 'Reviews to decide, oldest first.' })
  reviewsToDecide(@firstArg() first: number, @Ctx() context: Context): Promise<Nouns['riskDecision'][]> {
    return waiting('riskDecision', first, context);
  }

  @Query(returnsList('withdrawal'), {
    description: 'Withdrawals to approve, oldest first.',
  })
  withdrawalsToApprove(@firstArg() first: number, @Ctx() context: Context): Promise<Nouns['withdrawal'][]> {
    return waiting('withdrawal', first, context);
  }

  @Query(returnsList('exception'), { description: 'Exceptions to resolve, oldest first.' })
  exceptionsToResolve(@firstArg() first: number, @Ctx() context: Context): Promise<Nouns['exception'][]> {
    return waiting('exception', first, context);
  }

  @Query(returnsList('settlementSchedule'), {
    description: 'Schedules without a usable destination, oldest first.',
  })
  blockedSchedules(
    @firstArg() first: number,
    @Ctx() context: Context,
  ): Promise<Nouns['settlementSchedule'][]> {
    return waiting('settlementSchedule', first, context);
  }

  @Query(returnsList('webhookEndpoint'), {
    description: 'Failing endpoints, longest failing first.',
  })
  failingEndpoints(@firstArg() first: number, @Ctx() context: Context): Promise<Nouns['webhookEndpoint'][]> {
    return waiting('webhookEndpoint', first, context);
  }
}
