import { describe, expect, it } from 'vitest';
import { openingFailure, simTags } from '../../src/domain/sandbox.js';

describe('a simulator tag', () => {
  it.each([
    [undefined, []],
    ['rent of May', []],
    ['sim:paid', [{ name: 'paid' }]],
    ['rent, sim:fail:account_closed.', [{ name: 'fail', arg: 'account_closed' }]],
    ['sim:fail:acct-closed', [{ name: 'fail', arg: 'acct-closed' }]],
    ['paid by sim:fail:AC04.', [{ name: 'fail', arg: 'AC04' }]],
    ['sim:fail:R.03-x_1...', [{ name: 'fail', arg: 'R.03-x_1' }]],
    ['sim:fail:-', [{ name: 'fail' }]],
    [`sim:fail:${'a'.repeat(65)}`, [{ name: 'fail', arg: 'a'.repeat(64) }]],
    [
      'sim:queue:300 sim:uncertain:paid',
      [
        { name: 'queue', arg: '300' },
        { name: 'uncertain', arg: 'paid' },
      ],
    ],
    ['sim:slow:', [{ name: 'slow' }]],
    ['maxsim:paid nosim:fail', []],
  ])('in %j', (text, tags) => expect(simTags(text)).toEqual(tags));
});

describe('an opening', () => {
  it.each([
    ['10.91', 'provider_rejected'],
    ['10.92', 'provider_unavailable'],
    ['0.93', 'provider_amount_mismatch'],
    ['10.94', 'no_route'],
    ['10.940000', 'no_route'],
    ['10.95', undefined],
    ['10.191', undefined],
    ['91', undefined],
  ])('of %s fails with %s', (amount, code) => expect(openingFailure(amount)).toBe(code));
});
