import { ServerResponse, type IncomingMessage, type OutgoingHttpHeaders, type Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { Refusal } from '../domain/refusal.js';
import type { Clients } from './address.js';
import { Holdings } from '../flow-control/holding.js';

/** Announces that the process is stopping: from then on each response closes its connection. */
export class Drain {
  #isOn = false;

  get isOn(): boolean {
    return this.#isOn;
  }

  begin(): void {
    this.#isOn = true;
  }

  /**
   * The response class of a listener. It checks when the head is written, so responses already under way
   * close too.
   */
  get ServerResponse(): typeof ServerResponse {
    const isOn = (): boolean => this.#isOn;
    return class<Request extends IncomingMessage> extends ServerResponse<Request> {
      override writeHead(
        status: number,
        reason?: string | OutgoingHttpHeaders | readonly unknown[],
        headers?: OutgoingHttpHeaders | readonly unknown[],
      ): this {
        if (isOn()) this.shouldKeepAlive = false;
        return super.writeHead(status, reason as string, headers as OutgoingHttpHeaders);
      }
    };
  }
}

/** Longer than any response takes. Clients that have not sent their request by then are disconnected. */
const closeWithinMs = 5_000;

/** Time limit in milliseconds for a whole request to arrive. */
const requestMs = 30_000;

/** Listener settings: the time limit for head and body, and how often it is checked. */
export const requestTimes = (ms = requestMs) =>
  ({
    requestTimeout: ms,
    // Node uses the greater of the two for the whole request.
    headersTimeout: ms,
    connectionsCheckingInterval: 1_000,
  }) as const;

/**
 * Longer than a request may take to arrive, so that its caller gets a response before the connection closes.
 */
const stillMsMore = 5_000;

/**
 * A connection without a byte in either direction for this time is closed, for example if the peer reads no
 * responses.
 */
export const stillMs = ({ requestTimeout }: ReturnType<typeof requestTimes>): number =>
  requestTimeout + stillMsMore;

/** The connections of a listener; each client may hold a fixed number. */
export class Connections {
  /** Connections closed at once because their client held too many. */
  refused = 0;
  readonly #open = new Set<Socket>();

  constructor(server: Server, { holderOf }: Pick<Clients, 'holderOf'>, mostOfOne: number) {
    const held = new Holdings();
    server.on('connection', (socket: Socket) => {
      const holder = holderOf(socket);
      if (holder !== undefined && held.of(holder) >= mostOfOne) {
        this.refused += 1;
        socket.destroy();
        return;
      }
      if (holder !== undefined) held.add(holder);
      this.#open.add(socket);
      socket.once('close', () => {
        this.#open.delete(socket);
        if (holder !== undefined) held.remove(holder);
      });
    });
  }

  get open(): number {
    return this.#open.size;
  }

  /**
   * Closes connections that never sent a byte. Node does not count them as idle, so they would delay the
   * stop.
   */
  endSilent(): void {
    for (const socket of this.#open) if (socket.bytesRead === 0) socket.destroy();
  }
}

/**
 * The refusal if reading failed because the caller disconnected, which is not our fault; undefined otherwise.
 */
export function brokenOff({ destroyed, complete }: IncomingMessage): Refusal | undefined {
  return destroyed && !complete
    ? new Refusal('invalid_request', 'The request ended before its body was complete.')
    : undefined;
}

/** The part of a Fastify reply used here. */
interface Reply {
  hijack(): { readonly raw: ServerResponse };
  getHeaders(): Readonly<Record<string, number | string | string[] | undefined>>;
}

/** Takes a response over from Fastify, with its headers so far and the given ones. */
export function takenOver(reply: Reply, headers: Readonly<Record<string, string>>): ServerResponse {
  const { raw } = reply.hijack();
  for (const [name, value] of Object.entries({ ...reply.getHeaders(), ...headers }))
    if (value !== undefined) raw.setHeader(name, value);
  return raw;
}

/** Whether the request came from this process (`inject`): its response has no real socket. */
export const isInner = (raw: ServerResponse): boolean => 'isLightMyRequest' in raw;

/** Whether the whole response was handed to the network. */
export const wasSent = (raw: ServerResponse): boolean =>
  raw.writableFinished || (raw.writableEnded && isInner(raw));

/** While a listener closes: closes idle connections, and all others after 5 seconds. */
export function endConnections(server: Server): void {
  // There is no event for a connection that becomes idle.
  const idle = setInterval(() => server.closeIdleConnections(), 20).unref();
  const late = setTimeout(() => server.closeAllConnections(), closeWithinMs).unref();
  server.once('close', () => {
    clearInterval(idle);
    clearTimeout(late);
  });
}

/** Answers an upgrade request with a head without a body, and closes the connection. */
export function refuseUpgrade(stream: Duplex, head: readonly string[]): void {
  // The listener has released this connection, so its errors must be handled here.
  stream.on('error', () => undefined);
  const text = ['HTTP/1.1 ' + head.join('\r\n'), 'Connection: close', 'Content-Length: 0', '', ''].join(
    '\r\n',
  );
  stream.end(text, () => stream.destroy());
}
