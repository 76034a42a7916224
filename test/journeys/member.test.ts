import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { advance, openOtherAccount, operator, withHand } from '../setup/hand.js';
import { queryRows } from '../setup/rows.js';
import { clientOf, openBeside, openService, type Client, type RunningService } from '../setup/running.js';
import { mailSettings, openMailbox, personOf, signIn } from '../setup/sign-in.js';
import { inviteOwner } from '../../src/usecases/member.js';
import { setAccountStatus } from '../../src/usecases/account.js';
import { patience } from '../setup/patience.js';

const mailbox = openMailbox();
let service: RunningService;
let owner: Client & { token: string };

beforeAll(async () => {
  service = await openService(mailSettings, mailbox);
  owner = await personOf(service, mailbox, 'owner@example.com');
});
afterAll(async () => {
  await service.check();
  await service.stop();
});

const invite = (who: Client, email: string, role: string) => who.post('/v1/members', { email, role });
const change = (who: Client, id: string, body: object) => who.call('PATCH', `/v1/members/${id}`, { body });
const statusAndCode = ({ status, at }: { status: number; at: (path: string) => unknown }) => [
  status,
  at('error.code'),
];

/** Invites a member, who signs in. */
async function member(email: string, role: string): Promise<Client & { token: string; id: string }> {
  const invited = await invite(owner, email, role);
  expect(invited.status, invited.text).toBe(201);
  return { ...(await personOf(service, mailbox, email)), id: invited.get('id') };
}

describe('an invitation', () => {
  it('is mailed, listed, and becomes a membership at the first sign-in', async () => {
    const invited = await invite(owner, 'Bea@Example.com', 'developer');
    expect(invited.body).toMatchObject({ email: 'bea@example.com', role: 'developer', status: 'invited' });
    expect(Date.parse(invited.get('invitation_expires_at')) - Date.parse(invited.get('invited_at'))).toBe(
      7 * 86_400_000,
    );
    await expect
      .poll(() => mailbox.subjectsTo('bea@example.com'), patience)
      .toEqual(['You are invited to a payments account']);
    const bea = await personOf(service, mailbox, 'bea@example.com');
    const listed = (await owner.get('/v1/members')).at('data') as { id: string }[];
    const own = listed.find(({ id }) => id === invited.get('id'));
    expect(own).toMatchObject({ status: 'active', last_signed_in_at: expect.any(String) as string });
    expect(own).not.toHaveProperty('invitation_expires_at');
    expect((await bea.get('/v1/me')).at('member.id')).toBe(invited.get('id'));
    expect(statusAndCode(await invite(owner, 'bea@example.com', 'viewer'))).toEqual([409, 'member_exists']);
  });

  it('is renewed with 200, a new role and a new expiry; an expired one is not listed', async () => {
    const first = await invite(owner, 'cy@example.com', 'viewer');
    await advance(service, 7 * 86_400 + 1);
    owner = await personOf(service, mailbox, 'owner@example.com');
    const isListed = async () =>
      ((await owner.get('/v1/members')).at('data') as { id: string }[]).some(
        ({ id }) => id === first.get('id'),
      );
    expect(await isListed()).toBe(false);
    // No code is sent.
    await service.call('POST', '/dashboard/sign-in', { key: null, body: { email: 'cy@example.com' } });
    const queued = `select id from mail where status = 'queued'`;
    await expect.poll(async () => (await queryRows(service.databaseUrl, queued)).length, patience).toBe(0);
    const renewed = await invite(owner, 'cy@example.com', 'developer');
    expect([renewed.status, renewed.get('id'), renewed.get('role')]).toEqual([
      200,
      first.get('id'),
      'developer',
    ]);
    expect(renewed.get('invitation_expires_at') > first.get('invitation_expires_at')).toBe(true);
    expect(await isListed()).toBe(true);
    const cy = await personOf(service, mailbox, 'cy@example.com');
    expect((await cy.get('/v1/me')).at('member.role')).toBe('developer');
  });

  it('that was withdrawn cannot be used, and the role at sign-in counts', async () => {
    const dee = await invite(owner, 'dee@example.com', 'admin');
    expect((await change(owner, dee.get('id'), { role: 'viewer' })).at('role')).toBe('viewer');
    const person = await personOf(service, mailbox, 'dee@example.com');
    expect((await person.get('/v1/account')).at('credential.scopes')).toEqual(['read']);
    const eli = await invite(owner, 'eli@example.com', 'admin');
    expect((await change(owner, eli.get('id'), { status: 'disabled' })).at('status')).toBe('disabled');
    expect(statusAndCode(await change(owner, eli.get('id'), { status: 'active' }))).toEqual([
      400,
      'invalid_parameter',
    ]);
    expect((await invite(owner, 'eli@example.com', 'viewer')).at('status')).toBe('invited');
  });

  it('is replayed by its key, and mailed once', async () => {
    const options = { idempotencyKey: 'invite-faye-1' };
    const body = { email: 'faye@example.com', role: 'viewer' };
    const [one, two] = await Promise.all([
      owner.post('/v1/members', body, options),
      owner.post('/v1/members', body, options),
    ]);
    expect(new Set([one.status, two.status])).toEqual(new Set([200, 201]));
    expect(one.get('id')).toBe(two.get('id'));
    await expect.poll(() => mailbox.subjectsTo('faye@example.com').length, patience).toBe(1);
  });
});

describe('managing members', () => {
  it.each([
    ['developer', 'viewer', 'insufficient_role'],
    ['viewer', 'viewer', 'insufficient_scope'],
    ['admin', 'owner', 'insufficient_role'],
    ['admin', 'admin', undefined],
  ])('a %s who invites a %s: %s', async (role, wanted, code) => {
    const name = `inviter-${role}-${wanted}`;
    const actor = await member(`${name}@example.com`, role);
    const answer = await invite(actor, `by-${name}@example.com`, wanted);
    expect(statusAndCode(answer)).toEqual(code === undefined ? [201, undefined] : [403, code]);
  });

  it('is refused for API keys, with any header', async () => {
    for (const id of ['mem_00000000000000000000000000', 'nothing'])
      expect(statusAndCode(await change(service, id, {}))).toEqual([403, 'insufficient_role']);
    expect(statusAndCode(await invite(service, 'x@example.com', 'viewer'))).toEqual([
      403,
      'insufficient_role',
    ]);
    expect((await service.get('/v1/members')).status).toBe(200);
    expect((await service.get('/v1/members/mem_00000000000000000000000000')).headers.get('allow')).toBe(
      'PATCH',
    );
  });

  it('is refused for admins on owners, and for everyone on themselves', async () => {
    const admin = await member('gus@example.com', 'admin');
    const own = (await owner.get('/v1/me')).get('member.id');
    expect(statusAndCode(await change(admin, own, { role: 'viewer' }))).toEqual([403, 'insufficient_role']);
    expect(statusAndCode(await change(admin, own, { status: 'disabled' }))).toEqual([
      403,
      'insufficient_role',
    ]);
    expect(statusAndCode(await change(admin, admin.id, { role: 'owner' }))).toEqual([
      403,
      'insufficient_role',
    ]);
    expect(statusAndCode(await change(owner, own, { status: 'disabled' }))).toEqual([
      403,
      'insufficient_role',
    ]);
    const future = await invite(owner, 'future-owner@example.com', 'owner');
    expect(statusAndCode(await invite(admin, 'future-owner@example.com', 'viewer'))).toEqual([
      403,
      'insufficient_role',
    ]);
    expect(statusAndCode(await change(admin, future.get('id'), { role: 'viewer' }))).toEqual([
      403,
      'insufficient_role',
    ]);
    expect(statusAndCode(await change(owner, 'mem_00000000000000000000000000', {}))).toEqual([
      404,
      'not_found',
    ]);
    expect(statusAndCode(await change(owner, 'nothing', {}))).toEqual([404, 'not_found']);
  });

  it('leaves one owner if two owners demote each other', async () => {
    await advance(service, 86_400);
    owner = await personOf(service, mailbox, 'owner@example.com');
    const own = (await owner.get('/v1/me')).get('member.id');
    const other = await member('hal@example.com', 'owner');
    for (let round = 0; round < 10; round += 1) {
      const answers = await Promise.all([
        change(owner, other.id, { role: 'admin' }),
        change(other, own, { role: 'admin' }),
      ]);
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      const lost = answers.find(({ status }) => status !== 200);
      expect([403, 409]).toContain(lost?.status);
      const rows = await queryRows(
        service.databaseUrl,
        `select id from member where account_id = $1 and role = 'owner' and status = 'active'`,
        [service.accountId],
      );
      expect(rows).toHaveLength(1);
      const [left, back] = rows[0]?.['id'] === own ? [owner, other.id] : [other, own];
      expect((await change(left, back, { role: 'owner' })).status).toBe(200);
    }
    expect((await change(owner, other.id, { role: 'viewer' })).status).toBe(200);
  });

  it('is recorded in the audit log', async () => {
    const id = (await owner.get('/v1/me')).get('member.id');
    const rows = await queryRows(
      service.databaseUrl,
      `select distinct action from audit_entry where operator_id = $1 and operator = $2 order by 1`,
      [id, `member ${id}`],
    );
    expect(rows.map(({ action }) => action)).toEqual(['member.change', 'member.invite', 'member.renew']);
  });
});

describe('a member who is disabled', () => {
  it('is refused at the next request in every process, and old sessions stay invalid', async () => {
    await advance(service, 86_400);
    owner = await personOf(service, mailbox, 'owner@example.com');
    const beside = await openBeside(service, {}, mailbox);
    try {
      const ivy = await member('ivy@example.com', 'developer');
      const there = clientOf(beside.baseUrl, ivy.token);
      expect((await there.get('/v1/balances')).status).toBe(200);
      await change(owner, ivy.id, { status: 'disabled' });
      for (const each of [there, ivy])
        expect(statusAndCode(await each.get('/v1/balances'))).toEqual([403, 'no_membership']);
      await change(owner, ivy.id, { status: 'active' });
      for (const each of [there, ivy])
        expect(statusAndCode(await each.get('/v1/balances'))).toEqual([401, 'invalid_api_key']);
      const again = await personOf(service, mailbox, 'ivy@example.com');
      expect((await again.get('/v1/balances')).status).toBe(200);
      await change(owner, ivy.id, { role: 'viewer' });
      const quote = clientOf(beside.baseUrl, again.token).post('/v1/quotes', {});
      expect(statusAndCode(await quote)).toEqual([403, 'insufficient_scope']);
    } finally {
      await beside.stop();
    }
  });
});

describe('a person of several accounts', () => {
  it('acts for the named account, else for the first, and for no other', async () => {
    const other = await openOtherAccount(service);
    const third = await openOtherAccount(service);
    const email = 'jo@example.com';
    const here = await invite(owner, email, 'viewer');
    await withHand(service, (ports) =>
      inviteOwner(ports, operator, { accountId: other.id, address: email, language: 'en' }),
    );
    const token = await signIn(service, mailbox, email);
    const as = (id: string) => ({ headers: { 'platform-account': id } });
    const jo = clientOf(service.baseUrl, token);
    const me = await jo.get('/v1/me');
    expect(me.at('account.id')).toBe(service.accountId);
    expect(me.at('accounts')).toMatchObject([
      { id: service.accountId, role: 'viewer' },
      { id: other.id, role: 'owner' },
    ]);
    expect((await jo.get('/v1/account', as(other.id))).at('credential.scopes')).toEqual(['read', 'write']);
    for (const id of [third.id, 'acct_00000000000000000000000000', 'x'])
      expect(statusAndCode(await jo.get('/v1/account', as(id)))).toEqual([403, 'no_membership']);
    expect(
      statusAndCode(
        await jo.post('/v1/members', { email: 'k@example.com', role: 'viewer' }, as(service.accountId)),
      ),
    ).toEqual([403, 'insufficient_scope']);
    await change(owner, here.get('id'), { status: 'disabled' });
    expect((await jo.get('/v1/me')).at('account.id')).toBe(other.id);
    expect(statusAndCode(await jo.get('/v1/me', as(service.accountId)))).toEqual([403, 'no_membership']);
    await change(owner, here.get('id'), { status: 'active' });
    expect(statusAndCode(await jo.get('/v1/me', as(service.accountId)))).toEqual([403, 'no_membership']);
    const status = (to: 'suspended' | 'active') =>
      withHand(service, (ports) => setAccountStatus(ports, operator, { accountId: other.id, status: to }));
    await status('suspended');
    expect((await jo.get('/v1/me')).status).not.toBe(200);
    await status('active');
    expect((await jo.get('/v1/me')).at('account.id')).toBe(other.id);
  });
});

it('in live an account can send twenty invitations a day, and have fifty open', async () => {
  await advance(service, 86_400);
  const { id: accountId } = await openOtherAccount(service);
  await withHand(service, async (ports) => {
    const live = { ...ports, environment: 'live' } as const;
    const send = (n: number) =>
      inviteOwner(live, operator, { accountId, address: `n${n}@example.com`, language: 'en' });
    for (let n = 0; n < 20; n += 1) expect((await send(n)).status).toBe('invited');
    await expect(send(0)).rejects.toMatchObject({ code: 'rate_limited', retryAfterSeconds: 86_400 });
    await advance(service, 86_401);
    for (let n = 20; n < 40; n += 1) await send(n);
    await advance(service, 86_401);
    for (let n = 40; n < 50; n += 1) await send(n);
    await expect(send(50)).rejects.toMatchObject({ code: 'limit_exceeded', param: 'email' });
    expect((await send(49)).status).toBe('invited');
  });
});
