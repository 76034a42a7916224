import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Ports } from '../../src/ports/ports.js';
import { emailHashOf, askForCode } from '../../src/usecases/sign-in.js';
import { advanceClock } from '../../src/usecases/platform.js';
import { operator, withHand } from '../setup/hand.js';
import { queryRows } from '../setup/rows.js';
import { openService, type RunningService } from '../setup/running.js';
import { mailSettings, openMailbox } from '../setup/sign-in.js';

const mailbox = openMailbox();
let service: RunningService;

beforeAll(async () => {
  service = await openService(mailSettings, mailbox);
});
afterAll(async () => {
  await service.check();
  await service.stop();
});
/** Nothing that was asked for before counts any more. */
beforeEach(() => withLive(({ pass }) => pass(86_400)));

let clients = 0;
/** A client that has not asked for anything yet. */
const newClient = (): string => `198.51.100.${(clients += 1)}`;

interface Live {
  /** How many codes it made: one, or none. */
  readonly ask: (address: string, client?: string) => Promise<number>;
  readonly pass: (seconds: number) => Promise<unknown>;
  readonly ports: Ports;
}

/** As a live deployment counts, on the clock of a sandbox. */
function withLive<T>(work: (live: Live) => Promise<T>): Promise<T> {
  return withHand(service, (ports) => {
    const madeSoFar = async () =>
      Number((await queryRows(service.databaseUrl, 'select max(id) as n from sign_in_asked'))[0]?.['n'] ?? 0);
    return work({
      ports,
      pass: (seconds) => advanceClock(ports, operator, { ms: seconds * 1_000, onStep: () => undefined }),
      async ask(address, client = newClient()) {
        const before = await madeSoFar();
        await askForCode({ ...ports, environment: 'live' }, { address, client, language: 'en' });
        return (await madeSoFar()) - before;
      },
    });
  });
}

/** As its row holds it: whether a code lives is seen by the hash that stays. */
const liveHash = async (ports: Ports, address: string) => {
  const rows = await queryRows(
    service.databaseUrl,
    'select code_hash from sign_in_code where email_hash = $1 and ended_at is null and expires_at > business_now()',
    [emailHashOf(ports.vault, address)],
  );
  return rows[0]?.['code_hash'];
};

it.each(['owner@example.com', 'stranger@example.com'])(
  '%s gets one code a minute, and within it the old one lives',
  (address) =>
    withLive(async ({ ask, pass, ports }) => {
      expect(await ask(address)).toBe(1);
      const first = await liveHash(ports, address);
      expect(first).toMatch(/^[0-9a-f]{64}$/);
      // A stranger who asks anew kills nothing.
      for (let n = 0; n < 5; n += 1) expect(await ask(address)).toBe(0);
      expect(await liveHash(ports, address)).toBe(first);
      await pass(45);
      expect(await ask(address)).toBe(0);
      expect(await liveHash(ports, address)).toBe(first);
      await pass(15);
      expect(await ask(address)).toBe(1);
      expect(await liveHash(ports, address)).not.toBe(first);
    }),
);

it('an address gets five codes an hour and twenty a day, a hundred guesses, whether anybody bears it or not', () =>
  withLive(async ({ ask, pass }) => {
    const both = async () => [await ask('owner@example.com'), await ask('stranger@example.com')];
    const made: number[] = [];
    for (let hour = 0; hour < 5; hour += 1) {
      let ofHour = 0;
      // Asked each ten minutes: six times an hour.
      for (let n = 0; n < 6; n += 1) {
        const [known, unknown] = await both();
        expect(known).toBe(unknown);
        ofHour += known ?? 0;
        await pass(600);
      }
      made.push(ofHour);
    }
    expect(made).toEqual([5, 5, 5, 5, 0]);
    await pass(86_400 - 5 * 3_600 - 120);
    expect(await both()).toEqual([0, 0]);
    // The first of them is a day old after that.
    await pass(120);
    expect(await both()).toEqual([1, 1]);
  }));

it('a client gets no more than an address, whomever it asks for', () =>
  withLive(async ({ ask, pass }) => {
    const client = newClient();
    expect(await ask('a1@example.com', client)).toBe(1);
    expect(await ask('a2@example.com', client)).toBe(0);
    expect(await ask('a2@example.com')).toBe(1);
    await pass(60);
    for (let n = 3; n < 7; n += 1) {
      expect(await ask(`a${n}@example.com`, client)).toBe(1);
      await pass(60);
    }
    expect(await ask('a7@example.com', client)).toBe(0);
    await pass(3_600);
    expect(await ask('a7@example.com', client)).toBe(1);
  }));

it('of many who ask at once one makes a code', () =>
  withLive(async ({ ports }) => {
    const address = 'owner@example.com';
    const ask = { address, language: 'en' } as const;
    const live = { ...ports, environment: 'live' } as const;
    await Promise.all(Array.from({ length: 40 }, () => askForCode(live, { ...ask, client: newClient() })));
    const rows = await queryRows(
      service.databaseUrl,
      "select id from sign_in_asked where email_hash = $1 and asked_at > business_now() - interval '1 minute'",
      [emailHashOf(ports.vault, address)],
    );
    expect(rows).toHaveLength(1);
  }));
