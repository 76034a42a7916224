import { execFileSync } from 'node:child_process';
import { appendFileSync, chmodSync, mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { createServer, connect, type AddressInfo, type Socket } from 'node:net';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres, type EmbeddedPostgres } from '../../src/main/embedded.js';
import { crashPostgres } from './process.js';
import { queryRows } from './rows.js';

/** A server, a standby of it that must have each commit, and one address that moves. */
export interface Replicated {
  /** Where the service is told to go. */
  readonly url: string;
  /** Both servers, the standby first. */
  readonly hosts: string;
  /** The database at the standby's own address. */
  readonly standbyUrl: string;
  /** At the first server's. */
  readonly primaryUrl: string;
  /** Has the standby apply each commit so much later than the primary. */
  delayStandby(ms: number): Promise<void>;
  loseStandby(): Promise<void>;
  returnStandby(): Promise<void>;
  /** The first server ends as in a power cut; the standby takes its place, and its address. */
  failOver(): Promise<void>;
  discard(): Promise<void>;
}

const name = 'standby';

/** `isAsynchronous`: commits do not wait for the standby. */
export async function startReplicated(isAsynchronous = false): Promise<Replicated> {
  const home = mkdtempSync(join(tmpdir(), 'psp-replica-'));
  chmodSync(home, 0o711);
  const [first, second] = [join(home, 'first'), join(home, 'second')];
  const made = await startPostgres({ loopback: true, dir: first, durable: true });
  await queryRows(made.url, 'create database psp');
  const { port } = new URL(made.url);
  await made.stop();
  copyCluster(first, second, made.url);
  const primary = await startPostgres({ loopback: true, dir: first, durable: true, port: Number(port) });
  await set(primary.url, 'synchronous_standby_names', isAsynchronous ? '' : name);
  let standby: EmbeddedPostgres = await startPostgres({ loopback: true, dir: second, durable: true });
  const address = await openAddress(primary.url);
  const databaseAt = (url: string): string => Object.assign(new URL(url), { pathname: '/psp' }).href;
  const hasStandby = async (): Promise<void> => {
    const state = isAsynchronous ? 'async' : 'sync';
    const seen = `select 1 from pg_stat_replication where state = 'streaming' and sync_state = '${state}'`;
    while ((await queryRows(primary.url, seen)).length === 0);
  };
  await hasStandby();
  return {
    url: databaseAt(address.urlOf(primary.url)),
    hosts: databaseAt(standby.url).replace(
      /@([^/]+)(.*)$/,
      `@$1,${new URL(primary.url).host}$2?target_session_attrs=read-write`,
    ),
    standbyUrl: databaseAt(standby.url),
    primaryUrl: databaseAt(primary.url),
    delayStandby: (ms) => set(standby.url, 'recovery_min_apply_delay', String(ms)),
    async loseStandby() {
      await standby.stop();
    },
    async returnStandby() {
      standby = await startPostgres({
        loopback: true,
        dir: second,
        durable: true,
        port: Number(new URL(standby.url).port),
      });
      await hasStandby();
    },
    async failOver() {
      crashPostgres(first);
      await primary.exited;
      await queryRows(standby.url, 'select pg_promote()');
      address.moveTo(standby.url);
    },
    async discard() {
      await address.close();
      await Promise.all([primary.stop(), standby.stop()]);
      await rm(home, { recursive: true });
    },
  };
}

async function set(url: string, name: string, value: string): Promise<void> {
  await queryRows(url, `alter system set ${name} = '${value}'`);
  await queryRows(url, 'select pg_reload_conf()');
}

/** A standby begins as a copy of the files of a server that was stopped. */
function copyCluster(from: string, to: string, url: string): void {
  execFileSync('cp', ['-a', from, to]);
  const data = join(to, 'postgres', 'data');
  const { port, username, password } = new URL(url);
  const primary = `host=127.0.0.1 port=${port} user=${username} password=${password} application_name=${name}`;
  appendFileSync(join(data, 'postgresql.auto.conf'), `primary_conninfo = '${primary}'\n`);
  // With the owner and the mode that the server's own files have.
  execFileSync('cp', ['-a', join(data, 'PG_VERSION'), join(data, 'standby.signal')]);
}

/** Passes connections on to where it was last moved; those before end with the move. */
async function openAddress(to: string) {
  let target = new URL(to);
  const open = new Set<Socket>();
  const server = createServer((client) => {
    const there = connect(Number(target.port), target.hostname);
    for (const socket of [client, there]) {
      open.add(socket);
      socket.on('error', () => socket.destroy());
      socket.on('close', () => {
        open.delete(socket);
        client.destroy();
        there.destroy();
      });
    }
    client.pipe(there).pipe(client);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const endAll = (): void => {
    for (const socket of open) socket.destroy();
  };
  return {
    urlOf: (url: string): string =>
      Object.assign(new URL(url), { port: String((server.address() as AddressInfo).port) }).href,
    moveTo(url: string): void {
      target = new URL(url);
      endAll();
    },
    async close(): Promise<void> {
      endAll();
      server.close();
      await once(server, 'close');
    },
  };
}
