import { createHash, createHmac } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { advance } from '../setup/hand.js';
import { queryRows } from '../setup/rows.js';
import { clientOf, openService, type Answer, type RunningService } from '../setup/running.js';
import { askCode, mailSettings, openMailbox, signIn } from '../setup/sign-in.js';
import { patience } from '../setup/patience.js';

const owner = 'owner@example.com';
const mailbox = openMailbox();
let service: RunningService;

beforeAll(async () => {
  service = await openService(mailSettings, mailbox);
});
afterAll(async () => {
  await service.check();
  await service.stop();
});

const ask = (email: string): Promise<Answer> =>
  service.call('POST', '/dashboard/sign-in', { key: null, body: { email } });
const enter = (email: string, code: string): Promise<Answer> =>
  service.call('POST', '/dashboard/sessions', { key: null, body: { email, code } });
/** Retries when refused by the rate limit: earlier failures may have used up the address's share. */
const enterInTime = async (email: string, code: string): Promise<Answer> => {
  const answer = await enter(email, code);
  if (answer.status !== 429) return answer;
  await sleep(Number(answer.headers.get('retry-after')) * 1_000);
  return enterInTime(email, code);
};
const otherThan = (code: string): string => String((Number(code) + 1) % 1_000_000).padStart(6, '0');
/** Wrong guesses of the newest code, and whether it has ended. */
const newestCode = async (): Promise<{ readonly tries: number; readonly hasEnded: boolean }> => {
  const [row] = await queryRows(
    service.databaseUrl,
    'select tries, ended_at from sign_in_code order by id desc limit 1',
  );
  return { tries: Number(row?.['tries']), hasEnded: row?.['ended_at'] !== null };
};

it('the owner of the demo account can sign in at once, and out', async () => {
  const code = await askCode(service, mailbox, owner);
  const opened = await enter(owner, code);
  expect(opened.status).toBe(201);
  expect(opened.get('token')).toMatch(/^psp_session_[0-9a-f]{64}$/);
  const hours = (Date.parse(opened.get('expires_at')) - Date.now()) / 3_600_000;
  expect(hours).toBeCloseTo(12, 1);
  const person = clientOf(service.baseUrl, opened.get('token'));
  expect((await person.get('/v1/me')).body).toMatchObject({
    kind: 'member',
    account: { id: service.accountId },
    member: { email: owner, role: 'owner', status: 'active' },
    accounts: [{ id: service.accountId, status: 'active', role: 'owner' }],
  });
  const credential = { type: 'member', scopes: ['read', 'write'] };
  const account = await person.get('/v1/account');
  expect(account.body).toMatchObject({ id: service.accountId, credential });
  expect(account.get('credential.prefix')).toBe(account.get('credential.id'));
  const left = await person.call('DELETE', '/dashboard/sessions/current');
  expect([left.status, left.text]).toEqual([204, '']);
  expect((await person.get('/v1/me')).at('error.code')).toBe('invalid_api_key');
  expect((await person.call('DELETE', '/dashboard/sessions/current')).status).toBe(401);
  expect((await enter(owner, code)).status).toBe(401);
});

it('an address matches in every spelling, and mail goes to the stored one', async () => {
  const before = mailbox.subjectsTo(owner).length;
  expect((await ask('OWNER@Example.COM')).status).toBe(202);
  const code = await mailbox.codeFor(owner, 0);
  await expect.poll(() => mailbox.subjectsTo(owner).length, patience).toBe(before + 1);
  expect(mailbox.subjectsTo('OWNER@Example.COM')).toEqual([]);
  expect(
    (await enter('Owner@EXAMPLE.com', mailbox.subjectsTo(owner).at(-1)?.slice(0, 6) ?? code)).status,
  ).toBe(201);
});

it.each([
  [{}, 'invalid_parameter', 'email'],
  [{ email: 1 }, 'invalid_body', 'email'],
  [{ email: 'nobody' }, 'invalid_parameter', 'email'],
  [{ email: 'a@b.example\r\nBcc: c@d.example' }, 'invalid_parameter', 'email'],
  [{ email: owner, x: 1 }, 'invalid_body', 'x'],
])('%j is refused as a request for a code', async (body, code, param) => {
  const answer = await service.call('POST', '/dashboard/sign-in', { key: null, body });
  expect([answer.status, answer.at('error.code'), answer.at('error.param')]).toEqual([400, code, param]);
});

it.each(['12345', '1234567', '12a456', '１２３４５６', ' 123456'])('%j is not a code', async (code) => {
  const answer = await enter(owner, code);
  expect([answer.status, answer.at('error.param')]).toEqual([400, 'code']);
});

it('of 200 concurrent guesses of a client five are compared, and the code is used up for that client', async () => {
  const code = await askCode(service, mailbox, owner);
  expect(await newestCode()).toEqual({ tries: 0, hasEnded: false });
  const guesses = await Promise.all(Array.from({ length: 200 }, () => enter(owner, otherThan(code))));
  expect(new Set(guesses.map(({ status }) => status))).toEqual(new Set([401, 429]));
  expect(await newestCode()).toEqual({ tries: 5, hasEnded: false });
  const metrics = await (await fetch(`${service.internalUrl}/metrics`)).text();
  // A guess refused with 429 is not counted.
  expect(
    Number(/psp_sign_in_guesses_total{outcome="wrong"} (\d+)/.exec(metrics)?.[1]),
  ).toBeGreaterThanOrEqual(guesses.filter(({ status }) => status === 401).length);
  // Waits until the address's rate limit allows failures again.
  await expect.poll(async () => (await enter(owner, code)).status, patience).toBe(401);
});

it('the fifth guess may succeed, and a code opens one session', async () => {
  const code = await askCode(service, mailbox, owner);
  for (let tries = 0; tries < 4; tries += 1) await enterInTime(owner, otherThan(code));
  expect(await newestCode()).toEqual({ tries: 4, hasEnded: false });
  const opened = await Promise.all(Array.from({ length: 10 }, () => enter(owner, code)));
  expect(opened.filter(({ status }) => status === 201)).toHaveLength(1);
  expect(await newestCode()).toEqual({ tries: 4, hasEnded: true });
});

it('a new code leaves the previous one live', async () => {
  const [first, second] = [await askCode(service, mailbox, owner), await askCode(service, mailbox, owner)];
  expect((await enterInTime(owner, first)).status).toBe(201);
  if (first !== second) expect((await enterInTime(owner, second)).status).toBe(201);
});

it('known and unknown addresses get equal answers, and leave equal traces', async () => {
  const shape = ({ status, headers, text }: Answer) => {
    const remaining = [...headers].filter(([name]) => !['x-request-id', 'date'].includes(name));
    return { status, text, headers: Object.fromEntries(remaining) };
  };
  const stranger = 'stranger@example.com';
  expect(shape(await ask(stranger))).toEqual(shape(await ask(owner)));
  const wrong = (answer: Answer) => ({ ...shape(answer), text: answer.text.replace(/req_\w+/, '') });
  expect(wrong(await enterInTime(stranger, '000000'))).toEqual(wrong(await enterInTime(owner, '000000')));
  const counts = `select count(*) as codes, (select count(*) from mail where kind = 'sign_in_code') as mails
    from sign_in_code`;
  const [row] = await queryRows(service.databaseUrl, counts);
  expect(row?.['codes']).toBe(row?.['mails']);
  await expect
    .poll(
      async () =>
        (await queryRows(service.databaseUrl, `select id from mail where status = 'queued'`)).length,
      patience,
    )
    .toBe(0);
  expect(mailbox.subjectsTo(stranger)).toEqual([]);
});

it('the database alone reveals no code', async () => {
  const code = await askCode(service, mailbox, owner);
  const tables = await queryRows(
    service.databaseUrl,
    `select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
  );
  expect(tables.length).toBeGreaterThan(40);
  const rows = await Promise.all(
    tables.map(({ name }) => queryRows(service.databaseUrl, `select t::text as row from "${name}" t`)),
  );
  const dump = rows
    .flat()
    .map(({ row }) => row)
    .join('\n');
  const key = Buffer.from(service.env['PSP_HASH_KEY'] ?? '', 'base64');
  const keyed = (text: string) => createHmac('sha256', key).update(text).digest('hex');
  const emailHash = keyed(`email\n${owner}`);
  // With the key the hash is found, so the construction is right.
  expect(dump).toContain(keyed(`sign-in code\n${emailHash}\n${code}`));
  expect(dump).not.toContain('example.com');
  // A thief who knows the construction but not the key tries a million codes in a second.
  const texts = [
    `sign-in code\n${emailHash}\n${code}`,
    `sign-in code\n${owner}\n${code}`,
    `${emailHash}${code}`,
    `${owner}${code}`,
    `${owner}:${code}`,
    `email\n${owner}`,
    code,
  ];
  for (const algorithm of ['sha256', 'sha1', 'md5', 'sha512'])
    for (const text of texts) {
      expect(dump).not.toContain(createHash(algorithm).update(text).digest('hex'));
      for (const guessed of ['', '0'.repeat(64), emailHash, owner, Buffer.alloc(32)])
        expect(dump).not.toContain(createHmac(algorithm, guessed).update(text).digest('hex'));
    }
});

it('a code is valid for ten minutes, and a session for twelve hours', async () => {
  const code = await askCode(service, mailbox, owner);
  const token = await signIn(service, mailbox, owner);
  const late = await askCode(service, mailbox, owner);
  expect(code).toMatch(/^\d{6}$/);
  await advance(service, 601);
  expect((await enterInTime(owner, late)).status).toBe(401);
  const person = clientOf(service.baseUrl, token);
  await advance(service, 12 * 3_600 - 660);
  expect((await person.get('/v1/me')).status).toBe(200);
  await advance(service, 120);
  expect((await person.get('/v1/me')).status).toBe(401);
});

it('a sandbox sends at most sixty codes a minute; further requests get the same response', async () => {
  await advance(service, 61);
  const person = 'many@example.com';
  const made = async () => {
    const rows = await queryRows(
      service.databaseUrl,
      "select count(*) as n from sign_in_asked where asked_at > business_now() - interval '1 minute'",
    );
    return Number(rows[0]?.['n']);
  };
  for (let n = 0; n < 40; n += 1) expect((await ask(person)).status).toBe(202);
  const code = await askCode(service, mailbox, owner);
  for (let n = 0; n < 40; n += 1) expect((await ask(owner)).status).toBe(202);
  expect(await made()).toBe(60);
  await advance(service, 61);
  expect((await enterInTime(owner, code)).status).toBe(201);
});
