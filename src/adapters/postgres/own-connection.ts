import type pg from 'pg';
import { cut } from './cut.js';
import { hostsOf, WritingClient } from './hosts.js';
import { serverDefaults, setStatement, type ServerSettings } from './server-setting.js';

export interface OwnConnection extends Pick<
  pg.ClientConfig,
  'connectionTimeoutMillis' | 'query_timeout' | 'stream'
> {
  /** Shown in pg_stat_activity. */
  readonly application_name: string;
  readonly settings?: ServerSettings;
  /** Sets nothing on the connection, because a pooler would keep the setting for other clients. */
  readonly isPlain?: true;
}

/** Within 30 seconds the server notices that a client has vanished, and frees its locks. */
const clientIsThere: ServerSettings = {
  tcp_keepalives_idle: '10',
  tcp_keepalives_interval: '5',
  tcp_keepalives_count: '4',
};
/** The client notices a vanished server 10 seconds earlier, however long a statement takes. */
const serverIsThere = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 };

const connectMs = 30_000;
/** A silent server never confirms the end of a connection. */
const goodbyeMs = 5_000;

/** Opens a connection outside the pool. */
export async function openClient(
  url: string,
  { settings, isPlain, ...connection }: OwnConnection,
): Promise<pg.Client> {
  await hostsOf(url).found();
  const client = new WritingClient({
    connectionString: url,
    connectionTimeoutMillis: connectMs,
    ...connection,
    ...serverIsThere,
  });
  // A connection that breaks fails the pending query. Without this listener the error would end the process.
  client.on('error', () => undefined);
  try {
    await client.connect();
    const text = setStatement({ ...serverDefaults, ...clientIsThere, ...settings });
    const query_timeout = connection.connectionTimeoutMillis ?? connectMs;
    if (!isPlain) await client.query({ text, query_timeout } as pg.QueryConfig);
    return client;
  } catch (error) {
    await endClient(client);
    throw error;
  }
}

/** Resolves once the connection has ended. A connection whose server does not confirm is cut. */
export async function endClient(client: pg.Client): Promise<void> {
  const late = setTimeout(() => cut(client), goodbyeMs);
  await client.end();
  clearTimeout(late);
}

/**
 * Runs `work` on its own connection outside the pool. When it resolves, the connection has ended and its locks are
 * free.
 */
export async function inOwnConnection<T>(
  url: string,
  connection: OwnConnection,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = await openClient(url, connection);
  try {
    return await work(client);
  } finally {
    await endClient(client);
  }
}
