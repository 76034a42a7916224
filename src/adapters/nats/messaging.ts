import type { Log } from '../../ports/log.js';
import type { Messaging, Stop } from '../../ports/messaging.js';
import { announcer } from './announce.js';
import { Line, type Session } from './line.js';
import { publisher } from './publish.js';
import { follow, Reading } from './read.js';

/** Messaging over NATS JetStream; `url` may name several servers, separated by commas. */
export function natsMessaging(url: string, log: Log): Messaging {
  const line = new Line(url, log);
  const readers = new Set<Stop>();
  const { announce, heard, flush } = announcer(line);

  const read = (duty: (session: Session, reading: Reading) => Promise<void>): Stop => {
    const reading = new Reading();
    const forget = line.add((session) => reading.on(session, () => duty(session, reading)));
    const stop = async (): Promise<void> => {
      forget();
      readers.delete(stop);
      await reading.stop();
    };
    readers.add(stop);
    return stop;
  };

  return {
    start: () => line.start(),
    publish: publisher(line),
    follow: (follower) => read((session, reading) => follow(session, follower, reading)),
    announce,
    heard,
    // By other processes, of which none knows.
    isFollowed: () => true,
    health: () => line.health(),
    async stop() {
      await Promise.all([...readers].map((stop) => stop()));
      flush();
      await line.stop();
    },
  };
}
