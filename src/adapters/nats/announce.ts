import { randomUUID } from 'node:crypto';
import type { Messaging } from '../../ports/messaging.js';
import type { Broker } from './broker.js';
import { announceSubject } from './stream.js';

const accountsMax = 10_000;

/** Sends hints without storing them. Hints of the same moment are sent as one message. */
export function announcer(
  broker: Broker,
): Pick<Messaging, 'announce' | 'onAnnounced'> & { readonly flush: () => void } {
  const own = announceSubject(randomUUID());
  const hearers: ((accountIds: readonly string[]) => void)[] = [];
  const waiting = new Set<string>();
  const notify = (accountIds: readonly string[]): void => hearers.forEach((listener) => listener(accountIds));

  broker.add(async ({ connection }) => {
    for await (const message of connection.subscribe(announceSubject('*'))) {
      // This process called its own listeners when it announced.
      if (message.subject !== own) notify(message.string().split(','));
    }
  });

  const flush = (): void => {
    if (waiting.size > 0) broker.link?.connection.publish(own, [...waiting].join());
    waiting.clear();
  };
  return {
    flush,
    announce(accountIds) {
      notify(accountIds);
      if (waiting.size === 0) setImmediate(flush);
      for (const id of accountIds) if (waiting.size < accountsMax) waiting.add(id);
    },
    onAnnounced: (listener) => void hearers.push(listener),
  };
}
