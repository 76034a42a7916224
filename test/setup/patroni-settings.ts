import { join } from 'node:path';

export const patroniPassword = 'drill';
export const [port, restPort] = [5432, 8008];

export interface PatroniPlace {
  readonly name: string;
  readonly dir: string;
  readonly bin: string;
  readonly host: string;
  /** By the API of etcd that is used. */
  readonly etcd?: EtcdHosts;
  readonly etcd3?: EtcdHosts;
}

interface EtcdHosts {
  readonly hosts: readonly string[];
}

/** What Patroni's own documents advise for no loss, with the shortest times that it takes. */
export const patroniSettings = ({ name, dir, bin, host, etcd, etcd3 }: PatroniPlace) => ({
  scope: 'psp',
  name,
  restapi: { listen: `${host}:${restPort}`, connect_address: `${host}:${restPort}` },
  etcd,
  etcd3,
  bootstrap: {
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
    pg_hba: ['all', 'replication'].map((each) => `host ${each} all samenet scram-sha-256`),
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
    parameters: { unix_socket_directories: dir },
  },
});
