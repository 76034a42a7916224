import type { ChildProcess } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { inOwnConnection } from '../adapters/postgres/own-connection.js';
import { dataDirectory } from './folder.js';
import { freePort } from './free-port.js';
import { postgresBinaries } from './postgres-binaries.js';
import { initialiseCluster, launchServer, serverLog } from './postgres-cluster.js';
import {
  clearTheWay,
  clusterHome,
  inUse,
  OWNER_SETTING,
  ownSocket,
  passwordOf,
  postgresUrl,
  POSTGRES_USER,
  SERVICE_USER,
} from './postgres-running.js';

export { runningDatabaseUrl } from './postgres-running.js';

/** A server owned by this process; `exited` resolves when it has ended for any reason. */
export interface EmbeddedPostgres {
  /** For commands, which use reserved connections. */
  url: string;
  /** For the service. */
  serviceUrl: string;
  exited: Promise<void>;
  stop(): Promise<void>;
}

/**
 * `durable: false` gives up crash safety for speed, in tests only. `discard` removes `dir` at the end.
 * `loopback` listens on TCP, at `port` or a free port, so that a test can put a proxy in between. `env` is
 * passed to the server.
 */
export interface EmbeddedOptions {
  dir: string;
  durable: boolean;
  loopback?: boolean;
  port?: number;
  discard?: boolean;
  env?: Readonly<Record<string, string>>;
}

/** Starts the PostgreSQL of a data directory and creates it on the first start; refuses if it is in use. */
export async function startPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const { postgres, initdb } = postgresBinaries();
  const dir = dataDirectory(options.dir);
  await clearTheWay(dir);
  if (!existsSync(clusterHome(dir))) initialiseCluster(dir, initdb, options.durable);
  let isOnLoopback = options.loopback === true;
  for (let attempt = 1; ; attempt++) {
    const address = (isOnLoopback ? undefined : ownSocket(dir)) ?? {
      socket: false,
      port: options.port ?? (await freePort()),
    };
    const url = postgresUrl(dir, address);
    const logged = existsSync(serverLog(dir)) ? statSync(serverLog(dir)).size : 0;
    const guardian = launchServer({ discard: false, ...options, dir, postgres, address });
    const exited = new Promise<void>((resolve) => guardian.once('exit', () => resolve()));
    if (await becomesReady(guardian, url)) {
      await makeServiceRole(url, passwordOf(dir)).catch(async (error: unknown) => {
        await stop(guardian, exited);
        throw error;
      });
      const serviceUrl = postgresUrl(dir, address, SERVICE_USER);
      return { url, serviceUrl, exited, stop: () => stop(guardian, exited) };
    }
    const said = readFileSync(serverLog(dir)).subarray(logged).toString('utf8').trim();
    if (address.socket && hasNoSockets(said)) isOnLoopback = true;
    // Another program took the port, the connections of a killed server are still ending, or this server was
    // killed.
    else if (attempt === 20 || !(/Address already in use|still in use/.test(said) || wasKilled(said)))
      throw startFailure(said, dir);
    await sleep(250);
  }
}

async function stop(guardian: ChildProcess, exited: Promise<void>): Promise<void> {
  guardian.stdin?.end();
  await exited;
}

/** True when our server answers, false if it ended; crash recovery may take a while. */
async function becomesReady(guardian: ChildProcess, url: string): Promise<boolean> {
  while (guardian.exitCode === null && guardian.signalCode === null) {
    if (await answers(url)) return true;
    await sleep(25);
  }
  return false;
}

/** The socket may belong to a competing start, in which case our server is about to end. */
function answers(url: string): Promise<boolean> {
  const connection = { application_name: 'psp', connectionTimeoutMillis: 2000 };
  return inOwnConnection(url, connection, async (client) => {
    const { rows } = await client.query<{ owner: string | null }>(
      'select current_setting($1, true) as owner',
      [OWNER_SETTING],
    );
    return rows[0]?.owner === String(process.pid);
  }).catch(() => false);
}

/**
 * The service's role owns everything, but is not a superuser: connections reserved for superusers stay free
 * for commands.
 */
async function makeServiceRole(url: string, password: string): Promise<void> {
  await inOwnConnection(url, { application_name: 'psp' }, async (client) => {
    // A standby gets the role from its primary.
    const { rows } = await client.query('select from pg_roles where rolname = $1 or pg_is_in_recovery()', [
      SERVICE_USER,
    ]);
    if (rows.length > 0) return;
    await client.query(
      `create role ${SERVICE_USER} login in role ${POSTGRES_USER} password ${client.escapeLiteral(password)}`,
    );
  });
}

/** The server ended without a reason in its log. Connections rejected while it starts are not a reason. */
const wasKilled = (said: string): boolean =>
  !said.split('\n').some((line) => /FATAL|PANIC/.test(line) && !line.includes('the database system is'));

/** Some file systems do not support sockets. */
function hasNoSockets(said: string): boolean {
  const isOfSocket = (line: string): boolean =>
    line.includes('socket') && /could not (create|bind) /.test(line);
  return said.includes('create any Unix') || said.split('\n').some(isOfSocket);
}

function startFailure(said: string, dir: string): Error {
  if (said.includes('lock file "postmaster.pid" already exists')) return new Error(inUse(dir));
  const why = said.split('\n').find((line) => line.includes('FATAL')) ?? said.split('\n').at(-1);
  return new Error(`PostgreSQL did not start (${why ?? 'no message'}); its log is ${serverLog(dir)}.`);
}
