import { copyFileSync, mkdirSync, mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { credentialsFile } from '../../src/main/credentials.js';
import { Random } from '../fuzz/random.js';
import { buildCommandLine } from '../setup/cli.js';
import { operatorOf } from '../setup/graphql.js';
import { logOf } from '../setup/log.js';
import { startBroker, type Broker } from '../setup/nats.js';
import { startProcess, type ServiceProcess } from '../setup/process.js';
import { customerFields } from '../setup/sender.js';
import { seedOf, sized } from '../setup/size.js';
import { enter, type Socket, type Subscription } from '../setup/socket.js';
import { allAtOnce } from '../setup/verbs.js';
import { readCredentials } from '../../src/main/credentials.js';
import { Server } from './kill/server.js';
import { newKeys } from '../setup/keys.js';

vi.setConfig({ testTimeout: sized(600_000, 3_600_000) });

const names = ['api-1', 'api-2', 'worker'] as const;
type Name = (typeof names)[number];
const rounds = sized(1, 40);
const readers = 8;

let home: string;
let server: Server;
let broker: Broker;
let env: Record<string, string>;
let accountId: string;
let token: string;
const running = new Map<Name, ServiceProcess>();

const dirOf = (name: Name): string => join(home, name);

async function start(name: Name): Promise<void> {
  const roles = { PSP_ROLES: name.replace(/-\d$/, '') };
  running.set(name, await startProcess(dirOf(name), { ...env, ...roles }));
}

beforeAll(async () => {
  await buildCommandLine();
  home = mkdtempSync(join(tmpdir(), 'psp-subscription-'));
  [server, broker] = await Promise.all([Server.start(), startBroker()]);
  env = {
    DATABASE_URL: await server.createDatabase(),
    NATS_URL: broker.url,
    ...newKeys(),
  };
  await start('api-1');
  for (const name of names.slice(1)) {
    mkdirSync(dirOf(name));
    copyFileSync(credentialsFile(dirOf('api-1')), credentialsFile(dirOf(name)));
  }
  await Promise.all(names.slice(1).map(start));
  ({ account_id: accountId = '' } = readCredentials(dirOf('api-1')));
  const first = running.get('api-1')?.internalUrl ?? '';
  ({ token } = await operatorOf(
    { env: { ...env, PSP_DATA_DIR: dirOf('api-1') }, internalUrl: first },
    'viewer',
  ));
});

afterAll(async () => {
  await Promise.all([...running.values()].map((each) => each.end('SIGTERM')));
  await Promise.all([broker.discard(), server.stop()]);
  await rm(home, { recursive: true, force: true });
});

const pause = (ms: number): Promise<void> => new Promise((resolve) => void setTimeout(resolve, ms));

const query = `subscription ($accountId: ID!, $after: String) {
  events(accountId: $accountId, after: $after) { id } }`;

/** A subscriber that continues after the last event at any running process, whenever it was cut off. */
class Reader {
  readonly received: string[] = [];
  cuts = 0;
  #current: { socket: Socket; reading: Subscription } | undefined;
  #hasStopped = false;
  readonly #ended: Promise<void>;

  constructor(
    private readonly random: Random,
    private readonly start: string,
  ) {
    this.#ended = this.#read();
  }

  get all(): string[] {
    return [...this.received, ...idsOf(this.#current?.reading)];
  }

  async stop(): Promise<void> {
    this.#hasStopped = true;
    this.#current?.socket.ws.terminate();
    await this.#ended;
  }

  async #read(): Promise<void> {
    while (!this.#hasStopped) {
      const url = running.get(this.random.pick(['api-1', 'api-2']))?.internalUrl;
      const socket = url === undefined ? undefined : await enter(url, token).catch(cutOff);
      if (socket === undefined) {
        await pause(50);
        continue;
      }
      const reading = socket.subscribe(query, { accountId, after: this.received.at(-1) ?? this.start });
      this.#current = { socket, reading };
      await (this.random.chance(0.3)
        ? Promise.race([socket.closed, pause(this.random.whole(100, 800))])
        : socket.closed);
      socket.ws.terminate();
      this.#current = undefined;
      this.received.push(...idsOf(reading));
      this.cuts += 1;
    }
  }
}

/** A killed process accepts no connection, or closes it. */
function cutOff(error: unknown): undefined {
  expect(error).toBeInstanceOf(Error);
}

const idsOf = (reading: Subscription | undefined): string[] =>
  (reading?.received ?? []).map(({ data }) => String((data?.['events'] as { id: string } | undefined)?.id));

test('with killed processes and a wiped broker each subscriber gets the log in order', async () => {
  const random = new Random(seedOf('subscription'));
  const client = running.get('api-2');
  const made = await client?.post('/v1/customers', customerFields());
  expect(made?.status).toBe(201);
  const [first] = await logOf(env['DATABASE_URL'] ?? '', accountId);
  const reading = Array.from({ length: readers }, (_, nth) => new Reader(new Random(nth), first?.id ?? ''));
  const write = async (count: number): Promise<void> => {
    const statuses = await allAtOnce(count, async () => {
      await pause(random.whole(0, 800));
      // Any running process: some requests during a kill have no response.
      const api = running.get('api-2') ?? running.get('api-1');
      return api?.post('/v1/customers', customerFields()).then(({ status }) => status, cutOff);
    });
    expect(statuses).toContain(201);
  };
  const kill = async (name: Name): Promise<void> => {
    const process = running.get(name);
    running.delete(name);
    await process?.end('SIGKILL');
    await start(name);
  };
  const wipe = async (): Promise<void> => {
    await broker.crash();
    await broker.wipe();
    await pause(random.whole(0, 300));
    await broker.start();
  };
  try {
    for (let round = 0; round < rounds; round += 1) {
      for (const fault of [() => kill('api-1'), wipe, () => kill('worker'), () => kill('api-2')]) {
        await Promise.all([write(60), pause(random.whole(0, 300)).then(fault)]);
      }
      const log = (await logOf(env['DATABASE_URL'] ?? '', accountId)).slice(1).map(({ id }) => id);
      expect(log.length).toBeGreaterThan(60);
      for (const each of reading) {
        await expect.poll(() => each.all.length, { timeout: 30_000 }).toBeGreaterThanOrEqual(log.length);
        expect(each.all).toEqual(log);
      }
    }
  } finally {
    await Promise.all(reading.map((each) => each.stop()));
  }
  expect(reading.reduce((sum, { cuts }) => sum + cuts, 0)).toBeGreaterThan(readers);
});
