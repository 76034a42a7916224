import { queryObjects } from 'node:v8';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Watcher } from '../../../src/api/graphql/subscription/watcher.js';
import { happen, openConsole, type Console } from '../../setup/console.js';
import { openAccount } from '../../setup/fixture.js';
import { logOf } from '../../setup/log.js';
import { enter } from '../../setup/socket.js';

let console: Console;
let accountId: string;
const patience = { timeout: 60_000, interval: 5 };

beforeAll(async () => {
  console = await openConsole();
  accountId = await openAccount(console.fixture.store);
});
afterAll(async () => {
  expect(console.faults).toEqual([]);
  await console.close();
});

const query = 'subscription ($accountId: ID!) { events(accountId: $accountId) { id } }';
/** Looks through the whole heap. */
const watching = (): number => queryObjects(Watcher, { format: 'count' });

/** A socket, what came over it but the welcome, and a way to send several messages at once. */
async function talk() {
  const socket = await enter(console.url, 'viewer');
  const messages: string[] = [];
  socket.ws.on('message', (data: Buffer) => {
    const { type, id, payload } = JSON.parse(data.toString()) as {
      type: string;
      id?: string;
      payload?: { data: { events: { id: string } } };
    };
    messages.push(type === 'next' ? `${id} ${payload?.data.events.id}` : [type, id].join(' ').trim());
  });
  const send = (...what: string[]): void => {
    for (const each of what) {
      const [type, id] = each.split(' ');
      socket.send({
        id,
        type,
        ...(type === 'subscribe' && { payload: { query, variables: { accountId } } }),
      });
    }
  };
  return { socket, messages, send };
}

/** The last events of the log, as they are sent under that id. */
async function lastEvents(id: string, count: number): Promise<string[]> {
  return (await logOf(console.fixture.url, accountId)).slice(-count).map((event) => `${id} ${event.id}`);
}

/** Resolves once the last event of the log has been sent under that id. */
async function catchesUp(messages: readonly string[], id: string): Promise<void> {
  const [last] = await lastEvents(id, 1);
  await expect.poll(() => messages.at(-1), patience).toBe(last);
}

describe('an id that is reused at once', () => {
  it.each([1, 10])('belongs to the latest subscription, after %i completed ones', async (pairs) => {
    const { socket, messages, send } = await talk();
    for (let nth = 0; nth < pairs; nth += 1) send('subscribe a', 'complete a');
    send('subscribe a');
    await expect
      .poll(async () => (await happen(console, accountId), messages.length), patience)
      .toBeGreaterThan(2);
    await catchesUp(messages, 'a');
    expect(messages).toEqual(await lastEvents('a', messages.length));
    const before = messages.length;
    send('complete a', 'ping');
    await expect.poll(() => messages.slice(before), patience).toContain('pong');
    send('subscribe b');
    await expect
      .poll(async () => (await happen(console, accountId), messages.length), patience)
      .toBeGreaterThan(before + 3);
    await catchesUp(messages, 'b');
    expect(messages.slice(before)).toEqual([
      'pong',
      ...(await lastEvents('b', messages.length - before - 1)),
    ]);
    await socket.close();
  });

  it('belongs to the latest subscription if a running one is completed', async () => {
    const { socket, messages, send } = await talk();
    send('subscribe a');
    await expect
      .poll(async () => (await happen(console, accountId), messages.length), patience)
      .toBeGreaterThan(0);
    await catchesUp(messages, 'a');
    const before = messages.length;
    send('complete a', 'subscribe a', 'subscribe b', 'complete b');
    await expect
      .poll(async () => (await happen(console, accountId), messages.length), patience)
      .toBeGreaterThan(before + 2);
    await catchesUp(messages, 'a');
    expect(messages.slice(before)).toEqual(await lastEvents('a', messages.length - before));
    await socket.close();
  });

  it('is taken until it is completed', async () => {
    const { socket, send } = await talk();
    send('subscribe a', 'subscribe a');
    expect(await socket.closed).toMatchObject({ code: 4409 });
  });

  it('counts against the limit of the socket while it waits', async () => {
    const { socket, send } = await talk();
    for (let nth = 0; nth < 500; nth += 1) send('subscribe a', 'complete a');
    expect(await socket.closed).toMatchObject({ code: 4429 });
  });
});

it('a closed socket leaves nothing behind, even during a request', async () => {
  for (let nth = 0; nth < 10; nth += 1) {
    const { socket, send } = await talk();
    send('subscribe b', 'subscribe a', 'complete a', 'subscribe a', 'complete a', 'subscribe a');
    if (nth % 2 === 0) socket.ws.terminate();
    else await socket.close();
  }
  await expect.poll(watching, { timeout: 60_000, interval: 500 }).toBe(0);
});
