import type { ConsumerMessages, JsMsg } from '@nats-io/jetstream';
import type { Follower } from '../../ports/messaging.js';
import type { BrokerLink } from './broker.js';
import { eventOf } from './message.js';
import { followerConsumer, stream } from './stream.js';

/** Messages per pull, and the heartbeat in milliseconds after which a silent server is noticed. */
const asking = { max_messages: 500, idle_heartbeat: 5_000, abort_on_missing_resource: true } as const;

/** Processes messages one at a time, over successive connections, until stopped. */
export class Consumption {
  #stopped = false;
  #messages: ConsumerMessages | undefined;
  #work: Promise<void> = Promise.resolve();

  /** Starts on a connection after the message of the previous one has been processed. */
  on(link: BrokerLink, work: () => Promise<void>): Promise<void> {
    const doing = this.#work.then(async () => {
      if (!this.hasEnded(link)) await work();
    });
    this.#work = doing.then(
      () => undefined,
      // The error ends the connection and is reported there.
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
      // The connection is gone: its messages are delivered again, or a resync reads them from the log.
      if (this.hasEnded(link)) return;
      await work(message);
    }
    if (!this.hasEnded(link)) throw new Error('the broker closed the subscription');
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

/** Receives new messages through a consumer of its own. */
export async function follow(link: BrokerLink, follower: Follower, consumption: Consumption): Promise<void> {
  const { name } = await link.manager.consumers.add(stream.name, followerConsumer);
  const consumer = await link.client.consumers.get(stream.name, name);
  const messages = await consumer.consume(asking);
  await follower.resync();
  let sequence: number | undefined;
  await consumption.each(link, messages, async (message) => {
    // Messages that expired or were deleted in the stream leave a gap in the sequence.
    if (sequence !== undefined && message.seq !== sequence + 1) await follower.resync();
    sequence = message.seq;
    await follower.event(eventOf(message));
  });
}
