import { describe, expect, it, test } from 'vitest';
import {
  archiveBeneficiary,
  checkBeneficiary,
  createBeneficiary,
  failVerification,
  payeeName,
  verifyBeneficiary,
  type Beneficiary,
} from '../../src/domain/beneficiary.js';
import { vault } from '../setup/fixture.js';
import { before, moment, summaryOf } from '../setup/payout-state.js';

const id = moment.newId('beneficiary', before);
const sealed = (field: 'details' | 'holder', plain: string) =>
  vault.encrypt(plain, { noun: 'beneficiary', field, id });
const created = createBeneficiary(moment, {
  id,
  accountId: moment.newId('account', before),
  method: 'pix',
  currency: 'BRL',
  country: 'BR',
  customerId: null,
  details: sealed('details', '{"pix_key":"52998224725"}'),
  holder: sealed('holder', 'Ana Torres'),
  label: 'rent',
  accountHint: '4725',
  identityHash: 'identity',
  metadata: {},
});
const beneficiaryOf = (patch: Partial<Beneficiary> = {}): Beneficiary => ({
  ...created.beneficiary,
  updatedAt: before,
  ...patch,
});

it('a new beneficiary is active, unverified and published without details and holder', () => {
  expect(created.beneficiary).toMatchObject({ status: 'active', verificationStatus: 'unverified' });
  expect(summaryOf(created).events).toEqual(['beneficiary.created']);
  expect(summaryOf(created).data).toEqual([
    {
      id,
      method: 'pix',
      currency: 'BRL',
      country: 'BR',
      label: 'rent',
      metadata: {},
      status: 'active',
      verification_status: 'unverified',
      created_at: moment.now.toISOString(),
      updated_at: moment.now.toISOString(),
    },
  ]);
});

describe('an archived beneficiary', () => {
  it('is archived once and without an event', () => {
    const decision = archiveBeneficiary(moment, beneficiaryOf());
    expect(decision.beneficiary).toMatchObject({ status: 'archived', updatedAt: moment.now });
    expect(summaryOf(decision)).toMatchObject({ rows: ['changed beneficiary'], events: [] });
    const again = archiveBeneficiary(moment, beneficiaryOf({ status: 'archived' }));
    expect(again).toMatchObject({ changes: [], beneficiary: { updatedAt: before } });
  });

  it('cannot be paid any more', () => {
    expect(() => checkBeneficiary({ status: 'active' })).not.toThrow();
    expect(() => checkBeneficiary({ status: 'archived' })).toThrow(
      expect.objectContaining({ code: 'beneficiary_archived' }) as Error,
    );
  });
});

/** Contract §3.5: verified is final, and verification has the only event. */
test.each<[Beneficiary['verificationStatus'], 'verify' | 'fail', string, events: string[]]>([
  ['unverified', 'verify', 'verified', ['beneficiary.verified']],
  ['failed', 'verify', 'verified', ['beneficiary.verified']],
  ['verified', 'verify', 'as before', []],
  ['unverified', 'fail', 'failed', []],
  ['failed', 'fail', 'as before', []],
  ['verified', 'fail', 'refused', []],
])('an account that is %s: %s → %s', (verificationStatus, action, next, events) => {
  const act = action === 'verify' ? verifyBeneficiary : failVerification;
  const decide = () => act(moment, beneficiaryOf({ verificationStatus }));
  if (next === 'refused') {
    return expect(decide).toThrow(expect.objectContaining({ code: 'invalid_request' }) as Error);
  }
  const { beneficiary, ...decision } = decide();
  expect(beneficiary.verificationStatus).toBe(next === 'as before' ? verificationStatus : next);
  expect(decision.changes).toHaveLength(next === 'as before' ? 0 : 1);
  expect(summaryOf(decision).events).toEqual(events);
  expect(beneficiary.verifiedAt).toEqual(next === 'verified' ? moment.now : null);
});

describe('the name of a payee', () => {
  const payee = (details: object, more: Partial<Pick<Beneficiary, 'holder' | 'label'>> = {}) => ({
    details: sealed('details', JSON.stringify(details)),
    holder: null,
    label: 'rent',
    ...more,
  });
  const unseal = (value: string, field: string) =>
    vault.decrypt(value, { noun: 'beneficiary', field: field === 'holder' ? 'holder' : 'details', id });
  const holder = sealed('holder', 'Ana Torres');

  test.each([
    ['the holder', payee({ name: 'A. Torres' }, { holder }), 'Ana Torres'],
    ['the name among the details', payee({ name: 'A. Torres', first_name: 'Ana' }), 'A. Torres'],
    ['first and last name', payee({ first_name: 'Ana', last_name: 'Torres' }), 'Ana Torres'],
    ['the last name alone', payee({ last_name: 'Torres' }), 'Torres'],
    ['the label', payee({ pix_key: '52998224725' }), 'rent'],
    ['nothing, where nothing was given', payee({}, { label: null }), null],
  ])('is %s', (_what, row, name) => {
    expect(payeeName(row, unseal)).toBe(name);
  });

  it('is the label if neither holder nor details can be decrypted', () => {
    expect(payeeName(payee({ name: 'A. Torres' }, { holder }), () => undefined)).toBe('rent');
    expect(payeeName(payee({ name: 'A. Torres' }), () => undefined)).toBe('rent');
  });
});
