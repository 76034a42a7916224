import { once } from 'node:events';
import { WebSocket } from 'ws';
import { answerParent } from '../child.ts';

/** Opens sockets and subscribes; waits for a number of messages; or closes. */
export type Order =
  | {
      readonly url: string;
      readonly count: number;
      readonly ask?: { readonly token: string; readonly payload: object };
    }
  | { readonly until: number }
  | { readonly leave: true };

/** Messages received on all sockets since the last order; latencies count from the event's time. */
export interface ReceivedMessages {
  readonly count: number;
  readonly elapsedMs: number;
  readonly latenciesMs: Float64Array;
  readonly text: string;
}

const withinMs = 60_000;
const atOnce = 50;

let sockets: WebSocket[] = [];
let count = 0;
let firstMs = 0;
let lastMs = 0;
let last = '';
let latencies: number[] = [];

answerParent(obey);

async function obey(order: Order): Promise<ReceivedMessages> {
  if ('leave' in order) await leave();
  else if ('until' in order) await until(order.until);
  else {
    for (let nth = 0; nth < order.count; nth += atOnce) {
      const opening = Array.from({ length: Math.min(atOnce, order.count - nth) }, () => open(order));
      sockets.push(...(await Promise.all(opening)));
    }
  }
  const received = {
    count,
    elapsedMs: lastMs - firstMs,
    latenciesMs: Float64Array.from(latencies),
    text: last,
  };
  count = 0;
  latencies = [];
  return received;
}

async function open({
  url,
  ask,
}: {
  url: string;
  ask?: { token: string; payload: object };
}): Promise<WebSocket> {
  const socket = new WebSocket(url.replace('http', 'ws'), 'graphql-transport-ws', {
    perMessageDeflate: false,
  });
  await once(socket, 'open');
  if (ask) {
    socket.send(JSON.stringify({ type: 'connection_init', payload: { token: ask.token } }));
    await once(socket, 'message');
    socket.send(JSON.stringify({ id: crypto.randomUUID(), type: 'subscribe', payload: ask.payload }));
  }
  socket.on('message', receive);
  return socket;
}

function receive(data: Buffer): void {
  lastMs = performance.now();
  if (count === 0) firstMs = lastMs;
  count += 1;
  last = data.toString('latin1');
  const [, occurredAt] = /"occurredAt":"([^"]+)"/.exec(last) ?? [];
  if (occurredAt !== undefined) latencies.push(performance.timeOrigin + lastMs - Date.parse(occurredAt));
}

async function until(wanted: number): Promise<void> {
  const start = performance.now();
  while (count < wanted) {
    if (performance.now() - start > withinMs) throw new Error(`${count} of ${wanted} messages came`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

async function leave(): Promise<void> {
  const ends = sockets.map((socket) => once(socket, 'close'));
  for (const socket of sockets) socket.close();
  await Promise.all(ends);
  sockets = [];
}
