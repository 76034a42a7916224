import { describe, expect, it } from 'vitest';
import { isDate, parseInstant } from '../../src/domain/instant.js';
import {
  idParameter,
  limitParameter,
  oneOf,
  readQuery,
  textParameter,
  timeParameter,
} from '../../src/api/rest/query.js';

const parameters = {
  limit: limitParameter(25),
  status: oneOf(['open', 'closed'], ''),
  customer_id: idParameter('customer', ''),
  name: textParameter(5, ''),
  created_after: timeParameter(''),
};

describe('readQuery', () => {
  it('rejects values longer than every parameter allows', () => {
    const read: string[] = [];
    const spied = { ...textParameter(5, ''), read: (text: string) => (read.push(text), text) };
    expect(() => readQuery({ name: spied }, `name=${'x'.repeat(60_000)}`)).toThrow('name: is too long');
    expect(read).toEqual([]);
    expect(readQuery({ name: spied }, 'name=abc')).toEqual({ name: 'abc' });
  });

  it('reads all known parameters', () => {
    expect(readQuery(parameters, 'limit=100&status=open&customer_id=cus_1a&name=a%20b+c')).toEqual({
      limit: 100,
      status: 'open',
      customer_id: 'cus_1a',
      name: 'a b c',
    });
    expect(readQuery(parameters, '')).toEqual({});
    expect(readQuery(parameters, '&&limit=1&')).toEqual({ limit: 1 });
  });

  it.each([
    ['unknown=1', 'unknown'],
    ['hasOwnProperty=1', 'hasOwnProperty'],
    ['limit=1&limit=1', 'limit'],
    ['limit=1&%6cimit=2', 'limit'],
    ['limit', 'limit'],
    ['limit=', 'limit'],
    ['limit=0', 'limit'],
    ['limit=101', 'limit'],
    ['limit=+1', 'limit'],
    ['limit=1.0', 'limit'],
    ['limit=1e1', 'limit'],
    ['limit=01', 'limit'],
    ['limit=%zz', 'limit'],
    ['status=Open', 'status'],
    ['customer_id=ben_1a', 'customer_id'],
    ['name=%ff', 'name'],
    ['name=a%00', 'name'],
    ['name=123456', 'name'],
    ['created_after=2026-11-20', 'created_after'],
    ['created_after=2026-11-20T00:00:00+02:00', 'created_after'],
    ['%zz=1', '%zz'],
  ])('refuses %s under the name %s', (search, param) => {
    expect(() => readQuery(parameters, search)).toThrow(
      expect.objectContaining({
        code: 'invalid_parameter',
        param,
        message: expect.stringMatching(/^[^:]+: is [^;]+; send .+\.$/) as string,
      }),
    );
  });

  it('counts code points', () => {
    expect(readQuery(parameters, `name=${encodeURIComponent('😀'.repeat(5))}`).name).toHaveLength(10);
  });
});

describe('parseInstant', () => {
  it.each([
    ['2026-11-20T10:00:00Z', '2026-11-20T10:00:00.000Z'],
    ['2026-11-20t10:00:00.5z', '2026-11-20T10:00:00.500Z'],
    ['2026-11-20T10:00:00+05:30', '2026-11-20T04:30:00.000Z'],
    ['2026-11-20T10:00:00-05:00', '2026-11-20T15:00:00.000Z'],
    ['2026-11-20T10:00:00.123000Z', '2026-11-20T10:00:00.123Z'],
    ['2026-11-20T10:00:00.123000001Z', '2026-11-20T10:00:00.124Z'],
    ['2026-11-20T10:00:00.9999Z', '2026-11-20T10:00:01.000Z'],
    ['2024-02-29T00:00:00Z', '2024-02-29T00:00:00.000Z'],
    ['0001-01-01T00:00:00Z', '0001-01-01T00:00:00.000Z'],
  ])('reads %s', (text, iso) => {
    expect(parseInstant(text)?.toISOString()).toBe(iso);
  });

  it.each([
    '2026-02-30T00:00:00Z',
    '2025-02-29T00:00:00Z',
    '0000-01-01T00:00:00Z',
    '2026-13-01T00:00:00Z',
    '2026-11-20T24:00:00Z',
    '2026-11-20T23:60:00Z',
    '2016-12-31T23:59:60Z',
    '2026-11-20T10:00:00',
    '2026-11-20T10:00Z',
    '2026-11-20 10:00:00Z',
    '2026-11-20T10:00:00.Z',
    '2026-11-20T10:00:00+24:00',
    '+02026-11-20T10:00:00Z',
    '0001-01-01T00:00:00+23:59',
    '9999-12-31T23:59:59-00:01',
    '9999-12-31T23:59:59.9999Z',
    'now',
  ])('does not read %s', (text) => {
    expect(parseInstant(text)).toBeUndefined();
  });

  it('rejects dates that do not exist', () => {
    expect(['1990-02-28', '1990-02-29', '1990-2-1', '1990-04-31'].map(isDate)).toEqual([
      true,
      false,
      false,
      false,
    ]);
  });
});
