import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openAccount } from '../../src/usecases/account.js';
import { imposePolicy } from '../../src/usecases/approval-policy.js';
import { inviteOwner } from '../../src/usecases/member.js';
import { openOtherAccount, operator, withHand } from '../setup/hand.js';
import { patience } from '../setup/patience.js';
import { addPasskey, site } from '../setup/passkey.js';
import { clientOf, openService, type Client, type RunningService } from '../setup/running.js';
import { askCode, mailSettings, openMailbox } from '../setup/sign-in.js';
import { fund, mxnPayout, speiBeneficiary, speiDestination } from '../setup/verbs.js';

// Supplement §11.16: every mail to a member is in the member's language.
const mailbox = openMailbox();
const address = 'owner@example.com';
let service: RunningService;
let owner: Client;

beforeAll(async () => {
  service = await openService({ PUBLIC_URL: site, ...mailSettings }, mailbox);
  owner = await enter(address);
});
afterAll(async () => {
  await service.check();
  await service.stop();
});

/** Signs in with a browser of that language. */
async function enter(email: string, language?: string): Promise<Client> {
  const code = await askCode(service, mailbox, email);
  const headers = language === undefined ? {} : { 'Accept-Language': language };
  const opened = await service.call('POST', '/dashboard/sessions', {
    key: null,
    body: { email, code },
    headers,
  });
  expect(opened.status, opened.text).toBe(201);
  return clientOf(service.baseUrl, opened.get('token'));
}

const languageOf = async (who: Client) => (await who.get('/v1/me')).at('member.language');
const speak = (who: Client, language: string) =>
  who.call('PATCH', '/dashboard/preferences', { body: { language } });

async function invite(email: string, body: object = {}, accepted?: string) {
  const headers = accepted === undefined ? {} : { 'Accept-Language': accepted };
  return owner.post('/v1/members', { email, role: 'admin', ...body }, { headers });
}

const subjectsTo = (address: string) => () => mailbox.subjectsTo(address);
const naming = (words: string): unknown => expect.stringContaining(words);

describe('a member has a language', () => {
  it('that the invitation sets, the first sign-in learns, and the member changes in every account', async () => {
    const email = 'ana@example.com';
    expect((await invite(email, { language: 'pt' }, 'es')).get('language')).toBe('pt');
    await expect
      .poll(subjectsTo(email), patience)
      .toContainEqual(naming('Convite para uma conta de pagamentos'));
    const ana = await enter(email, 'es-MX,es;q=0.9');
    expect(await languageOf(ana)).toBe('es');
    expect(await languageOf(await enter(email, 'pt'))).toBe('es');
    const other = await openOtherAccount(service);
    await withHand(service, (ports) => inviteOwner(ports, operator, { accountId: other.id, address: email }));
    // The person's language, not that of the browser.
    const both = await enter(email, 'en');
    const there = { headers: { 'Platform-Account': other.id } };
    expect((await both.get('/v1/me', there)).at('member.language')).toBe('es');
    expect((await speak(both, 'pt')).body).toEqual({ language: 'pt' });
    expect((await both.get('/v1/me', there)).at('member.language')).toBe('pt');
    expect(await languageOf(both)).toBe('pt');
  });

  it("is that of the inviter's browser until the first sign-in", async () => {
    const email = 'bea@example.com';
    const invited = await invite(email, {}, 'es');
    expect(invited.get('language')).toBe('es');
    await expect
      .poll(subjectsTo(email), patience)
      .toContainEqual(naming('Tienes una invitación a una cuenta de pagos'));
    expect((await invite(email, { language: 'pt' }, 'es')).get('language')).toBe('pt');
    expect(await languageOf(await enter(email))).toBe('pt');
    const silent = await invite('silent@example.com');
    expect(silent.body).not.toHaveProperty('language');
    await expect.poll(subjectsTo('silent@example.com'), patience).toContainEqual(naming('You are invited'));
  });

  it('that only they change, to one that there is', async () => {
    const wrong = await speak(owner, 'fr');
    expect([wrong.status, wrong.at('error.code'), wrong.at('error.param')]).toEqual([
      400,
      'invalid_parameter',
      'language',
    ]);
    const body = { language: 'pt' };
    expect((await service.call('PATCH', '/dashboard/preferences', { body })).status).toBe(401);
    const own = (await owner.get('/v1/me')).get('member.id');
    expect((await owner.call('PATCH', `/v1/members/${own}`, { body })).at('error.code')).toBe('invalid_body');
  });
});

describe('in the language of its member', () => {
  it('a sign-in code is written, whatever the browser asks for', async () => {
    const email = 'code@example.com';
    await invite(email);
    const ask = (language: string) =>
      service.call('POST', '/dashboard/sign-in', {
        key: null,
        body: { email },
        headers: { 'Accept-Language': language },
      });
    await ask('pt');
    await expect.poll(subjectsTo(email), patience).toContainEqual(naming('é o seu código de acesso'));
    const who = await enter(email, 'es');
    await ask('pt');
    await expect.poll(subjectsTo(email), patience).toContainEqual(naming('es tu código de acceso'));
    await who.post('/dashboard/confirmations/code', undefined, { headers: { 'Accept-Language': 'en' } });
    await expect.poll(subjectsTo(email), patience).toContainEqual(naming('confirma que eres tú'));
  });

  it("owners' warnings are written", async () => {
    await speak(owner, 'pt');
    await speiDestination(service, 3);
    await expect
      .poll(subjectsTo(address), patience)
      .toContainEqual(naming('Novo destino de saques registrado'));
  });

  it('a request for approval is written, and its decision', async () => {
    const email = 'carla@example.com';
    await invite(email);
    const carla = await enter(email, 'es');
    await fund(service, 'MXN', '10000.00');
    const beneficiary = await speiBeneficiary(service);
    const { accountId } = service;
    await withHand(service, (ports) =>
      imposePolicy(ports, operator, { accountId, payoutsAbove: { amount: '1000.00', currency: 'MXN' } }),
    );
    await speak(owner, 'pt');
    const made = await carla.post('/v1/payouts', mxnPayout(beneficiary, '1500.00'));
    await expect
      .poll(subjectsTo(address), patience)
      .toContainEqual(naming('Aprovação necessária: pagamento de 1.500,00'));
    await owner.post(`/v1/approvals/${made.get('approval.id')}/decline`);
    await expect.poll(subjectsTo(email), patience).toContainEqual(naming('Rechazado: pago de 1,500.00'));
  });

  it('a reset of passkeys that another member requested is announced by mail', async () => {
    const email = 'dora@example.com';
    const id = (await invite(email)).get('id');
    const dora = await enter(email, 'pt-BR');
    expect((await addPasskey(dora)).status).toBe(201);
    await expect
      .poll(subjectsTo(email), patience)
      .toContainEqual(naming('Uma chave de acesso foi adicionada à sua conta'));
    const headers = { 'Accept-Language': 'en' };
    expect((await owner.call('DELETE', `/v1/members/${id}/passkeys`, { headers })).status).toBe(204);
    await expect
      .poll(subjectsTo(email), patience)
      .toContainEqual(naming('Todas as chaves de acesso foram removidas da sua conta'));
  });

  it('a sign-in from a new device is announced by mail', async () => {
    const email = 'eva@example.com';
    await invite(email);
    await enter(email, 'pt');
    const code = await askCode(service, mailbox, email);
    const body = { email, code, device: 'e'.repeat(40) };
    await service.call('POST', '/dashboard/sessions', {
      key: null,
      body,
      headers: { 'Accept-Language': 'es' },
    });
    await expect
      .poll(subjectsTo(email), patience)
      .toContainEqual(naming('Novo acesso ao painel de pagamentos'));
  });

  it("the platform's invitations are written, with an account and later", async () => {
    const first = 'first@example.com';
    const second = 'second@example.com';
    await withHand(service, async (ports) => {
      const ask = { name: 'Envíos', ownerEmail: first, language: 'es' } as const;
      const { account } = await openAccount(ports, operator, ask);
      await inviteOwner(ports, operator, { accountId: account.id, address: second, language: 'pt' });
    });
    await expect
      .poll(subjectsTo(first), patience)
      .toContainEqual(naming('Tienes una invitación a una cuenta de pagos'));
    await expect
      .poll(subjectsTo(second), patience)
      .toContainEqual(naming('Convite para uma conta de pagamentos'));
  });
});
