import type { MikroORM } from '@mikro-orm/postgresql';
import { replicaPort } from '../adapters/postgres/replica-port.js';
import { ReplicaReads } from '../adapters/postgres/replica.js';
import type { OnConnect } from '../adapters/postgres/report/snapshot.js';
import type { Log } from '../ports/log.js';
import type { Config } from './config.js';

/** The replica of the settings; `slots` limits the reads that the primary answers at once instead. */
export async function openReplica(
  replica: Config['replica'],
  { orm, onConnect }: { readonly orm: MikroORM; readonly onConnect: OnConnect },
  log: Log,
) {
  if (replica === undefined) return undefined;
  const reads = await ReplicaReads.open({ ...replica, primary: orm, log });
  return {
    port: (slots?: number) => replicaPort(reads, { orm, onConnect, slots }),
    stop: () => reads.stop(),
  };
}
