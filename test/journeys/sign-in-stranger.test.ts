import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { advance } from '../setup/hand.js';
import { patience } from '../setup/patience.js';
import { queryRows } from '../setup/rows.js';
import { openService, type Answer, type RunningService } from '../setup/running.js';
import { mailSettings, openMailbox } from '../setup/sign-in.js';

const owner = 'owner@example.com';
const mailbox = openMailbox();
let service: RunningService;

beforeAll(async () => {
  service = await openService({ ...mailSettings, PSP_TRUSTED_PROXIES: '127.0.0.0/8,::1' }, mailbox);
});
afterAll(async () => {
  await service.check();
  await service.stop();
});

/** A POST from an address, repeated after 429 and 503. */
async function from(address: string, path: string, body: unknown): Promise<Answer> {
  const headers = { 'X-Forwarded-For': address };
  const answer = await service.call('POST', path, { key: null, body, headers });
  if (answer.status !== 429 && answer.status !== 503) return answer;
  await sleep(Number(answer.headers.get('retry-after')) * 1_000);
  return from(address, path, body);
}
const ask = (address: string) => from(address, '/dashboard/sign-in', { email: owner });
const enter = (address: string, code: string) =>
  from(address, '/dashboard/sessions', { email: owner, code }).then(({ status }) => status);

const times = (count: number) => Array.from({ length: count }, (_, n) => n);
/** Returns a source of guesses that equal no mailed code. */
async function wrongGuesses(): Promise<() => string> {
  const queued = () => queryRows(service.databaseUrl, "select id from mail where status = 'queued'");
  await expect.poll(queued, patience).toEqual([]);
  const mailed = new Set(mailbox.subjectsTo(owner).map((subject) => subject.slice(0, 6)));
  let n = 0;
  return () => {
    do n += 1;
    while (mailed.has(String(n).padStart(6, '0')));
    return String(n).padStart(6, '0');
  };
}
const stranger = (n: number): string => `203.0.113.${n + 1}`;

/** Asks for a code; returns the newest code mailed after that. */
async function codeFor(person: string): Promise<string> {
  const before = mailbox.subjectsTo(owner).length;
  expect((await ask(person)).status).toBe(202);
  return mailbox.codeFor(owner, before);
}

it('a person can sign in while a stranger requests and guesses codes as often as permitted, from one client or many', async () => {
  for (const clients of [1, 20]) {
    const person = `198.51.100.${clients}`;
    await Promise.all(times(clients).map((n) => ask(stranger(n))));
    expect((await ask(person)).status).toBe(202);
    await Promise.all(times(62).map((n) => ask(stranger(n % clients))));
    const wrong = await wrongGuesses();
    // Fifty guesses from twenty clients are counted, and end the code for everyone else.
    const guessed = await Promise.all(
      times(clients === 1 ? 8 : 70).map((n) => enter(stranger(n % clients), wrong())),
    );
    expect(new Set(guessed)).toEqual(new Set([401]));
    // The newest mail: a stranger asked for it.
    const code = await mailbox.codeFor(owner);
    expect(await enter(stranger(0), code)).toBe(401);
    expect(await enter(person, code)).toBe(201);
    await advance(service, 601);
  }
});

it('fifty wrong guesses end a code for all but the requesting client without a wrong guess', async () => {
  const [person, elsewhere] = ['198.51.100.30', '198.51.100.31'];
  const spent = await codeFor(person);
  const wrong = await wrongGuesses();
  await enter(person, wrong());
  await Promise.all(times(50).map((n) => enter(stranger(n % 10), wrong())));
  expect(await enter(elsewhere, spent)).toBe(401);
  expect(await enter(person, spent)).toBe(401);
  // A new code is accepted from either.
  expect(await enter(elsewhere, await codeFor(person))).toBe(201);
  await advance(service, 601);
});

it('all addresses of one IPv6 /64 are one client', async () => {
  const [person, neighbour] = ['2001:db8:1:1::1', '2001:db8:1:2::1'];
  const code = await codeFor(person);
  const wrong = await wrongGuesses();
  await Promise.all(times(20).map((n) => enter(`2001:db8:1:3::${(n + 1).toString(16)}`, wrong())));
  expect(await enter('2001:db8:1:3:ffff::1', code)).toBe(401);
  expect(await enter(neighbour, code)).toBe(201);
});
