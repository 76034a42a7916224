import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import type { PatroniCluster } from '../../setup/patroni.js';
import { patience, type Installation } from './installation.js';
import type { Load } from './load.js';

/** Longer than the 20 s of Patroni's `ttl`, so that another member leads when the primary goes on. */
const pausedMs = 30_000;

interface Failover {
  readonly name: string;
  /** Patroni may start the PostgreSQL again where it was. */
  readonly mayStay?: true;
  /** Begins the failover; the returned function brings all members back. */
  readonly begin: (cluster: PatroniCluster) => Promise<() => Promise<unknown>>;
}

export const failovers: readonly Failover[] = [
  {
    name: 'power cut of the primary',
    async begin(cluster) {
      const lost = await cluster.leader();
      await lost?.crash();
      return async () => lost?.start();
    },
  },
  {
    name: `the primary is paused for ${pausedMs / 1000} s and goes on`,
    async begin(cluster) {
      const resumed = (await cluster.leader())?.pause(pausedMs);
      return async () => resumed;
    },
  },
  {
    name: 'switchover',
    async begin(cluster) {
      await cluster.switchOver();
      return async () => undefined;
    },
  },
  {
    name: "the primary's site is cut, with its etcd and NATS",
    async begin(cluster) {
      const lost = await cluster.leader();
      lost?.site.cut();
      return async () => lost?.site.join();
    },
  },
  {
    name: 'PostgreSQL of the primary is killed',
    mayStay: true,
    async begin(cluster) {
      (await cluster.leader())?.crashPostgres();
      return async () => undefined;
    },
  },
];

/** Measures until the lead has passed on and a payout is accepted there; then waits for all members. */
export async function failOver(
  { name, mayStay, begin }: Failover,
  { cluster }: Installation,
  load: Load,
): Promise<void> {
  const before = await cluster.leader();
  let bringBack = async (): Promise<unknown> => undefined;
  await load.timed(name, async () => {
    bringBack = await begin(cluster);
    await expect
      .poll(async () => (await cluster.leader())?.name, patience)
      .not.toBeOneOf([undefined, ...(mayStay ? [] : [before?.name])]);
  });
  await bringBack();
  await cluster.healthy();
  await sleep(2_000);
}
