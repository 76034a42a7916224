import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

/** One answer of a server that misbehaves. */
export interface Turn {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON. */
  readonly body?: unknown;
  /** Sent as it is, in the place of `body`. */
  readonly text?: string;
  /** The connection is cut in the place of an answer. */
  readonly broken?: true;
  /** The answer comes byte by byte and never ends: its body, or its head already. */
  readonly drips?: 'body' | 'head';
}

export interface ReceivedRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

export interface FaultyServer {
  readonly url: string;
  readonly requests: ReceivedRequest[];
  /** Answers in turn; the last one for ever. */
  plan(...turns: Turn[]): void;
  stop(): Promise<void>;
}

function drip(socket: Socket, part: 'body' | 'head'): void {
  socket.write('HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n');
  socket.write(part === 'body' ? 'Content-Length: 100000\r\n\r\n' : 'X-Slow: ');
  const timer = setInterval(() => socket.write(' '), 20);
  socket.on('close', () => clearInterval(timer)).on('error', () => undefined);
}

/** A server that answers as it is told. */
export async function openFaulty(): Promise<FaultyServer> {
  const requests: ReceivedRequest[] = [];
  let turns: Turn[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (text: string) => (body += text));
    request.on('end', () => {
      const { method = '', url = '', headers } = request;
      requests.push({ method, url, headers, body });
      const turn = (turns.length > 1 ? turns.shift() : turns[0]) ?? {};
      if (turn.broken === true) return void request.socket.destroy();
      if (turn.drips !== undefined) return drip(request.socket, turn.drips);
      response.writeHead(turn.status ?? 200, { 'content-type': 'application/json', ...turn.headers });
      return void response.end(turn.text ?? JSON.stringify(turn.body ?? {}));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    plan(...next) {
      turns = next;
      requests.length = 0;
    },
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
