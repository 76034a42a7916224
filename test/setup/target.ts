import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import net, { type AddressInfo, type Socket } from 'node:net';

/** A server on this machine that webhooks are sent to, and that remembers what reached it. */
export interface Target {
  readonly port: number;
  /** Connections ever opened, and how many of them are open. */
  readonly seen: { connections: number; open: number };
  readonly requests: Received[];
  /** Resolves at the next end of a connection. */
  closed(): Promise<void>;
  stop(): Promise<void>;
}

export interface Received {
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
}

/** A target that speaks HTTP. */
export async function httpTarget(
  answer: RequestListener = (_request, response) => void response.end('ok'),
  at: { host?: string; port?: number } = {},
): Promise<Target> {
  const requests: Received[] = [];
  const server = createServer({ keepAliveTimeout: 30_000 }, (request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      requests.push({ url: request.url ?? '', headers: request.headers, body: Buffer.concat(chunks) });
      answer(request, response);
    });
  });
  return listening(server, requests, at);
}

/** A target that does with each connection as it likes, from the first bytes of a request on. */
export function rawTarget(onRequest: (socket: Socket) => void): Promise<Target> {
  const server = net.createServer((socket) => {
    socket.on('error', () => socket.destroy());
    socket.on('data', () => onRequest(socket));
  });
  return listening(server, [], {});
}

async function listening(
  server: net.Server,
  requests: Received[],
  { host = '127.0.0.1', port = 0 }: { host?: string; port?: number },
): Promise<Target> {
  const seen = { connections: 0, open: 0 };
  const sockets = new Set<Socket>();
  let onClosed: () => void = () => undefined;
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    seen.connections += 1;
    seen.open += 1;
    socket.on('close', () => {
      sockets.delete(socket);
      seen.open -= 1;
      onClosed();
    });
  });
  server.listen(port, host);
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    seen,
    requests,
    closed: () => new Promise((resolve) => (onClosed = resolve)),
    async stop() {
      for (const socket of sockets) socket.destroy();
      server.close();
      if (server.listening) await once(server, 'close');
    },
  };
}
