import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import type { Random } from '../fuzz/random.js';
import { Weather, type Fault } from './weather.js';

/** Stands between the service and PostgreSQL, and breaks what passes through it. */
export interface Proxy {
  /** The database's address by way of the proxy. */
  readonly url: string;
  /** How often each fault struck. */
  readonly struck: Readonly<Record<Fault, number>>;
  /** From now on a fault strikes about every so many bytes of each direction of each connection; 0: never. */
  disturb(bytes: number): void;
  /** No byte passes any more; connections can be made and hear nothing. */
  fallSilent(): void;
  /** New connections are served again; those made before go on where they were, or are never heard of again. */
  speakAgain(old: 'go on' | 'stay silent'): void;
  /** Bytes that bear this text wait from now on, until they are let go. */
  holdBack(text: string): () => void;
  /** The ports at which PostgreSQL sees the connections that are open. */
  ports(): number[];
  close(): Promise<void>;
}

/** Opens a proxy before the PostgreSQL of `databaseUrl`. The blows and their places are drawn from `random`. */
export async function openProxy(databaseUrl: string, random: Random): Promise<Proxy> {
  const { hostname, port } = new URL(databaseUrl);
  const weather = new Weather(random);
  const open = new Map<Socket, Socket>();
  // One side may be gone while the other, of which nothing is read any more, does not notice.
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = connect(Number(port), hostname);
    open.set(client, upstream);
    upstream.on('close', () => open.delete(client));
    for (const socket of [client, upstream]) {
      sockets.add(socket.setNoDelay(true));
      socket.on('close', () => sockets.delete(socket));
      // How a connection breaks is told by both sides; here it ends where its bytes are carried.
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

/** Carries one direction to its end. Bytes that were held back arrive even if their sender has given up meanwhile. */
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
