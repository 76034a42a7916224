import type { Log } from '../../ports/log.js';
import type { Messaging, Stop } from '../../ports/messaging.js';
import { announcer } from './announce.js';
import { Broker, type BrokerLink } from './broker.js';
import { stored } from './newest.js';
import { publisher } from './publish.js';
import { follow, Consumption } from './consumption.js';

/** Messaging over NATS JetStream; `url` may name several servers, separated by commas. */
export function natsMessaging(url: string, log: Log): Messaging {
  const broker = new Broker(url, log);
  const readers = new Set<Stop>();
  const { announce, onAnnounced, flush } = announcer(broker);

  const read = (duty: (link: BrokerLink, consumption: Consumption) => Promise<void>): Stop => {
    const consumption = new Consumption();
    const forget = broker.add((link) => consumption.on(link, () => duty(link, consumption)));
    const stop = async (): Promise<void> => {
      forget();
      readers.delete(stop);
      await consumption.stop();
    };
    readers.add(stop);
    return stop;
  };

  return {
    start: () => broker.start(),
    publish: publisher(broker),
    ...stored(broker),
    follow: (follower) => read((link, consumption) => follow(link, follower, consumption)),
    announce,
    onAnnounced,
    // Other processes may follow; this process cannot know.
    isFollowed: () => true,
    health: () => broker.health(),
    async stop() {
      await Promise.all([...readers].map((stop) => stop()));
      flush();
      await broker.stop();
    },
  };
}
