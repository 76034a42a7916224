import { createInbox } from '@nats-io/transport-node';
import type { Msg } from '@nats-io/transport-node';
import type { EventHint, Messaging } from '../../ports/messaging.js';
import type { Broker, BrokerLink } from './broker.js';
import { headersOf } from './message.js';
import { eventSubject } from './stream.js';

const answerMs = 5_000;

/** Publishes sets of events, one set at a time. */
export function publisher(broker: Broker): Messaging['publish'] {
  /** The last id the broker accepted on this connection, if no other process has published since. */
  let last: { readonly link: BrokerLink; readonly id: string } | undefined;
  return async (events) => {
    const { link } = broker;
    if (link === undefined) throw new Error(`the message broker is unreachable: ${broker.health().reason}`);
    const previous = last?.link === link ? last.id : undefined;
    last = undefined;
    try {
      const allNew =
        previous === undefined ? await publishEach(link, events) : await publishSet(link, events, previous);
      const id = events.at(-1)?.id;
      if (allNew && id !== undefined) last = { link, id };
    } catch (error) {
      // The next try publishes the whole set again; the broker recognizes what it has.
      link.fail(error);
      throw error;
    }
  };
}

/**
 * Publishes one event after another. Used when parts of the set may already be in the stream, so that no
 * event knows its predecessor. Returns whether all events were new.
 */
async function publishEach(link: BrokerLink, events: readonly EventHint[]): Promise<boolean> {
  let allNew = true;
  for (const event of events) allNew = (await publishSet(link, [event], undefined)) && allNew;
  return allNew;
}

/**
 * Sends the whole set at once and counts the acknowledgements. Each message is accepted only directly after
 * its predecessor: a rejected message is never overtaken, and a process that lost leadership without noticing
 * is rejected. Returns whether all events were new.
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

/** Whether an accepted message was new; throws if it was rejected. */
function isNew(answer: Msg): boolean {
  // If no stream has the subject, the broker answers with an empty message.
  if (answer.data.length === 0) throw new Error('the broker has no stream of events');
  const { error, duplicate } = answer.json<{ error?: { description: string }; duplicate?: boolean }>();
  if (error) throw new Error(`the broker refused an event: ${error.description}`);
  return duplicate !== true;
}
