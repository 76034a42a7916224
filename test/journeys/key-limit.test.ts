import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { operatorOf, type Ask } from '../setup/graphql.js';
import { patience } from '../setup/patience.js';
import { openService, type RunningService } from '../setup/running.js';
import { refusal } from '../setup/verbs.js';

let service: RunningService;
let ask: Ask;
beforeAll(async () => {
  service = await openService();
  ({ ask } = await operatorOf(service, 'admin'));
});
afterAll(async () => {
  await service.check();
  await service.stop();
});

const issuing = `mutation ($accountId: ID!, $permissions: [String!], $networks: [String!]) {
  issueApiKey(accountId: $accountId, permissions: $permissions, networks: $networks, reason: "r") {
    secret apiKey { id scopes permissions networks lastUsedAt }
  }
}`;
const issue = (limits: { permissions?: string[]; networks?: string[] }) =>
  ask(issuing, { accountId: service.accountId, ...limits });

async function keyOf(limits: Parameters<typeof issue>[0]): Promise<string> {
  const issued = await issue(limits);
  expect(issued.errors, issued.text).toEqual([]);
  return String(issued.at('issueApiKey.secret'));
}

const tooLittle = [403, 'insufficient_scope'];

describe('a key that is limited (supplement §11.15)', () => {
  test('to reading payouts can do only that', async () => {
    const key = await keyOf({ permissions: ['payouts:read'] });
    expect((await service.get('/v1/payouts', { key })).status).toBe(200);
    expect((await service.get('/v1/account', { key })).at('credential')).toMatchObject({
      scopes: ['read'],
      permissions: ['payouts:read'],
    });
    expect(refusal(await service.get('/v1/balances', { key }))).toEqual(tooLittle);
    expect(refusal(await service.post('/v1/payouts', {}, { key }))).toEqual(tooLittle);
  });

  test('to writing customers can create and read them and nothing else', async () => {
    const key = await keyOf({ permissions: ['customers:write'] });
    const body = { type: 'individual', country: 'PE', display_name: 'Ana Torres', external_id: 'limited' };
    expect((await service.post('/v1/customers', body, { key })).status).toBe(201);
    expect((await service.get('/v1/customers', { key })).status).toBe(200);
    expect(refusal(await service.get('/v1/payouts', { key }))).toEqual(tooLittle);
  });

  test.each(['/v1/payout-batches', '/v1/payout-batches/preview'])(
    'to payout batches cannot send new beneficiaries in a file to %s',
    async (path) => {
      const file = `method,currency,details.name,details.clabe,source_currency,amount,amount_side
spei,MXN,Rosa Campos,032180000118359719,MXN,1.00,destination
`;
      const sent = async (permissions: string[]) =>
        fetch(service.baseUrl + path, {
          method: 'POST',
          headers: {
            authorization: `Bearer ${await keyOf({ permissions })}`,
            'content-type': 'text/csv',
            ...(path.endsWith('batches') && { 'idempotency-key': `limited-${permissions.length}` }),
          },
          body: file,
        });
      const before = (await service.get('/v1/beneficiaries')).at('data');
      const refused = await sent(['payout-batches:write']);
      expect(refused.status).toBe(403);
      expect(await refused.json()).toMatchObject({
        error: { code: 'insufficient_scope', message: expect.stringContaining('beneficiaries:write') },
      });
      expect((await service.get('/v1/beneficiaries')).at('data')).toEqual(before);
      const taken = await sent(['payout-batches:write', 'beneficiaries:write']);
      expect(taken.status, await taken.text()).toBeLessThan(300);
    },
  );

  test('to networks is refused from other addresses', async () => {
    const key = await keyOf({ networks: ['203.0.113.0/24', '2001:db8::/48'] });
    const refused = await service.get('/v1/account', { key });
    expect(refusal(refused)).toEqual(tooLittle);
    expect(refused.get('error.message')).toContain('127.0.0.1');
    const here = await keyOf({ networks: ['127.0.0.0/8'] });
    expect((await service.get('/v1/account', { key: here })).at('credential.networks')).toEqual([
      '127.0.0.0/8',
    ]);
  });

  test.each([
    ['a noun that does not exist', { permissions: ['payout:read'] }, 'invalid_parameter permissions[0]'],
    [
      'what is neither read nor write',
      { permissions: ['payouts:delete'] },
      'invalid_parameter permissions[0]',
    ],
    ['a network with too many bits', { networks: ['203.0.113.0/33'] }, 'invalid_parameter networks[0]'],
    ['a name', { networks: ['example.com'] }, 'invalid_parameter networks[0]'],
    ['a long text', { networks: ['1'.repeat(900)] }, 'invalid_parameter networks[0]'],
  ])('to %s is not issued', async (_what, limits, code) => {
    expect((await issue(limits)).codes()).toEqual([code]);
  });
});

test('a key shows when it was last used', async () => {
  const issued = await issue({});
  expect(issued.at('issueApiKey.apiKey.lastUsedAt')).toBeNull();
  const [key, id] = [String(issued.at('issueApiKey.secret')), String(issued.at('issueApiKey.apiKey.id'))];
  const before = Date.now();
  expect((await service.get('/v1/payouts', { key })).status).toBe(200);
  const lastUsed = async () => {
    const response = await ask('query ($id: ID!) { apiKey(id: $id) { lastUsedAt } }', { id });
    return Date.parse(String(response.at('apiKey.lastUsedAt')));
  };
  await expect.poll(lastUsed, patience).toBeGreaterThanOrEqual(before - 1_000);
});
