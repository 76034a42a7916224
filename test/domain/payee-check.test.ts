import { describe, expect, test } from 'vitest';
import { createBeneficiary } from '../../src/domain/beneficiary.js';
import { recordPayeeCheck, showPayeeCheck } from '../../src/domain/payee-check.js';
import { vault } from '../setup/fixture.js';
import { before, moment, summaryOf } from '../setup/payout-state.js';

const id = moment.newId('beneficiary', before);
const { beneficiary: made } = createBeneficiary(moment, {
  id,
  accountId: moment.newId('account', before),
  method: 'pix',
  currency: 'BRL',
  country: 'BR',
  customerId: null,
  details: vault.encrypt('{}', { noun: 'beneficiary', field: 'details', id }),
  holder: null,
  label: null,
  accountHint: '4725',
  identityHash: 'identity',
  metadata: {},
});
const beneficiary = { ...made, updatedAt: before };
const hint = vault.encrypt('A** T*****', { noun: 'beneficiary', field: 'payeeHint', id });
const unseal = () => 'A** T*****';

describe('a payee check', () => {
  test('that was never made is not shown', () => {
    expect(showPayeeCheck(beneficiary, unseal)).toBeUndefined();
  });

  test('is stored with its time, replaces the last one, and publishes nothing', () => {
    const first = recordPayeeCheck(moment, beneficiary, { result: 'close_match', hint });
    expect(summaryOf(first)).toMatchObject({ rows: ['changed beneficiary'], events: [] });
    expect(first.beneficiary).toMatchObject({
      payeeResult: 'close_match',
      payeeCheckedAt: moment.now,
      updatedAt: moment.now,
    });
    const second = recordPayeeCheck(moment, first.beneficiary, { result: 'not_possible', hint: null });
    expect(second.beneficiary).toMatchObject({ payeeResult: 'not_possible', payeeHint: null });
  });

  test.each([
    [{ result: 'close_match', hint } as const, { result: 'close_match', holder_hint: 'A** T*****' }],
    [{ result: 'not_possible', hint: null } as const, { result: 'not_possible' }],
  ])('%j is shown', (verdict, expected) => {
    const { beneficiary: checked } = recordPayeeCheck(moment, beneficiary, verdict);
    expect(showPayeeCheck(checked, unseal)).toEqual({ ...expected, checked_at: moment.now.toISOString() });
  });

  test('of an archived beneficiary is refused', () => {
    const archived = { ...beneficiary, status: 'archived' } as const;
    expect(() => recordPayeeCheck(moment, archived, { result: 'match', hint: null })).toThrow(
      expect.objectContaining({ code: 'beneficiary_archived' }),
    );
  });
});
