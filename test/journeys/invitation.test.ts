import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inviteOwner } from '../../src/usecases/member.js';
import { advance, openOtherAccount, operator, withHand } from '../setup/hand.js';
import { queryRows } from '../setup/rows.js';
import { clientOf, openService, type Answer, type Client, type RunningService } from '../setup/running.js';
import { askCode, mailSettings, openMailbox, personOf } from '../setup/sign-in.js';
import { patience } from '../setup/patience.js';

const mailbox = openMailbox();
let service: RunningService;
let owner: Client;

beforeAll(async () => {
  service = await openService(mailSettings, mailbox);
  owner = await personOf(service, mailbox, 'owner@example.com');
});
afterAll(async () => {
  await service.check();
  await service.stop();
});

const invite = (email: string, role: string) => owner.post('/v1/members', { email, role });
const change = (id: string, body: object) => owner.call('PATCH', `/v1/members/${id}`, { body });
const enter = (email: string, code: string): Promise<Answer> =>
  service.call('POST', '/dashboard/sessions', { key: null, body: { email, code } });
const entered = (answer: Answer): Client => clientOf(service.baseUrl, answer.get('token'));
const codesTo = (email: string): number =>
  mailbox.subjectsTo(email).filter((subject) => /^\d{6} /.test(subject)).length;

/** Asks for a code that must not be sent; checks once no mail is queued any more. */
async function askInVain(email: string): Promise<void> {
  const before = codesTo(email);
  await service.call('POST', '/dashboard/sign-in', { key: null, body: { email } });
  const queued = `select id from mail where status = 'queued'`;
  await expect.poll(async () => (await queryRows(service.databaseUrl, queued)).length, patience).toBe(0);
  expect(codesTo(email)).toBe(before);
}

const memberOf = async (email: string) => {
  const members = (await owner.get('/v1/members')).at('data') as Record<string, string>[];
  return members.find((each) => each['email'] === email);
};

let count = 0;
/** Invites a new person as an admin. */
async function invited(): Promise<{ email: string; id: string }> {
  const email = `guest-${(count += 1)}@example.com`;
  const answer = await invite(email, 'admin');
  expect(answer.status, answer.text).toBe(201);
  return { email, id: answer.get('id') };
}

/** Rounds of each race. */
const races = 5;

interface Happening {
  readonly does: (guest: { email: string; id: string }) => Promise<Answer>;
  /** Role of a guest who signs in afterwards; absent if that must fail. */
  readonly role?: string;
  /** Its result if the guest signed in first, and the role afterwards. */
  readonly late: { readonly status: number; readonly code?: string; readonly role?: string };
}

const happenings: Readonly<Record<string, Happening>> = {
  'is renewed with another role': {
    does: ({ email }) => invite(email, 'viewer'),
    role: 'viewer',
    late: { status: 409, code: 'member_exists', role: 'admin' },
  },
  'gets another role': {
    does: ({ id }) => change(id, { role: 'viewer' }),
    role: 'viewer',
    late: { status: 200, role: 'viewer' },
  },
  'is taken back': {
    does: ({ id }) => change(id, { status: 'disabled' }),
    late: { status: 200 },
  },
};

/** Checks the guest's own view: the role with its scopes, or no access. */
async function expectRole(client: Client, role: string | undefined): Promise<void> {
  const me = await client.get('/v1/me');
  if (role === undefined) {
    expect([401, 403], me.text).toContain(me.status);
    return;
  }
  expect(me.at('member.role'), me.text).toBe(role);
  expect((await client.get('/v1/account')).at('credential.scopes')).toEqual(
    role === 'viewer' ? ['read'] : ['read', 'write'],
  );
}

describe.each(Object.entries(happenings))('an invitation that %s', (_name, { does, role, late }) => {
  it('before a code is requested', async () => {
    const guest = await invited();
    expect((await does(guest)).status).toBe(200);
    if (role === undefined) return askInVain(guest.email);
    await expectRole(await personOf(service, mailbox, guest.email), role);
  });

  it('while the code is on its way', async () => {
    const guest = await invited();
    const code = await askCode(service, mailbox, guest.email);
    expect((await does(guest)).status).toBe(200);
    const answer = await enter(guest.email, code);
    expect(answer.status).toBe(role === undefined ? 401 : 201);
    if (role !== undefined) await expectRole(entered(answer), role);
    else expect((await memberOf(guest.email))?.['status']).toBe('disabled');
    // The code is used up in both cases.
    expect((await enter(guest.email, code)).status).toBe(401);
  });

  it('at the same time as the code is entered', async () => {
    for (let round = 0; round < races; round += 1) {
      const guest = await invited();
      const code = await askCode(service, mailbox, guest.email);
      const [done, answer] = await Promise.all([does(guest), enter(guest.email, code)]);
      const isIn = answer.status === 201;
      expect([201, 401]).toContain(answer.status);
      if (role !== undefined) expect(isIn).toBe(true);
      // It came either first or last.
      expect([200, late.status], done.text).toContain(done.status);
      const stands = done.status === 200 ? role : late.role;
      if (isIn) await expectRole(entered(answer), stands);
      const member = await memberOf(guest.email);
      expect(member).toMatchObject(
        role === undefined ? { status: 'disabled' } : { status: 'active', role: stands },
      );
    }
  });

  it('after the sign-in', async () => {
    const guest = await invited();
    const client = await personOf(service, mailbox, guest.email);
    const done = await does(guest);
    expect([done.status, done.at('error.code')]).toEqual([late.status, late.code]);
    await expectRole(client, late.role);
  });
});

describe('an invitation that someone else tries to use', () => {
  it('is accepted only with a code of its address', async () => {
    const [guest, thief] = [await invited(), await invited()];
    await askCode(service, mailbox, guest.email);
    const code = await askCode(service, mailbox, thief.email);
    if (code !== (await mailbox.codeFor(guest.email)))
      expect((await enter(guest.email, code)).status).toBe(401);
    expect((await memberOf(guest.email))?.['status']).toBe('invited');
    expect((await enter(thief.email, code)).status).toBe(201);
    expect((await enter(guest.email, await mailbox.codeFor(guest.email))).status).toBe(201);
  });

  it('is not visible to another address or another account', async () => {
    const guest = await invited();
    const other = await openOtherAccount(service);
    const ask = { accountId: other.id, address: 'thief@example.com', language: 'en' } as const;
    await withHand(service, (ports) => inviteOwner(ports, operator, ask));
    const thief = await personOf(service, mailbox, 'thief@example.com');
    expect((await thief.get('/v1/me')).at('accounts')).toMatchObject([{ id: other.id }]);
    const as = { headers: { 'platform-account': service.accountId } };
    expect((await thief.get('/v1/members', as)).at('error.code')).toBe('no_membership');
    const patched = await thief.call('PATCH', `/v1/members/${guest.id}`, { body: { role: 'viewer' } });
    expect([patched.status, patched.at('error.code')]).toEqual([404, 'not_found']);
    // An invitation to the same address elsewhere is another membership, and changes nothing here.
    await thief.post('/v1/members', { email: guest.email, role: 'viewer' });
    expect(await memberOf(guest.email)).toMatchObject({ status: 'invited', role: 'admin' });
    const client = await personOf(service, mailbox, guest.email);
    expect((await client.get('/v1/me')).at('accounts')).toMatchObject([
      { id: service.accountId, role: 'admin' },
      { id: other.id, role: 'viewer' },
    ]);
  });

  it('cannot change its address', async () => {
    const guest = await invited();
    const answer = await change(guest.id, { email: 'thief@example.com' });
    expect([answer.status, answer.at('error.code'), answer.at('error.param')]).toEqual([
      400,
      'invalid_body',
      'email',
    ]);
    expect(await memberOf(guest.email)).toMatchObject({ id: guest.id, status: 'invited' });
  });
});

const days = 86_400;

describe('an invitation that expires', () => {
  /** Invites a guest whose invitation expires in five minutes. */
  async function ending(): Promise<{ email: string; id: string }> {
    const guest = await invited();
    await advance(service, 7 * days - 300);
    owner = await personOf(service, mailbox, 'owner@example.com');
    return guest;
  }

  it('before a code is requested sends none', async () => {
    const guest = await ending();
    await advance(service, 301);
    await askInVain(guest.email);
    expect(await memberOf(guest.email)).toBeUndefined();
  });

  it('after its code was mailed does not sign in, and a renewed one does', async () => {
    const guest = await ending();
    const code = await askCode(service, mailbox, guest.email);
    await advance(service, 301);
    expect((await enter(guest.email, code)).status).toBe(401);
    const renewed = await invite(guest.email, 'viewer');
    expect([renewed.status, renewed.get('id')]).toEqual([200, guest.id]);
    expect((await enter(guest.email, code)).status).toBe(401);
    await expectRole(await personOf(service, mailbox, guest.email), 'viewer');
  });

  it('renewed after its code was mailed accepts that code', async () => {
    const guest = await ending();
    const code = await askCode(service, mailbox, guest.email);
    await advance(service, 301);
    expect((await invite(guest.email, 'viewer')).status).toBe(200);
    await expectRole(entered(await enter(guest.email, code)), 'viewer');
  });

  it('after the sign-in changes nothing', async () => {
    const guest = await ending();
    await personOf(service, mailbox, guest.email);
    await advance(service, 301);
    expect(await memberOf(guest.email)).toMatchObject({ status: 'active', role: 'admin' });
    await expectRole(await personOf(service, mailbox, guest.email), 'admin');
  });
});
