import { isIP, type LookupFunction, type Socket } from 'node:net';
import { buildConnector, Client, type Dispatcher } from 'undici';

/** The target of a connection: an origin and its checked addresses. */
export interface Route {
  readonly origin: string;
  readonly addresses: readonly string[];
}

/** Receives the response to one request. */
export type Handler = Dispatcher.DispatchHandler;

const otherAddressMs = 2_000;
/**
 * Idle timeout for receivers that send no Keep-Alive header. It is shorter than theirs, because a request on
 * a connection that the receiver just closed fails an attempt.
 */
const idleMs = 1_000;
const idleMostMs = 30_000;
/** Response header limit in bytes. Node's limit of 16 KiB is too small for some receivers. */
const headersMost = 64 * 1024;

/** One connection to one receiver. It opens on first use and carries one request at a time. */
export class ReceiverConnection {
  readonly key: string;
  /** Called when the connection has closed; the next request opens a new one. */
  onGone: () => void = () => undefined;
  private readonly client: Client;
  private connecting: Socket | undefined;

  constructor(readonly route: Route) {
    this.key = keyOf(route);
    const connect = buildConnector({
      allowH2: false,
      timeout: 0,
      lookup: pinned(route.addresses),
      autoSelectFamily: true,
      autoSelectFamilyAttemptTimeout: otherAddressMs,
    });
    this.client = new Client(route.origin, {
      pipelining: 1,
      maxHeaderSize: headersMost,
      // undici's timeouts are off: they do not stop a slow drip. The deadline of each delivery covers
      // everything.
      headersTimeout: 0,
      bodyTimeout: 0,
      keepAliveTimeout: idleMs,
      keepAliveMaxTimeout: idleMostMs,
      connect: (options, callback) => {
        // undici's types do not say that the connector returns the socket it opens.
        this.connecting = connect(options, callback) as unknown as Socket;
      },
    });
    this.client.on('disconnect', () => this.onGone());
  }

  send(ask: Dispatcher.DispatchOptions, handler: Handler): void {
    this.client.dispatch(ask, handler);
  }

  /** Closes the connection at once and aborts its request. */
  cut(reason: Error): void {
    this.client.destroy(reason, () => undefined);
    this.connecting?.destroy();
  }
}

/** Equal for routes that may share a connection. */
export function keyOf({ origin, addresses }: Route): string {
  return addresses.length === 1 ? `${origin} ${addresses[0]}` : `${origin} ${addresses.toSorted().join(' ')}`;
}

/** A look-up that returns only the checked addresses. It is not the guard: literal IP hosts bypass it. */
function pinned(addresses: readonly string[]): LookupFunction {
  const found = addresses.map((address) => ({ address, family: isIP(address) }));
  return (_name, _options, callback) => callback(null, found);
}
