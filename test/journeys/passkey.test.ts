import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { challengesMost, passkeysMost } from '../../src/domain/passkey.js';
import { addOwner } from '../../src/usecases/member.js';
import { setAccountStatus } from '../../src/usecases/account.js';
import { resetPasskeysOf } from '../../src/usecases/sign-in-policy.js';
import { newAuthenticator, type Bent } from '../setup/authenticator.js';
import { lastAudit, openOtherAccount, operator, withHand } from '../setup/hand.js';
import { addPasskey, askChallenge, personBy, site, tryPasskey, withPasskey } from '../setup/passkey.js';
import { queryRows } from '../setup/rows.js';
import { clientOf, openBeside, openService, type Client, type RunningService } from '../setup/running.js';
import { askCode, mailSettings, openMailbox, personOf } from '../setup/sign-in.js';

const mailbox = openMailbox();
let service: RunningService;
let owner: Client & { token: string };

beforeAll(async () => {
  service = await openService({ PUBLIC_URL: site, ...mailSettings }, mailbox);
  owner = await personOf(service, mailbox, 'owner@example.com');
});
afterAll(async () => {
  await service.check();
  await service.stop();
});

const statusAndCode = ({ status, at }: { status: number; at: (path: string) => unknown }) => [
  status,
  at('error.code'),
];

async function member(email: string, role = 'developer'): Promise<Client & { id: string }> {
  const invited = await owner.post('/v1/members', { email, role });
  expect(invited.status, invited.text).toBe(201);
  return { ...(await personOf(service, mailbox, email)), id: invited.get('id') };
}

/** Mails so far about changed passkeys; a code that is asked for afterwards proves that none is on its way. */
async function passkeyMails(email: string): Promise<readonly string[]> {
  await askCode(service, mailbox, email);
  return mailbox.subjectsTo(email).filter((each) => each.includes('asskey'));
}

describe('a passkey', () => {
  it('its member gets a mail when it is added, removed or reset, and none when that is refused', async () => {
    const email = 'warned@example.com';
    const who = await member(email);
    const authenticator = newAuthenticator(site);
    const id = (await addPasskey(who, { authenticator })).get('id');
    const added = 'A passkey was added to your account';
    expect(await passkeyMails(email)).toEqual([added]);
    expect(statusAndCode(await addPasskey(who, { authenticator }))).toEqual([400, 'invalid_parameter']);
    expect((await who.call('DELETE', `/dashboard/passkeys/${id}`)).status).toBe(204);
    expect(statusAndCode(await who.call('DELETE', `/dashboard/passkeys/${id}`))).toEqual([404, 'not_found']);
    const removed = 'A passkey was removed from your account';
    expect(await passkeyMails(email)).toEqual([added, removed]);
    await addPasskey(who);
    expect((await owner.call('DELETE', `/v1/members/${who.id}/passkeys`)).status).toBe(204);
    expect(statusAndCode(await owner.call('DELETE', `/v1/members/${who.id}/passkeys`))).toEqual([
      404,
      'not_found',
    ]);
    expect(await passkeyMails(email)).toEqual([
      added,
      removed,
      added,
      'All passkeys were removed from your account',
    ]);
  });

  it('the mail is in the language in which its member adds or removes it', async () => {
    const email = 'spoken@example.com';
    const who = await member(email);
    const id = (await addPasskey(who, { language: 'es' })).get('id');
    const headers = { 'Accept-Language': 'pt-BR' };
    expect((await who.call('DELETE', `/dashboard/passkeys/${id}`, { headers })).status).toBe(204);
    await askCode(service, mailbox, email);
    expect(mailbox.subjectsTo(email).filter((each) => /llave|chave/.test(each))).toEqual([
      'Se añadió una llave de acceso a tu cuenta',
      'Uma chave de acesso foi removida da sua conta',
    ]);
  });

  it('is added, signs its member in, is listed to them alone, and is removed', async () => {
    const ana = await member('ana@example.com');
    const bea = await member('bea@example.com', 'admin');
    const authenticator = newAuthenticator(site);
    const added = await addPasskey(ana, { authenticator, name: 'Ana’s phone' });
    expect(added.body).toMatchObject({ name: 'Ana’s phone', is_usable: true });
    const id = added.get('id');
    expect(await lastAudit(service, 'passkey.add')).toMatchObject({
      subject_id: ana.id,
      operator: `member ${ana.id}`,
    });
    const again = await personBy(service, authenticator);
    expect((await again.get('/v1/me')).at('member.id')).toBe(ana.id);
    const listed = await again.get('/dashboard/passkeys');
    expect(listed.at('data')).toMatchObject([{ id, last_used_at: expect.any(String) as string }]);
    expect(listed.text).not.toContain(authenticator.id);
    expect(listed.text).not.toMatch(/public_key|counter/);
    for (const other of [bea, owner]) {
      expect((await other.get('/dashboard/passkeys')).at('data')).toEqual([]);
      expect(statusAndCode(await other.call('DELETE', `/dashboard/passkeys/${id}`))).toEqual([
        404,
        'not_found',
      ]);
    }
    expect((await ana.call('DELETE', `/dashboard/passkeys/${id}`)).status).toBe(204);
    expect(statusAndCode(await ana.call('DELETE', `/dashboard/passkeys/${id}`))).toEqual([404, 'not_found']);
    expect((await lastAudit(service, 'passkey.remove'))?.['subject_id']).toBe(ana.id);
    expect(statusAndCode(await tryPasskey(service, authenticator))).toEqual([401, 'invalid_api_key']);
  });

  it('is stored without its name, and its challenge only as a hash', async () => {
    const who = await member('hash@example.com');
    await addPasskey(who, { name: 'My secret phone' });
    const { options, token } = await askChallenge(service);
    const rows = await queryRows(service.databaseUrl, 'select row_to_json(p)::text as row from passkey p');
    const open = await queryRows(
      service.databaseUrl,
      'select row_to_json(c)::text as row from sign_in_challenge c',
    );
    const stored = [...rows, ...open].map(({ row }) => row).join('\n');
    expect(open.length).toBeGreaterThan(0);
    for (const secret of ['My secret phone', options.challenge, token]) expect(stored).not.toContain(secret);
  });

  it('is for members alone: an API key and a stranger have none', async () => {
    for (const key of [service.apiKey, null, 'psp_session_' + '0'.repeat(64)]) {
      expect(statusAndCode(await service.call('GET', '/dashboard/passkeys', { key }))).toEqual([
        401,
        'invalid_api_key',
      ]);
      expect(statusAndCode(await service.call('POST', '/dashboard/passkeys/challenge', { key }))).toEqual([
        401,
        'invalid_api_key',
      ]);
    }
    for (const [method, path] of [
      ['GET', '/v1/sign-in-policy'],
      ['PUT', '/v1/sign-in-policy'],
      ['DELETE', `/v1/members/mem_${'0'.repeat(26)}/passkeys`],
    ] as const)
      expect(
        statusAndCode(
          await service.call(method, path, { ...(method === 'PUT' && { body: { passkeys: 'optional' } }) }),
        ),
      ).toEqual([403, 'insufficient_role']);
  });

  it('is one of at most ten, and no credential is added twice', async () => {
    const who = await member('many@example.com');
    const first = await withPasskey(who);
    expect(statusAndCode(await addPasskey(who, { authenticator: first }))).toEqual([
      400,
      'invalid_parameter',
    ]);
    const other = await member('second@example.com');
    expect(statusAndCode(await addPasskey(other, { authenticator: first }))).toEqual([
      400,
      'invalid_parameter',
    ]);
    for (let more = 1; more < passkeysMost; more += 1) await withPasskey(who);
    expect(statusAndCode(await addPasskey(who))).toEqual([422, 'limit_exceeded']);
  });

  it('is not changed by a session that a code opened', async () => {
    const who = await member('kept@example.com');
    const authenticator = newAuthenticator(site);
    const id = (await addPasskey(who, { authenticator })).get('id');
    const byCode = await personOf(service, mailbox, 'kept@example.com');
    expect((await byCode.get('/v1/balances')).status).toBe(200);
    const refused = [403, 'confirmation_required'];
    expect(statusAndCode(await byCode.post('/dashboard/passkeys/challenge'))).toEqual(refused);
    expect(statusAndCode(await byCode.call('DELETE', `/dashboard/passkeys/${id}`))).toEqual(refused);
    const byPasskey = await personBy(service, authenticator);
    expect((await byPasskey.call('DELETE', `/dashboard/passkeys/${id}`)).status).toBe(204);
  });

  it('opens nothing for a member who is disabled', async () => {
    const who = await member('gone@example.com');
    const authenticator = await withPasskey(who);
    await owner.call('PATCH', `/v1/members/${who.id}`, { body: { status: 'disabled' } });
    expect(statusAndCode(await tryPasskey(service, authenticator))).toEqual([401, 'invalid_api_key']);
  });
});

describe('an answer that is not accepted', () => {
  const bends: readonly (readonly [string, Bent])[] = [
    ['from another origin', { origin: 'https://pay.example.com.evil.example' }],
    ['from the same host without TLS', { origin: 'http://pay.example.com' }],
    ['for another site', { rpId: 'evil.example' }],
    ['without user verification', { isUnverified: true }],
    ['from a frame of another site', { crossOrigin: true }],
    ['to a challenge that nobody gave', { challenge: 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA' }],
  ];

  it.each([
    ...bends,
    ['of another ceremony', { type: 'webauthn.create' }],
    ['of another user', { userHandle: 'AAAA' }],
  ] as const)('does not sign in %s', async (_, bent) => {
    const who = await member(`bent-${crypto.randomUUID()}@example.com`);
    const authenticator = await withPasskey(who);
    expect(statusAndCode(await tryPasskey(service, authenticator, bent))).toEqual([401, 'invalid_api_key']);
    expect((await tryPasskey(service, authenticator)).status).toBe(201);
  });

  it.each([
    ...bends,
    ['of another ceremony', { type: 'webauthn.get' }],
    ['with a certificate', { attestation: Buffer.from('30820122', 'hex') }],
    ['under another id', { id: 'AAAA' }],
  ] as const)('adds no passkey %s', async (_, bent) => {
    const refused = await addPasskey(owner, { bent });
    expect([...statusAndCode(refused), refused.at('error.param')]).toEqual([
      400,
      'invalid_parameter',
      'credential',
    ]);
    expect((await owner.get('/dashboard/passkeys')).at('data')).toEqual([]);
  });

  it('is refused the second time, and from a browser that did not get the challenge', async () => {
    const authenticator = await withPasskey(await member('replay@example.com'));
    const { token, options } = await askChallenge(service);
    const answer = (by: string) =>
      service.call('POST', '/dashboard/passkey-sessions', {
        key: null,
        body: { token: by, credential },
      });
    const credential = authenticator.get(options);
    expect((await answer(token)).status).toBe(201);
    expect(statusAndCode(await answer(token))).toEqual([401, 'invalid_api_key']);
    const [mine, theirs] = [await askChallenge(service), await askChallenge(service)];
    const stolen = { token: theirs.token, credential: authenticator.get(mine.options) };
    const body = { key: null, body: stolen };
    expect(statusAndCode(await service.call('POST', '/dashboard/passkey-sessions', body))).toEqual([
      401,
      'invalid_api_key',
    ]);
  });

  it('is accepted once of many at once', async () => {
    const authenticator = await withPasskey(await member('once@example.com'));
    const { token, options } = await askChallenge(service);
    const credential = authenticator.get(options);
    const all = await Promise.all(
      Array.from({ length: 6 }, () =>
        service.call('POST', '/dashboard/passkey-sessions', { key: null, body: { token, credential } }),
      ),
    );
    expect(all.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(all.filter(({ status }) => status === 401)).toHaveLength(5);
  });

  it('is refused when the challenge has expired', async () => {
    const authenticator = await withPasskey(await member('late@example.com'));
    const { token, options } = await askChallenge(service);
    await queryRows(
      service.databaseUrl,
      `update sign_in_challenge set expires_at = expires_at - interval '5 minutes 1 second'`,
    );
    const body = { token, credential: authenticator.get(options) };
    expect(
      statusAndCode(await service.call('POST', '/dashboard/passkey-sessions', { key: null, body })),
    ).toEqual([401, 'invalid_api_key']);
  });

  it("is refused in another's session, and under another member's credential", async () => {
    const [one, two] = [await member('one@example.com'), await member('two@example.com')];
    const response = await one.post('/dashboard/passkeys/challenge');
    const options = response.at('options') as Parameters<ReturnType<typeof newAuthenticator>['create']>[0];
    const credential = newAuthenticator(site).create(options);
    expect(statusAndCode(await two.post('/dashboard/passkeys', { name: 'stolen', credential }))).toEqual([
      400,
      'invalid_parameter',
    ]);
    const [ofOne, ofTwo] = [await withPasskey(one), await withPasskey(two)];
    expect(statusAndCode(await tryPasskey(service, ofTwo, { id: ofOne.id }))).toEqual([
      401,
      'invalid_api_key',
    ]);
  });

  it('is refused when the counter does not rise: the authenticator was copied', async () => {
    const authenticator = await withPasskey(await member('copy@example.com'));
    expect((await tryPasskey(service, authenticator, { counter: 9 })).status).toBe(201);
    for (const counter of [9, 8, 0])
      expect(statusAndCode(await tryPasskey(service, authenticator, { counter }))).toEqual([
        401,
        'invalid_api_key',
      ]);
    expect((await tryPasskey(service, authenticator, { counter: 10 })).status).toBe(201);
  });
});

it('gives one client so many open challenges at most', async () => {
  await queryRows(service.databaseUrl, 'delete from sign_in_challenge');
  await withHand(service, async (ports) => {
    const { askToSignIn } = await import('../../src/usecases/passkey-sign-in.js');
    for (let each = 0; each < challengesMost; each += 1) await askToSignIn(ports, '10.9.9.9');
    await expect(askToSignIn(ports, '10.9.9.9')).rejects.toMatchObject({ code: 'rate_limited' });
    await expect(askToSignIn(ports, '10.9.9.8')).resolves.toHaveProperty('token');
  });
});

describe('an account that requires passkeys', () => {
  let ownersKey: ReturnType<typeof newAuthenticator>;
  const policy = (who: Client, passkeys: string) =>
    who.call('PUT', '/v1/sign-in-policy', { body: { passkeys } });

  it('is made so by an owner who is signed in with their own', async () => {
    const admin = await member('admin@example.com', 'admin');
    expect(statusAndCode(await policy(admin, 'required'))).toEqual([403, 'insufficient_role']);
    expect(statusAndCode(await policy(owner, 'required'))).toEqual([403, 'passkey_required']);
    ownersKey = await withPasskey(owner);
    const byCode = await personOf(service, mailbox, 'owner@example.com');
    expect(statusAndCode(await policy(byCode, 'required'))).toEqual([403, 'confirmation_required']);
    owner = await personBy(service, ownersKey);
    expect((await policy(owner, 'required')).body).toEqual({ passkeys: 'required' });
    expect(await lastAudit(service, 'signInPolicy.set')).toMatchObject({ after: { passkeys: 'required' } });
    expect((await admin.get('/v1/sign-in-policy')).body).toEqual({ passkeys: 'required' });
  });

  it('is closed to a code of a member who has one, on every way in, and open to others', async () => {
    const with1 = await member('with@example.com');
    const without = await member('without@example.com');
    const authenticator = await withPasskey(with1);
    // The session that added the passkey has proven it.
    expect((await with1.get('/v1/balances')).status).toBe(200);
    const byCode = await personOf(service, mailbox, 'with@example.com');
    for (const path of ['/v1/me', '/v1/balances', '/dashboard/passkeys'])
      expect(statusAndCode(await byCode.get(path)), path).toEqual([403, 'passkey_required']);
    const query = { query: '{ members { edges { node { id } } } }' };
    for (const base of [`${service.baseUrl}/dashboard`, service.internalUrl]) {
      const answer = await clientOf(base, byCode.token).post('/graphql', query);
      expect(answer.text, base).toContain('passkey_required');
      expect(answer.text).not.toContain('"node"');
    }
    expect(statusAndCode(await byCode.post('/dashboard/passkeys/challenge'))).toEqual([
      403,
      'passkey_required',
    ]);
    expect((await (await personBy(service, authenticator)).get('/v1/balances')).status).toBe(200);
    expect((await without.get('/v1/balances')).status).toBe(200);
  });

  it('a member whose passkeys an owner or admin has deleted signs in by code', async () => {
    const lost = await member('lost@example.com');
    await withPasskey(lost);
    const peer = await member('peer@example.com');
    const admin = await personOf(service, mailbox, 'admin@example.com');
    const reset = (who: Client, id: string) => who.call('DELETE', `/v1/members/${id}/passkeys`);
    expect(statusAndCode(await reset(peer, lost.id))).toEqual([403, 'insufficient_role']);
    const own = (await owner.get('/v1/me')).get('member.id');
    expect(statusAndCode(await reset(admin, own))).toEqual([403, 'insufficient_role']);
    expect(statusAndCode(await reset(owner, own))).toEqual([403, 'insufficient_role']);
    expect((await reset(admin, lost.id)).status).toBe(204);
    expect(await lastAudit(service, 'member.reset_passkeys')).toMatchObject({ subject_id: lost.id });
    expect(statusAndCode(await reset(admin, lost.id))).toEqual([404, 'not_found']);
    const back = await personOf(service, mailbox, 'lost@example.com');
    expect((await back.get('/v1/balances')).status).toBe(200);
  });

  it('says nothing about another account of the same person', async () => {
    const other = await openOtherAccount(service);
    await withHand(service, (ports) =>
      ports.store.transaction((tx) =>
        addOwner(ports, tx, { ask: { accountId: other.id, address: 'with@example.com' }, by: operator }),
      ),
    );
    const person = await personOf(service, mailbox, 'with@example.com');
    const as = (id: string) => ({ headers: { 'Platform-Account': id } });
    expect((await person.get('/v1/me', as(other.id))).status).toBe(200);
    expect(statusAndCode(await person.get('/v1/me', as(service.accountId)))).toEqual([
      403,
      'passkey_required',
    ]);
    // A passkey of one account opens no other that requires its own.
    const ofOther = newAuthenticator(site);
    const response = await person.post('/dashboard/passkeys/challenge', undefined, as(other.id));
    const options = response.at('options') as Parameters<typeof ofOther.create>[0];
    const body = { name: 'Other', credential: ofOther.create(options) };
    expect((await person.post('/dashboard/passkeys', body, as(other.id))).status).toBe(201);
    const byOther = await personBy(service, ofOther);
    expect((await byOther.get('/v1/me', as(other.id))).status).toBe(200);
    expect(statusAndCode(await byOther.get('/v1/me', as(service.accountId)))).toEqual([
      403,
      'passkey_required',
    ]);
    await withHand(service, (ports) =>
      setAccountStatus(ports, operator, { accountId: other.id, status: 'suspended' }),
    );
  });

  it('the platform can let an only owner back in, also after the service got another name', async () => {
    const { PUBLIC_URL: _, ...env } = service.env as Record<string, string>;
    const renamed = await openBeside({ env: { ...env, PUBLIC_URL: 'https://new.example.com' } }, {}, mailbox);
    const byCode = await personOf(service, mailbox, 'owner@example.com');
    expect(statusAndCode(await byCode.get('/v1/balances'))).toEqual([403, 'passkey_required']);
    const there = clientOf(renamed.baseUrl, byCode.token);
    expect((await there.get('/v1/balances')).status).toBe(200);
    expect((await there.get('/dashboard/passkeys')).at('data.0.is_usable')).toBe(false);
    await renamed.stop();
    const id = (await owner.get('/v1/me')).get('member.id');
    await withHand(service, (ports) => resetPasskeysOf(ports, operator, id));
    // A thief may have opened one of the sessions.
    expect((await byCode.get('/v1/balances')).status).toBe(401);
    const again = await personOf(service, mailbox, 'owner@example.com');
    expect((await again.get('/v1/balances')).status).toBe(200);
    expect((await policy(again, 'optional')).status).toBe(200);
  });
});

it('has no passkeys without a public name', async () => {
  const { PUBLIC_URL: _, ...env } = service.env as Record<string, string>;
  for (const url of [undefined, 'http://127.0.0.1:3000']) {
    const nameless = await openBeside({ env: { ...env, ...(url && { PUBLIC_URL: url }) } }, {}, mailbox);
    expect(
      statusAndCode(await nameless.call('POST', '/dashboard/passkey-challenges', { key: null })),
    ).toEqual([409, 'passkeys_unavailable']);
    expect(await (await fetch(`${nameless.baseUrl}/dashboard`)).text()).toContain('data-passkeys="off"');
    await nameless.stop();
  }
});
