import { AckPolicy, DeliverPolicy, DiscardPolicy, JetStreamApiError } from '@nats-io/jetstream';
import type { ConsumerConfig, JetStreamManager, StreamConfig } from '@nats-io/jetstream';
import { nanos } from '@nats-io/transport-node';

const minute = 60_000;

export const eventSubject = (accountId: string): string => `psp.event.${accountId}`;
export const announceSubject = (process: string): string => `psp.announce.${process}`;

/**
 * The only stream. It holds recent events; a follower that is too late reads the log. All settings work with
 * nats-server 2.9.
 */
export const stream = {
  name: 'psp_events',
  subjects: [eventSubject('*')],
  max_age: nanos(60 * minute),
  max_bytes: 256 * 1024 * 1024,
  discard: DiscardPolicy.Old,
  duplicate_window: nanos(2 * minute),
} as const satisfies Partial<StreamConfig>;

/** Each follower has its own consumer, which the server deletes when unused for a minute. */
export const followerConsumer = {
  ack_policy: AckPolicy.None,
  deliver_policy: DeliverPolicy.New,
  mem_storage: true,
  inactive_threshold: nanos(minute),
} as const satisfies Partial<ConsumerConfig>;

const streamNotFound = 10_059;

/** Creates the stream, or updates an existing one to these settings. */
export async function layRoad(manager: JetStreamManager): Promise<void> {
  const { name, ...settings } = stream;
  const subjects = [...stream.subjects];
  try {
    await manager.streams.update(name, { ...settings, subjects });
  } catch (error) {
    if (!(error instanceof JetStreamApiError) || error.code !== streamNotFound) throw error;
    await manager.streams.add({ ...settings, name, subjects });
  }
}
