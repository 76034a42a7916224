import { ServerResponse, type IncomingMessage, type OutgoingHttpHeaders, type Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { Refusal } from '../domain/refusal.js';

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

/** How long a whole request may take to come, of which its head is a part, and how often it is looked whose is over. */
export const requestTimes = {
  requestTimeout: 30_000,
  // The platform takes the greater of the two for that of the request.
  headersTimeout: 30_000,
  connectionsCheckingInterval: 1_000,
} as const;

/** The refusal of a request that broke off, if its reading failed by that: its caller left, which is no fault of ours. */
export function brokenOff({ destroyed, complete }: IncomingMessage): Refusal | undefined {
  return destroyed && !complete
    ? new Refusal('invalid_request', 'The request broke off before it had come whole.')
    : undefined;
}

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
