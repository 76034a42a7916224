import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Duplex } from 'node:stream';
import { expect, test, type TestContext } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { Watcher } from '../../../src/api/graphql/subscription/watcher.js';

/** A stream takes what is written as its reader takes it: so many bytes in a millisecond, and nothing after a while. */
function slowed(stream: Duplex, bytesPerMs: number, stopsAfterMs: number): Duplex {
  const began = performance.now();
  const slow = new Duplex({
    read: () => undefined,
    write(chunk: Buffer, _encoding, done) {
      stream.write(chunk);
      if (performance.now() - began < stopsAfterMs) setTimeout(done, chunk.length / bytesPerMs);
    },
    destroy(error, done) {
      stream.destroy();
      done(error);
    },
  });
  stream.on('data', (chunk) => slow.push(chunk));
  stream.on('error', (error) => slow.destroy(error));
  stream.on('close', () => slow.destroy());
  return slow;
}

/** A watcher for whom 200 KB wait, as of a socket with many subscriptions. */
async function watcherOf(
  reader: { bytesPerMs: number; stopsAfterMs: number },
  { onTestFinished }: TestContext,
) {
  const server = createServer();
  const sockets = new WebSocketServer({ noServer: true, perMessageDeflate: false });
  const opened = Promise.withResolvers<WebSocket>();
  server.on('upgrade', (request, stream, head) =>
    sockets.handleUpgrade(
      request,
      slowed(stream, reader.bytesPerMs, reader.stopsAfterMs),
      head,
      opened.resolve,
    ),
  );
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const client = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const watched = await opened.promise;
  onTestFinished(async () => {
    client.terminate();
    watched.terminate();
    server.close();
    await once(server, 'close');
  });
  const watcher = new Watcher(watched, 's0');
  for (let sent = 0; sent < 50; sent += 1) watcher.send(JSON.stringify('x'.repeat(4_000)));
  return watcher;
}

test.concurrent('a subscriber that reads slowly but steadily is kept', async (context) => {
  const watcher = await watcherOf({ bytesPerMs: 20, stopsAfterMs: 60_000 }, context);
  const began = performance.now();
  await watcher.room();
  expect([watcher.isBehind, watcher.hasEnded]).toEqual([false, false]);
  expect(performance.now() - began).toBeGreaterThan(5_000);
});

test.concurrent('a subscriber that stops reading for five seconds is closed', async (context) => {
  const watcher = await watcherOf({ bytesPerMs: 20, stopsAfterMs: 2_000 }, context);
  const began = performance.now();
  await watcher.room();
  expect([watcher.isBehind, watcher.hasEnded]).toEqual([true, true]);
  expect(performance.now() - began).toBeGreaterThan(5_500);
});
