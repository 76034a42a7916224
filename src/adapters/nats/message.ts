import type { JsMsg } from '@nats-io/jetstream';
import { PubHeaders } from '@nats-io/jetstream';
import { headers } from '@nats-io/transport-node';
import type { MsgHdrs } from '@nats-io/transport-node';
import type { EventHint } from '../../ports/messaging.js';
import { eventSubject } from './stream.js';

const positionHeader = 'Psp-Position';

/**
 * The whole message; it has no body. The broker accepts each id once and, if `previous` is given, only
 * directly after that id.
 */
export function headersOf({ id, position }: EventHint, previous: string | undefined): MsgHdrs {
  const given = headers();
  given.set(PubHeaders.MsgIdHdr, id);
  given.set(positionHeader, position);
  if (previous !== undefined) given.set(PubHeaders.ExpectedLastMsgIdHdr, previous);
  return given;
}

export function eventOf(message: Pick<JsMsg, 'subject' | 'headers'>): EventHint {
  return {
    accountId: message.subject.slice(eventSubject('').length),
    id: message.headers?.get(PubHeaders.MsgIdHdr) ?? '',
    position: message.headers?.get(positionHeader) ?? '',
  };
}
