import type { Readable } from 'node:stream';
import type { RawBuilder } from 'kysely';
import pg from 'pg';
import { compiled, type Statement } from '../connection.js';
import { cut } from '../cut.js';
import { endClient, openClient } from '../own-connection.js';
import { planSettings } from '../server-setting.js';
import type { CopiedLines } from './copied.js';
import { CopyOut } from './copy.js';
import { Room } from './room.js';

/** An open snapshot keeps vacuum from removing dead rows, so it has a time limit. */
const longestMs = 3_600_000;

const settings = {
  ...planSettings,
  lock_timeout: '4500',
  // The server notices that a client has left, even before it has a row to send.
  client_connection_check_interval: '1000',
  max_parallel_workers_per_gather: '0',
};

export type OnConnect = (client: pg.ClientBase) => Promise<void>;

/** One snapshot on its own connection, from which CSV is copied, however long it takes. */
export class Snapshot {
  readonly #late = setTimeout(() => this.close(), longestMs).unref();

  private constructor(
    private readonly client: pg.Client,
    private readonly room: Room,
  ) {}

  /** `settle` runs before the snapshot starts. */
  static async open<T>(
    url: string,
    onConnect: OnConnect,
    settle: (rows: Snapshot['rows']) => Promise<T>,
  ): Promise<{ readonly snapshot: Snapshot; readonly settled: T }> {
    const room = new Room();
    const own = { application_name: 'psp report', settings, stream: room.connect };
    const snapshot = new Snapshot(await openClient(url, own), room);
    try {
      await onConnect(snapshot.client);
      const settled = await settle((query) => snapshot.rows(query));
      await snapshot.client.query('begin isolation level repeatable read read only');
      return { snapshot, settled };
    } catch (error) {
      snapshot.close();
      throw error;
    }
  }

  async rows<T>(query: RawBuilder<T>): Promise<T[]> {
    const { text, values } = compiled(query);
    const { rows } = await this.client.query(text, [...values]);
    return rows as T[];
  }

  /**
   * The rows of the queries, one after another, as CSV with CRLF and a header line. Reading to the end also ends the
   * connection. Return each chunk with `giveBack`, so that its buffer is reused.
   */
  async *csv(queries: readonly RawBuilder<unknown>[], copied: CopiedLines): AsyncGenerator<Buffer> {
    let source: Readable | undefined;
    const gone = (): void => void source?.destroy(new Error('the connection of a report has ended'));
    this.client.once('end', gone);
    try {
      for (const [nth, query] of queries.entries()) {
        const form = nth === 0 ? 'csv, header' : 'csv';
        const text = `copy (${inlined(compiled(query))}) to stdout (format ${form})`;
        source = this.client.query(new CopyOut(text, { copied, room: this.room }));
        for await (const bytes of source as AsyncIterable<Buffer>) yield bytes;
      }
      this.client.off('end', gone);
      clearTimeout(this.#late);
      await endClient(this.client);
    } finally {
      this.close();
    }
  }

  giveBack(piece: Uint8Array): void {
    this.room.giveBack(piece);
  }

  /** Cuts the connection. A server that is busy sending would not read a goodbye; a cut ends its session at once. */
  close(): void {
    clearTimeout(this.#late);
    cut(this.client);
  }
}

/**
 * COPY takes no parameters, so each value becomes a literal in the text, quoted by the driver. Values were validated
 * earlier.
 */
export function inlined({ text, values }: Statement): string {
  return text.replaceAll(/\$(\d+)/g, (_, nth: string) =>
    pg.escapeLiteral(literalOf(values[Number(nth) - 1])),
  );
}

function literalOf(value: unknown): string {
  if (typeof value === 'string' || typeof value === 'number') return String(value);
  throw new TypeError('a statement can contain only texts and numbers');
}
