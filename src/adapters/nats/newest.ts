import type { EventHint, Messaging } from '../../ports/messaging.js';
import type { Broker } from './broker.js';
import { eventOf } from './message.js';
import { stream } from './stream.js';

const newestMax = 50;

/** Reads and removes what the stream holds. */
export const stored = (broker: Broker): Pick<Messaging, 'newest' | 'clear'> => ({
  async newest() {
    const { streams } = (await broker.reached()).manager;
    const { messages, first_seq: first, last_seq: last } = (await streams.info(stream.name)).state;
    const length = messages === 0 ? 0 : Math.min(newestMax, last - first + 1);
    const read = await Promise.all(
      Array.from({ length }, (_, nth) => streams.getMessage(stream.name, { seq: last - nth })),
    );
    // An event that has expired meanwhile is null.
    return read.flatMap((each): EventHint[] =>
      each === null ? [] : [eventOf({ subject: each.subject, headers: each.header })],
    );
  },
  async clear() {
    await (await broker.reached()).manager.streams.purge(stream.name);
  },
});
