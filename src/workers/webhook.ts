import { isSuccess } from '../domain/webhook-attempt.js';
import { maySend } from '../ports/clock.js';
import type { Log } from '../ports/log.js';
import type { Ports } from '../ports/ports.js';
import type { WebhookRequest, Sender } from '../ports/sender.js';
import type { AttemptRecord, Lease, NewLease, WorkAsk, LaneWork } from '../ports/webhook.js';
import { gather } from '../usecases/gather.js';
import { AccountHints } from './hints.js';
import { allOrEach, pollMs, startLoop, type Loop } from './loop.js';
import { RetryBackoff } from '../flow-control/back-off.js';
import { LaneWorker } from './webhook-lane-worker.js';
import { Slots, type Slot } from './webhook-slot.js';

/** Limits of one fan-out transaction: events and accounts. */
const eventsMax = 500;
const accountsMax = 25;
const recordsMax = 300;
const readsMax = 16;
const pauseMs = 5;

/** Posts since the start, and those not answered with a 2xx. */
export interface WebhookCounts {
  attempts: number;
  failures: number;
}

type Needs = Pick<Ports, 'store' | 'webhooks' | 'messaging' | 'sender' | 'vault' | 'clock' | 'environment'>;

/** Makes deliveries from events, strictly by position, and posts them, one at a time per endpoint. */
export function startWebhooks(
  ports: Needs,
  { log, counts }: { readonly log: Log; readonly counts: WebhookCounts },
): Loop {
  const hints = new AccountHints();
  const backoff = new RetryBackoff();
  const lanes = startLanes({ ...ports, sender: counted(ports.sender, counts) }, log);
  const fanOut = startLoop({
    name: 'webhook',
    log,
    clock: ports.clock,
    passMax: eventsMax,
    everyMs: pollMs,
    pauseMs,
    work: async () => {
      let events = 0;
      const { hinted, all } = hints.take();
      const lagging = await ports.webhooks.lagging(all ? undefined : hinted, backoff.ids);
      for (let first = 0; first < lagging.length; first += accountsMax) {
        const group = lagging.slice(first, first + accountsMax).map((id) => ({ id }));
        await allOrEach(
          group,
          async (accounts) => {
            const ids = accounts.map(({ id }) => id);
            events += await ports.webhooks.fanOut(ids, Math.floor(eventsMax / ids.length));
          },
          { log, backoff },
        );
      }
      if (events > 0) lanes.wake();
      return events;
    },
  });
  ports.messaging.onAnnounced((accountIds) => {
    hints.add(accountIds);
    fanOut.wake();
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

function counted(sender: Sender, counts: WebhookCounts): Sender {
  return {
    async post(request) {
      const posted = await sender.post(request);
      // A post without facts is not an attempt: it tests the receiver.
      if (posted.isCut || request.about === undefined) return posted;
      counts.attempts += 1;
      if (!isSuccess(posted.httpStatus)) counts.failures += 1;
      return posted;
    },
    stop: () => sender.stop(),
  };
}

/** Lanes that read, record or release at the same time share one statement. */
function laneBatches({ webhooks }: Pick<Ports, 'webhooks'>, log: Log) {
  const readAll = async (asks: readonly WorkAsk[]) => {
    const work = await webhooks.read(asks);
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
    read: gather<WorkAsk, LaneWork | undefined>({
      group: groupOf(readAll),
      keyOf: ({ lease }) => lease.endpointId,
      groupMax: readsMax,
      atOnce: 1,
      log,
    }),
    // One at a time, so that the states of a lane are written in order.
    record: gather<AttemptRecord, number | undefined>({
      group: groupOf(recordAll),
      keyOf: ({ lease }) => lease.endpointId,
      groupMax: recordsMax,
      atOnce: 1,
      isOrdered: true,
      log,
    }),
    release: gather<Lease, number>({
      group: async (leases) => {
        const due = await webhooks.release(leases);
        return leases.map(() => ({ value: due }));
      },
      keyOf: ({ endpointId }) => endpointId,
      groupMax: recordsMax,
      atOnce: 1,
      log,
    }),
  };
}

function startLanes(ports: Needs, log: Log): Loop {
  const { read, record, release } = laneBatches(ports, log);
  const underWay = new Set<Promise<void>>();
  let stopping = false;
  // If this machine's clock is wrong, it stops as at shutdown and leaves the lanes to other machines.
  const isStopping = (): boolean => stopping || !maySend(ports.clock);
  const slots = new Slots(() => loop.wake());

  const deliverLane = async (lease: NewLease, slot: Slot): Promise<void> => {
    const sender = {
      ...ports.sender,
      post: (request: WebhookRequest) => slot.track(ports.sender.post(request)),
    };
    const isCrowded = (): boolean => slot.isCrowded;
    const work = new LaneWorker({ ...ports, sender }, { lease, read, record, isStopping, isCrowded });
    if ((await work.run()) && (await release(lease)) > 0) loop.wake();
  };

  const start = (lease: NewLease): void => {
    const slot = slots.take(lease);
    const draining = deliverLane(lease, slot)
      .catch((error: unknown) => {
        log.error(
          { worker: 'webhook', resource_id: lease.endpointId, err: error },
          'webhook deliveries interrupted; resuming after the lease',
        );
      })
      .finally(() => {
        slot.release();
        underWay.delete(draining);
      });
    underWay.add(draining);
  };

  const loop = startLoop({
    name: 'webhook',
    log,
    clock: ports.clock,
    passMax: Number.POSITIVE_INFINITY,
    everyMs: pollMs,
    pauseMs,
    work: async () => {
      if (!maySend(ports.clock)) return 0;
      const capacity = slots.capacity();
      if (capacity.quick.most + capacity.slow.most === 0) return 0;
      const leases = await ports.webhooks.lease(capacity);
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
