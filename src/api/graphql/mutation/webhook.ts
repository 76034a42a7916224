import { Args, ArgsType, Ctx, Mutation, ObjectType, Resolver } from 'type-graphql';
import type { WebhookEndpoint } from '../../../domain/webhook.js';
import { replayDeliveries, replayMost, type Replayed } from '../../../usecases/replay.js';
import { acting, type Context } from '../context.js';
import { field, id, optional, time, whole } from '../field.js';
import { WebhookEndpointType } from '../webhook.js';
import { Reasoned } from './argument.js';

@ArgsType()
class ReplayArgs extends Reasoned {
  @id('The endpoint.')
  readonly endpointId!: string;

  @time('What happened at this time or later.')
  readonly from!: Date;

  @time('What happened before this time.')
  readonly to!: Date;

  @id('Go on where the answer before this one ended: its next.', optional)
  readonly after?: string | null;
}

@ObjectType({ description: 'What was made ready to be delivered again.' })
class DeliveryReplay implements Replayed {
  @field(() => WebhookEndpointType, 'The endpoint.')
  readonly endpoint!: WebhookEndpoint;

  @whole('How many deliveries were made; they go out in the order of the log.')
  readonly made!: number;

  @id('The event up to which that is, where the period goes on: ask again with it as after.', optional)
  readonly next!: string | null;
}

@Resolver()
export class WebhookMutations {
  @Mutation(() => DeliveryReplay, {
    description: `Deliver again what happened in a period, of all that the endpoint takes; out of ${replayMost} events at a time. A paused endpoint gets it once it is resumed.`,
  })
  replayDeliveries(@Args(() => ReplayArgs) args: ReplayArgs, @Ctx() context: Context): Promise<Replayed> {
    const { reason, after, ...ask } = args;
    return replayDeliveries(context.ports, acting(context, reason), { ...ask, after: after ?? undefined });
  }
}
