import { updateCustomer } from '../../src/domain/customer.js';
import { afterAttempt } from '../../src/domain/webhook-attempt.js';
import { postgresWebhooks } from '../../src/adapters/postgres/webhook.js';
import {
  createEndpoint,
  pingEndpoint,
  redeliver,
  startTest,
  updateEndpoint,
} from '../../src/usecases/webhook.js';
import type { LaneCapacity } from '../../src/ports/webhook.js';
import { act, openCustomer, vault, type Fixture } from './fixture.js';

/** Room for so many lanes of each kind, of whatever account. */
export function roomFor(most: number): LaneCapacity {
  const room = { most, held: new Map<string, number>() };
  return { quick: room, slow: room };
}

/** Endpoints by what became of them. */
export interface WebhookWorld {
  readonly delivered: string;
  readonly failing: string;
  readonly paused: string;
}

/** Endpoints of an account with deliveries in every state, all by the domain's own decisions. */
export async function makeWebhooks(
  { store, orm }: Pick<Fixture, 'store' | 'orm'>,
  accountId: string,
): Promise<WebhookWorld> {
  const ports = { store, vault, allowInsecureWebhooks: false, wake: () => undefined };
  const make = async (eventTypes: readonly string[] = []): Promise<string> => {
    const ask = { accountId, url: 'https://example.com/hook', eventTypes };
    return (await createEndpoint(ports, ask)).resource.id;
  };
  const [delivered, failing, paused] = [await make(), await make(['customer.updated']), await make()];
  await updateEndpoint(ports, { accountId, id: paused, active: false });
  await changeCustomer({ store }, accountId);
  await pingEndpoint(ports, { accountId, id: delivered });
  await pingEndpoint(ports, { accountId, id: paused });

  const webhooks = postgresWebhooks(orm);
  await webhooks.fanOut(await webhooks.lagging(undefined, []), 500);
  await attemptAll(webhooks, failing);
  // Its first test falls due in a quarter of an hour.
  await store.transaction((tx) => tx.moveClock(15 * 60_000));
  await startTest(ports, failing);
  const [event] = await store.transaction((tx) =>
    tx.find('webhookDelivery', { endpointId: delivered, kind: 'first' }),
  );
  await redeliver(ports, { accountId, eventId: event?.eventId ?? '' });
  return { delivered, failing, paused };
}

/** A customer and two changes of it: three events of one resource. */
async function changeCustomer({ store }: Pick<Fixture, 'store'>, accountId: string): Promise<void> {
  const customer = await openCustomer(store, accountId);
  for (const version of [1, 2]) {
    const metadata = { version: String(version) };
    await act(store, (moment) => updateCustomer(moment, { ...customer, version }, { metadata }));
  }
}

/** Works off what is due: delivered everywhere, but where it fails for the tenth time in a row. */
async function attemptAll(webhooks: ReturnType<typeof postgresWebhooks>, failing: string): Promise<void> {
  const leases = await webhooks.lease(roomFor(10));
  for (const work of (
    await webhooks.read(leases.map((lease) => ({ lease, most: 100, after: '0' })))
  ).values()) {
    const isFailing = work.lease.endpointId === failing;
    const due = isFailing ? work.deliveries.slice(0, 1) : work.deliveries;
    const attempts = due.map((delivery, nth) => {
      const at = new Date(work.now.getTime() + nth);
      const lane = isFailing ? { ...work, failures: 9 } : work;
      const { delivery: state, ...outcome } = afterAttempt(delivery, lane, {
        startedAt: at,
        endedAt: at,
        httpStatus: isFailing ? 500 : 200,
        error: null,
        durationMs: 1,
        random: 0.5,
      });
      return { lease: work.lease, deliveryId: delivery.id, ...state, ...outcome };
    });
    await webhooks.record(attempts);
  }
  await webhooks.release(leases);
}
