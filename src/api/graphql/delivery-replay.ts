import { ObjectType } from 'type-graphql';
import type { WebhookEndpoint } from '../../domain/webhook.js';
import type { Replayed } from '../../usecases/replay.js';
import { field, id, optional, whole } from './field.js';
import { WebhookEndpointType } from './webhook.js';

@ObjectType('DeliveryReplay', { description: 'Deliveries that were created again.' })
export class DeliveryReplayType implements Replayed {
  @field(() => WebhookEndpointType, 'The endpoint.')
  readonly endpoint!: WebhookEndpoint;

  @whole('Number of deliveries created; they are sent in the order of the log.')
  readonly made!: number;

  @id('Last event covered, if the period continues: repeat with it as after.', optional)
  readonly next!: string | null;
}
