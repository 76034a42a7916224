import {
  Args,
  ArgsType,
  Ctx,
  FieldResolver,
  InputType,
  ObjectType,
  Query,
  Resolver,
  Root,
} from 'type-graphql';
import type { Account } from '../../domain/account.js';
import { deliveryAttemptsMax } from '../../domain/webhook-attempt.js';
import {
  overlapEnd,
  type Attempt,
  type DeliveryKind,
  type DeliveryStatus,
  type WebhookDelivery,
  type WebhookEndpoint,
} from '../../domain/webhook.js';
import type { InspectedEvent } from '../../ports/inspector.js';
import { AccountType } from './account.js';
import { filterId, firstArg, idArg } from './argument.js';
import { connectionOf, ListArgs, ListFilter, listPage, pageSize, type Connection } from './connection.js';
import { found, type Context } from './context.js';
import { enumOf } from './enum.js';
import { EventType } from './event.js';
import { atMost, field, id, optional, text, texts, time, whole } from './field.js';
import { DateTime } from './scalar.js';

const EndpointStatusEnum = enumOf<'active' | 'failing'>(
  'WebhookEndpointStatus',
  'Whether an endpoint answers.',
  {
    active: 'It does, as far as is known.',
    failing: 'Ten attempts in a row failed: deliveries wait, and it is tested every 15 minutes.',
  },
);

const DeliveryKindEnum = enumOf<DeliveryKind>('DeliveryKind', 'Why something is delivered.', {
  first: 'The event calls for it.',
  redelivery: 'It was asked for again.',
  ping: 'A ping, tried once and ahead of the queue.',
  test: 'The test of an endpoint that is failing, tried once.',
});

const DeliveryStatusEnum = enumOf<DeliveryStatus>('DeliveryStatus', 'Where a delivery stands.', {
  pending: 'To be tried, or tried again.',
  delivered: 'Answered 2xx.',
  failed: 'Tried as often as it ever is.',
  cancelled: 'The endpoint was deleted before.',
});

@ObjectType('WebhookEndpoint', { description: 'Where the events of an account are delivered to.' })
export class WebhookEndpointType {
  @id('Its id, we_….')
  readonly id!: string;

  @id('The account whose events it gets.')
  readonly accountId!: string;

  @text('Words of the account.', optional)
  readonly description!: string | null;

  @texts('The exact types that it takes; none stands for all.')
  readonly eventTypes!: readonly string[];

  @time('Since when it is paused.', optional)
  readonly pausedAt!: Date | null;

  @time('Since when it is failing.', optional)
  readonly failingSince!: Date | null;

  @time('When it was deleted.', optional)
  readonly deletedAt!: Date | null;

  @time('When it was registered.')
  readonly createdAt!: Date;

  @time('When it last changed.')
  readonly updatedAt!: Date;
}

@ObjectType('DeliveryAttempt', { description: 'One attempt of a delivery.' })
class AttemptType {
  @whole('1 to 10.')
  readonly number!: number;

  @time('When it began.')
  readonly occurredAt!: Date;

  @whole('What it was answered.', optional)
  readonly httpStatus!: number | null;

  @whole('How long it took, in milliseconds.')
  readonly durationMs!: number;

  @text('Why there was no answer.', optional)
  readonly error!: string | null;
}

@ObjectType('Delivery', { description: 'One event on its way to one endpoint.' })
export class DeliveryType {
  @id('Its id, whd_….')
  readonly id!: string;

  @id('The account whose event it is.')
  readonly accountId!: string;

  @id('Where it goes.')
  readonly endpointId!: string;

  @id('What is delivered.')
  readonly eventId!: string;

  @text('Its type.')
  readonly eventType!: string;

  @id('What the event happened to.')
  readonly resourceId!: string;

  @field(() => DeliveryKindEnum, 'Why it is delivered.')
  readonly kind!: DeliveryKind;

  @field(() => DeliveryStatusEnum, 'Where it stands.')
  readonly status!: DeliveryStatus;

  @whole('Attempts so far.')
  readonly attempts!: number;

  @time('When it is tried next.', optional)
  readonly nextAttemptAt!: Date | null;

  @time('When it was answered 2xx.', optional)
  readonly deliveredAt!: Date | null;

  @id('The delivery that this one repeats.', optional)
  readonly redeliveryOf!: string | null;

  @time('When it was made.')
  readonly createdAt!: Date;
}

const EndpointConnection = connectionOf('WebhookEndpoint', () => WebhookEndpointType);
const DeliveryConnection = connectionOf('Delivery', () => DeliveryType);

@ArgsType()
class EndpointsArgs extends ListArgs {
  @field(() => ListFilter, 'Which are wanted.', optional)
  readonly filter?: ListFilter | null;
}

@InputType({ description: 'Which deliveries are wanted: all that match every field given.' })
class DeliveryFilter extends ListFilter {
  @id('To this endpoint.', optional)
  readonly endpointId?: string | null;

  @id('Of this event.', optional)
  readonly eventId?: string | null;

  @field(() => [DeliveryStatusEnum], 'With one of these statuses; none stands for all.', optional)
  readonly status?: DeliveryStatus[] | null;

  @text('Of this type.', optional)
  readonly eventType?: string | null;
}

@ArgsType()
class DeliveriesArgs extends ListArgs {
  @field(() => DeliveryFilter, 'Which are wanted.', optional)
  readonly filter?: DeliveryFilter | null;
}

@Resolver(() => WebhookEndpointType)
export class WebhookEndpointResolver {
  @Query(() => WebhookEndpointType, { nullable: true, description: 'One webhook endpoint.' })
  webhookEndpoint(@idArg() endpointId: string, @Ctx() context: Context): Promise<WebhookEndpoint> {
    return found(context, 'webhookEndpoint', endpointId);
  }

  @Query(() => EndpointConnection, { description: 'Webhook endpoints, newest first; deleted ones too.' })
  webhookEndpoints(
    @Args(() => EndpointsArgs) args: EndpointsArgs,
    @Ctx() context: Context,
  ): Promise<Connection<WebhookEndpoint>> {
    return listPage(context, 'webhookEndpoint', { args, where: {} });
  }

  @FieldResolver(() => String, { description: 'Its address.' })
  url(@Root() endpoint: WebhookEndpoint, @Ctx() { ports }: Context): string {
    return ports.vault.decrypt(endpoint.url, { noun: 'webhookEndpoint', field: 'url', id: endpoint.id });
  }

  @FieldResolver(() => DateTime, {
    nullable: true,
    description: 'Until then the secret before this one signs too; null once it has passed.',
  })
  async previousSecretExpiresAt(
    @Root() endpoint: WebhookEndpoint,
    @Ctx() { load }: Context,
  ): Promise<Date | null> {
    return overlapEnd(endpoint, await load.now());
  }

  @FieldResolver(() => EndpointStatusEnum, { description: 'Whether it answers.' })
  status(@Root() { failingSince }: WebhookEndpoint): 'active' | 'failing' {
    return failingSince === null ? 'active' : 'failing';
  }

  @FieldResolver(() => [DeliveryType], { description: 'What went there, newest first.' })
  deliveries(
    @Root() { accountId, id: endpointId }: WebhookEndpoint,
    @firstArg() first: number,
    @Ctx() { load }: Context,
  ): Promise<WebhookDelivery[]> {
    return load.children(['webhookDelivery', 'endpointId'], { accountId, id: endpointId }, pageSize(first));
  }
}

@Resolver(() => DeliveryType)
export class DeliveryResolver {
  @Query(() => DeliveryType, { nullable: true, description: 'One delivery.' })
  delivery(@idArg() deliveryId: string, @Ctx() context: Context): Promise<WebhookDelivery> {
    return found(context, 'webhookDelivery', deliveryId);
  }

  @Query(() => DeliveryConnection, { description: 'Deliveries, newest first.' })
  deliveries(
    @Args(() => DeliveriesArgs) args: DeliveriesArgs,
    @Ctx() context: Context,
  ): Promise<Connection<WebhookDelivery>> {
    const { endpointId, eventId, status, eventType } = args.filter ?? {};
    return listPage(context, 'webhookDelivery', {
      args,
      where: {
        endpointId: filterId('webhookEndpoint', 'endpointId', endpointId),
        eventId: filterId('event', 'eventId', eventId),
        status,
        eventType,
      },
    });
  }

  @atMost(deliveryAttemptsMax)
  @FieldResolver(() => [AttemptType], { description: 'Its attempts, oldest first.' })
  history(@Root() { history }: WebhookDelivery): AttemptType[] {
    return history.map((attempt: Attempt) => ({
      number: attempt.number,
      occurredAt: new Date(attempt.occurred_at),
      httpStatus: attempt.http_status ?? null,
      durationMs: attempt.duration_ms,
      error: attempt.error ?? null,
    }));
  }

  @FieldResolver(() => WebhookEndpointType, { description: 'Where it goes.' })
  endpoint(
    @Root() { endpointId }: WebhookDelivery,
    @Ctx() { load }: Context,
  ): Promise<WebhookEndpoint | null> {
    return load.row('webhookEndpoint', endpointId);
  }

  @FieldResolver(() => EventType, { description: 'What is delivered.' })
  event(@Root() { eventId }: WebhookDelivery, @Ctx() { load }: Context): Promise<InspectedEvent | null> {
    return load.event(eventId);
  }
}

@Resolver(() => AccountType)
export class AccountEndpoints {
  @FieldResolver(() => [WebhookEndpointType], { description: 'Where its events go, newest first.' })
  webhookEndpoints(
    @Root() { id: accountId }: Account,
    @firstArg() first: number,
    @Ctx() { load }: Context,
  ): Promise<WebhookEndpoint[]> {
    return load.children(['webhookEndpoint', 'accountId'], { accountId, id: accountId }, pageSize(first));
  }
}
