import { ObjectType } from 'type-graphql';
import type { WebhookEndpoint } from '../../domain/webhook.js';
import type { Replayed } from '../../usecases/replay.js';
import { field, id, optional, whole } from './field.js';
import { WebhookEndpointType } from './webhook.js';

@ObjectType('DeliveryReplay', { description: 'What was made ready to be delivered again.' })
export class DeliveryReplayType implements Replayed {
  @field(() => WebhookEndpointType, 'The endpoint.')
  readonly endpoint!: WebhookEndpoint;

  @whole('How many deliveries were made; they go out in the order of the log.')
  readonly made!: number;

  @id('The event up to which that is, where the period goes on: ask again with it as after.', optional)
  readonly next!: string | null;
}
