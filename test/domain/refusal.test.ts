import { describe, expect, it, test } from 'vitest';
import { Refusal, refuse, type RefusalDetails } from '../../src/domain/refusal.js';

const refusalOf = (more?: RefusalDetails): Refusal => {
  try {
    return refuse('invalid_parameter', 'amount: is missing.', more);
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
};

describe('a refusal', () => {
  test.each<[string, RefusalDetails | undefined]>([
    ['nothing more', undefined],
    ['the field at fault', { param: 'amount' }],
    ['reasons', { reasons: ['submitted'] }],
    ['when to come back', { retryAfterSeconds: 0 }],
    ['the money that is short', { short: { amount: '1.00', currency: 'PEN' } }],
    ['the present state', { present: { state: { status: 'failed' }, subjectId: null } }],
    ['where to look', { see: 'capabilities' }],
  ])('carries its code, its message and %s', (_what, more) => {
    const refusal = refusalOf(more);
    expect(refusal).toBeInstanceOf(Error);
    expect(refusal.message).toBe('amount: is missing.');
    // Absent details are not properties at all, so an answer has no empty param.
    expect(Object.fromEntries(Object.entries(refusal))).toEqual({
      name: 'Refusal',
      code: 'invalid_parameter',
      ...more,
    });
  });

  it('has no stack, and does not change the stacks of other errors', () => {
    expect(refusalOf().stack).not.toContain('\n    at ');
    expect(new Error('a fault').stack).toContain('\n    at ');
  });
});
