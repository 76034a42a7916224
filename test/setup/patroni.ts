import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  chmodSync,
  chownSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { POSTGRES_ENV, postgresAccount } from '../../src/main/postgres-account.js';
import { unpackPackage } from './debian.js';
import { etcdAddress, startEtcd, type EtcdServer } from './etcd.js';
import { startGuarded } from './guarded.js';
import { memberOf, type PatroniMember } from './patroni-member.js';
import { configureBackRest, pgbackrestProgram, ran } from './pgbackrest.js';
import { patroniPassword, patroniSettings, restPort } from './patroni-settings.js';
import { queryRows } from './rows.js';
import type { Site } from './site.js';

/** Three PostgreSQL of Debian's, led by its Patroni through its etcd; each commit is on two of them. */
export interface PatroniCluster {
  readonly members: readonly PatroniMember[];
  readonly etcd: readonly EtcdServer[];
  /** Waits until one leads and another has each commit, with all three at work. */
  healthy(): Promise<void>;
  /** What the members at work are now, in order. */
  roles(): Promise<string[]>;
  leader(): Promise<PatroniMember | undefined>;
  /** The standby that commits wait for. */
  synchronous(): Promise<PatroniMember | undefined>;
  /** Loses all members, and begins a new cluster with the state of this time from the backup. */
  restore(to: Date): Promise<void>;
  /** Hands the lead to another member in good order. */
  switchOver(): Promise<void>;
  discard(): Promise<void>;
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

/**
 * Paths of the programs, unpacked where they are missing; throws one line that names what cannot be had. PSP_TEST_PATRONI
 * names a folder with the Python modules of another Patroni, such as `pip install --target` makes.
 */
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
  const pgbackrest = await pgbackrestProgram().catch(() => missing.push('pgbackrest'));
  for (const name of packages)
    if (!existsSync(join(cache, name)))
      await unpackPackage(name, join(cache, name)).catch(() => missing.push(name));
  if (missing.length > 0)
    throw new Error(`The drill needs Debian's packages: install ${missing.join(', ')}.`);
  const modules = packages.map((name) => join(cache, name, 'usr/lib/python3/dist-packages'));
  const newer = process.env['PSP_TEST_PATRONI'];
  if (newer !== undefined) modules.unshift(newer);
  return {
    bin: bin ?? '',
    pgbackrest: String(pgbackrest),
    // Before 3.0.3, a primary that was paused overwrites its successor in the API of etcd 3, and takes back the lead.
    api: newer === undefined ? ('etcd' as const) : ('etcd3' as const),
    etcd: join(cache, 'etcd-server/usr/bin/etcd'),
    patroni: ['/usr/bin/python3', '-m', 'patroni'],
    env: { ...POSTGRES_ENV, PYTHONPATH: modules.join(':') },
  };
}

/** One member at each site, with an etcd server beside it. */
export async function startPatroniCluster(sites: readonly Site[]): Promise<PatroniCluster> {
  const found = await programs();
  const { etcd } = found;
  const home = mkdtempSync(join(tmpdir(), 'psp-patroni-'));
  chmodSync(home, 0o711);
  const stores = await startEtcd(etcd, home, sites);
  const repository = join(home, 'backup');
  mkdirSync(repository);
  const hosts = sites.map(etcdAddress);
  const members = sites.map((site, nth) => {
    const name = 'abc'.charAt(nth);
    return setUpMember({ name, site, dir: join(home, name), hosts, repository }, found);
  });
  await Promise.all(members.map((member) => member.start()));
  const cluster = clusterOf(members);
  return {
    ...cluster,
    async restore(to) {
      await Promise.all(members.map((member) => member.crash()));
      for (const member of members) member.loseData(to);
      await Promise.all(members.map((member) => member.start()));
      await cluster.healthy();
    },
    etcd: stores,
    async discard() {
      await Promise.all(members.map((member) => member.crash()));
      await Promise.all(stores.map((store) => store.end()));
      for (const { name } of members) spawnSync('umount', ['-l', join(home, name)]);
      await rm(home, { recursive: true, force: true });
    },
  };
}

interface MemberServer {
  readonly name: string;
  readonly site: Site;
  readonly dir: string;
  /** Of etcd. */
  readonly hosts: readonly string[];
  readonly repository: string;
}

/** A member with a file system of its own. */
function setUpMember(
  { name, site, dir, hosts, repository }: MemberServer,
  { bin, api, patroni, pgbackrest, env }: Awaited<ReturnType<typeof programs>>,
): PatroniMember {
  mkdirSync(dir);
  spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=1536m', `psp-drill-${name}`, dir]);
  chmodSync(dir, 0o700);
  const { uid, gid, prefix } = postgresAccount(join(bin, 'postgres'), dir, true);
  chownSync(repository, uid, gid);
  const backRest = configureBackRest(pgbackrest, { dir, repository });
  const file = join(dir, 'patroni.yml');
  const configure = (restoreTo?: Date): void => {
    const server = { name, dir, bin, host: site.host, [api]: { hosts }, backRest, restoreTo };
    writeFileSync(file, JSON.stringify(patroniSettings(server)));
    chownSync(file, uid, gid);
  };
  configure();
  const words = [...site.prefix, 'env', ...prefix, ...patroni, file];
  return memberOf({
    name,
    site,
    dir,
    start: () => startGuarded(words, env),
    backRest: (...args) => ran([...site.prefix, 'env', ...prefix, ...backRest(...args)], env),
    loseData(restoreTo) {
      rmSync(join(dir, 'data'), { recursive: true, force: true });
      mkdirSync(join(dir, 'data'), { mode: 0o700 });
      chownSync(join(dir, 'data'), uid, gid);
      configure(restoreTo);
    },
  });
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

function clusterOf(members: readonly PatroniMember[]): Omit<PatroniCluster, 'discard' | 'etcd' | 'restore'> {
  /** As the first member that answers sees it. */
  const seen = async (): Promise<Seen['members']> => {
    for (const { site } of members) {
      const member = await seenAt(site.host);
      if (member.length > 0) return member;
    }
    return [];
  };
  const memberIn = async (wanted: string, states: readonly string[]): Promise<PatroniMember | undefined> => {
    const found = (await seen()).find(({ role, state }) => role === wanted && states.includes(state));
    return members.find(({ name }) => name === found?.name);
  };
  const leader = () => memberIn('leader', ['running']);
  const roles = async (): Promise<string[]> =>
    (await seen())
      .filter(({ state }) => ['running', 'streaming'].includes(state))
      .map(({ role }) => role)
      .toSorted();
  return {
    members,
    leader,
    roles,
    synchronous: () => memberIn('sync_standby', ['running', 'streaming']),
    async healthy() {
      for (let attempt = 0; attempt < 1_200; attempt += 1) {
        const now = await roles();
        if (now.length === members.length && now.includes('leader') && now.includes('sync_standby')) return;
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
