import { createInbox } from '@nats-io/transport-node';
import type { Msg } from '@nats-io/transport-node';
import type { AccountEvent, Messaging } from '../../ports/messaging.js';
import type { Line, Session } from './line.js';
import { headersOf } from './message.js';
import { eventSubject } from './road.js';

const answerMs = 5_000;

/** Publishes sets over the line, one at a time. */
export function publisher(line: Line): Messaging['publish'] {
  /** The id that was published last over this connection: nobody else may have published since. */
  let last: { readonly session: Session; readonly id: string } | undefined;
  return async (events) => {
    const { session } = line;
    if (session === undefined) throw new Error(`the message broker is away: ${line.health().reason}`);
    const before = last?.session === session ? last.id : undefined;
    try {
      await publishSet(session, events, before);
    } catch (error) {
      // What was taken and what was not is found out over again, from the beginning of the set.
      session.fail(error);
      throw error;
    }
    const id = events.at(-1)?.id;
    if (id !== undefined) last = { session, id };
  };
}

/**
 * Sends the whole set at once and counts the answers to it. Each message is taken only right behind the one before
 * it, so that one the broker did not take is never overtaken, and a process that has lost the lead and does not know
 * it is refused.
 */
async function publishSet(
  { connection }: Session,
  events: readonly AccountEvent[],
  before: string | undefined,
): Promise<void> {
  if (events.length === 0) return;
  const reply = createInbox();
  const answers = connection.subscribe(reply, { max: events.length });
  const late = setTimeout(() => answers.unsubscribe(), answerMs);
  let previous = before;
  for (const event of events) {
    connection.publish(eventSubject(event.accountId), event.body, {
      headers: headersOf(event, previous),
      reply,
    });
    previous = event.id;
  }
  let count = 0;
  try {
    for await (const answer of answers) {
      assertTaken(answer);
      count += 1;
    }
  } finally {
    clearTimeout(late);
  }
  if (count < events.length) throw new Error('the broker did not answer');
}

function assertTaken(answer: Msg): void {
  // Without a stream behind the subject nobody answers, and the broker says so with an empty message.
  if (answer.data.length === 0) throw new Error('the broker has no stream of events');
  const { error } = answer.json<{ error?: { description: string } }>();
  if (error) throw new Error(`the broker refused an event: ${error.description}`);
}
