import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import type { Random } from '../fuzz/random.js';
import { Weather, type Fault } from './weather.js';

/** A proxy between the service and PostgreSQL that causes faults. */
export interface Proxy {
  /** Database URL through the proxy. */
  readonly url: string;
  /** Number of faults by kind. */
  readonly struck: Readonly<Record<Fault, number>>;
  /** From now on a fault happens about every `bytes` in each direction of each connection; 0: never. */
  disturb(bytes: number): void;
  /** Stops all traffic; connections can be opened but stay silent. */
  fallSilent(): void;
  /** New connections work again; old ones continue or stay silent. */
  speakAgain(old: 'go on' | 'stay silent'): void;
  /** Holds back bytes that contain this text, until released. */
  holdBack(text: string): () => void;
  /** Ports of the open connections at PostgreSQL. */
  ports(): number[];
  close(): Promise<void>;
}

/** Opens a proxy in front of the PostgreSQL of `databaseUrl`; faults are chosen by `random`. */
export async function openProxy(databaseUrl: string, random: Random): Promise<Proxy> {
  const { hostname, port } = new URL(databaseUrl);
  const weather = new Weather(random);
  const open = new Map<Socket, Socket>();
  // One side may be gone while the other, whose data is not read any more, does not notice.
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = connect(Number(port), hostname);
    open.set(client, upstream);
    upstream.on('close', () => open.delete(client));
    for (const socket of [client, upstream]) {
      sockets.add(socket.setNoDelay(true));
      socket.on('close', () => sockets.delete(socket));
      // Both sides report a broken connection; here it is handled where bytes are forwarded.
      socket.on('error', () => socket.destroy());
    }
    const connection = weather.nextConnection();
    void carry(client, upstream, { weather, connection });
    void carry(upstream, client, { weather, connection });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = new URL(databaseUrl);
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: url.href,
    struck: weather.struck,
    disturb: (bytes) => weather.disturb(bytes),
    fallSilent: () => weather.fallSilent(),
    holdBack: (text) => weather.holdBack(text),
    speakAgain: (old) => weather.speakAgain(old),
    ports: () => [...open.values()].flatMap(({ localPort }) => localPort ?? []),
    async close() {
      weather.disturb(0);
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Forwards one direction until it ends. Held-back bytes arrive even if their sender has given up. */
async function carry(
  from: Socket,
  to: Socket,
  { weather, connection }: { weather: Weather; connection: number },
): Promise<void> {
  let left = weather.distance();
  try {
    for await (const chunk of from as AsyncIterable<Buffer>) {
      for (let rest = chunk; rest.length > 0;) {
        if (left === Number.POSITIVE_INFINITY) left = weather.distance();
        const part = rest.subarray(0, left);
        await weather.passage(connection, part);
        to.write(part);
        rest = rest.subarray(part.length);
        left -= part.length;
        if (left > 0) continue;
        const end = await weather.strike();
        if (end) return breakOff(end, [from, to]);
        left = weather.distance();
      }
    }
    to.end();
  } catch {
    to.destroy();
  }
}

function breakOff(end: 'cut' | 'reset', sockets: readonly Socket[]): void {
  for (const socket of sockets) {
    if (end === 'cut') socket.destroySoon();
    else socket.resetAndDestroy();
  }
}
