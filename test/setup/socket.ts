import { once } from 'node:events';
import { WebSocket } from 'ws';

/** The messages that came over a socket for one subscription. */
export interface ReceivedMessage {
  readonly data?: Readonly<Record<string, unknown>> | null;
  readonly errors?: readonly {
    readonly message: string;
    readonly extensions: Readonly<Record<string, unknown>>;
  }[];
}

/** The other end of /graphql's WebSocket, as the protocol has it and nothing besides. */
export interface Socket {
  readonly ws: WebSocket;
  /** Begins a subscription; what comes for it, as it comes. */
  subscribe(query: string, variables?: Readonly<Record<string, unknown>>): Subscription;
  send(message: unknown): void;
  /** Resolves to how it was closed. */
  readonly closed: Promise<{ readonly code: number; readonly reason: string }>;
  close(): Promise<unknown>;
}

export interface Subscription {
  readonly id: string;
  readonly received: ReceivedMessage[];
  /** Everything of it, its errors before it began too. */
  readonly messages: { readonly type: string; readonly payload?: unknown }[];
  complete(): void;
}

/** Opens a socket and says nothing yet. */
export async function openSocket(
  url: string,
  protocols: readonly string[] = ['graphql-transport-ws'],
): Promise<Socket> {
  const ws = new WebSocket(`${url.replace('http', 'ws')}/graphql`, [...protocols], {
    perMessageDeflate: false,
  });
  // A connection that is reset ends with an error first, which tells no more than the code that follows.
  ws.on('error', () => undefined);
  const { promise: closed, resolve } = Promise.withResolvers<{ code: number; reason: string }>();
  ws.once('close', (code, reason) => resolve({ code, reason: String(reason) }));
  await once(ws, 'open');
  const subscriptions = new Map<string, Subscription>();
  const send = (message: unknown): void =>
    ws.send(typeof message === 'string' ? message : JSON.stringify(message));
  ws.on('message', (data: Buffer) => {
    const { id, ...message } = JSON.parse(data.toString()) as {
      id?: string;
      type: string;
      payload?: unknown;
    };
    const subscription = subscriptions.get(id ?? '');
    subscription?.messages.push(message);
    if (message.type === 'next') subscription?.received.push(message.payload as ReceivedMessage);
  });
  return {
    ws,
    send,
    closed,
    subscribe(query, variables = {}) {
      const id = `s${subscriptions.size}`;
      const complete = (): void => send({ id, type: 'complete' });
      const subscription = { id, received: [], messages: [], complete };
      subscriptions.set(id, subscription);
      send({ id, type: 'subscribe', payload: { query, variables } });
      return subscription;
    },
    close() {
      ws.close();
      return closed;
    },
  };
}

/** Opens a socket and names who is at its end. */
export async function enter(url: string, token: string): Promise<Socket> {
  const socket = await openSocket(url);
  socket.send({ type: 'connection_init', payload: { authorization: `Bearer ${token}` } });
  const [first] = (await Promise.race([
    once(socket.ws, 'message'),
    socket.closed.then((how) => Promise.reject(new Error(`closed: ${how.code} ${how.reason}`))),
  ])) as [Buffer];
  if (!String(first).includes('connection_ack')) throw new Error(`no welcome: ${String(first)}`);
  return socket;
}
