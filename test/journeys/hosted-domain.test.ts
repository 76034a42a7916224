import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { serverRecords } from '../../src/adapters/dns/resolver.js';
import { releaseHostedDomain } from '../../src/usecases/hosted-domain.js';
import { findHostedPage, findHostedSession } from '../../src/usecases/hosted-session.js';
import { advance, lastAudit, openOtherAccount, operator, withHand } from '../setup/hand.js';
import { enablePage, openSession } from '../setup/hosted.js';
import { openNameServer, type NameServer } from '../setup/nameserver.js';
import { queryRows } from '../setup/rows.js';
import {
  clientOf,
  freshKey,
  openService,
  type Answer,
  type Client,
  type RunningService,
} from '../setup/running.js';
import { refusal } from '../setup/verbs.js';

let names: NameServer;
let service: RunningService;
let other: Client;
beforeAll(async () => {
  names = await openNameServer();
  service = await openService({ DNS_SERVERS: names.address, HOSTED_HOST_NAMES: 'send.platform.example' });
  other = clientOf(service.baseUrl, (await openOtherAccount(service)).key);
});
afterAll(async () => {
  await service.stop();
  await names.close();
});
beforeEach(() => names.zone.clear());

const path = '/v1/hosted-domains';
const claim = (hostname: string, client: Client = service): Promise<Answer> =>
  client.post(path, { hostname });
async function claimed(hostname: string, client: Client = service): Promise<{ id: string; token: string }> {
  const made = await claim(hostname, client);
  expect(made.status, made.text).toBe(201);
  return { id: made.get('id'), token: made.get('verification_token') };
}
const recordOf = (hostname: string): string => `_psp-verification.${hostname}`;
const statusIs = (id: string, status: string, client: Client = service): Promise<Answer> =>
  client.until(`${path}/${id}`, (each) => each.get('verification_status') === status);
const remove = (id: string): Promise<Answer> => service.call('DELETE', `${path}/${id}`);
const asks = async (hostname: string): Promise<number> =>
  (await fetch(`${service.internalUrl}/ask?domain=${hostname}`)).status;
/** Claims a hostname and publishes its DNS record. */
async function verified(hostname: string, client: Client = service): Promise<string> {
  const { id, token } = await claimed(hostname, client);
  names.zone.set(recordOf(hostname), [token]);
  await advance(service, 60);
  await statusIs(id, 'verified', client);
  return id;
}

describe('a claim', () => {
  test('is verified once its record is found, also among others or split in parts', async () => {
    const made = await claim('Pay.Example.com');
    expect(made.body).toMatchObject({
      hostname: 'pay.example.com',
      verification_status: 'pending',
      certificate_status: 'none',
    });
    const [id, token] = [made.get('id'), made.get('verification_token')];
    expect(await asks('pay.example.com')).toBe(404);
    names.zone.set(recordOf('pay.example.com'), ['v=spf1 -all', [token.slice(0, 9), token.slice(9)]]);
    await advance(service, 30);
    const done = await statusIs(id, 'verified');
    expect(done.get('certificate_status')).toBe('pending');
    expect(done.get('verified_at')).toBe(done.get('updated_at'));
    expect(await asks('pay.example.com')).toBe(200);
    expect((await remove(id)).status).toBe(204);
    expect(await asks('pay.example.com')).toBe(404);
    expect(refusal(await remove(id))).toEqual([404, 'not_found']);
    expect(refusal(await service.get(`${path}/${id}`))).toEqual([404, 'not_found']);
    expect((await service.get(path)).at('data')).toEqual([]);
  });

  test('fails after 72 hours, with any answer of the name servers, and frees its name', async () => {
    const [absent, silent] = [await claimed('late.example.com'), await claimed('broken.example.com')];
    names.zone.set(recordOf('late.example.com'), ['psp-verification-of-somebody-else']);
    names.zone.set(recordOf('broken.example.com'), 2);
    await advance(service, 72 * 3600 - 60);
    for (const { id } of [absent, silent]) await statusIs(id, 'pending');
    expect(refusal(await claim('late.example.com', other))).toEqual([409, 'hostname_taken', 'hostname']);
    await advance(service, 120);
    for (const { id } of [absent, silent]) await statusIs(id, 'failed');
    const lookUps = names.queries.filter((name) => name === recordOf('late.example.com')).length;
    expect(lookUps).toBeGreaterThan(10);
    expect(lookUps).toBeLessThan(100);
    const { id } = await claimed('late.example.com', other);
    await other.call('DELETE', `${path}/${id}`);
    for (const each of [absent, silent]) expect((await remove(each.id)).status).toBe(204);
    await service.check();
  });

  test('is unique per name across accounts, however many claim it at once', async () => {
    const pending = Array.from({ length: 10 }, (_, at) =>
      claim('race.example.com', at % 2 === 0 ? service : other),
    );
    const answers = await Promise.all(pending);
    expect(answers.map(({ status }) => status).toSorted((one, two) => one - two)).toEqual([
      201,
      ...Array<number>(9).fill(409),
    ]);
    const winner = answers.find(({ status }) => status === 201);
    for (const client of [service, other]) await client.call('DELETE', `${path}/${winner?.get('id')}`);
  });

  test('is replayed by its key', async () => {
    const idempotencyKey = freshKey();
    const ask = () => service.post(path, { hostname: 'key.example.com' }, { idempotencyKey });
    const [first, again] = [await ask(), await ask()];
    expect([first.status, again.status]).toEqual([201, 200]);
    expect(again.body).toEqual(first.body);
    await remove(first.get('id'));
  });

  test('is refused if ten are pending', async () => {
    const pending = Array.from({ length: 14 }, (_, at) => claim(`many${at}.example.com`));
    const answers = await Promise.all(pending);
    const made = answers.filter(({ status }) => status === 201);
    expect(made).toHaveLength(10);
    const refused = answers.filter(({ status }) => status !== 201).map(refusal);
    expect(refused).toEqual(Array<unknown>(4).fill([422, 'limit_exceeded', 'hostname']));
    for (const each of made) await remove(each.get('id'));
  });

  test.each([
    'com',
    'co.uk',
    'github.io',
    'localhost',
    '192.0.2.1',
    '0x7f.1',
    '[2001:db8::1]',
    'https://pay.example.com',
    'pay.example.com:443',
    'pay.example.com/path',
    'pay.example.com.',
    'pay..example.com',
    '-pay.example.com',
    'pay_.example.com',
    'pay.exämple.com',
    '\u212Aey.example.com',
    'send.platform.example',
    'a.send.platform.example',
    `${'a'.repeat(64)}.example.com`,
    `${'a.'.repeat(130)}example.com`,
    ' ',
  ])('of %s is refused', async (hostname) => {
    expect(refusal(await claim(hostname))).toEqual([400, 'invalid_parameter', 'hostname']);
  });
});

describe('a verified name', () => {
  test("serves only its account's page", async () => {
    for (const client of [service, other]) await enablePage(client, { public_start: true });
    await verified('ours.example.com');
    await verified('theirs.example.com', other);
    const tokens = [
      (await openSession(service)).get('token'),
      (await openSession(other)).get('token'),
      'hps_test_x',
    ];
    const hosts = ['ours.example.com', 'theirs.example.com', 'nobodys.example.com', undefined];
    const found = await withHand(service, (ports) =>
      Promise.all(
        tokens.map((token) =>
          Promise.all(
            hosts.map(
              async (hostname) => (await findHostedSession(ports, { token, hostname })) !== undefined,
            ),
          ),
        ),
      ),
    );
    expect(found).toEqual([
      [true, false, false, true],
      [false, true, false, true],
      [false, false, false, false],
    ]);
    const starts = await withHand(service, (ports) =>
      Promise.all(hosts.slice(0, 3).map((hostname = '') => findHostedPage(ports, { hostname }))),
    );
    expect(starts.map((each) => each?.account.id === service.accountId)).toEqual([true, false, false]);
  });

  test('is checked daily; without its record it keeps serving, and operators are alerted', async () => {
    const id = await verified('daily.example.com');
    const rowOf = async () =>
      (
        await queryRows(
          service.databaseUrl,
          'select missing_since, verification_status from hosted_domain where id = $1',
          [id],
        )
      )[0];
    names.zone.set(recordOf('daily.example.com'), 2);
    await advance(service, 86_400 + 7200);
    expect(await rowOf()).toEqual({ missing_since: null, verification_status: 'verified' });
    names.zone.delete(recordOf('daily.example.com'));
    await advance(service, 86_400);
    const gone = await rowOf();
    expect(gone?.['missing_since']).not.toBeNull();
    expect(gone?.['verification_status']).toBe('verified');
    expect(await asks('daily.example.com')).toBe(200);
    await withHand(service, (ports) => releaseHostedDomain(ports, operator, id));
    expect(await asks('daily.example.com')).toBe(404);
    expect((await service.get(`${path}/${id}`)).get('verification_status')).toBe('failed');
    expect(await lastAudit(service, 'domain.release')).toMatchObject({
      subject_id: id,
      before: { verificationStatus: 'verified' },
      after: { verificationStatus: 'failed' },
    });
    await service.check();
  });
});

describe('the records of a name', () => {
  test('are empty if that is certain, and unknown otherwise', async () => {
    const records = serverRecords([names.address]);
    names.zone.set('many.test', ['one', ['tw', 'o']]);
    names.zone.set('broken.test', 2);
    names.zone.set('refused.test', 5);
    names.zone.set('silent.test', 'silent');
    names.zone.set('empty.test', []);
    const texts = async (name: string) => (await records.texts(name))?.toSorted();
    expect(await texts('many.test')).toEqual(['one', 'two']);
    expect(await texts('absent.test')).toEqual([]);
    expect(await texts('empty.test')).toEqual([]);
    expect(await Promise.all(['broken.test', 'refused.test', 'silent.test'].map(texts))).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });
});
