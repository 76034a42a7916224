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

/** A snapshot keeps dead rows from being cleared away: it is not held for ever. */
const longestMs = 3_600_000;

const settings = {
  ...planSettings,
  lock_timeout: '4500',
  // A client that has left is noticed before there is a row to send to it.
  client_connection_check_interval: '1000',
  max_parallel_workers_per_gather: '0',
};

export type OnConnect = (client: pg.ClientBase) => Promise<void>;

/** A connection of its own, and on it one snapshot, from which lines of CSV are copied however long they take. */
export class Snapshot {
  readonly #late = setTimeout(() => this.close(), longestMs).unref();

  private constructor(
    private readonly client: pg.Client,
    private readonly room: Room,
  ) {}

  /** `settle` runs before the snapshot is taken. */
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
   * The rows of queries, one after the other, as CSV whose lines end with CRLF, a heading first. Read to its end, it ends
   * the connection too. A piece is used again once it is given back.
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

  /** Without a goodbye, which a server that is busy sending would not read: by that its side ends at once. */
  close(): void {
    clearTimeout(this.#late);
    cut(this.client);
  }
}

/**
 * COPY takes no parameters: each value stands in its text as a literal. It was checked by its reader before, and the
 * quoting is the driver's own.
 */
export function inlined({ text, values }: Statement): string {
  return text.replaceAll(/\$(\d+)/g, (_, nth: string) =>
    pg.escapeLiteral(literalOf(values[Number(nth) - 1])),
  );
}

function literalOf(value: unknown): string {
  if (typeof value === 'string' || typeof value === 'number') return String(value);
  throw new TypeError('only texts and numbers are written into a statement');
}
