import { setTimeout as after } from 'node:timers/promises';
import { jetstreamManager } from '@nats-io/jetstream';
import type { JetStreamClient, JetStreamManager } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import type { ConnectionOptions, NatsConnection } from '@nats-io/transport-node';
import type { Log } from '../../ports/log.js';
import type { MessagingHealth } from '../../ports/messaging.js';
import { ensureStream } from './stream.js';

/** One connection on which the stream and its consumers exist. */
export interface BrokerLink {
  readonly connection: NatsConnection;
  readonly manager: JetStreamManager;
  readonly client: JetStreamClient;
  /** Ends the connection; all work starts again on the next one. */
  fail(error: unknown): void;
}

/** Work that runs on each connection while it lasts. */
export type ConnectionWork = (link: BrokerLink) => Promise<void>;

const retryMs = 500;
const answerMs = 5_000;
const stopTimeoutMs = 1_000;

/**
 * Keeps a connection open and reconnects without end. The client's own reconnecting is off: it buffers published
 * messages without a limit, and its consumers resume at a sequence number that a wiped store does not reach
 * again.
 */
export class Broker {
  #link: BrokerLink | undefined;
  #reason = 'not connected yet';
  #running: Promise<void> | undefined;
  readonly #stopped = new AbortController();
  readonly #tried = Promise.withResolvers<void>();
  readonly #duties = new Set<ConnectionWork>();

  constructor(
    private readonly url: string,
    private readonly log: Log,
  ) {}

  /** The current connection, or undefined. */
  get link(): BrokerLink | undefined {
    const link = this.#link;
    return link === undefined || link.connection.isClosed() || link.connection.isDraining()
      ? undefined
      : link;
  }

  start(): void {
    this.#running ??= this.run();
  }

  /** The current connection, or the one that is being made for the first time. Throws if there is none. */
  async reached(): Promise<BrokerLink> {
    await Promise.race([this.#tried.promise, after(answerMs, undefined, { ref: false })]);
    if (this.link === undefined) throw new Error(`the message broker is away: ${this.#reason}`);
    return this.link;
  }

  health(): MessagingHealth {
    return this.link ? { connected: true } : { connected: false, reason: this.#reason };
  }

  /** Runs the work on the current and every later connection. The returned function stops that. */
  add(duty: ConnectionWork): () => void {
    this.#duties.add(duty);
    if (this.link) this.perform(duty, this.link);
    return () => void this.#duties.delete(duty);
  }

  async stop(): Promise<void> {
    this.#stopped.abort();
    // Do not wait for a silent broker.
    await Promise.race([Promise.allSettled([this.link?.connection.drain()]), stopTimeout()]);
    await Promise.race([Promise.all([this.#link?.connection.close(), this.#running]), stopTimeout()]);
  }

  private async run(): Promise<void> {
    const { signal } = this.#stopped;
    let wasLogged = false;
    while (!signal.aborted) {
      try {
        await this.connected();
      } catch (error) {
        const wasConnected = this.#link !== undefined;
        this.#link = undefined;
        this.#reason = error instanceof Error ? error.message : String(error);
        if (!signal.aborted && (wasConnected || !wasLogged)) {
          this.log.warn({ err: error }, 'NATS unreachable; events wait in the database');
          wasLogged = true;
        }
      }
      this.#tried.resolve();
      await pause(retryMs, signal);
    }
  }

  /** Runs one connection until it ends, which is a failure unless we are stopping. */
  private async connected(): Promise<never> {
    const connection = await connect({
      ...serversOf(this.url),
      name: 'psp',
      reconnect: false,
      timeout: answerMs,
      pingInterval: answerMs,
      maxPingOut: 2,
    });
    try {
      const manager = await jetstreamManager(connection, { timeout: answerMs });
      await ensureStream(manager);
      this.#stopped.signal.throwIfAborted();
      let fault: unknown;
      const fail = (error: unknown): void => {
        fault ??= error;
        void connection.close();
      };
      const link = { connection, manager, client: manager.jetstream(), fail };
      this.#link = link;
      this.#tried.resolve();
      this.log.info({}, 'connected to NATS');
      for (const duty of this.#duties) this.perform(duty, link);
      const closed = await connection.closed();
      throw fault ?? closed ?? new Error('the connection was closed');
    } finally {
      await connection.close();
    }
  }

  private perform(duty: ConnectionWork, link: BrokerLink): void {
    duty(link).catch((error: unknown) => link.fail(error));
  }
}

const stopTimeout = (): Promise<void> => after(stopTimeoutMs, undefined, { ref: false });

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  try {
    await after(ms, undefined, { signal });
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}

/** The client does not read TLS, user or token from the URL. */
function serversOf(url: string): Pick<ConnectionOptions, 'servers' | 'tls' | 'user' | 'pass' | 'token'> {
  const urls = url.split(',').map((each) => new URL(each.trim()));
  const servers = {
    servers: urls.map(({ host }) => host),
    ...(urls.some(({ protocol }) => protocol === 'tls:') && { tls: {} }),
  };
  const named = urls.find(({ username }) => username !== '');
  if (named === undefined) return servers;
  const [user, pass] = [decodeURIComponent(named.username), decodeURIComponent(named.password)];
  return pass === '' ? { ...servers, token: user } : { ...servers, user, pass };
}
