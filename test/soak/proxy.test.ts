import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { Random } from '../fuzz/random.js';
import { openProxy } from './proxy.js';

test('closes although a connection is silent and its server gone', async () => {
  const received: Socket[] = [];
  const server = createServer((socket) => {
    received.push(socket);
    socket.on('error', () => undefined).pipe(socket);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const proxy = await openProxy(`postgres://psp@127.0.0.1:${port}/postgres`, new Random(1));
  proxy.disturb(0);
  const client = connect(Number(new URL(proxy.url).port), '127.0.0.1');
  client.write('before');
  await once(client, 'data');
  proxy.fallSilent();
  client.write('amid');
  await sleep(100);
  client.write('after');
  proxy.speakAgain('stay silent');
  for (const socket of received) socket.destroy();
  await expect.poll(() => proxy.ports()).toEqual([]);
  client.destroy();
  await proxy.close();
  server.close();
  expect(received).toHaveLength(1);
});
