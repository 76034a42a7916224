import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  chmodSync,
  chownSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { POSTGRES_ENV, postgresAccount } from '../../src/main/postgres-account.js';
import { unpackPackage } from './debian.js';
import { etcdAddress, startEtcd } from './etcd.js';
import { startGuarded, type Guarded } from './guarded.js';
import { patroniPassword, patroniSettings, restPort } from './patroni-settings.js';
import { queryRows } from './rows.js';
import type { Site } from './site.js';

/** Three PostgreSQL of Debian's, led by its Patroni through its etcd; each commit is on two of them. */
export interface PatroniCluster {
  readonly members: readonly PatroniMember[];
  /** Waits until one leads and another has each commit, with all three at work. */
  healthy(): Promise<void>;
  leader(): Promise<PatroniMember | undefined>;
  /** Hands the lead to another member in good order. */
  switchOver(): Promise<void>;
  discard(): Promise<void>;
}

export interface PatroniMember {
  readonly name: string;
  readonly site: Site;
  start(): Promise<void>;
  /** Ends Patroni and its PostgreSQL like a power cut. */
  crash(): Promise<void>;
  /** Ends the PostgreSQL alone. */
  crashPostgres(): void;
}

const cache = join(import.meta.dirname, '../../node_modules/.cache/patroni');
const packages = [
  'etcd-server',
  'patroni',
  ...['cdiff', 'click', 'dateutil', 'dnspython', 'etcd', 'prettytable', 'psutil', 'psycopg2'].map(
    (name) => `python3-${name}`,
  ),
  ...['six', 'urllib3', 'wcwidth', 'yaml'].map((name) => `python3-${name}`),
];

/** Paths of the programs, unpacked where they are missing; throws one line that names what cannot be had. */
async function programs() {
  const servers = '/usr/lib/postgresql';
  const versions = existsSync(servers)
    ? readdirSync(servers)
        .map(Number)
        .toSorted((a, b) => b - a)
    : [];
  const bin = versions
    .filter((version) => version >= 15)
    .map((version) => join(servers, String(version), 'bin'))
    .find((dir) => ['initdb', 'pg_basebackup', 'pg_rewind'].every((name) => existsSync(join(dir, name))));
  const missing = bin === undefined ? ['postgresql-15'] : [];
  for (const name of packages)
    if (!existsSync(join(cache, name)))
      await unpackPackage(name, join(cache, name)).catch(() => missing.push(name));
  if (missing.length > 0)
    throw new Error(`The drill needs Debian's packages: install ${missing.join(', ')}.`);
  const modules = packages.map((name) => join(cache, name, 'usr/lib/python3/dist-packages'));
  return {
    bin: bin ?? '',
    etcd: join(cache, 'etcd-server/usr/bin/etcd'),
    patroni: ['/usr/bin/python3', '-m', 'patroni'],
    env: { ...POSTGRES_ENV, PYTHONPATH: modules.join(':') },
  };
}

/** One member at each site, with an etcd server beside it. */
export async function startPatroniCluster(sites: readonly Site[]): Promise<PatroniCluster> {
  const { bin, etcd, patroni, env } = await programs();
  const home = mkdtempSync(join(tmpdir(), 'psp-patroni-'));
  chmodSync(home, 0o711);
  const stores = await startEtcd(etcd, home, sites);
  const members = sites.map((site, nth) => {
    const name = 'abc'.charAt(nth);
    const dir = join(home, name);
    mkdirSync(dir);
    spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=1536m', `psp-drill-${name}`, dir]);
    chmodSync(dir, 0o700);
    const account = postgresAccount(join(bin, 'postgres'), dir, true);
    const file = join(dir, 'patroni.yml');
    const server = { name, dir, bin, host: site.host, etcd: sites.map(etcdAddress) };
    writeFileSync(file, JSON.stringify(patroniSettings(server)));
    chownSync(file, account.uid, account.gid);
    const words = [...site.prefix, 'env', ...account.prefix, ...patroni, file];
    return memberOf({ name, site, dir, start: () => startGuarded(words, env) });
  });
  await Promise.all(members.map((member) => member.start()));
  return {
    ...clusterOf(members),
    async discard() {
      await Promise.all(members.map((member) => member.crash()));
      await Promise.all(stores.map((store) => store.end()));
      for (const { name } of members) spawnSync('umount', ['-l', join(home, name)]);
      await rm(home, { recursive: true, force: true });
    },
  };
}

interface MemberParts extends Pick<PatroniMember, 'name' | 'site'> {
  readonly dir: string;
  readonly start: () => Promise<Guarded>;
}

function memberOf({ name, site, dir, start }: MemberParts): PatroniMember {
  let running: Guarded | undefined;
  const postmaster = (): number | undefined => {
    const lock = join(dir, 'data/postmaster.pid');
    return existsSync(lock) ? Number(readFileSync(lock, 'utf8').split('\n')[0]) : undefined;
  };
  const signal = (pids: readonly number[], name_: NodeJS.Signals): void => {
    for (const pid of pids) if (existsSync(`/proc/${pid}`)) process.kill(pid, name_);
  };
  return {
    name,
    site,
    async start() {
      running = await start();
    },
    async crash() {
      const pid = postmaster();
      if (running?.hasEnded === false) await running.crash();
      if (pid !== undefined) signal([pid], 'SIGKILL');
    },
    crashPostgres() {
      signal([postmaster() ?? 0].filter(Boolean), 'SIGKILL');
    },
  };
}

interface Seen {
  readonly members: readonly { readonly name: string; readonly role: string; readonly state: string }[];
}

/** Nothing where the member gives no answer. */
const seenAt = (host: string): Promise<Seen['members']> =>
  fetch(`http://${host}:${restPort}/cluster`, { signal: AbortSignal.timeout(1_000) })
    .then((answer) => answer.json() as Promise<Partial<Seen>>)
    .then(
      ({ members = [] }) => members,
      () => [],
    );

function clusterOf(members: readonly PatroniMember[]): Omit<PatroniCluster, 'discard'> {
  /** As the first member that answers sees it. */
  const seen = async (): Promise<Seen['members']> => {
    for (const { site } of members) {
      const member = await seenAt(site.host);
      if (member.length > 0) return member;
    }
    return [];
  };
  const leader = async (): Promise<PatroniMember | undefined> => {
    const name = (await seen()).find(({ role, state }) => role === 'leader' && state === 'running')?.name;
    return members.find((member) => member.name === name);
  };
  return {
    members,
    leader,
    async healthy() {
      for (let attempt = 0; attempt < 1_200; attempt += 1) {
        const now = await seen();
        const roles = now
          .filter(({ state }) => ['running', 'streaming'].includes(state))
          .map(({ role }) => role);
        if (roles.length === members.length && roles.includes('leader') && roles.includes('sync_standby'))
          return;
        await sleep(100);
      }
      throw new Error(`The cluster is not healthy: ${JSON.stringify(await seen())}`);
    },
    async switchOver() {
      let said = '';
      for (let attempt = 0; attempt < 300; attempt += 1) {
        const from = await leader();
        const answer = await fetch(`http://${from?.site.host}:${restPort}/switchover`, {
          method: 'POST',
          body: JSON.stringify({ leader: from?.name }),
        });
        if (answer.ok) return;
        // A standby that has just caught up is not synchronous yet.
        said = await answer.text();
        await sleep(200);
      }
      throw new Error(`No switchover: ${said}`);
    },
  };
}

/** The address of a database at a member or a proxy before them, as the superuser. */
export const drillUrl = (proxyPort: number, database: string): string =>
  `postgres://postgres:${patroniPassword}@127.0.0.1:${proxyPort}/${database}`;

/** Creates the database and role of the service at the leader. */
export async function createDrillDatabase(proxyPort: number): Promise<string> {
  await queryRows(drillUrl(proxyPort, 'postgres'), `create role psp login password '${patroniPassword}'`);
  await queryRows(drillUrl(proxyPort, 'postgres'), 'create database psp owner psp');
  return `postgres://psp:${patroniPassword}@127.0.0.1:${proxyPort}/psp`;
}
