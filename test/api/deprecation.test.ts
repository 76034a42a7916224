import { afterAll, beforeAll, expect, it } from 'vitest';
import { described } from '../../src/api/rest/openapi.js';
import { ok, route } from '../../src/api/rest/route.js';
import { Refusal } from '../../src/domain/refusal.js';
import { openSandbox, type Sandbox } from './sandbox.js';

const of = (path: string, deprecated?: { since: string; sunset: string; instead: string }) =>
  route({
    method: 'GET',
    path,
    operationId: 'retrieveOldThing',
    tag: 'Account',
    summary: 'Retrieve an old thing',
    scope: 'read',
    idempotency: 'none',
    answers: { 200: null },
    errors: [],
    ...(deprecated && { deprecated }),
    handle: async () => {
      if (path.endsWith('broken')) throw new Refusal('not_found', 'This thing does not exist.');
      return ok({});
    },
  });

const marked = { since: '2026-11-01', sunset: '2027-11-01', instead: 'use GET /v1/thing.' };
const old = of('/v1/old', marked);
let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await openSandbox({ operations: [old, of('/v1/old-broken', marked), of('/v1/thing')] });
});
afterAll(() => sandbox.close());

it('a deprecated operation says so in each response, even a refusal', async () => {
  for (const [path, status] of [
    ['/v1/old', 200],
    ['/v1/old-broken', 404],
  ] as const) {
    const answer = await sandbox.call('GET', path);
    expect(answer.status).toBe(status);
    expect(answer.headers).toMatchObject({
      deprecation: `@${Date.UTC(2026, 10, 1) / 1000}`,
      sunset: 'Mon, 01 Nov 2027 00:00:00 GMT',
    });
    const about = '</v1/docs#retrieveOldThing>; rel="deprecation"; type="text/html"';
    const help = status === 404 ? ', </v1/docs#error-not_found>; rel="help"' : '';
    expect(answer.headers['link']).toBe(`${about}${help}`);
  }
});

it('other operations do not', async () => {
  const { headers } = await sandbox.call('GET', '/v1/thing');
  expect([headers['deprecation'], headers['sunset']]).toEqual([undefined, undefined]);
});

it('the printed description marks only that operation', () => {
  expect(described(old)).toMatchObject({
    deprecated: true,
    description: 'Deprecated since 2026-11-01, removed on 2027-11-01: use GET /v1/thing. Scope: read.',
    responses: {
      200: {
        headers: {
          Deprecation: { $ref: '#/components/headers/Deprecation' },
          Sunset: { $ref: '#/components/headers/Sunset' },
        },
      },
    },
  });
  expect(described(of('/v1/thing'))).not.toHaveProperty('deprecated');
});
