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
  const messageHeaders = headers();
  messageHeaders.set(PubHeaders.MsgIdHdr, id);
  messageHeaders.set(positionHeader, position);
  if (previous !== undefined) messageHeaders.set(PubHeaders.ExpectedLastMsgIdHdr, previous);
  return messageHeaders;
}

export function eventOf(message: Pick<JsMsg, 'subject' | 'headers'>): EventHint {
  return {
    accountId: message.subject.slice(eventSubject('').length),
    id: message.headers?.get(PubHeaders.MsgIdHdr) ?? '',
    position: message.headers?.get(positionHeader) ?? '',
  };
}
