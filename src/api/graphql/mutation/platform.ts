import { Arg, Ctx, Int, Mutation, Resolver } from 'type-graphql';
import { refuse } from '../../../domain/refusal.js';
import { stopPayouts } from '../../../usecases/capability.js';
import { advanceClock } from '../../../usecases/platform.js';
import { acting, type Context } from '../context.js';
import { PlatformType, platformOf } from '../platform.js';
import { reasonArg } from '../reason.js';

const secondsMax = 3_650 * 86_400;

@Resolver()
export class PlatformMutations {
  @Mutation(() => PlatformType, {
    description: 'The kill switch. On: new payouts are refused, and what has not left yet waits.',
  })
  async setPayoutKillSwitch(
    @Arg('on', () => Boolean, { description: 'Whether payouts are stopped.' }) on: boolean,
    @reasonArg() reason: string,
    @Ctx() context: Context,
  ): Promise<PlatformType> {
    await stopPayouts(context.ports, acting(context, reason), on);
    return platformOf(context);
  }

  @Mutation(() => PlatformType, {
    description:
      'Move business time on for every process, stopping at everything that falls due on the way until it is done. Sandbox only.',
  })
  async advanceClock(
    @Arg('seconds', () => Int, { description: `1 to ${secondsMax}.` }) seconds: number,
    @reasonArg() reason: string,
    @Ctx() context: Context,
  ): Promise<PlatformType> {
    if (seconds < 1 || seconds > secondsMax) {
      refuse('invalid_parameter', `seconds must be 1 to ${secondsMax}.`, { param: 'seconds' });
    }
    const ask = { ms: seconds * 1000, onStep: () => undefined };
    const now = await advanceClock(context.ports, acting(context, reason), ask);
    // Another may have moved it on since.
    return Object.assign(await platformOf(context), { now });
  }
}
