import { createInbox } from '@nats-io/transport-node';
import type { Msg } from '@nats-io/transport-node';
import type { EventHint, Messaging } from '../../ports/messaging.js';
import type { Broker, BrokerLink } from './broker.js';
import { headersOf } from './message.js';
import { eventSubject } from './road.js';

const answerMs = 5_000;

/** Publishes sets over the broker, one at a time. */
export function publisher(broker: Broker): Messaging['publish'] {
  /** The id that the broker took last, over this connection: nobody else may have published since. */
  let last: { readonly link: BrokerLink; readonly id: string } | undefined;
  return async (events) => {
    const { link } = broker;
    if (link === undefined) throw new Error(`the message broker is away: ${broker.health().reason}`);
    const previous = last?.link === link ? last.id : undefined;
    last = undefined;
    try {
      const allNew =
        previous === undefined ? await publishEach(link, events) : await publishSet(link, events, previous);
      const id = events.at(-1)?.id;
      if (allNew && id !== undefined) last = { link, id };
    } catch (error) {
      // The next try finds out over again what was taken, from the beginning of the set.
      link.fail(error);
      throw error;
    }
  };
}

/**
 * One after the other, each once the one before was taken. This publishes a set of which parts were taken before, by
 * this process or another: nobody knows behind which one the next would stand. Whether all of them were new.
 */
async function publishEach(link: BrokerLink, events: readonly EventHint[]): Promise<boolean> {
  let allNew = true;
  for (const event of events) allNew = (await publishSet(link, [event], undefined)) && allNew;
  return allNew;
}

/**
 * Sends the whole set at once and counts the answers to it. Each message is taken only right behind the one before
 * it, so that one the broker did not take is never overtaken, and a process that has lost the lead and does not know
 * it is refused. Whether all of them were new.
 */
async function publishSet(
  { connection }: BrokerLink,
  events: readonly EventHint[],
  before: string | undefined,
): Promise<boolean> {
  if (events.length === 0) return true;
  const reply = createInbox();
  const answers = connection.subscribe(reply, { max: events.length });
  const late = setTimeout(() => answers.unsubscribe(), answerMs);
  let previous = before;
  for (const event of events) {
    connection.publish(eventSubject(event.accountId), '', {
      headers: headersOf(event, previous),
      reply,
    });
    previous = event.id;
  }
  let count = 0;
  let allNew = true;
  try {
    for await (const answer of answers) {
      allNew = isNew(answer) && allNew;
      count += 1;
    }
  } finally {
    clearTimeout(late);
  }
  if (count < events.length) throw new Error('the broker did not answer');
  return allNew;
}

/** Of one that was taken, now or before; refuses what was not. */
function isNew(answer: Msg): boolean {
  // Without a stream behind the subject nobody answers, and the broker says so with an empty message.
  if (answer.data.length === 0) throw new Error('the broker has no stream of events');
  const { error, duplicate } = answer.json<{ error?: { description: string }; duplicate?: boolean }>();
  if (error) throw new Error(`the broker refused an event: ${error.description}`);
  return duplicate !== true;
}
