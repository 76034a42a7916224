import { ServerResponse, type IncomingMessage, type OutgoingHttpHeaders, type Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { Refusal } from '../domain/refusal.js';
import type { Clients } from './address.js';
import { Holdings } from '../flow-control/holding.js';

/** Tells the callers of this process that it is about to stop: from then on each answer is the last of its connection. */
export class Drain {
  #isOn = false;

  get isOn(): boolean {
    return this.#isOn;
  }

  begin(): void {
    this.#isOn = true;
  }

  /** The answers of a listener. An answer under way is told too: it is looked at as late as its head is written. */
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

/** Longer than any answer takes: who has not even sent his request by then is not waited for. */
const closeWithinMs = 5_000;

/** How long a whole request may take to arrive. */
const requestMs = 30_000;

/** The times of a listener: how long a request may take to arrive, head and body, and how often that is looked at. */
export const requestTimes = (ms = requestMs) =>
  ({
    requestTimeout: ms,
    // The platform takes the greater of the two for the whole request.
    headersTimeout: ms,
    connectionsCheckingInterval: 1_000,
  }) as const;

/** Longer than a request may take to arrive: its caller gets an answer before the connection is closed. */
const stillMsMore = 5_000;

/** After this time without a byte in either direction a connection is closed, as when its peer reads no answers. */
export const stillMs = ({ requestTimeout }: ReturnType<typeof requestTimes>): number =>
  requestTimeout + stillMsMore;

/** The connections of a listener, of which one client holds a fixed number. */
export class Connections {
  /** Closed at once, since their client held as many as it may. */
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

  /** A connection counts as idle only after its first request: one that never sent a byte would hold up the stop. */
  endSilent(): void {
    for (const socket of this.#open) if (socket.bytesRead === 0) socket.destroy();
  }
}

/** The refusal of a request that broke off, if its reading failed by that: its caller left, which is no fault of ours. */
export function brokenOff({ destroyed, complete }: IncomingMessage): Refusal | undefined {
  return destroyed && !complete
    ? new Refusal('invalid_request', 'The request ended before its body was complete.')
    : undefined;
}

/** An answer as the framework has it. */
interface Reply {
  hijack(): { readonly raw: ServerResponse };
  getHeaders(): Readonly<Record<string, number | string | string[] | undefined>>;
}

/** Takes an answer over from the framework, with the headers that it has so far and these. */
export function takenOver(reply: Reply, headers: Readonly<Record<string, string>>): ServerResponse {
  const { raw } = reply.hijack();
  for (const [name, value] of Object.entries({ ...reply.getHeaders(), ...headers }))
    if (value !== undefined) raw.setHeader(name, value);
  return raw;
}

/** Whether the request came from within this process (`inject`): its answer has no real socket. */
export const isInner = (raw: ServerResponse): boolean => 'isLightMyRequest' in raw;

/** Whether the whole answer was handed on. */
export const wasSent = (raw: ServerResponse): boolean =>
  raw.writableFinished || (raw.writableEnded && isInner(raw));

/** Ends each connection of a listener that is closing once it rests, and after 5 seconds those that never do. */
export function endConnections(server: Server): void {
  // A connection rests only once it has been answered, and nobody tells when that is.
  const idle = setInterval(() => server.closeIdleConnections(), 20).unref();
  const late = setTimeout(() => server.closeAllConnections(), closeWithinMs).unref();
  server.once('close', () => {
    clearInterval(idle);
    clearTimeout(late);
  });
}

/** Answers a request to take its connection over, by a head without a body, and ends the connection. */
export function refuseUpgrade(stream: Duplex, head: readonly string[]): void {
  // The listener no longer knows this connection: nobody else hears of its errors, nor would anybody close it.
  stream.on('error', () => undefined);
  const text = ['HTTP/1.1 ' + head.join('\r\n'), 'Connection: close', 'Content-Length: 0', '', ''].join(
    '\r\n',
  );
  stream.end(text, () => stream.destroy());
}
