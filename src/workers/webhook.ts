import type { Log } from '../ports/log.js';
import type { Ports } from '../ports/ports.js';
import type { AttemptRecord, Lease, Work } from '../ports/webhook.js';
import { gather } from '../usecases/gather.js';
import { startTest } from '../usecases/webhook.js';
import { eachOrAll, startLoop, type Loop } from './loop.js';
import { runPass } from './webhook-lane.js';

const eventsMax = 500;
/** Endpoints that are delivered to at once, each one delivery at a time. */
const lanesMax = 256;
const recordsMax = 300;
const cancelMax = 500;
const readsMax = 16;
const breathMs = 5;
/** Deliveries read at a time: few where the receiver is slow, since what goes ahead must not wait behind them. */
const most = { first: 16, last: 200 };

/** Makes deliveries of events, strictly by position, and carries them out, one at a time an endpoint. */
export function startWebhooks(ports: Ports, log: Log): Loop {
  const lanes = startLanes(ports, log);
  const fanOut = startLoop({
    name: 'webhook',
    log,
    full: eventsMax,
    breathMs,
    work: async () => {
      let events = 0;
      for (const id of await ports.webhooks.lagging()) {
        const one = async () => {
          events += await ports.webhooks.fanOut(id, eventsMax);
        };
        await eachOrAll([{ id }], one, log);
      }
      if (events > 0) lanes.wake();
      return events;
    },
  });
  return {
    wake() {
      fanOut.wake();
      lanes.wake();
    },
    async stop() {
      await Promise.all([fanOut.stop(), lanes.stop()]);
    },
  };
}

interface Reading {
  readonly lease: Lease;
  readonly most: number;
}

/** What many lanes ask of the store at once goes to it together. */
function gatherers({ webhooks }: Pick<Ports, 'webhooks'>) {
  const readAll = async (asks: readonly Reading[]) => {
    const work = await webhooks.read(
      asks.map(({ lease }) => lease),
      Math.max(...asks.map((ask) => ask.most)),
    );
    return asks.map(({ lease }) => work.get(lease.endpointId));
  };
  const recordAll = async (attempts: readonly AttemptRecord[]) => {
    const versions = await webhooks.record(attempts);
    return attempts.map(({ lease }) => versions.get(lease.endpointId));
  };
  const groupOf =
    <A, R>(all: (asks: readonly A[]) => Promise<R[]>) =>
    async (asks: readonly A[]) =>
      (await all(asks)).map((value) => ({ value }));
  return {
    read: gather<Reading, Work | undefined>({
      group: groupOf(readAll),
      alone: async (ask) => (await readAll([ask]))[0],
      keyOf: ({ lease }) => lease.endpointId,
      groupMax: readsMax,
      lanes: 1,
    }),
    // One after the other, so that what a lane has come to is written in order.
    record: gather<AttemptRecord, number | undefined>({
      group: groupOf(recordAll),
      alone: async (attempt) => (await recordAll([attempt]))[0],
      keyOf: ({ lease }) => lease.endpointId,
      groupMax: recordsMax,
      lanes: 1,
    }),
    release: gather<Lease, number>({
      group: async (leases) => {
        const due = await webhooks.release(leases);
        return leases.map(() => ({ value: due }));
      },
      alone: (lease) => webhooks.release([lease]),
      keyOf: ({ endpointId }) => endpointId,
      groupMax: recordsMax,
      lanes: 1,
    }),
  };
}

function startLanes(ports: Ports, log: Log): Loop {
  const { read, record, release } = gatherers(ports);
  const underWay = new Set<Promise<void>>();
  let stopping = false;

  const drain = async (lease: Lease): Promise<void> => {
    let size = most.first;
    for (;;) {
      const work = await read({ lease, most: size });
      const readAt = performance.now();
      if (work === undefined) return;
      if (work.isDeleted) {
        if ((await ports.webhooks.cancel(lease, cancelMax)) < cancelMax) break;
        continue;
      }
      if (work.isTestDue) {
        await startTest(ports, lease.endpointId);
        continue;
      }
      if (work.deliveries.length === 0) break;
      const { isLost, tried } = await runPass(ports, record, { work, readAt, isStopping: () => stopping });
      if (isLost) return;
      // Where all places are taken, the others have their turn.
      if (stopping || underWay.size >= lanesMax) break;
      size = Math.max(most.first, Math.min(most.last, 2 * tried));
    }
    if ((await release(lease)) > 0) loop.wake();
  };

  const start = (lease: Lease): void => {
    const draining = drain(lease)
      .catch((error: unknown) => {
        log.error(
          { worker: 'webhook', resource_id: lease.endpointId, err: error },
          'the deliveries of an endpoint were interrupted and go on when its lease has ended',
        );
      })
      .finally(() => underWay.delete(draining));
    underWay.add(draining);
  };

  const loop = startLoop({
    name: 'webhook',
    log,
    full: lanesMax,
    breathMs,
    work: async () => {
      if (underWay.size >= lanesMax) await Promise.race(underWay);
      const leases = await ports.webhooks.lease(lanesMax - underWay.size);
      leases.forEach(start);
      return leases.length;
    },
  });
  return {
    wake: loop.wake,
    async stop() {
      stopping = true;
      await loop.stop();
      await Promise.all(underWay);
    },
  };
}
