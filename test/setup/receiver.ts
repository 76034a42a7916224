import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A webhook as a receiver got it. */
export interface Received {
  readonly headers: IncomingHttpHeaders;
  /** The raw body. */
  readonly text: string;
  readonly event: { readonly id: string; readonly type: string; readonly data: { readonly id: string } };
  readonly at: number;
}

/** How a receiver answers: with a status, after a while, or never. */
export interface Reply {
  readonly status: number;
  readonly delayMs?: number;
}

/** A webhook endpoint's other side: an HTTP server that keeps what it gets. */
export interface Receiver {
  readonly url: string;
  readonly received: Received[];
  /** The most requests that were under way at once. */
  readonly mostAtOnce: number;
  /** Decides each answer; 200 at once unless changed. */
  reply: (received: Received) => Reply;
  /** Resolves once so many have come; fails with what came after `ms`. */
  until(count: number, ms?: number): Promise<readonly Received[]>;
  close(): Promise<void>;
}

export async function openReceiver(): Promise<Receiver> {
  const received: Received[] = [];
  let underWay = 0;
  let mostAtOnce = 0;
  const take = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    underWay += 1;
    mostAtOnce = Math.max(mostAtOnce, underWay);
    response.once('close', () => (underWay -= 1));
    let text = '';
    for await (const part of request.setEncoding('utf8')) text += part as string;
    const event = JSON.parse(text) as Received['event'];
    const one = { headers: request.headers, text, event, at: Date.now() };
    received.push(one);
    const { status, delayMs = 0 } = receiver.reply(one);
    const answer = () => response.writeHead(status).end();
    if (delayMs > 0) setTimeout(answer, delayMs);
    else answer();
  };
  const server = createServer((request, response) => void take(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const receiver: Receiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    received,
    get mostAtOnce() {
      return mostAtOnce;
    },
    reply: () => ({ status: 200 }),
    async until(count, ms = 60_000) {
      const deadline = Date.now() + ms;
      while (received.length < count) {
        const types = received.map(({ event }) => event.type).join();
        if (Date.now() > deadline) throw new Error(`${received.length} of ${count} came: ${types}`);
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
      return received;
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return receiver;
}

/** The secrets whose signatures the webhook has, in order; fails where a signature is nobody's. */
export function signersOf({ headers, text }: Received, secrets: readonly string[]): string[] {
  const [t = '', ...signatures] = String(headers['psp-signature']).split(',');
  const time = /^t=(\d{10})$/.exec(t)?.[1] ?? '';
  if (Math.abs(Number(time) - Date.now() / 1000) > 300) throw new Error(`signed at another time: ${t}`);
  return signatures.map((signature) => {
    const signer = secrets.find(
      (secret) => signature === `v1=${createHmac('sha256', secret).update(`${time}.${text}`).digest('hex')}`,
    );
    if (signer === undefined) throw new Error(`a signature that no secret makes: ${signature}`);
    return signer;
  });
}
