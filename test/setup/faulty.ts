import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

/** One answer of a server that misbehaves; `broken`: the connection is cut in its place. */
export interface Turn {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly broken?: true;
}

export interface Asked {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

export interface FaultyServer {
  readonly url: string;
  readonly asked: Asked[];
  /** Answers in turn; the last one for ever. */
  plan(...turns: Turn[]): void;
  stop(): Promise<void>;
}

/** A server that answers as it is told. */
export async function openFaulty(): Promise<FaultyServer> {
  const asked: Asked[] = [];
  let turns: Turn[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (text: string) => (body += text));
    request.on('end', () => {
      const { method = '', url = '', headers } = request;
      asked.push({ method, url, headers, body });
      const turn = (turns.length > 1 ? turns.shift() : turns[0]) ?? {};
      if (turn.broken === true) return void request.socket.destroy();
      response.writeHead(turn.status ?? 200, { 'content-type': 'application/json', ...turn.headers });
      return void response.end(JSON.stringify(turn.body ?? {}));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    plan(...next) {
      turns = next;
      asked.length = 0;
    },
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
