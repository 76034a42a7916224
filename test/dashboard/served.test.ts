import { readdirSync, readFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { getNamedType } from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bounds } from '../../src/api/graphql/bound.js';
import { platformQueries } from '../../src/api/graphql/role.js';
import { graphqlSchema } from '../../src/api/graphql/schema.js';
import { bodyBytesMax } from '../../src/api/body.js';
import { inviteOwner } from '../../src/usecases/member.js';
import { asker, operatorOf, answerOf, type Ask } from '../setup/graphql.js';
import { openOtherAccount, operator, withHand } from '../setup/hand.js';
import { queryRows } from '../setup/rows.js';
import { clientOf, openBeside, openService, type RunningService } from '../setup/running.js';
import { idPaths, rootFieldsOf, selectionOf, someValue } from '../setup/selection.js';
import { mailSettings, openMailbox, signIn } from '../setup/sign-in.js';
import { fund, mxnPayout, speiBeneficiary } from '../setup/verbs.js';

const built = join(import.meta.dirname, '../../dist/dashboard');
const mailbox = openMailbox();
let service: RunningService;
let token: string;
let otherAccountId: string;

beforeAll(async () => {
  service = await openService({ WEBHOOK_ALLOW_INSECURE_TARGETS: 'true', ...mailSettings }, mailbox);
  token = await signIn(service, mailbox, 'owner@example.com');
  const other = await openOtherAccount(service);
  otherAccountId = other.id;
  const own = clientOf(service.baseUrl, other.key);
  await fund(own, 'MXN', '100.00');
  await own.post('/v1/payouts', mxnPayout(await speiBeneficiary(own)));
  await own.post('/v1/webhook-endpoints', { url: 'http://127.0.0.1:9/hook' });
});
afterAll(async () => {
  await service.check();
  await service.stop();
});

const dashboard = (by: string | null): Ask => asker(`${service.baseUrl}/dashboard`, by);

async function ask(document: string, headers: Record<string, string>, body?: string) {
  const response = await fetch(`${service.baseUrl}/dashboard/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}`, ...headers },
    body: body ?? JSON.stringify({ query: document }),
  });
  return answerOf(response, await response.text());
}

describe('the page', () => {
  it('is served at every path below /dashboard without a file, and never cached', async () => {
    for (const path of ['/dashboard', '/dashboard/', `/dashboard/o/pout_${'0'.repeat(26)}`]) {
      const page = await fetch(`${service.baseUrl}${path}`);
      expect([page.status, page.headers.get('cache-control')], path).toEqual([200, 'no-store']);
      expect(await page.text()).toContain('data-environment="sandbox"');
    }
  });

  it('files with a hash are cached indefinitely', async () => {
    const text = await (await fetch(`${service.baseUrl}/dashboard`)).text();
    const [, script = ''] = /src="(\/dashboard\/assets\/[^"]+\.js)"/.exec(text) ?? [];
    const file = await fetch(`${service.baseUrl}${script}`);
    const { headers } = file;
    expect([file.status, headers.get('cache-control'), headers.get('content-encoding')]).toEqual([
      200,
      'public, max-age=31536000, immutable',
      'gzip',
    ]);
    const gone = await fetch(`${service.baseUrl}/dashboard/assets/..%2findex.html`);
    expect([gone.status, gone.headers.get('cache-control')]).toEqual([404, 'no-store']);
  });

  it('loads only from its own origin, and never renders markup from text', async () => {
    const { headers } = await fetch(`${service.baseUrl}/dashboard`);
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy.split('; ')).toEqual(
      expect.arrayContaining([
        "default-src 'none'",
        "script-src 'self'",
        "connect-src 'self'",
        "frame-ancestors 'none'",
        "trusted-types 'none'",
      ]),
    );
    expect(policy).not.toContain('unsafe');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('x-request-id')).toMatch(/^req_/);
  });

  /** The files of one language, besides those that the page names. */
  const wordsIn = { en: /^(?:en|_virtual_descriptions)-/, es: /^es-/, pt: /^pt-/ };

  it.each(Object.entries(wordsIn))('first loads at most 200 KiB in %s', (_language, words) => {
    const page = readFileSync(join(built, 'index.html'), 'utf8');
    const files = readdirSync(join(built, 'assets'));
    const named = files.filter((name) => page.includes(name));
    const own = files.filter((name) => words.test(name));
    expect(named.length).toBeGreaterThan(1);
    expect(own.length).toBeGreaterThan(0);
    expect(named.filter((name) => own.includes(name))).toEqual([]);
    const sizes = [...named, ...own].map(
      (name) => gzipSync(readFileSync(join(built, 'assets', name))).length,
    );
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(200 * 1024);
  });

  it.each([
    ['POST', '/dashboard', 'GET, HEAD'],
    ['GET', '/dashboard/sign-in', 'POST'],
    ['GET', '/dashboard/graphql', 'POST'],
    ['GET', '/dashboard/sessions/current', 'DELETE'],
  ])('%s %s is refused with the supported methods', async (method, path, allow) => {
    const refused = await fetch(`${service.baseUrl}${path}`, { method });
    expect([refused.status, refused.headers.get('allow')]).toEqual([405, allow]);
  });

  it('is not served under the hosted domain of an account', async () => {
    const { port } = new URL(service.baseUrl);
    const status = await new Promise<number | undefined>((resolve, reject) => {
      const headers = { host: 'pay.example.com' };
      const outgoing = request({ port, host: '127.0.0.1', path: '/dashboard', headers }, (answer) => {
        answer.resume();
        resolve(answer.statusCode);
      });
      outgoing.on('error', reject).end();
    });
    expect(status).toBe(404);
  });
});

describe('callers of its data', () => {
  it.each([
    ['nobody', () => null],
    ['an API key', () => service.apiKey],
    ['a session that there is not', () => `psp_session_${'0'.repeat(64)}`],
  ])('%s is refused', async (_who, by) => {
    const response = await dashboard(by())('{ __typename }');
    expect([response.status, response.codes()]).toEqual([401, ['invalid_api_key']]);
    expect(response.headers.get('www-authenticate')).toBe('Bearer');
    expect(response.errors[0]?.extensions['request_id']).toBe(response.headers.get('x-request-id'));
  });

  it('an operator is refused', async () => {
    const { token: own } = await operatorOf(service, 'admin');
    expect((await dashboard(own)('{ __typename }')).codes()).toEqual(['invalid_api_key']);
  });

  it('a member sees their own account until the session ends', async () => {
    const session = await signIn(service, mailbox, 'owner@example.com');
    const own = dashboard(session);
    expect((await own('{ accounts { nodes { id } } }')).at('accounts.nodes')).toEqual([
      { id: service.accountId },
    ]);
    await service.call('DELETE', '/dashboard/sessions/current', { key: session });
    expect((await own('{ __typename }')).status).toBe(401);
  });

  it('an account is refused without a membership', async () => {
    const response = await ask('{ __typename }', { 'platform-account': otherAccountId });
    expect([response.status, response.codes()]).toEqual([403, ['no_membership Platform-Account']]);
  });

  it('a member of two accounts sees the requested one, by default the first', async () => {
    const invited = { accountId: otherAccountId, address: 'both@example.com', language: 'en' } as const;
    const owner = clientOf(service.baseUrl, token);
    await owner.post('/v1/members', { email: 'both@example.com', role: 'viewer' });
    await withHand(service, (ports) => inviteOwner(ports, operator, invited));
    const session = await signIn(service, mailbox, 'both@example.com');
    const seen = async (headers: Record<string, string>) =>
      (await ask('{ accounts { nodes { id } } }', { authorization: `Bearer ${session}`, ...headers })).at(
        'accounts.nodes',
      );
    expect(await seen({})).toEqual([{ id: service.accountId }]);
    expect(await seen({ 'platform-account': otherAccountId })).toEqual([{ id: otherAccountId }]);
    const { body } = await service.get('/v1/me', { key: session });
    expect((body['accounts'] as object[]).length).toBe(2);
  });
});

describe('queries of a member', () => {
  it.each(Object.keys(platformQueries))('%s is refused', async (name) => {
    const field = rootFieldsOf(graphqlSchema()).find((each) => each.name === name);
    const needs = (field?.args ?? [])
      .filter(({ type, defaultValue }) => String(type).endsWith('!') && defaultValue === undefined)
      .map(({ name: each, type }) => `${each}: ${someValue(type)}`);
    const needed = needs.length === 0 ? '' : `(${needs.join(', ')})`;
    const selection = field && selectionOf(getNamedType(field.type), 1);
    expect((await dashboard(token)(`{ ${name}${needed} ${selection} }`)).codes()).toContain(
      'insufficient_role',
    );
  });

  it('mutations of operators are refused', async () => {
    const response = await dashboard(token)(
      'mutation { setPayoutKillSwitch(on: true, reason: "mine") { payoutsStopped } }',
    );
    expect([response.status, response.codes()]).toEqual([403, ['insufficient_role']]);
  });

  it('resources of other accounts look absent', async () => {
    const single = rootFieldsOf(graphqlSchema()).filter(
      (field) => platformQueries[field.name] === undefined && idPaths(field).includes('id'),
    );
    expect(single.length).toBeGreaterThan(15);
    const tables = ['beneficiary', 'payout', 'payin', 'funding_account', 'webhook_endpoint', 'event'];
    const rows = await Promise.all(
      tables.map((table) =>
        queryRows(service.databaseUrl, `select id from ${table} where account_id = $1 limit 1`, [
          otherAccountId,
        ]),
      ),
    );
    const ids = [otherAccountId, ...rows.flat().map(({ id }) => String(id))];
    expect(ids).toHaveLength(tables.length + 1);
    for (const id of ids) {
      const absent = `${id.split('_')[0]}_${'0'.repeat(26)}`;
      for (const field of single) {
        const selection = selectionOf(getNamedType(field.type), 1);
        const [response, gone] = await Promise.all(
          [id, absent].map((each) => dashboard(token)(`{ ${field.name}(id: "${each}") ${selection} }`)),
        );
        const bare = (text = ''): string => text.replaceAll(/"request_id":"[^"]*"/g, '');
        expect(bare(response?.text), field.name).toBe(bare(gone?.text));
      }
    }
  });
});

describe('limits as in /v1', () => {
  it('refuses another media type, a body that is too large, and a body that is not JSON', async () => {
    const refusals = [
      await ask('', { 'content-type': 'text/plain' }, '{}'),
      await ask('', {}, JSON.stringify({ query: ' '.repeat(bodyBytesMax) })),
      await ask('', {}, '{'),
      await ask('', {}, '{"query": 1}'),
    ];
    expect(refusals.map((each) => [each.status, ...each.codes()])).toEqual([
      [415, 'unsupported_media_type'],
      [413, 'body_too_large'],
      [400, 'invalid_body'],
      [400, 'invalid_body query'],
    ]);
  });

  it('refuses expensive documents', async () => {
    const response = await dashboard(token)(
      '{ payouts(first: 100) { nodes { events(first: 100) { id type data body occurredAt } } } }',
    );
    expect(response.errors[0]?.message).toContain(String(bounds.cost));
  });

  it('counts the requests of a member', async () => {
    const beside = await openBeside(service, { RATE_LIMIT_PER_SECOND: '2' }, mailbox);
    try {
      const own = asker(`${beside.baseUrl}/dashboard`, token);
      const all = await Promise.all(Array.from({ length: 12 }, () => own('{ __typename }')));
      const refused = all.filter(({ status }) => status === 429);
      expect(refused.length).toBeGreaterThan(4);
      expect(refused[0]?.codes()).toEqual(['rate_limited']);
      expect(refused[0]?.headers.get('retry-after')).toMatch(/^\d+$/);
    } finally {
      await beside.stop();
    }
  });
});
