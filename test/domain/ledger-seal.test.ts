import { describe, expect, it } from 'vitest';
import { canonical, closedUntil, nextRound } from '../../src/domain/ledger-seal.js';

describe('a day', () => {
  it.each([
    ['2026-11-20T23:59:59.999Z', '2026-11-20', '2026-11-21T00:05:00.000Z'],
    ['2026-11-21T00:00:00.000Z', '2026-11-20', '2026-11-21T00:05:00.000Z'],
    ['2026-11-21T00:04:59.999Z', '2026-11-20', '2026-11-21T00:05:00.000Z'],
    ['2026-11-21T00:05:00.000Z', '2026-11-21', '2026-11-22T00:05:00.000Z'],
  ])('is closed five minutes after its end: at %s those before %s are', (now, until, next) => {
    expect(closedUntil(new Date(now)).toISOString()).toBe(`${until}T00:00:00.000Z`);
    expect(nextRound(new Date(now)).toISOString()).toBe(next);
  });
});

describe('canonical JSON', () => {
  it.each([
    [{ b: 1, a: '2' }, '{"a":"2","b":1}'],
    [{ list: [{ z: 'é', y: '"' }, []] }, '{"list":[{"y":"\\"","z":"é"},[]]}'],
    [{}, '{}'],
  ])('of %j has its keys in order and no blanks', (value, text) => {
    expect(canonical(value)).toBe(text);
  });
});
