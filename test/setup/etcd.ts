import { join } from 'node:path';
import { startGuarded, type Guarded } from './guarded.js';
import type { Site } from './site.js';

/** One etcd server of a cluster that has one at each site. */
export interface EtcdServer {
  restart(): Promise<void>;
  end(): Promise<void>;
}

export const etcdAddress = ({ host }: Site): string => `${host}:2379`;

export function startEtcd(program: string, home: string, sites: readonly Site[]): Promise<EtcdServer[]> {
  const cluster = sites.map(({ host }, nth) => `e${nth}=http://${host}:2380`).join();
  return Promise.all(
    sites.map(async ({ host, prefix }, nth) => {
      const start = (): Promise<Guarded> =>
        startGuarded(
          [
            ...prefix,
            program,
            `--name=e${nth}`,
            `--data-dir=${join(home, `etcd-${nth}`)}`,
            '--log-level=error',
            '--enable-v2=true',
            `--listen-client-urls=http://${host}:2379`,
            `--advertise-client-urls=http://${host}:2379`,
            `--listen-peer-urls=http://${host}:2380`,
            `--initial-advertise-peer-urls=http://${host}:2380`,
            `--initial-cluster=${cluster}`,
          ],
          {},
        );
      let running = await start();
      return {
        async restart() {
          await running.end();
          running = await start();
        },
        end: () => running.end(),
      };
    }),
  );
}
