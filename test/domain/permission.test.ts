import { describe, expect, test } from 'vitest';
import { operationsOf } from '../../src/api/rest/routes.js';
import { keyNouns, permits, scopesOf } from '../../src/domain/permission.js';

describe('a key (supplement §11.15)', () => {
  test.each([
    ['without a limit', [], 'write', '/v1/payouts', true],
    ['limited to payouts', ['payouts:write'], 'write', '/v1/payouts', true],
    ['limited to payouts', ['payouts:write'], 'write', '/v1/payouts/{id}/cancel', true],
    ['limited to payouts', ['payouts:write'], 'read', '/v1/payouts/{id}', true],
    ['limited to payouts', ['payouts:write'], 'read', '/v1/payout-batches', false],
    ['limited to payouts', ['payouts:write'], 'read', '/v1/balances', false],
    ['that reads payouts', ['payouts:read'], 'read', '/v1/payouts', true],
    ['that reads payouts', ['payouts:read'], 'write', '/v1/payouts', false],
    ['limited to two nouns', ['payouts:read', 'refunds:write'], 'write', '/v1/refunds', true],
    ['limited to two nouns', ['payouts:read', 'refunds:write'], 'write', '/v1/payouts', false],
    ['limited to refunds', ['refunds:write'], 'read', '/v1/account', true],
    ['limited to refunds', ['refunds:write'], 'read', '/v1/me', true],
  ] as const)('%s: %j, %s %s: %s', (_key, permissions, scope, path, isAllowed) => {
    expect(permits(permissions, { scope, path })).toBe(isAllowed);
  });

  test.each([
    [['payouts:read'], ['read']],
    [
      ['payouts:read', 'refunds:write'],
      ['read', 'write'],
    ],
  ])('limited to %j has the scopes %j', (permissions, scopes) => {
    expect(scopesOf(permissions)).toEqual(scopes);
  });

  test('can be limited to every noun of the API', () => {
    const routes = operationsOf('sandbox').filter(({ scope }) => scope !== 'none');
    const nouns = new Set(routes.map(({ path }) => path.split('/')[2]));
    expect(new Set([...keyNouns, 'account', 'approval-policy', 'me', 'sign-in-policy'])).toEqual(nouns);
  });
});
