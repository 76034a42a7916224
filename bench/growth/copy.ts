import { finished } from 'node:stream/promises';
import pg from 'pg';
import { from, type CopyStreamQuery } from 'pg-copy-streams';

/** A value of a row. */
export type Cell = string | number | Date | { toFixed(): string } | null;

/** Writes rows into tables by COPY. */
export interface Copy {
  add(table: string, cells: readonly Cell[]): void;
  /** Resolves when the server has caught up with the added rows. */
  drained(): Promise<void>;
  /** Resolves when all rows are written. */
  end(): Promise<void>;
  /** Closes the connections; rows that are not written yet are dropped. */
  close(): Promise<void>;
}

interface Lane {
  readonly client: pg.Client;
  readonly stream: CopyStreamQuery;
  /** Settles when the stream has ended, with the error if there is one. */
  readonly fault: Promise<unknown>;
  text: string;
}

const chunkLength = 128 * 1024;

/**
 * Opens one connection for each table, so that tables fill in parallel. They write in replica mode: the
 * checker verifies afterwards what triggers and foreign keys would verify row by row.
 */
export async function openCopy(
  url: string,
  columns: Readonly<Record<string, readonly string[]>>,
): Promise<Copy> {
  const lanes = new Map<string, Lane>();
  for (const [table, names] of Object.entries(columns)) lanes.set(table, await openLane(url, table, names));
  const send = (lane: Lane): void => {
    lane.stream.write(lane.text);
    lane.text = '';
  };
  return {
    add(table, cells) {
      const lane = lanes.get(table);
      if (!lane) throw new Error(`no rows of ${table} are copied`);
      lane.text += lineOf(cells);
      if (lane.text.length >= chunkLength) send(lane);
    },
    async drained() {
      for (const { stream, fault } of lanes.values()) {
        if (!stream.writableNeedDrain) continue;
        const drained = new Promise<undefined>((resolve) => stream.once('drain', () => resolve(undefined)));
        raise(await Promise.race([drained, fault]));
      }
    },
    async end() {
      for (const lane of lanes.values()) {
        send(lane);
        lane.stream.end();
      }
      for (const { fault } of lanes.values()) raise(await fault);
    },
    async close() {
      await Promise.all([...lanes.values()].map(({ client }) => client.end()));
    },
  };
}

async function openLane(url: string, table: string, names: readonly string[]): Promise<Lane> {
  const client = new pg.Client({ connectionString: url, application_name: 'psp bench seed' });
  await client.connect();
  await client.query('set session_replication_role = replica');
  const quoted = names.map((name) => `"${name}"`).join();
  const name = table.replace('.', '"."');
  const stream = client.query(from(`copy "${name}" (${quoted}) from stdin`));
  const fault = finished(stream).then(
    () => undefined,
    (error: unknown) => error,
  );
  return { client, stream, fault, text: '' };
}

function raise(fault: unknown): void {
  if (fault !== undefined) throw fault;
}

const special = /[\\\t\n\r]/;
const escapes: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };

/** A row in COPY's text format. */
export function lineOf(cells: readonly Cell[]): string {
  return `${cells.map(textOf).join('\t')}\n`;
}

function textOf(cell: Cell): string {
  if (cell === null) return '\\N';
  if (typeof cell === 'string') {
    return special.test(cell) ? cell.replace(/[\\\t\n\r]/g, (one) => escapes[one] ?? one) : cell;
  }
  if (typeof cell === 'number') return String(cell);
  return cell instanceof Date ? cell.toISOString() : cell.toFixed();
}
