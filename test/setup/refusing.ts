import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** Stands before PostgreSQL and can refuse new connections as that does itself; those that are open go on. */
export interface RefusingDoor {
  readonly url: string;
  /** How many connections were refused. */
  readonly refused: number;
  /** From now on each new connection hears this; undefined: it is let in. */
  refuse(code: string | undefined, message?: string): void;
  close(): Promise<void>;
}

const protocol = 196_608;

export async function openRefusingDoor(databaseUrl: string): Promise<RefusingDoor> {
  const { hostname, port } = new URL(databaseUrl);
  let refusal: Buffer | undefined;
  let refused = 0;
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    client.on('error', () => client.destroy());
    client.once('data', (first: Buffer) => {
      if (refusal !== undefined && first.readInt32BE(4) === protocol) {
        refused += 1;
        client.end(refusal);
        return;
      }
      const there = connect(Number(port), hostname);
      for (const socket of [client, there]) sockets.add(socket);
      there.on('error', () => client.destroy());
      there.write(first);
      client.pipe(there).pipe(client);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = new URL(databaseUrl);
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: url.href,
    get refused() {
      return refused;
    },
    refuse(code, message = 'as the test wants') {
      refusal = code === undefined ? undefined : fatal(code, message);
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

/** The protocol's ErrorResponse. */
function fatal(code: string, message: string): Buffer {
  const fields = [`SFATAL`, `VFATAL`, `C${code}`, `M${message}`].map((field) => `${field}\0`).join('');
  const body = Buffer.from(`${fields}\0`);
  const head = Buffer.from('E\0\0\0\0');
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
}
