import { createHash } from 'node:crypto';
import { sign } from '../../adapters/crypto/vault.js';
import { deliveryHeaders } from '../../domain/delivery-header.js';
import { signatureHeader } from '../../domain/signature.js';
import { isSuccess } from '../../domain/webhook-attempt.js';
import type { Posted, Sender } from '../../ports/sender.js';
import type { FedEvent, Feed } from './feed.js';
import { pause, Pauses } from './pause.js';
import type { Place } from './place.js';

/** One attempt to deliver an event; `retryMs` is the pause before the next one, null where it was delivered. */
export interface Attempt extends Posted {
  readonly at: Date;
  readonly event: FedEvent;
  readonly number: number;
  readonly retryMs: number | null;
}

export interface Forwarding {
  readonly feed: Feed;
  readonly place: Place;
  readonly sender: Sender;
  readonly forwardTo: string;
  readonly environment: string;
  readonly wants: (type: string) => boolean;
  readonly onAttempt: (attempt: Attempt) => void;
  readonly signal: AbortSignal;
}

const pollMs = 500;

/** Goes to the end of the log without delivering what lies before it; false where the signal came first. */
export async function skipToEnd({ feed, place }: Pick<Forwarding, 'feed' | 'place'>): Promise<boolean> {
  for (let after: string | null = null; ;) {
    const page = await feed.page(after);
    if (!page) return false;
    after = page.cursor;
    if (page.hasMore) continue;
    place.keep(after);
    return true;
  }
}

/** Delivers each wanted event after the place, in order, until the signal is given; the place follows. */
export async function forward(forwarding: Forwarding): Promise<void> {
  const { feed, place, wants, signal } = forwarding;
  while (!signal.aborted) {
    const page = await feed.page(place.cursor ?? null);
    if (!page) return;
    for (const event of page.events) {
      if (!wants(event.type)) continue;
      if (!(await deliver(forwarding, event))) return;
      place.keep(event.id);
    }
    place.keep(page.events.at(-1)?.id ?? page.cursor);
    if (!page.hasMore) await pause(pollMs, signal);
  }
}

/** Tries until a 2xx comes; false where the signal came first. */
async function deliver(forwarding: Forwarding, event: FedEvent): Promise<boolean> {
  const { sender, forwardTo, signal, onAttempt } = forwarding;
  const pauses = new Pauses();
  for (let number = 1; !signal.aborted; number += 1) {
    const at = new Date();
    const headers = headersOf(forwarding, event, { number, at });
    const posted = await sender.post({ url: forwardTo, headers, body: event.text });
    const isDelivered = isSuccess(posted.httpStatus);
    if (!isDelivered && signal.aborted) return false;
    const retryMs = isDelivered ? null : pauses.take();
    onAttempt({ ...posted, at, event, number, retryMs });
    if (retryMs === null) return true;
    await pause(retryMs, signal);
  }
  return false;
}

function headersOf(
  { place, environment }: Forwarding,
  event: FedEvent,
  { number, at }: { number: number; at: Date },
): Readonly<Record<string, string>> {
  return deliveryHeaders({
    environment,
    signature: signatureHeader(sign, [place.secret], { at, body: event.text }),
    eventId: event.id,
    // No delivery of the service's: the event's own id makes one that stays the same.
    deliveryId: event.id.replace(/^evt_/, 'whd_'),
    attempt: number,
    digest: createHash('sha256').update(event.text).digest('base64'),
  });
}
