import { isIP, type LookupFunction, type Socket } from 'node:net';
import { buildConnector, Client, type Dispatcher } from 'undici';

/** Where a connection leads: an origin at addresses that were checked. */
export interface Route {
  readonly origin: string;
  readonly addresses: readonly string[];
}

/** The receiver of a connection's answer to one request. */
export type Handler = Dispatcher.DispatchHandler;

const otherAddressMs = 2_000;
/** Less than any receiver leaves a connection open that does not say how long it does: what it closes fails an attempt. */
const idleMs = 1_000;
const idleMostMs = 30_000;
/** Of an answer's headers; Node's own limit of 16 KiB is less than what some receivers send. */
const headersMost = 64 * 1024;

/** One connection to one receiver, opened when first used, for one request at a time. */
export class ReceiverConnection {
  readonly key: string;
  /** Called when the connection is gone; the next request would open another. */
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
      // The deadline of a post stands above these: they would neither stop a drip nor leave it alone.
      headersTimeout: 0,
      bodyTimeout: 0,
      keepAliveTimeout: idleMs,
      keepAliveMaxTimeout: idleMostMs,
      connect: (options, callback) => {
        // undici's types do not say that the connector hands out the socket it opens.
        this.connecting = connect(options, callback) as unknown as Socket;
      },
    });
    this.client.on('disconnect', () => this.onGone());
  }

  send(ask: Dispatcher.DispatchOptions, handler: Handler): void {
    this.client.dispatch(ask, handler);
  }

  /** Ends the connection at once, with whatever is on it. */
  cut(reason: Error): void {
    this.client.destroy(reason, () => undefined);
    this.connecting?.destroy();
  }
}

/** The same for routes that may share a connection. */
export function keyOf({ origin, addresses }: Route): string {
  return addresses.length === 1 ? `${origin} ${addresses[0]}` : `${origin} ${addresses.toSorted().join(' ')}`;
}

/** A look-up that knows only the checked addresses. It is no guard: a literal host never asks it. */
function pinned(addresses: readonly string[]): LookupFunction {
  const found = addresses.map((address) => ({ address, family: isIP(address) }));
  return (_name, _options, callback) => callback(null, found);
}
