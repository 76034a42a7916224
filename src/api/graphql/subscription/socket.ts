import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { GraphQLError, type GraphQLFormattedError } from 'graphql';
import { handleProtocols, makeServer, type Server } from 'graphql-ws';
import { WebSocketServer, type RawData, type WebSocket } from 'ws';
import { Refusal } from '../../../domain/refusal.js';
import type { NewId } from '../../../domain/id.js';
import type { Log } from '../../../ports/log.js';
import type { Clock } from '../../../ports/clock.js';
import type { ClientOf } from '../../address.js';
import { refuseUpgrade } from '../../connection.js';
import { answerMs, inTime, within } from '../../deadline.js';
import { errors as errorKinds, logError, TooManyRequests } from '../../error.js';
import { readJson } from '../../json.js';
import { likenessOf, type Caller, type Identity } from '../caller.js';
import type { Context } from '../context.js';
import { formatError, logGraphqlErrors } from '../error.js';
import type { Documents, Operation } from './document.js';
import type { Subscribers } from './subscriber.js';
import { IdQueue } from './id-queue.js';
import { closing } from './watcher.js';

export interface SocketNeeds {
  readonly documents: Documents;
  readonly subscribers: Subscribers;
  readonly identity: Identity;
  readonly clientOf: ClientOf;
  readonly clock: Clock;
  readonly newId: NewId;
  readonly log: Log;
  readonly context: (caller: Caller, requestId: string) => Context;
}

/** Limits: open sockets, subscriptions per socket, bytes of a message and of unread answers, and silence. */
export const socketBounds = {
  sockets: 5_000,
  subscriptions: 50,
  messageBytes: 64 * 1024,
  waitingBytes: 1024 * 1024,
  initMs: 3_000,
  pingEveryMs: 10_000,
  closeMs: 5_000,
} as const;

const goodbyeMs = 2_000;

// A separate object, because the types lack `closeTimeout`.
const listening = {
  noServer: true,
  clientTracking: false,
  perMessageDeflate: false,
  maxPayload: socketBounds.messageBytes,
  closeTimeout: socketBounds.closeMs,
  handleProtocols,
} as const;

/** One socket, and its caller once identified. */
interface Peer {
  readonly socket: WebSocket;
  readonly client: string;
  authorization: string;
  caller: Caller | undefined;
  isAlive: boolean;
  readonly ids: IdQueue;
}

/** Passed from one hook of the protocol to the next. */
interface Prepared {
  readonly operation: Operation;
  readonly peer: Peer;
  readonly caller: Caller;
  readonly requestId: string;
  readonly id: string;
}

/** GraphQL over WebSocket, for subscriptions only. */
export class Sockets {
  readonly #peers = new Set<Peer>();
  readonly #server: WebSocketServer;
  readonly #protocol: Server<Peer>;
  readonly #pinging: NodeJS.Timeout;
  #isStopping = false;

  constructor(private readonly needs: SocketNeeds) {
    this.#server = new WebSocketServer(listening);
    this.#protocol = this.#spoken();
    this.#pinging = setInterval(() => this.#ping(), socketBounds.pingEveryMs);
    this.#pinging.unref();
  }

  get count(): number {
    return this.#peers.size;
  }

  /** Takes over a connection from the listener. */
  upgrade(request: IncomingMessage, stream: Duplex, head: Buffer): void {
    if (this.#isStopping || this.#peers.size >= socketBounds.sockets) {
      refuseUpgrade(stream, ['503 Service Unavailable', 'Retry-After: 1']);
      return;
    }
    this.#server.handleUpgrade(request, stream, head, (socket) => this.#open(socket, request));
  }

  /** A member or operator has changed. Sockets with a token that is no longer valid are closed. */
  recheck(): void {
    const byToken = Map.groupBy(
      [...this.#peers].filter(({ caller }) => caller !== undefined),
      ({ authorization }) => authorization,
    );
    for (const [authorization, peers] of byToken) void this.#recheck(authorization, peers);
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    clearInterval(this.#pinging);
    const gone = [...this.#peers].map(
      ({ socket }) => new Promise((resolve) => void socket.once('close', resolve)),
    );
    for (const { socket } of this.#peers) socket.close(closing.stopping.code, closing.stopping.reason);
    await within(Promise.all(gone), goodbyeMs, this.needs.clock);
    for (const { socket } of this.#peers) socket.terminate();
    await this.needs.subscribers.stop();
  }

  #open(socket: WebSocket, request: IncomingMessage): void {
    const client = this.needs.clientOf(request);
    const ids = new IdQueue();
    const peer: Peer = { socket, client, authorization: '', caller: undefined, isAlive: true, ids };
    this.#peers.add(peer);
    const { log } = this.needs;
    socket.on('pong', () => (peer.isAlive = true));
    // ws closes the socket of an oversized or invalid frame with the matching code.
    socket.on('error', (error) =>
      log.info({ route: '/graphql', err: error }, 'WebSocket closed: invalid message'),
    );
    const closed = this.#protocol.opened(
      {
        protocol: socket.protocol,
        send: (text) => void (socket.readyState === socket.OPEN && socket.send(text)),
        close: (code, reason) => socket.close(code, reason),
        onMessage: (receive) => socket.on('message', (data) => void this.#receive(peer, data, receive)),
      },
      peer,
    );
    socket.once('close', (code, reason) => {
      this.#peers.delete(peer);
      closed(code, String(reason)).catch(this.#logError);
    });
  }

  async #receive(peer: Peer, data: RawData, receive: (text: string) => Promise<void>): Promise<void> {
    const { socket, ids } = peer;
    try {
      // A client that does not read its answers is disconnected.
      if (socket.bufferedAmount > socketBounds.waitingBytes)
        return socket.close(closing.slow.code, closing.slow.reason);
      const bytes = data as Buffer;
      const message = readJson(bytes).value;
      if (ids.waiting >= socketBounds.subscriptions)
        throw new TooManyRequests('Too many messages wait for subscriptions to end.', 1);
      await ids.take(message, async () => {
        // If the socket closed meanwhile, nothing would end the subscription, so it is not started.
        if (socket.readyState === socket.OPEN) await receive(bytes.toString('utf8'));
      });
    } catch (error) {
      if (error instanceof TooManyRequests) return this.#dismiss(peer, error);
      this.#logError(error);
      if (error instanceof Refusal) return socket.close(4400, 'The message is not unambiguous JSON.');
      socket.close(4500, 'Internal error.');
    }
  }

  #spoken(): Server<Peer> {
    return makeServer<Record<string, unknown>, Peer>({
      connectionInitWaitTimeout: socketBounds.initMs,
      onConnect: async ({ extra: peer, connectionParams }) => this.#welcome(peer, connectionParams ?? {}),
      onSubscribe: async ({ extra: peer, subscriptions }, id, payload) => {
        const requestId = this.needs.newId('request', this.needs.clock.businessNow());
        try {
          const prepared = this.#prepare(peer, Object.keys(subscriptions).length, payload);
          const { schema, document, operationName } = prepared.operation;
          const contextValue: Prepared = { ...prepared, peer, requestId, id };
          return { schema, document, operationName, contextValue };
        } catch (error) {
          return [numbered(error, requestId)];
        }
      },
      subscribe: async ({ contextValue }) => this.#subscribe(contextValue as Prepared),
      onNext: (...[, , , , { errors = [] }]) => ({ errors: this.#formatted(errors) }),
      onError: (...[, , , errors]) => this.#formatted(errors.map(asThrown)),
    });
  }

  async #welcome(peer: Peer, payload: Readonly<Record<string, unknown>>): Promise<boolean> {
    const { identity } = this.needs;
    try {
      peer.authorization = authorizationOf(payload);
      const identified = identity.identify(peer.authorization, peer.client);
      peer.caller = await inTime(identified, answerMs, this.#logError);
      return true;
    } catch (error) {
      this.#dismiss(peer, error);
      // The close code is set; later close calls have no effect.
      return false;
    }
  }

  #prepare(peer: Peer, open: number, payload: { query: string }): { operation: Operation; caller: Caller } {
    if (peer.caller === undefined) throw new Refusal('invalid_api_key', 'The socket is not authenticated.');
    if (open > socketBounds.subscriptions) {
      throw new TooManyRequests(`A socket has at most ${socketBounds.subscriptions} subscriptions.`, 1);
    }
    return { operation: this.needs.documents.read(payload), caller: peer.caller };
  }

  async #subscribe({ operation, peer, caller, requestId, id }: Prepared) {
    const context = (): Context => this.needs.context(caller, requestId);
    const request = { operation, context, socket: peer.socket, id };
    const found = await this.needs.subscribers
      .subscribe(request)
      .catch((error: unknown) => [numbered(error, requestId)]);
    return isErrors(found) ? refusing(found.map((error) => numbered(error, requestId))) : found;
  }

  /** The part of errors that goes to the client. The rest is logged under the same request id. */
  #formatted(errors: readonly GraphQLError[]): GraphQLFormattedError[] {
    const requestId = errors[0]?.extensions['request_id'];
    logGraphqlErrors(this.needs.log, requestId, errors);
    return errors.map((error) => {
      const { extensions, ...details } = formatError(error.toJSON(), error);
      return { ...details, extensions: { ...extensions, request_id: requestId } };
    });
  }

  readonly #logError = (error: unknown): void => logError(this.needs.log, { route: '/graphql' }, error);

  /** Close code: 4000 plus the HTTP status of the refusal in REST. */
  #dismiss({ socket }: Peer, error: unknown): void {
    this.#logError(error);
    if (error instanceof Refusal) return socket.close(4000 + errorKinds[error.code].status, error.code);
    socket.close(4500, 'internal_error');
  }

  /** If the database is unavailable, no socket is closed; the next check follows soon. */
  async #recheck(authorization: string, peers: readonly Peer[]): Promise<void> {
    const [first] = peers;
    if (first === undefined) return;
    try {
      const caller = await this.needs.identity.identify(authorization, first.client);
      for (const peer of peers) {
        const isSame = peer.caller && likenessOf(peer.caller) === likenessOf(caller);
        if (!isSame)
          this.#dismiss(peer, new Refusal('invalid_api_key', 'The rights of the token have changed.'));
      }
    } catch (error) {
      this.#logError(error);
      if (!(error instanceof Refusal) || error.code === 'temporarily_unavailable') return;
      // Any refusal counts, because too many failures also mean that the token is invalid.
      for (const peer of peers) this.#dismiss(peer, new Refusal('invalid_api_key', error.message));
    }
  }

  /** Ends sockets that did not answer the last ping, and rechecks tokens, which may have expired. */
  #ping(): void {
    for (const peer of this.#peers) {
      if (!peer.isAlive) peer.socket.terminate();
      peer.isAlive = false;
      peer.socket.ping();
    }
    this.recheck();
  }
}

/** The value of an Authorization header, or just the token. */
function authorizationOf({
  authorization,
  Authorization: header,
  token,
}: Readonly<Record<string, unknown>>): string {
  const credential = authorization ?? header;
  if (typeof credential === 'string') return credential;
  return typeof token === 'string' ? `Bearer ${token}` : '';
}

/**
 * Errors thrown by a stream are sent as `error` messages. Errors returned in any other way would be sent as if they
 * were an event.
 */
function refusing([error]: readonly GraphQLError[]): AsyncIterable<never> {
  return { [Symbol.asyncIterator]: () => ({ next: () => Promise.reject(error) }) };
}

/** Unwraps an error that the library wrapped. */
function asThrown(error: GraphQLError): GraphQLError {
  return error.originalError instanceof GraphQLError ? error.originalError : error;
}

function isErrors(found: object): found is readonly GraphQLError[] {
  return Array.isArray(found);
}

function numbered(error: unknown, requestId: string): GraphQLError {
  const cause = error instanceof Error ? error : new Error(String(error));
  const made =
    cause instanceof GraphQLError ? cause : new GraphQLError(cause.message, { originalError: cause });
  Object.assign(made.extensions, { request_id: requestId });
  return made;
}
