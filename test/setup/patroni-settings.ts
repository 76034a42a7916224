import { join } from 'node:path';
import type { BackRest } from './pgbackrest.js';

export const patroniPassword = 'drill';
export const [port, restPort] = [5432, 8008];

export interface PatroniSetup {
  readonly name: string;
  readonly dir: string;
  readonly bin: string;
  readonly host: string;
  /** By the API of etcd that is used. */
  readonly etcd?: EtcdHosts;
  readonly etcd3?: EtcdHosts;
  readonly backRest: BackRest;
  /** The time that a new cluster begins with, from the backup; by default it begins empty. */
  readonly restoreTo?: Date | undefined;
}

interface EtcdHosts {
  readonly hosts: readonly string[];
}

/** What Patroni's own documents advise for no loss, with the shortest times that it takes. */
export const patroniSettings = ({
  name,
  dir,
  bin,
  host,
  etcd,
  etcd3,
  backRest,
  restoreTo,
}: PatroniSetup) => ({
  scope: restoreTo ? 'restored' : 'psp',
  name,
  restapi: { listen: `${host}:${restPort}`, connect_address: `${host}:${restPort}` },
  etcd,
  etcd3,
  bootstrap: {
    ...(restoreTo && {
      method: 'pgbackrest',
      pgbackrest: {
        command: backRest(
          '--type=time',
          `"--target=${restoreTo.toISOString().replace('T', ' ').replace('Z', '+00')}"`,
          '--target-action=promote',
          'restore',
        ).join(' '),
        keep_existing_recovery_conf: true,
        no_params: true,
      },
    }),
    dcs: {
      ttl: 20,
      loop_wait: 2,
      retry_timeout: 5,
      primary_start_timeout: 0,
      synchronous_mode: true,
      synchronous_mode_strict: true,
      postgresql: {
        use_pg_rewind: true,
        parameters: {
          max_connections: 200,
          max_wal_size: '256MB',
          synchronous_commit: 'on',
          wal_log_hints: 'on',
          wal_level: 'logical',
        },
      },
    },
    initdb: [{ encoding: 'UTF8' }, { locale: 'C' }, 'data-checksums'],
    pg_hba: [
      'local all postgres trust',
      ...['all', 'replication'].map((each) => `host ${each} all samenet scram-sha-256`),
    ],
  },
  postgresql: {
    listen: `${host}:${port}`,
    connect_address: `${host}:${port}`,
    data_dir: join(dir, 'data'),
    bin_dir: bin,
    pgpass: join(dir, 'pgpass'),
    authentication: {
      superuser: { username: 'postgres', password: patroniPassword },
      replication: { username: 'replicator', password: patroniPassword },
    },
    parameters: {
      unix_socket_directories: dir,
      archive_mode: 'on',
      archive_command: backRest('archive-push', '%p').join(' '),
      archive_timeout: 5,
    },
  },
});
