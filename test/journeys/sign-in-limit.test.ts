import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Ports } from '../../src/ports/ports.js';
import { askForCode, emailHashOf, openSession } from '../../src/usecases/sign-in.js';
import { withHand } from '../setup/hand.js';
import { queryRows } from '../setup/rows.js';
import { openService, type RunningService } from '../setup/running.js';
import { mailSettings, openMailbox } from '../setup/sign-in.js';

const unknownDevice = { device: { browser: null, system: null }, language: 'en' } as const;

const mailbox = openMailbox();
let service: RunningService;

beforeAll(async () => {
  service = await openService(mailSettings, mailbox);
});
afterAll(async () => {
  await service.check();
  await service.stop();
});
/** Earlier codes no longer count. */
beforeEach(() => pass(86_400));

/** Moves all earlier requests back in time. */
const pass = (seconds: number) =>
  queryRows(
    service.databaseUrl,
    `with asked as (update sign_in_asked set asked_at = asked_at - interval '${seconds} seconds')
      update sign_in_code set expires_at = expires_at - interval '${seconds} seconds'`,
  );

let clients = 0;
/** A client without earlier requests. */
const newClient = (): string => `10.0.${(clients += 1) >> 8}.${clients & 255}`;

interface Live {
  /** Number of codes created: one or none. */
  readonly ask: (address: string, client?: string) => Promise<number>;
  readonly askAtOnce: (asks: readonly (readonly [address: string, client: string])[]) => Promise<number>;
  readonly ports: Ports;
}

/** The limits of a live deployment. */
function withLive<T>(work: (live: Live) => Promise<T>): Promise<T> {
  return withHand(service, (ports) => {
    const madeSoFar = async () =>
      Number((await queryRows(service.databaseUrl, 'select max(id) as n from sign_in_asked'))[0]?.['n'] ?? 0);
    const live = { ...ports, environment: 'live' } as const;
    const askAtOnce = async (asks: readonly (readonly [string, string])[]) => {
      const before = await madeSoFar();
      await Promise.all(
        asks.map(([address, client]) => askForCode(live, { address, client, language: 'en' })),
      );
      return (await madeSoFar()) - before;
    };
    return work({
      ports,
      ask: (address, client = newClient()) => askAtOnce([[address, client]]),
      askAtOnce,
    });
  });
}

/** Hashes of the live codes of an address. */
const liveHashes = async (ports: Ports, address: string): Promise<string[]> => {
  const rows = await queryRows(
    service.databaseUrl,
    `select code_hash from sign_in_code where email_hash = $1 and ended_at is null and expires_at > business_now()
      order by id`,
    [emailHashOf(ports.vault, address)],
  );
  return rows.map(({ code_hash: hash }) => String(hash));
};

it.each(['owner@example.com', 'stranger@example.com'])(
  'a client gets one code a minute for %s, and further requests leave live codes valid',
  (address) =>
    withLive(async ({ ask, ports }) => {
      const client = newClient();
      expect(await ask(address, client)).toBe(1);
      const [first] = await liveHashes(ports, address);
      expect(first).toMatch(/^[0-9a-f]{64}$/);
      for (let n = 0; n < 3; n += 1) expect(await ask(address, client)).toBe(0);
      expect(await ask(address)).toBe(1);
      await pass(45);
      expect(await ask(address, client)).toBe(0);
      await pass(15);
      expect(await ask(address, client)).toBe(1);
      const live = await liveHashes(ports, address);
      expect(live).toHaveLength(3);
      expect(live[0]).toBe(first);
    }),
);

it('a client gets five codes an hour and twenty a day for one address, known or unknown', () =>
  withLive(async ({ ask, askAtOnce }) => {
    const [one, other] = [newClient(), newClient()];
    /** Asks for a code for a known and an unknown address. */
    const both = () =>
      askAtOnce([
        ['owner@example.com', one],
        ['stranger@example.com', other],
      ]);
    const hours: number[] = [];
    for (const asks of [6, 5, 5, 5, 1]) {
      let made = 0;
      for (let n = 0; n < asks; n += 1) {
        made += await both();
        await pass(60);
      }
      hours.push(made);
      await pass(3_600);
    }
    expect(hours).toEqual([10, 10, 10, 10, 0]);
    expect(await ask('owner@example.com')).toBe(1);
    await pass(86_400 - 4 * 3_900 - 3_660);
    expect(await both()).toBe(2);
  }));

it('an address gets thirty codes an hour, the last six only while it has no live code', () =>
  withLive(async ({ askAtOnce }) => {
    const flood = () => askAtOnce(Array.from({ length: 32 }, () => ['owner@example.com', newClient()]));
    const made: number[] = [];
    for (let n = 0; n < 6; n += 1) {
      made.push(await flood());
      await pass(600);
    }
    expect(made).toEqual([24, 1, 1, 1, 1, 1]);
    // The first 24 are an hour old.
    expect(await flood()).toBe(24 - 5);
  }));

it('a client gets thirty codes an hour for all addresses', () =>
  withLive(async ({ ask, askAtOnce }) => {
    const client = newClient();
    expect(await askAtOnce(Array.from({ length: 32 }, (_, n) => [`a${n}@example.com`, client]))).toBe(30);
    expect(await ask('b@example.com', client)).toBe(0);
    expect(await ask('b@example.com')).toBe(1);
    await pass(3_600);
    expect(await ask('b@example.com', client)).toBe(1);
  }));

it('one client that makes forty concurrent requests gets one code', () =>
  withLive(async ({ askAtOnce }) => {
    const client = newClient();
    expect(await askAtOnce(Array.from({ length: 40 }, () => ['owner@example.com', client]))).toBe(1);
  }));

/** Wrong guesses of the newest code: in total, and per client. */
async function triesOf(): Promise<{ readonly all: number; readonly each: readonly number[] }> {
  const [row] = await queryRows(
    service.databaseUrl,
    'select tries, tries_by from sign_in_code order by id desc limit 1',
  );
  return {
    all: Number(row?.['tries']),
    each: Object.values(JSON.parse(String(row?.['tries_by'])) as Record<string, number>),
  };
}

it('concurrent guesses are counted exactly: five per client and fifty in total', () =>
  withHand(service, (ports) => {
    const code = '000000';
    const known = { ...ports, vault: { ...ports.vault, randomDigits: () => code } };
    const guesses = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 12 });
    const property = fc.asyncProperty(guesses, fc.boolean(), async (guessesOf, isFromAsker) => {
      await pass(86_400);
      const [address, asker] = ['owner@example.com', newClient()];
      await askForCode(known, { address, client: asker, language: 'en' });
      const guess = (client: string, guessed: string) =>
        openSession(ports, { address, client, code: guessed, stepUp: false, from: unknownDevice }).then(
          () => true,
          () => false,
        );
      const guessing = guessesOf.flatMap((count) => {
        const client = newClient();
        return Array.from({ length: count }, (_, n) => guess(client, String(100_000 + n)));
      });
      expect((await Promise.all(guessing)).filter(Boolean)).toEqual([]);
      const sum = (counts: readonly number[]) => counts.reduce((all, count) => all + count, 0);
      const inAll = Math.min(50, sum(guessesOf.map((count) => Math.min(5, count))));
      const { all, each } = await triesOf();
      expect(all).toBe(inAll);
      expect(sum(each)).toBe(inAll);
      expect(each.filter((count) => count > 5)).toEqual([]);
      const opened = Array.from({ length: 4 }, () => guess(isFromAsker ? asker : newClient(), code));
      expect((await Promise.all(opened)).filter(Boolean)).toHaveLength(isFromAsker || inAll < 50 ? 1 : 0);
    });
    const examples: [number[], boolean][] = [
      [[9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9], true],
      [[5, 5, 5, 5, 5, 5, 5, 5, 5, 5], false],
    ];
    return fc.assert(property, { numRuns: 6, examples });
  }));
