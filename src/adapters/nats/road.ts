import { AckPolicy, DeliverPolicy, DiscardPolicy, JetStreamApiError } from '@nats-io/jetstream';
import type { ConsumerConfig, JetStreamManager, StreamConfig } from '@nats-io/jetstream';
import { nanos } from '@nats-io/transport-node';

const second = 1_000;
const minute = 60 * second;

export const eventSubject = (accountId: string): string => `psp.event.${accountId}`;
export const announceSubject = (process: string): string => `psp.announce.${process}`;

/** The one stream. It holds what is under way and no more: who comes too late reads the log. */
export const stream = {
  name: 'psp_events',
  subjects: [eventSubject('*')],
  max_age: nanos(60 * minute),
  max_bytes: 256 * 1024 * 1024,
  discard: DiscardPolicy.Old,
  duplicate_window: nanos(2 * minute),
} as const satisfies Partial<StreamConfig>;

/** The consumers that outlive connections, by name. Everything here is understood by a server of 2.9. */
export const consumers = {
  /** Shared by all workers: each event wakes one of them. */
  psp_workers: {
    durable_name: 'psp_workers',
    ack_policy: AckPolicy.Explicit,
    deliver_policy: DeliverPolicy.New,
    ack_wait: nanos(30 * second),
    max_ack_pending: 1_000,
  },
} as const satisfies Record<string, Partial<ConsumerConfig>>;

/** A follower's own: it goes when nobody has asked for a while. */
export const followerConsumer = {
  ack_policy: AckPolicy.None,
  deliver_policy: DeliverPolicy.New,
  mem_storage: true,
  inactive_threshold: nanos(minute),
} as const satisfies Partial<ConsumerConfig>;

const streamNotFound = 10_059;
const consumerNotFound = 10_014;

/** Makes the stream and its consumers, or brings those that are there to what stands above. */
export async function layRoad(manager: JetStreamManager): Promise<void> {
  const { name, ...settings } = stream;
  await madeOrFound(
    streamNotFound,
    () => manager.streams.update(name, { ...settings, subjects: [...stream.subjects] }),
    () => manager.streams.add({ ...settings, name, subjects: [...stream.subjects] }),
  );
  for (const [durable, config] of Object.entries(consumers)) {
    const { deliver_policy: _, ...changeable } = config;
    await madeOrFound(
      consumerNotFound,
      () => manager.consumers.update(name, durable, changeable),
      () => manager.consumers.add(name, config),
    );
  }
}

async function madeOrFound(
  absent: number,
  update: () => Promise<unknown>,
  add: () => Promise<unknown>,
): Promise<void> {
  try {
    await update();
  } catch (error) {
    if (!(error instanceof JetStreamApiError) || error.code !== absent) throw error;
    await add();
  }
}
