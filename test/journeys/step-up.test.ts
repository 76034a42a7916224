import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { memberMutations, mutationRoles } from '../../src/api/graphql/role.js';
import { dashboardRoutes } from '../../src/api/rest/dashboard.js';
import { routes } from '../../src/api/rest/routes.js';
import { newAuthenticator, type Authenticator } from '../setup/authenticator.js';
import { addPasskey, personBy, site, withPasskey } from '../setup/passkey.js';
import { queryRows } from '../setup/rows.js';
import { clientOf, openService, type Answer, type Client, type RunningService } from '../setup/running.js';
import { askCode, mailSettings, openMailbox, personOf } from '../setup/sign-in.js';
import { ageProofs } from '../setup/step-up.js';
import { speiDestination } from '../setup/verbs.js';

type Person = Client & { readonly token: string };

const address = 'owner@example.com';
const mailbox = openMailbox();
let service: RunningService;

beforeAll(async () => {
  service = await openService({ PUBLIC_URL: site, ...mailSettings }, mailbox);
});
afterAll(async () => {
  await service.check();
  await service.stop();
});

const statusAndCode = ({ status, at }: Pick<Answer, 'status' | 'at'>) => [status, at('error.code')];
const refused = [403, 'confirmation_required'];

/** Signs in as the dashboard does. */
async function guarded(email = address): Promise<Person> {
  const code = await askCode(service, mailbox, email);
  const body = { email, code, step_up: true };
  const token = (await service.call('POST', '/dashboard/sessions', { key: null, body })).get('token');
  return { ...clientOf(service.baseUrl, token), token };
}

const setPolicy = (who: Client) => who.call('PUT', '/v1/sign-in-policy', { body: { passkeys: 'optional' } });
const codesTo = (email: string): number =>
  mailbox.subjectsTo(email).filter((each) => /^\d{6} confirms/.test(each)).length;

/** Asks for a code in the session and reads it from the mail. */
async function codeOf(who: Client, email = address): Promise<string> {
  const before = mailbox.subjectsTo(email).filter((each) => /^\d{6} /.test(each)).length;
  expect((await who.post('/dashboard/confirmations/code')).status).toBe(202);
  return mailbox.codeFor(email, before);
}

async function confirmWith(who: Client, authenticator: Authenticator): Promise<Answer> {
  const response = await who.post('/dashboard/passkey-confirmations/challenge');
  expect(response.status, response.text).toBe(200);
  const options = response.at('options') as Parameters<Authenticator['get']>[0];
  return who.post('/dashboard/passkey-confirmations', { credential: authenticator.get(options) });
}

describe('a session with step-up', () => {
  it('does dangerous acts for five minutes, then needs a proof, and continues after a mailed code', async () => {
    const who = await guarded();
    expect((await setPolicy(who)).status).toBe(200);
    await ageProofs(service);
    expect(statusAndCode(await setPolicy(who))).toEqual(refused);
    expect((await who.get('/v1/sign-in-policy')).status).toBe(200);
    const code = await codeOf(who);
    const wrong = code === '000000' ? '000001' : '000000';
    const guess = await who.post('/dashboard/confirmations', { code: wrong });
    expect([...statusAndCode(guess), guess.at('error.param')]).toEqual([400, 'invalid_parameter', 'code']);
    const confirmed = await who.post('/dashboard/confirmations', { code });
    const [session] = await queryRows(
      service.databaseUrl,
      "select to_char((confirmed_at + interval '5 minutes') at time zone 'UTC', 'YYYY-MM-DD\"T\"HH24:MI:SS.MS\"Z\"') as until from session order by id desc limit 1",
    );
    expect(confirmed.body).toEqual({ confirmed_until: session?.['until'] });
    expect((await setPolicy(who)).status).toBe(200);
    expect(statusAndCode(await who.post('/dashboard/confirmations', { code }))).toEqual([
      400,
      'invalid_parameter',
    ]);
  });

  it('accepts no sign-in code and no code of another session; five wrong guesses end a code', async () => {
    const [who, other] = [await guarded(), await guarded()];
    await ageProofs(service);
    const signIn = await askCode(service, mailbox, address);
    const others = await codeOf(other);
    for (const code of [signIn, others])
      expect(statusAndCode(await who.post('/dashboard/confirmations', { code }))).toEqual([
        400,
        'invalid_parameter',
      ]);
    const code = await codeOf(who);
    const wrong = code === '000000' ? '000001' : '000000';
    for (let guess = 0; guess < 5; guess += 1) await who.post('/dashboard/confirmations', { code: wrong });
    expect(statusAndCode(await who.post('/dashboard/confirmations', { code }))).toEqual([
      400,
      'invalid_parameter',
    ]);
    expect(statusAndCode(await setPolicy(who))).toEqual(refused);
    // A confirmation code signs nobody in.
    const body = { email: address, code: await codeOf(who) };
    expect(statusAndCode(await service.call('POST', '/dashboard/sessions', { key: null, body }))).toEqual([
      401,
      'invalid_api_key',
    ]);
  });

  it('is required by every marked operation, before anything else is checked', async () => {
    const who = await guarded();
    await ageProofs(service);
    const marked = [...routes, ...dashboardRoutes].filter(({ dangerous }) => dangerous);
    expect(marked.map(({ operationId }) => operationId).sort()).toEqual([
      'approveApproval',
      'createSettlementDestination',
      'createWithdrawal',
      'deleteMemberPasskeys',
      'deletePasskey',
      'inviteMember',
      'replaceApprovalPolicy',
      'replaceSignInPolicy',
      'rotateWebhookSecret',
      'startPasskey',
      'updateMember',
    ]);
    for (const { method, path, operationId } of marked) {
      const url = path.replace('{id}', 'x');
      const headers = { 'Idempotency-Key': 'step-up-1' };
      const answer = await who.call(method, url, { headers, ...(method !== 'DELETE' && { body: {} }) });
      expect([operationId, ...statusAndCode(answer)]).toEqual([operationId, ...refused]);
    }
  });

  it('is required over GraphQL as over REST, on both listeners', async () => {
    const who = await guarded();
    const destinationId = await speiDestination(who);
    await ageProofs(service);
    const faces = Object.keys(mutationRoles).filter((name) =>
      routes.some(({ operationId, dangerous }) => dangerous && operationId === name),
    );
    expect([...faces, ...memberMutations].sort()).toEqual(['createWithdrawal', 'decideApproval']);
    const args = `accountId: "${service.accountId}", reason: "a test", idempotencyKey: "step-up-2"`;
    const ask = (base: string, mutation: string) =>
      clientOf(base, who.token).post('/graphql', { query: `mutation { ${mutation} { id } }` });
    const withdraw = `createWithdrawal(${args}, input: {destinationId: "${destinationId}", amount: "1.00"})`;
    const decide = (approve: boolean) =>
      `decideApproval(${args}, id: "apr_${'0'.repeat(26)}", approve: ${approve})`;
    for (const base of [`${service.baseUrl}/dashboard`, service.internalUrl]) {
      expect((await ask(base, withdraw)).text).toContain('"confirmation_required"');
      expect((await ask(base, decide(true))).text).toContain('"confirmation_required"');
      // Nothing leaves by declining.
      expect((await ask(base, decide(false))).text).toContain('"not_found"');
    }
    await who.post('/dashboard/confirmations', { code: await codeOf(who) });
    expect((await ask(`${service.baseUrl}/dashboard`, withdraw)).text).toContain('"wdr_');
  });

  it('mails codes at most as often as sign-in does, and only to signed-in people', async () => {
    for (const key of [service.apiKey, null])
      for (const path of ['confirmations/code', 'confirmations', 'passkey-confirmations'])
        expect(statusAndCode(await service.call('POST', `/dashboard/${path}`, { key, body: {} }))).toEqual([
          401,
          'invalid_api_key',
        ]);
    const who = await guarded();
    const made = async (): Promise<number> => {
      const query = "select count(*) as n from mail where kind = 'confirmation_code'";
      return Number((await queryRows(service.databaseUrl, query))[0]?.['n']);
    };
    const before = await made();
    for (let ask = 0; ask < 62; ask += 1)
      expect((await who.post('/dashboard/confirmations/code')).status).toBe(202);
    // Sandbox: sixty a minute.
    expect((await made()) - before).toBeLessThanOrEqual(60);
    await expect.poll(() => codesTo(address), { timeout: 30_000 }).toBe(await made());
  });
});

it('a session of a program needs no proof, unless its account requires passkeys', async () => {
  const who = await personOf(service, mailbox, address);
  await ageProofs(service);
  expect((await setPolicy(who)).status).toBe(200);
  const required = (at: string) =>
    queryRows(
      service.databaseUrl,
      `insert into account_terms (id, account_id, overrides, version, passkeys_required_at)
        values ($1, $1, '[]', 1, ${at}) on conflict (account_id) do update set passkeys_required_at = ${at}`,
      [service.accountId],
    );
  await required('now()');
  expect(statusAndCode(await setPolicy(who))).toEqual(refused);
  await required('null');
  expect((await setPolicy(who)).status).toBe(200);
});

describe('a member with a passkey', () => {
  it('confirms with it alone, even in a session that a code opened', async () => {
    const who = await guarded();
    const authenticator = await withPasskey(who);
    const byCode = await personOf(service, mailbox, address);
    expect(statusAndCode(await setPolicy(byCode))).toEqual(refused);
    expect(statusAndCode(await byCode.post('/dashboard/confirmations/code'))).toEqual([
      403,
      'passkey_required',
    ]);
    expect(statusAndCode(await byCode.post('/dashboard/confirmations', { code: '123456' }))).toEqual([
      403,
      'passkey_required',
    ]);
    const confirmed = await confirmWith(byCode, authenticator);
    expect(confirmed.status, confirmed.text).toBe(200);
    expect((await setPolicy(byCode)).status).toBe(200);
    await ageProofs(service);
    expect(statusAndCode(await setPolicy(byCode))).toEqual(refused);
    const again = await personBy(service, authenticator);
    expect((await setPolicy(again)).status).toBe(200);
    const [{ id } = { id: '' }] = (await again.get('/dashboard/passkeys')).at('data') as { id: string }[];
    expect((await again.call('DELETE', `/dashboard/passkeys/${id}`)).status).toBe(204);
  });

  it('confirms with no passkey of others, in no other session, and with an answer once', async () => {
    const invite = await (await guarded()).post('/v1/members', { email: 'bea@example.com', role: 'admin' });
    expect(invite.status).toBe(201);
    const [own, hers] = [newAuthenticator(site), newAuthenticator(site)];
    const [who, bea] = [await guarded(), await guarded('bea@example.com')];
    await addPasskey(who, { authenticator: own });
    await addPasskey(bea, { authenticator: hers });
    const wrong = await confirmWith(who, hers);
    expect([...statusAndCode(wrong), wrong.at('error.param')]).toEqual([
      400,
      'invalid_parameter',
      'credential',
    ]);
    const response = await who.post('/dashboard/passkey-confirmations/challenge');
    const credential = own.get(response.at('options') as Parameters<Authenticator['get']>[0]);
    const elsewhere = await personBy(service, own);
    const answer = (by: Client) => by.post('/dashboard/passkey-confirmations', { credential });
    expect(statusAndCode(await answer(elsewhere))).toEqual([400, 'invalid_parameter']);
    expect(statusAndCode(await answer(who))).toEqual([400, 'invalid_parameter']);
    await ageProofs(service);
    expect(statusAndCode(await setPolicy(who))).toEqual(refused);
    expect((await confirmWith(who, own)).status).toBe(200);
    expect((await setPolicy(who)).status).toBe(200);
  });
});
