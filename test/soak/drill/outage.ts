import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import { freshKey } from '../../setup/running.js';
import { names, patience, type Installation } from './installation.js';
import type { Load } from './load.js';

/** The majority goes on: a standby's site is away for longer than Patroni's `ttl`. */
export async function cutMinority({ cluster }: Installation, load: Load): Promise<void> {
  const leader = await cluster.leader();
  // The synchronous one, without which no commit is answered until Patroni names the other.
  const lost = (await cluster.synchronous()) ?? cluster.members.find(({ name }) => name !== leader?.name);
  await load.timed("the synchronous standby's site is cut, with its etcd and NATS", async () =>
    lost?.site.cut(),
  );
  await sleep(25_000);
  lost?.site.join();
  await cluster.healthy();
}

/** A primary without room refuses, or ends and another leads. Either way it works again once there is room. */
export async function fillDisk({ cluster }: Installation, load: Load): Promise<void> {
  const full = await cluster.leader();
  const accepts = async (): Promise<boolean> => [200, 201].includes(await load.pay(`${freshKey()}0`));
  const began = performance.now();
  full?.fillDisk();
  await expect
    .poll(async () => !(await accepts()) || (await cluster.leader())?.name !== full?.name, patience)
    .toBe(true);
  let worksAfterMs: number | undefined;
  for (let second = 0; second < 20; second += 1) {
    // PostgreSQL removes old files, which makes room.
    full?.fillDisk();
    await sleep(1_000);
    if (worksAfterMs === undefined && (await accepts())) worksAfterMs = performance.now() - began;
  }
  const [works, leader] = [await accepts(), await cluster.leader()];
  console.log(
    `20 s with a full disk: payouts are ${works ? 'accepted' : 'refused'}, ${
      leader?.name === full?.name ? 'the same member' : 'another member'
    } leads; accepted again after ${worksAfterMs === undefined ? 'none' : (worksAfterMs / 1000).toFixed(1)} s`,
  );
  await load.timed("the primary's disk has room again", async () => full?.makeRoom());
  await cluster.healthy();
}

/** One part after the other, each in good order. */
export async function restartAll(installation: Installation, load: Load): Promise<void> {
  const { cluster, brokers } = installation;
  for (const name of names) await load.timed(`restart of ${name}`, () => installation.restart(name));
  await load.timed('restart of HAProxy', () => installation.restartProxy());
  for (const [nth, broker] of brokers.entries())
    await load.timed(`restart of NATS server ${nth + 1}`, async () => {
      await broker.stop();
      await broker.start();
    });
  for (const [nth, server] of cluster.etcd.entries()) {
    await load.timed(`restart of etcd server ${nth + 1}`, () => server.restart());
    await cluster.healthy();
  }
  for (const member of cluster.members) {
    await load.timed(`restart of Patroni and PostgreSQL ${member.name}`, async () => {
      await member.stop();
      await member.start();
    });
    await cluster.healthy();
  }
}
