import type { ConsumerMessages, JsMsg } from '@nats-io/jetstream';
import type { Follower } from '../../ports/messaging.js';
import type { BrokerLink } from './broker.js';
import { eventOf } from './message.js';
import { followerConsumer, stream } from './road.js';

/** A consumer asks for so many at a time, and notices so soon that nobody answers. */
const asking = { max_messages: 500, idle_heartbeat: 5_000, abort_on_missing_resource: true } as const;

/** Messages that are read one after the other, on one connection after the other, until it is stopped. */
export class Consumption {
  #stopped = false;
  #messages: ConsumerMessages | undefined;
  #work: Promise<void> = Promise.resolve();

  /** Begins on a connection, once what is in hand from the one before has ended. */
  on(link: BrokerLink, work: () => Promise<void>): Promise<void> {
    const doing = this.#work.then(async () => {
      if (!this.hasEnded(link)) await work();
    });
    this.#work = doing.then(
      () => undefined,
      // The connection ends of it, and tells.
      () => undefined,
    );
    return doing;
  }

  async each(
    link: BrokerLink,
    messages: ConsumerMessages,
    work: (message: JsMsg) => Promise<void>,
  ): Promise<void> {
    this.#messages = messages;
    if (this.hasEnded(link)) messages.stop();
    for await (const message of messages) {
      // A message fetched over a connection that is gone comes again, or was told to be read.
      if (this.hasEnded(link)) return;
      await work(message);
    }
    if (!this.hasEnded(link)) throw new Error('the broker ended the reading');
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    this.#messages?.stop();
    await this.#work;
  }

  private hasEnded({ connection }: BrokerLink): boolean {
    return this.#stopped || connection.isClosed();
  }
}

/** Hears what comes from now on, through a consumer of its own. */
export async function follow(link: BrokerLink, follower: Follower, consumption: Consumption): Promise<void> {
  const { name } = await link.manager.consumers.add(stream.name, followerConsumer);
  const consumer = await link.client.consumers.get(stream.name, name);
  const messages = await consumer.consume(asking);
  await follower.resync();
  let sequence: number | undefined;
  await consumption.each(link, messages, async (message) => {
    // Messages that grew too old on the road, or were taken from it, leave a gap.
    if (sequence !== undefined && message.seq !== sequence + 1) await follower.resync();
    sequence = message.seq;
    await follower.event(eventOf(message));
  });
}
