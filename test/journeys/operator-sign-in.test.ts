import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createOperator, revokeOperator } from '../../src/usecases/operator.js';
import { lastAudit, operator, withHand } from '../setup/hand.js';
import { openIssuer, TestBrowser, type TestIssuer } from '../setup/issuer.js';
import { queryRows } from '../setup/rows.js';
import { clientOf, openService, type Answer, type RunningService } from '../setup/running.js';

const ana = { email: 'ana@platform.example', groups: ['staff', 'payments-admins', 'payments-viewers'] };
let issuer: TestIssuer;
let service: RunningService;

beforeAll(async () => {
  issuer = await openIssuer();
  service = await openService(issuer.settings);
  await issuer.serve(service.internalUrl);
});
afterAll(async () => {
  await service?.check();
  await service?.stop();
  await issuer?.close();
});
beforeEach(async () => {
  issuer.bend = undefined;
  issuer.person = 'ana';
  issuer.people.clear();
  issuer.people.set('ana', ana);
  await queryRows(service.databaseUrl, 'delete from sign_in_challenge');
});

const statusAndCode = ({ status, at }: Pick<Answer, 'status' | 'at'>) => [status, at('error.code')];
const refused = [401, 'invalid_api_key'];

const at = (path: string, body: object, key: string | null = null): Promise<Answer> =>
  clientOf(service.internalUrl, '').call('POST', `/console/oidc/${path}`, { key, body });

/** Begins a sign-in and goes through the issuer: what the browser has when it is back. */
async function comeBack(browser = new TestBrowser()): Promise<{ token: string; answer: string }> {
  const begun = await at('begin', {});
  expect(begun.status, begun.text).toBe(200);
  const back = await browser.follow(begun.get('url'), service.internalUrl);
  expect(back.pathname).toBe('/console/signed-in');
  return { token: begun.get('token'), answer: back.search.slice(1) };
}

/** Signs in with the issuer asking once more. */
async function confirm(browser: TestBrowser, confirms: string): Promise<Answer> {
  const begun = await at('begin', { fresh: true });
  const back = await browser.follow(begun.get('url'), service.internalUrl);
  return at('finish', { token: begun.get('token'), answer: back.search.slice(1), confirms });
}

const signIn = async (browser?: TestBrowser): Promise<Answer> => at('finish', await comeBack(browser));

/** What the internal API says of the holder of a token. */
async function callerBy(token: string): Promise<unknown> {
  const query = 'query { caller { kind name role } }';
  const answer = await clientOf(service.internalUrl, token).post('/graphql', { query });
  return answer.at('data.caller') ?? answer.at('errors.0.extensions.code');
}

/** Other processes hear of a change a moment later. */
const untilCaller = async (token: string, is: unknown): Promise<void> => {
  await expect.poll(() => callerBy(token), { timeout: 15_000 }).toEqual(is);
};

async function opened(browser?: TestBrowser): Promise<string> {
  const answer = await signIn(browser);
  expect(answer.status, answer.text).toBe(201);
  return answer.get('token');
}

const asAdmin = { kind: 'operator', name: ana.email, role: 'admin' };

describe('an operator', () => {
  it('signs in at the issuer with their highest role, acts under their name, and signs out', async () => {
    const token = await opened();
    expect(await callerBy(token)).toEqual(asAdmin);
    const [row] = await queryRows(
      service.databaseUrl,
      'select id from operator where subject_hash is not null',
    );
    expect(await lastAudit(service, 'operator.sign_in')).toMatchObject({
      subject_id: row?.['id'],
      operator: ana.email,
      after: { role: 'admin' },
    });
    const again = await opened();
    expect(await callerBy(again)).toEqual(asAdmin);
    const people = await queryRows(
      service.databaseUrl,
      'select id from operator where subject_hash is not null',
    );
    expect(people).toHaveLength(1);
    expect((await at('sign-out', {}, token)).status).toBe(204);
    expect(await callerBy(token)).toBe('invalid_api_key');
    expect(await callerBy(again)).toEqual(asAdmin);
    const stored = await queryRows(
      service.databaseUrl,
      'select row_to_json(s)::text as row from operator_session s',
    );
    expect(JSON.stringify(stored)).not.toContain(token.slice(-64));
  });

  it('is the person of a token that was registered with their e-mail address', async () => {
    await opened();
    await withHand(service, (ports) =>
      createOperator(ports, operator, { name: 'Ana', role: 'admin', expiresAt: null, email: ana.email }),
    );
    const hashes = () =>
      queryRows(
        service.databaseUrl,
        `select count(distinct id) as operators, count(distinct email_hash) as people from operator
          where name = 'Ana' or subject_hash is not null`,
      );
    expect(await hashes()).toEqual([{ operators: '2', people: '1' }]);
    issuer.bend = (claims) => ({ ...claims, email_verified: false });
    await opened();
    expect(
      await queryRows(service.databaseUrl, 'select 1 from operator where email_hash is not null'),
    ).toHaveLength(1);
  });

  it('loses the session eight hours after the sign-in', async () => {
    const token = await opened();
    expect(await callerBy(token)).toEqual(asAdmin);
    await queryRows(
      service.databaseUrl,
      "update operator_session set created_at = created_at - interval '8 hours', expires_at = expires_at - interval '8 hours'",
    );
    await untilCaller(token, 'invalid_api_key');
  });

  it('whose role is taken away is refused, and their open sessions end', async () => {
    const token = await opened();
    issuer.people.set('ana', { ...ana, groups: ['payments-viewers'] });
    const asViewer = await opened();
    expect(await callerBy(asViewer)).toEqual({ ...asAdmin, role: 'viewer' });
    // The role is the person's, in all their sessions.
    await untilCaller(token, { ...asAdmin, role: 'viewer' });
    issuer.people.set('ana', { ...ana, groups: ['staff'] });
    expect(statusAndCode(await signIn())).toEqual([403, 'insufficient_role']);
    for (const each of [token, asViewer]) await untilCaller(each, 'invalid_api_key');
    issuer.people.set('ana', ana);
    expect(await callerBy(await opened())).toEqual(asAdmin);
  });

  it('an operator revoked here stays revoked, even if the issuer signs them in', async () => {
    issuer.person = 'rob';
    issuer.people.set('rob', { ...ana, email: 'rob@platform.example' });
    const token = await opened();
    const [row] = await queryRows(
      service.databaseUrl,
      "select id from operator where name = 'rob@platform.example'",
    );
    await withHand(service, (ports) => revokeOperator(ports, operator, row?.['id'] ?? ''));
    await untilCaller(token, 'invalid_api_key');
    expect(statusAndCode(await signIn())).toEqual([403, 'insufficient_role']);
  });
});

describe('a dangerous act of an operator', () => {
  const issue = async (token: string) => {
    const query = `mutation { issueApiKey(accountId: "${service.accountId}", scopes: [read], reason: "a test") { secret } }`;
    return (await clientOf(service.internalUrl, token).post('/graphql', { query })).text;
  };

  it('needs a sign-in at the issuer at most five minutes old; an older issuer session is not enough', async () => {
    const browser = new TestBrowser();
    const token = await opened(browser);
    await queryRows(service.databaseUrl, 'update operator_session set proven_at = null');
    await expect.poll(() => issue(token), { timeout: 15_000 }).toContain('confirmation_required');
    const confirmed = await confirm(browser, token);
    expect(confirmed.status, confirmed.text).toBe(201);
    const fresh = confirmed.get('token');
    expect(await issue(fresh)).toContain('psp_test_');
    await queryRows(
      service.databaseUrl,
      "update operator_session set proven_at = proven_at - interval '5 minutes'",
    );
    await expect.poll(() => issue(fresh), { timeout: 15_000 }).toContain('confirmation_required');
    expect(await callerBy(fresh)).toEqual(asAdmin);
  });

  it('is not confirmed by another person', async () => {
    const token = await opened();
    issuer.people.set('ben', { ...ana, email: 'ben@example.com' });
    issuer.person = 'ben';
    const answer = await confirm(new TestBrowser(), token);
    issuer.person = 'ana';
    expect([answer.status, answer.at('error.message')]).toEqual([
      400,
      'Another person signed in. Sign in as the operator of this session.',
    ]);
    expect(await callerBy(token)).toEqual(asAdmin);
  });

  it('is not required of a program with a token', async () => {
    const { token } = await withHand(service, (ports) =>
      createOperator(ports, operator, { name: 'program', role: 'admin', expiresAt: null }),
    );
    expect(await issue(token)).toContain('psp_test_');
  });
});

describe('an answer that is refused', () => {
  it('was used before, or belongs to another browser, or to none', async () => {
    const one = await comeBack();
    expect((await at('finish', one)).status).toBe(201);
    expect(statusAndCode(await at('finish', one))).toEqual(refused);
    const [mine, theirs] = [await comeBack(), await comeBack()];
    expect(statusAndCode(await at('finish', { token: theirs.token, answer: mine.answer }))).toEqual(refused);
    const { token } = await comeBack();
    expect(statusAndCode(await at('finish', { token, answer: 'code=abc&state=never-given' }))).toEqual(
      refused,
    );
    expect(statusAndCode(await at('finish', { token, answer: '' }))).toEqual([400, 'invalid_parameter']);
    const late = await comeBack();
    await queryRows(
      service.databaseUrl,
      "update sign_in_challenge set expires_at = expires_at - interval '6 minutes'",
    );
    expect(statusAndCode(await at('finish', late))).toEqual(refused);
  });

  it.each<[string, Record<string, unknown>]>([
    ['is for another audience', { aud: 'another-client' }],
    ['is of another issuer', { iss: 'https://evil.example' }],
    ['has expired', { exp: Math.floor(Date.now() / 1_000) - 60 }],
    ['is not valid yet', { nbf: Math.floor(Date.now() / 1_000) + 600 }],
    ['has another nonce', { nonce: 'another' }],
  ])('has an ID token that %s', async (_, bent) => {
    issuer.bend = (claims) => ({ ...claims, ...bent });
    expect(statusAndCode(await signIn())).toEqual(refused);
  });

  it('has an ID token that another key signed', async () => {
    const { sign } = issuer;
    issuer.bend = (claims) => claims;
    Object.assign(issuer, { sign: (claims: object) => sign({ ...claims }, { isOther: true }) });
    try {
      expect(statusAndCode(await signIn())).toEqual(refused);
    } finally {
      Object.assign(issuer, { sign });
    }
  });
});

describe('the issuer', () => {
  it('ends the sessions of a person who signs out there, and no other', async () => {
    const [one, other] = [new TestBrowser(), new TestBrowser()];
    const [first, second] = [await opened(one), await opened(other)];
    await one.signOutAt(issuer);
    await untilCaller(first, 'invalid_api_key');
    expect(await callerBy(second)).toEqual(asAdmin);
  });

  it('ends all sessions of a person, and is not imitated', async () => {
    const token = await opened();
    const now = Math.floor(Date.now() / 1_000);
    const events = { 'http://schemas.openid.net/event/backchannel-logout': {} };
    const good = {
      iss: issuer.url,
      aud: issuer.clientId,
      iat: now,
      exp: now + 60,
      jti: 'one',
      sub: 'ana',
      events,
    };
    const logOut = (logoutToken: string) =>
      fetch(`${service.internalUrl}/console/oidc/backchannel-logout`, {
        method: 'POST',
        body: new URLSearchParams({ logout_token: logoutToken }),
      });
    const { events: _, ...plain } = good;
    for (const forged of [
      await issuer.sign(good, { isOther: true }),
      await issuer.sign({ ...good, aud: 'another-client' }),
      await issuer.sign({ ...good, iss: 'https://evil.example' }),
      await issuer.sign({ ...good, exp: now - 60 }),
      await issuer.sign({ ...good, iat: now - 3_600 }),
      await issuer.sign({ ...good, nonce: 'of an ID token' }),
      await issuer.sign(plain),
      await issuer.sign({ ...good, sub: undefined }),
      'not-a-token',
      '',
    ])
      expect((await logOut(forged)).status).toBe(400);
    expect(await callerBy(token)).toEqual(asAdmin);
    expect((await logOut(await issuer.sign({ ...good, sub: 'somebody-else' }))).status).toBe(200);
    expect(await callerBy(token)).toEqual(asAdmin);
    expect((await logOut(await issuer.sign(good))).status).toBe(200);
    await untilCaller(token, 'invalid_api_key');
  });
});

describe('the paths of the sign-in', () => {
  it('take JSON posts of the console alone, and bounded ones', async () => {
    const address = `${service.internalUrl}/console/oidc/begin`;
    const post = (init: RequestInit) => fetch(address, { method: 'POST', ...init });
    expect((await post({ body: '{}', headers: { 'content-type': 'text/plain' } })).status).toBe(415);
    const large = JSON.stringify({ answer: 'x'.repeat(70_000) });
    expect((await post({ body: large, headers: { 'content-type': 'application/json' } })).status).toBe(413);
    expect((await fetch(address)).status).toBe(405);
    expect(
      (await fetch(address, { method: 'OPTIONS' })).headers.get('access-control-allow-origin'),
    ).toBeNull();
  });

  it('are not on the public listener, and not there without an issuer', async () => {
    expect((await service.call('POST', '/console/oidc/begin', { key: null, body: {} })).status).toBe(404);
    const plain = await openService();
    const answer = await clientOf(plain.internalUrl, '').call('POST', '/console/oidc/begin', {
      key: null,
      body: {},
    });
    expect(answer.status).toBe(405);
    expect(await (await fetch(`${plain.internalUrl}/console/`)).text()).toContain('data-issuer=""');
    await plain.stop();
  });

  it('slow down a client that begins too often', async () => {
    const statuses = await Promise.all(
      Array.from({ length: 120 }, async () => (await at('begin', {})).status),
    );
    expect(statuses).toContain(429);
  });
});
