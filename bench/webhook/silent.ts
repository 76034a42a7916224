import { inParallel } from '../../test/setup/parallel.ts';
import type { Child } from '../child.ts';
import { create, customerOf, type Holder } from '../payers.ts';
import type { Sample } from '../round.ts';
import { percentile } from '../statistics.ts';
import type { Subject } from '../subject.ts';
import { atAPace } from './live.ts';
import type { ReceivedDeliveries, Order } from './receiver.ts';

export const silentAccounts = 30;
const ofOneAccount = 10;
const eventsOfEach = 20;
const atOnce = 16;
/** Well below the rate that one endpoint can take, so that any wait comes from other endpoints. */
const everyMs = 20;

interface Ask {
  readonly subject: Subject;
  readonly receiver: Child<Order, ReceivedDeliveries>;
  readonly url: string;
  readonly ms: number;
}

interface Endpoint {
  readonly holder: Holder;
  readonly id: string;
}

/** The p99 of one account's endpoint alone, then beside three hundred silent endpoints of other accounts. */
export async function measureSilent(
  ask: Ask,
  { healthy, silent }: { readonly healthy: readonly Holder[]; readonly silent: readonly Holder[] },
): Promise<Sample> {
  const { subject } = ask;
  await p99(ask, healthy);
  const alone = await p99(ask, healthy);
  const endpoints = await inParallel(
    silent.flatMap((holder) => Array.from({ length: ofOneAccount }, () => holder)),
    atOnce,
    async (holder): Promise<Endpoint> => {
      const body = { url: `${ask.url}/silent/` };
      return { holder, id: await create(subject, holder.apiKey, { path: '/v1/webhook-endpoints', body }) };
    },
  );
  const due = silent.flatMap((holder) => Array.from({ length: eventsOfEach }, () => holder));
  await inParallel(due, atOnce, (holder) => {
    const { path, body = '' } = customerOf(holder);
    return create(subject, holder.apiKey, { path, body: JSON.parse(body) as object });
  });
  const beside = await p99(ask, healthy);
  await inParallel(endpoints, atOnce, (endpoint) => remove(subject, endpoint));
  return { ceiling: alone.measured, measured: beside.measured, latenciesMs: beside.latenciesMs };
}

async function p99({ subject, receiver, ms }: Ask, healthy: readonly Holder[]) {
  await receiver.ask({ forget: true, manner: 'good' });
  await atAPace(subject, healthy, ms, everyMs);
  const { latenciesMs } = await receiver.ask({ until: Math.floor(ms / everyMs) });
  return { measured: percentile(latenciesMs, 0.99), latenciesMs };
}

/** Removes the endpoint, so that its retries do not affect the next measurement. */
async function remove({ baseUrl }: Subject, { holder, id }: Endpoint): Promise<void> {
  const headers = { authorization: `Bearer ${holder.apiKey}` };
  const answer = await fetch(`${baseUrl}/v1/webhook-endpoints/${id}`, { method: 'DELETE', headers });
  if (answer.status !== 204) throw new Error(`DELETE answered ${answer.status}`);
}
