import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { answerParent } from '../child.ts';

/** How receivers under `/hostile/` respond: like good ones, only with failures, or sometimes not at all. */
export type Manner = 'good' | 'failing' | 'hostile';

/** Opens the receivers; resets what was received; or waits for a number of deliveries. */
export type Order =
  { readonly open: true } | { readonly forget: true; readonly manner: Manner } | { readonly until: number };

/** Deliveries received below `/good/` and `/hostile/`; latencies of the good ones, from the event's time. */
export interface ReceivedDeliveries {
  readonly url: string;
  readonly count: number;
  readonly elapsedMs: number;
  readonly latenciesMs: Float64Array;
}

const withinMs = 60_000;
/** Number of ways to misbehave. */
const hostilities = { failing: 2, hostile: 3 };

let url = '';
let manner: Manner = 'good';
let count = 0;
let hostilesCount = 0;
let firstMs = 0;
let lastMs = 0;
let latencies: number[] = [];

answerParent(obey);

async function obey(order: Order): Promise<ReceivedDeliveries> {
  if ('open' in order) url = await open();
  else if ('forget' in order) {
    ({ manner } = order);
    count = 0;
    latencies = [];
  } else await until(order.until);
  return { url, count, elapsedMs: lastMs - firstMs, latenciesMs: Float64Array.from(latencies) };
}

async function open(): Promise<string> {
  const server = createServer(receive);
  await new Promise<void>((resolve) => server.listen({ host: '127.0.0.1', port: 0 }, resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function until(wanted: number): Promise<void> {
  const start = performance.now();
  while (count < wanted) {
    if (performance.now() - start > withinMs) throw new Error(`${count} of ${wanted} deliveries came`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

function receive(request: IncomingMessage, response: ServerResponse): void {
  const isGood = request.url?.startsWith('/good/') === true;
  let text = '';
  request.setEncoding('utf8').on('data', (part: string) => (text += part));
  request.on('end', () => {
    // The sender waits there until its timeout.
    if (request.url?.startsWith('/silent/') === true) return undefined;
    if (manner !== 'good' && !isGood) return misbehave(hostilities[manner], { request, response });
    response.writeHead(200, { 'content-length': 0 }).end();
    if (!isGood) return undefined;
    lastMs = performance.now();
    if (count === 0) firstMs = lastMs;
    count += 1;
    const [, occurredAt = ''] = /"occurred_at":"([^"]+)"/.exec(text) ?? [];
    latencies.push(performance.timeOrigin + lastMs - Date.parse(occurredAt));
    return undefined;
  });
}

/** Fails, closes the connection, or does not respond. */
function misbehave(
  ways: number,
  { request, response }: { readonly request: IncomingMessage; readonly response: ServerResponse },
): void {
  hostilesCount += 1;
  if (hostilesCount % ways === 0) response.writeHead(500, { 'content-length': 0 }).end();
  else if (hostilesCount % ways === 1) request.socket.destroy();
}
