import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { Connection } from '../../bench/connection.ts';

let server: Server;
let answers: (readonly string[])[];
let received: string;
let connection: Connection;

const sent = { method: 'POST', path: '/v1/x', apiKey: 'k', body: '{"a":"ü"}' } as const;
const created = 'HTTP/1.1 201 Created\r\nContent-Length: 2\r\nDate: now\r\n\r\n{}';

beforeEach(async () => {
  received = '';
  server = createServer((socket) => {
    socket.on('data', (chunk) => {
      received += chunk.toString();
      void (async () => {
        for (const piece of answers.shift() ?? []) {
          if (piece === 'bye') socket.destroy();
          else socket.write(piece);
          await new Promise((resolve) => setTimeout(resolve, 5));
        }
      })();
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  connection = new Connection(`http://127.0.0.1:${(server.address() as { port: number }).port}`);
});

afterEach(() => {
  connection.close();
  server.close();
});

it('sends text unchanged, and reads responses in pieces of any size', async () => {
  answers = [[created], Array.from(created), [created.slice(0, -1), created.slice(-1)]];
  for (const key of ['key-1', undefined, 'key-2'])
    expect(await connection.ask(sent, key)).toEqual({ status: 201, text: '{}' });
  const [first, second] = received.split('POST ').slice(1);
  expect(first).toMatch(
    /^\/v1\/x HTTP\/1\.1\r\nhost: 127\.0\.0\.1:\d+\r\nconnection: keep-alive\r\nauthorization: Bearer k\r\ncontent-type: application\/json\r\ncontent-length: 10\r\nidempotency-key: key-1\r\n\r\n\{"a":"ü"\}$/,
  );
  expect(second).not.toContain('idempotency-key');
});

it.each([
  ['hangs up amid an answer', [created.slice(0, -1), 'bye'], /hung up/],
  ['does not say how long its answer is', ['HTTP/1.1 200 OK\r\n\r\n{}'], /no length/],
])('fails if the service %s, then and afterwards', async (_what, pieces, fault) => {
  answers = [pieces];
  await expect(connection.ask(sent, undefined)).rejects.toThrow(fault);
  await expect(connection.ask(sent, undefined)).rejects.toThrow(/hung up/);
});
