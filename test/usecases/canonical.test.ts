import { BigNumber } from 'bignumber.js';
import { describe, expect, it } from 'vitest';
import { canonical } from '../../src/usecases/canonical.js';

/** Stored fingerprints depend on these texts: they must never change. */
describe('canonical', () => {
  it.each([
    [
      'sorts keys at every depth',
      { b: [{ d: 1, c: null }], a: { z: '', y: true } },
      '{"a":{"y":true,"z":""},"b":[{"c":null,"d":1}]}',
    ],
    ['keeps the order of a list', [2, 1, [null, 'b', 'a']], '[2,1,[null,"b","a"]]'],
    [
      'puts whole numbers first, as objects do',
      { b: 1, 10: 2, 9: 3, '09': 4 },
      '{"9":3,"10":2,"09":4,"b":1}',
    ],
    ['sorts by code units', { ä: 1, a: 2, B: 3, '': 4 }, '{"":4,"B":3,"a":2,"ä":1}'],
    ['leaves out what is undefined', { a: undefined, b: [undefined] }, '{"b":[null]}'],
    [
      'lets a time and an amount write themselves',
      { at: new Date(0), of: new BigNumber('1.10') },
      '{"at":"1970-01-01T00:00:00.000Z","of":"1.1"}',
    ],
    [
      'sorts what has a key of that name',
      { toJSON: 1, b: { toJSON: 'x', a: 2 } },
      '{"b":{"a":2,"toJSON":"x"},"toJSON":1}',
    ],
    ['writes what is no object', 'a"b', '"a\\"b"'],
  ])('%s', (_what, value, text) => {
    expect(canonical(value)).toBe(text);
  });
});
