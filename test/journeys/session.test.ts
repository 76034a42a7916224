import { afterAll, beforeAll, expect, it } from 'vitest';
import { newAuthenticator } from '../setup/authenticator.js';
import { addPasskey, askChallenge, site } from '../setup/passkey.js';
import { queryRows } from '../setup/rows.js';
import { clientOf, openService, type Client, type RunningService } from '../setup/running.js';
import { askCode, mailSettings, openMailbox } from '../setup/sign-in.js';

type Person = Client & { readonly token: string };
type Listed = Readonly<Record<string, unknown>>[];

const mailbox = openMailbox();
const owner = 'owner@example.com';
const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0';
const safari =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1';
let service: RunningService;

beforeAll(async () => {
  service = await openService({ PUBLIC_URL: site, ...mailSettings }, mailbox);
});
afterAll(async () => {
  await service.check();
  await service.stop();
});

const statusAndCode = ({ status, at }: { status: number; at: (path: string) => unknown }) => [
  status,
  at('error.code'),
];
const deviceId = (letter: string): string => letter.repeat(40);

/** Signs in from a device. */
async function from(
  userAgent: string,
  { email = owner, device, language }: { email?: string; device?: string; language?: string } = {},
): Promise<Person> {
  const code = await askCode(service, mailbox, email);
  const headers = { 'User-Agent': userAgent, ...(language && { 'Accept-Language': language }) };
  const body = { email, code, ...(device && { device }) };
  const opened = await service.call('POST', '/dashboard/sessions', { key: null, body, headers });
  expect(opened.status, opened.text).toBe(201);
  const token = opened.get('token');
  return { ...clientOf(service.baseUrl, token), token };
}

/** Every mail so far about a new device; a code that is asked for afterwards proves that none is on its way. */
async function warnings(email = owner): Promise<readonly string[]> {
  await askCode(service, mailbox, email);
  return mailbox.subjectsTo(email).filter((each) => /sign-in to|inicio de sesión|acesso ao/.test(each));
}

const listed = async (who: Client): Promise<Listed> =>
  (await who.get('/dashboard/sessions')).at('data') as Listed;

it('a person sees where they are signed in, and ends one session or all others', async () => {
  const desk = await from(firefox);
  const phone = await from(safari);
  const program = await from('curl/8.15.0');
  await phone.get('/v1/me');
  await service.until('/v1/me', () => true);
  const all = await listed(phone);
  expect(all).toMatchObject([
    { is_current: false },
    { browser: 'Safari', system: 'iPhone', is_current: true },
    { browser: 'Firefox', system: 'Windows', is_current: false },
  ]);
  expect(all[0]).not.toHaveProperty('browser');
  expect(JSON.stringify(all)).not.toMatch(/psp_session|fingerprint|hash/);
  const [ofProgram] = all;
  const end = (who: Client, id: unknown) => who.call('DELETE', `/dashboard/sessions/${String(id)}`);
  expect((await end(phone, ofProgram?.['id'])).status).toBe(204);
  expect(statusAndCode(await end(phone, ofProgram?.['id']))).toEqual([404, 'not_found']);
  expect(statusAndCode(await program.get('/v1/me'))).toEqual([401, 'invalid_api_key']);
  expect((await desk.get('/v1/me')).status).toBe(200);
  expect((await phone.call('DELETE', '/dashboard/sessions')).status).toBe(204);
  expect(statusAndCode(await desk.get('/v1/me'))).toEqual([401, 'invalid_api_key']);
  expect(await listed(phone)).toMatchObject([{ is_current: true }]);
  expect((await end(phone, (await listed(phone))[0]?.['id'])).status).toBe(204);
  expect(statusAndCode(await phone.get('/v1/me'))).toEqual([401, 'invalid_api_key']);
});

it("a session's last use is noted, over /v1 and over the operations of people", async () => {
  const who = await from(firefox);
  const used = async (ask: string): Promise<void> => {
    await queryRows(service.databaseUrl, 'update session set last_used_at = null');
    const fresh = await from(firefox);
    await fresh.get(ask);
    await fresh.until('/dashboard/sessions', (answer) => answer.at('data.0.last_used_at') !== undefined);
  };
  await used('/v1/balances');
  await used('/dashboard/passkeys');
  expect((await who.get('/v1/me')).status).toBe(200);
});

it("a person cannot see or end another person's sessions", async () => {
  const who = await from(firefox);
  const invited = await who.post('/v1/members', { email: 'ana@example.com', role: 'admin' });
  expect(invited.status).toBe(201);
  const ana = await from(safari, { email: 'ana@example.com' });
  expect(await listed(ana)).toMatchObject([{ system: 'iPhone', is_current: true }]);
  const [own] = await listed(who);
  expect(statusAndCode(await ana.call('DELETE', `/dashboard/sessions/${String(own?.['id'])}`))).toEqual([
    404,
    'not_found',
  ]);
  await ana.call('DELETE', '/dashboard/sessions');
  expect((await who.get('/v1/me')).status).toBe(200);
  for (const key of [service.apiKey, null])
    expect(statusAndCode(await service.call('GET', '/dashboard/sessions', { key }))).toEqual([
      401,
      'invalid_api_key',
    ]);
});

it('one mail reports a sign-in from a new device, in its language; the first sign-in is not reported', async () => {
  const who = await from(firefox);
  const email = 'bea@example.com';
  await who.post('/v1/members', { email, role: 'viewer' });
  await from(firefox, { email });
  await from(firefox, { email });
  expect(await warnings(email)).toEqual([]);
  await from(safari, { email, language: 'es' });
  await from(safari, { email });
  expect(await warnings(email)).toEqual(['Nuevo inicio de sesión en el panel de pagos']);
  // A browser that keeps its id is known by it alone, whatever it calls itself.
  await from(firefox, { email, device: deviceId('a') });
  await from('Mozilla/5.0 newer', { email, device: deviceId('a') });
  expect(await warnings(email)).toHaveLength(2);
  const id = { email, device: 'short' };
  const refused = await service.call('POST', '/dashboard/sessions', {
    key: null,
    body: { ...id, code: '123456' },
  });
  expect([...statusAndCode(refused), refused.at('error.param')]).toEqual([
    400,
    'invalid_parameter',
    'device',
  ]);
});

it('devices are known by a keyed hash, at most fifty of one person', async () => {
  const email = 'cy@example.com';
  const who = await from(firefox);
  await who.post('/v1/members', { email, role: 'viewer' });
  await from(firefox, { email, device: deviceId('z') });
  await queryRows(
    service.databaseUrl,
    `insert into sign_in_device (email_hash, device_hash, seen_at)
      select s.email_hash, lpad(n::text, 64, '0'), business_now() - interval '1 day' from generate_series(1, 60) n,
        (select email_hash from session order by id desc limit 1) s`,
  );
  await from(firefox, { email, device: deviceId('z') });
  const rows = await queryRows(
    service.databaseUrl,
    'select device_hash from sign_in_device where email_hash = (select email_hash from session order by id desc limit 1)',
  );
  expect(rows).toHaveLength(50);
  expect(JSON.stringify(rows)).not.toContain('zzzz');
});

it('a sign-in by passkey is one from a device too', async () => {
  const who = await from(firefox, { device: deviceId('b') });
  const authenticator = newAuthenticator(site);
  await addPasskey(who, { authenticator });
  const before = (await warnings()).length;
  const signIn = async (device: string) => {
    const { token, options } = await askChallenge(service);
    const body = { token, credential: authenticator.get(options), device };
    return service.call('POST', '/dashboard/passkey-sessions', { key: null, body });
  };
  expect((await signIn(deviceId('b'))).status).toBe(201);
  expect(await warnings()).toHaveLength(before);
  expect((await signIn(deviceId('c'))).status).toBe(201);
  expect(await warnings()).toHaveLength(before + 1);
});
