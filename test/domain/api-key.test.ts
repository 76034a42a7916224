import { describe, expect, test } from 'vitest';
import { nextNotice, takeNotice } from '../../src/domain/api-key.js';
import type { ApiKey } from '../../src/domain/noun/api-key.js';

const dayMs = 86_400_000;
const expiresAt = new Date('2026-12-20T10:00:00.000Z');
const before = (days: number, ms = 0): Date => new Date(expiresAt.getTime() - days * dayMs + ms);
const key: ApiKey = {
  id: 'key_1',
  accountId: 'acct_1',
  prefix: 'psp_test_4f9k2m7q1x8z',
  fingerprint: 'f',
  scopes: ['read'],
  label: null,
  createdAt: before(30),
  expiresAt,
  lastUsedAt: null,
  networks: [],
  permissions: [],
  nextStepAt: before(7),
  revokedAt: null,
  version: 1,
};

describe('the notices before a key expires', () => {
  test.each([
    ['of a long life: seven days before', before(30), before(7)],
    ['at the first notice: one day before', before(7), before(1)],
    ['a moment before the last notice', before(1, -1), before(1)],
    ['at the last notice: none', before(1), null],
    ['after its end: none', before(-1), null],
  ])('%s', (_, now, next) => {
    expect(nextNotice(key, now)).toEqual(next);
  });

  test('a key without an expiry, or a revoked key, has none', () => {
    expect(nextNotice({ ...key, expiresAt: null }, before(30))).toBeNull();
    expect(nextNotice({ ...key, revokedAt: before(20) }, before(30))).toBeNull();
  });

  test.each([
    ['in time', before(7), key, expiresAt, before(1)],
    ['late, after the time of both: once', before(1, 5), key, expiresAt, null],
    ['after the key has expired: none', before(0), key, undefined, null],
    ['a revoked key: none', before(7), { ...key, revokedAt: before(8) }, undefined, null],
    [
      'a key of the release before: planned only',
      before(9),
      { ...key, nextStepAt: before(9) },
      undefined,
      before(7),
    ],
  ])('are taken %s', (_, now, row, expectedNotice, next) => {
    const { expiresAt: noticed, changes } = takeNotice({ now }, row);
    expect(noticed).toEqual(expectedNotice);
    expect(changes).toMatchObject([{ row: { nextStepAt: next } }]);
  });
});
