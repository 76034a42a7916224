import { expect, test } from 'vitest';
import { traceOf } from '../../src/adapters/providers/simulator/trace.js';

const at = new Date('2026-11-20T14:03:07.512Z');

test.each([
  ['pix', 'end_to_end_id', /^E\d{8}202611201403[0-9A-Z]{11}$/, 32],
  ['spei', 'clave_rastreo', /^SIM20261120[0-9A-Z]{15}$/, 26],
  ['ach', 'trace_number', /^\d{15}$/, 15],
  ['bank_transfer', 'operation_number', /^\d{10}$/, 10],
  ['mobile_payment', 'operation_number', /^\d{12}$/, 12],
  ['constructor', 'other', /^SIM[0-9A-Z]{17}$/, 20],
  [undefined, 'other', /^SIM[0-9A-Z]{17}$/, 20],
])("a payment of %s has a reference of its rail's format", (method, kind, shape, length) => {
  const names = Array.from({ length: 200 }, (_, nth) => traceOf(`order ${nth}`, method, at));
  for (const { value } of names) expect(value).toMatch(shape);
  expect(new Set(names.map(({ value }) => value.length))).toEqual(new Set([length]));
  expect(new Set(names.map((each) => each.kind))).toEqual(new Set([kind]));
  expect(new Set(names.map(({ value }) => value)).size).toBe(names.length);
  expect(traceOf('order 1', method, at)).toEqual(names[1]);
});
