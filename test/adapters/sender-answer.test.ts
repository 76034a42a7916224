import type { Socket } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { httpSender } from '../../src/adapters/http/sender.js';
import type { WebhookRequest } from '../../src/ports/sender.js';
import { rawTarget, type Target } from '../setup/target.js';

const opened: { stop(): Promise<void> }[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map((each) => each.stop()));
});

function stopAtEnd<T extends { stop(): Promise<void> }>(each: T): T {
  opened.push(each);
  return each;
}

const open = () =>
  stopAtEnd(httpSender({ dns: { addresses: () => Promise.resolve(['127.0.0.1']) }, allowInsecure: true }));
const openTarget = async (onRequest: (socket: Socket) => void) => stopAtEnd(await rawTarget(onRequest));
const requestTo = ({ port }: Target): WebhookRequest => ({
  url: `http://receiver.test:${port}/`,
  headers: { 'content-type': 'application/json' },
  body: '{}',
});

it('is the final one after early hints', async () => {
  const sender = open();
  const receiver = await openTarget((socket) =>
    socket.write(
      'HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\nHTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n',
    ),
  );
  expect(await sender.post(requestTo(receiver))).toMatchObject({ httpStatus: 404, error: null });
});

it('is read from a response with many headers', async () => {
  const sender = open();
  const cookies = Array.from({ length: 12 }, (_, nth) => `Set-Cookie: c${nth}=${'x'.repeat(4_000)}\r\n`);
  const receiver = await openTarget((socket) =>
    socket.write(`HTTP/1.1 200 OK\r\n${cookies.join('')}Content-Length: 0\r\n\r\n`),
  );
  expect(await sender.post(requestTo(receiver))).toMatchObject({ httpStatus: 200, error: null });
});
