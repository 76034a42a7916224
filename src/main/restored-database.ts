import { setTimeout as after } from 'node:timers/promises';
import type { MikroORM } from '@mikro-orm/postgresql';
import type { ClientBase } from 'pg';
import { missingEvent, sourceOf } from '../adapters/postgres/missing-event.js';
import { inOwnConnection } from '../adapters/postgres/own-connection.js';
import { postgresStore } from '../adapters/postgres/store.js';
import type { Origin } from '../adapters/postgres/tx.js';
import type { Log } from '../ports/log.js';
import type { EventHint, Messaging } from '../ports/messaging.js';
import { noticeRestored } from '../usecases/restored.js';
import type { StreamComparison } from '../workers/relay.js';

type Client = Pick<ClientBase, 'query'>;

export interface Comparison extends StreamComparison {
  /** Resolves when the new connection may be used. */
  onConnect(client: Client): Promise<void>;
  /** Ends a start that failed. */
  stop(): Promise<void>;
}

interface ComparisonNeeds {
  readonly databaseUrl: string;
  readonly messaging: Pick<Messaging, 'start' | 'newest' | 'clear' | 'stop'>;
  readonly log: Log;
  /** Enters restored mode, over connections that are not compared. Returns false if the database is in it. */
  readonly enter: (missing: EventHint) => Promise<boolean>;
}

const connection = { application_name: 'psp', connectionTimeoutMillis: 5_000 };
/** The longest that a connection waits for NATS. */
const newestMs = 2_000;

/**
 * Notices that the database is older than what was published: a backup was restored, or a failover has lost commits.
 * Each history of a database is compared with the stream once, before the first connection to it is used, so that
 * nothing is sent from it before restored mode.
 */
class DatabaseComparison implements Comparison {
  readonly #needs: ComparisonNeeds;
  #source: string | undefined;
  #comparing: Promise<void> = Promise.resolve();
  #isPending = true;
  #hasWarned = false;

  constructor(needs: ComparisonNeeds) {
    this.#needs = needs;
  }

  async onConnect(client: Client): Promise<void> {
    const source = await sourceOf(client);
    if (source !== this.#source) {
      this.#source = source;
      this.#comparing = this.#compare(client);
    }
    try {
      await this.#comparing;
    } catch (error) {
      // The next connection compares.
      this.#source = undefined;
      throw error;
    }
  }

  async complete(): Promise<boolean> {
    const { databaseUrl } = this.#needs;
    if (this.#isPending) await inOwnConnection(databaseUrl, connection, (client) => this.#compare(client));
    return !this.#isPending;
  }

  stop(): Promise<void> {
    return this.#needs.messaging.stop();
  }

  async #compare(client: Client): Promise<void> {
    const { messaging, log, enter } = this.#needs;
    this.#isPending = true;
    messaging.start();
    let newest: readonly EventHint[];
    try {
      newest = await Promise.race([messaging.newest(), tooLate()]);
    } catch (error) {
      if (!this.#hasWarned)
        log.warn({ err: error }, 'database not compared with NATS; comparing when NATS answers');
      this.#hasWarned = true;
      return;
    }
    const missing = await missingEvent(client, newest);
    if (missing !== undefined) {
      const { id: event_id, accountId: account_id } = missing;
      if (await enter(missing))
        log.error(
          { event_id, account_id },
          'published event missing from the database; restored mode entered',
        );
      await messaging.clear();
    }
    [this.#isPending, this.#hasWarned] = [false, false];
  }
}

/** Does nothing without NATS: what does not outlive this process shows nothing. */
export const comparisonOf = (needs: ComparisonNeeds, natsUrl: string | false | undefined): Comparison =>
  natsUrl
    ? new DatabaseComparison(needs)
    : { onConnect: async () => undefined, complete: async () => true, stop: async () => undefined };

/** Enters over a pool of its own, whose connections are not compared. */
export const entering =
  (open: () => Promise<MikroORM>, origin: Origin): ComparisonNeeds['enter'] =>
  async (missing) => {
    const orm = await open();
    try {
      return await noticeRestored(
        { store: postgresStore(orm, origin, { onRetry: () => undefined }) },
        missing,
      );
    } finally {
      await orm.close(true);
    }
  };

async function tooLate(): Promise<never> {
  await after(newestMs, undefined, { ref: false });
  throw new Error('NATS gives no answer');
}
