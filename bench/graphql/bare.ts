import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { ApolloServer, HeaderMap } from '@apollo/server';
import { WebSocketServer, type WebSocket } from 'ws';
import { answerParent } from '../child.ts';

/**
 * Serves that payout from memory with the service's schema, opens a bare WebSocket, or broadcasts a text on
 * it.
 */
export type Order =
  { readonly payout: object } | { readonly listen: true } | { readonly text: string; readonly times: number };

/** Above this a broadcast waits for its readers, as in the service. */
const waitingMax = 64 * 1024;
const schemaFile = join(import.meta.dirname, '../../schema/schema.graphql');
const sockets = new Set<WebSocket>();

answerParent(obey);

/** Returns the address of what was opened. */
async function obey(order: Order): Promise<string> {
  if ('payout' in order) return serve(order.payout);
  if ('listen' in order) return listen();
  await broadcast(order.text, order.times);
  return '';
}

/** Apollo Server with default settings, without the cost of its own HTTP server. */
async function serve(payout: object): Promise<string> {
  const apollo = new ApolloServer({
    typeDefs: readFileSync(schemaFile, 'utf8'),
    resolvers: { Query: { payout: () => payout } },
  });
  await apollo.start();
  const server = createServer((request, response) => {
    let text = '';
    request.setEncoding('utf8').on('data', (part: string) => (text += part));
    request.on('end', () => {
      const headers = new HeaderMap([['content-type', 'application/json']]);
      const request = { method: 'POST', headers, search: '', body: JSON.parse(text) as unknown };
      void apollo
        .executeHTTPGraphQLRequest({ httpGraphQLRequest: request, context: async () => ({}) })
        .then(({ body, headers: answerHeaders }) => {
          const answer = body.kind === 'complete' ? body.string : '';
          const length = String(Buffer.byteLength(answer));
          response
            .writeHead(200, { ...Object.fromEntries(answerHeaders), 'content-length': length })
            .end(answer);
        });
    });
  });
  await new Promise<void>((resolve) => server.listen({ host: '127.0.0.1', port: 0 }, resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function listen(): Promise<string> {
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0, perMessageDeflate: false });
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  await new Promise((resolve) => server.once('listening', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function broadcast(text: string, times: number): Promise<void> {
  for (let nth = 0; nth < times; nth += 1) {
    const bytes = Buffer.from(text);
    for (const socket of sockets) socket.send(bytes, { binary: false });
    await new Promise((resolve) => setImmediate(resolve));
    while ([...sockets].some(({ bufferedAmount }) => bufferedAmount > waitingMax))
      await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
