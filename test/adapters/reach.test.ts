import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { afterEach, describe, expect, inject, it, vi } from 'vitest';
import { reachDatabase } from '../../src/adapters/postgres/reach.js';
import { eventually } from '../setup/patience.js';

const admin = new URL(inject('adminUrl'));
const servers: Server[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.close();
    await once(server, 'close');
  }
});

async function listen(port: number, answer: (socket: Socket) => void): Promise<number> {
  const server = createServer(answer).listen(port, '127.0.0.1');
  servers.push(server);
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

/** A port on which nothing listens. */
async function closedPort(): Promise<number> {
  const port = await listen(0, (socket) => socket.destroy());
  const server = servers.pop();
  server?.close();
  if (server) await once(server, 'close');
  return port;
}

function urlAt(port: number | string, password = admin.password): string {
  const url = new URL(admin);
  Object.assign(url, { port: String(port), password });
  return url.href;
}

describe('a start that needs its database', () => {
  it('continues at once if the database answers', async () => {
    const onWait = vi.fn<(error: unknown) => void>();
    await reachDatabase(admin.href, { ms: 5_000, onWait });
    expect(onWait).not.toHaveBeenCalled();
  });

  it('waits for a database that starts later, and reports it once', async () => {
    const port = await closedPort();
    const onWait = vi.fn<(error: unknown) => void>();
    const reached = reachDatabase(urlAt(port), { ms: 20_000, onWait });
    await eventually(() => expect(onWait).toHaveBeenCalledOnce());
    await listen(port, (socket) => {
      const there = connect(Number(admin.port), admin.hostname);
      socket.pipe(there).pipe(socket);
      socket.on('error', () => there.destroy());
      there.on('error', () => socket.destroy());
    });
    await reached;
    expect(onWait).toHaveBeenCalledOnce();
  });

  it('gives up on a missing or silent database, and names its address', async () => {
    const silent: Socket[] = [];
    const mute = await listen(0, (socket) => void silent.push(socket));
    const patience = { ms: 300, onWait: () => undefined };
    const where = (port: number) => `${admin.pathname.slice(1)} at ${admin.hostname}:${port}`;
    const closed = await closedPort();
    await expect(reachDatabase(urlAt(closed), patience)).rejects.toThrow(
      `${where(closed)} does not answer: connect ECONNREFUSED`,
    );
    await expect(reachDatabase(urlAt(mute), patience)).rejects.toThrow(
      `${where(mute)} does not answer: timeout expired. Check that it runs and that DATABASE_URL is right`,
    );
    for (const socket of silent) socket.destroy();
  });

  it('does not wait if access is denied, and shows no password', async () => {
    const url = new URL(urlAt(admin.port));
    url.pathname = '/no_such_database';
    const refused = reachDatabase(url.href, { ms: 60_000, onWait: () => undefined });
    await expect(refused).rejects.toThrow(
      /^The database no_such_database at .* refused the connection: .*does not exist/,
    );
    await refused.catch((error: Error) => expect(error.message).not.toContain(admin.password));
  });
});
