import { createHash } from 'node:crypto';
import { sign, signStandard } from '../../adapters/crypto/vault.js';
import { deliveryHeaders } from '../../domain/delivery-header.js';
import { forged, type RoughVariant } from '../../domain/rough.js';
import { signatureHeaders } from '../../domain/signature.js';
import { isSuccess } from '../../domain/webhook-attempt.js';
import type { PostResult, Sender } from '../../ports/sender.js';
import type { FedEvent, Feed } from './feed.js';
import { pause, Pauses } from './pause.js';
import type { ListenCursor } from './place.js';
import { outOfOrder } from './rough.js';

/** One attempt to deliver an event; `retryMs` is the pause before the next one, null where there is none. */
export interface Attempt extends PostResult {
  readonly at: Date;
  readonly event: FedEvent;
  readonly number: number;
  readonly retryMs: number | null;
  /** A rough delivery: the event once more, or a body that was changed after it was signed. */
  readonly twist?: RoughVariant;
}

export interface Forwarding {
  readonly feed: Feed;
  readonly cursor: ListenCursor;
  readonly sender: Sender;
  /** Undefined if events are only printed. */
  readonly forwardTo: string | undefined;
  /** Sends altered deliveries first, each event twice, and events of different resources out of order. */
  readonly isRough: boolean;
  readonly environment: string;
  readonly wants: (type: string) => boolean;
  readonly onEvent: (event: FedEvent) => void;
  readonly onAttempt: (attempt: Attempt) => void;
  readonly signal: AbortSignal;
}

const pollMs = 500;
const signer = { sign, signStandard };

/** Skips to the end of the log; false if aborted first. */
export async function skipToEnd({ feed, cursor }: Pick<Forwarding, 'feed' | 'cursor'>): Promise<boolean> {
  for (let after: string | null = null; ;) {
    const page = await feed.page(after);
    if (!page) return false;
    after = page.cursor;
    if (page.hasMore) continue;
    cursor.keep(after);
    return true;
  }
}

/** Delivers each wanted event after the cursor, in order, until aborted, and moves the cursor. */
export async function forward(forwarding: Forwarding): Promise<void> {
  const { feed, cursor, wants, isRough, signal } = forwarding;
  while (!signal.aborted) {
    const page = await feed.page(cursor.cursor ?? null);
    if (!page) return;
    const wanted = page.events.filter(({ type }) => wants(type));
    for (const event of isRough ? outOfOrder(wanted) : wanted) {
      forwarding.onEvent(event);
      if (!(await deliver(forwarding, event))) return;
      // With events out of order, the cursor moves only after the whole page.
      if (!isRough) cursor.keep(event.id);
    }
    cursor.keep(page.events.at(-1)?.id ?? page.cursor);
    if (!page.hasMore) await pause(pollMs, signal);
  }
}

/** Retries until a 2xx response; false if aborted first. */
async function deliver(forwarding: Forwarding, event: FedEvent): Promise<boolean> {
  const { forwardTo, isRough, signal } = forwarding;
  if (forwardTo === undefined) return !signal.aborted;
  if (isRough) await attempt(forwarding, event, { number: 1, twist: 'forged' });
  const pauses = new Pauses();
  for (let number = 1; !signal.aborted; number += 1) {
    const pauseMs = await attempt(forwarding, event, { number, pauses });
    if (pauseMs === undefined) return false;
    if (pauseMs > 0) await pause(pauseMs, signal);
    else {
      if (isRough) await attempt(forwarding, event, { number, twist: 'again' });
      return true;
    }
  }
  return false;
}

interface Try {
  readonly number: number;
  readonly pauses?: Pauses;
  readonly twist?: RoughVariant;
}

/** The delay before the next attempt, 0 for none; undefined if aborted first. */
async function attempt(
  forwarding: Forwarding,
  event: FedEvent,
  { number, pauses, twist }: Try,
): Promise<number | undefined> {
  const { sender, forwardTo = '', signal, onAttempt } = forwarding;
  const at = new Date();
  const headers = headersOf(forwarding, event, { number, at });
  const body = twist === 'forged' ? forged(event.text) : event.text;
  const posted = await sender.post({ url: forwardTo, headers, body });
  const isDelivered = isSuccess(posted.httpStatus);
  if (!isDelivered && signal.aborted) return undefined;
  const retryMs = isDelivered || pauses === undefined ? null : pauses.take();
  onAttempt({ ...posted, at, event, number, retryMs, ...(twist !== undefined && { twist }) });
  return retryMs ?? 0;
}

function headersOf(
  { cursor, environment }: Forwarding,
  event: FedEvent,
  { number, at }: { number: number; at: Date },
): Readonly<Record<string, string>> {
  return deliveryHeaders({
    environment,
    signatures: signatureHeaders(signer, [cursor.secret], { eventId: event.id, at, body: event.text }),
    eventId: event.id,
    // A stable delivery id derived from the event, because the service did not create this delivery.
    deliveryId: event.id.replace(/^evt_/, 'whd_'),
    attempt: number,
    digest: createHash('sha256').update(event.text).digest('base64'),
  });
}
