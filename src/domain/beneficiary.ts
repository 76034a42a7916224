import { added, changed, decide, type Decision, type Moment } from './decision.js';
import { eventOf } from './event.js';
import { beneficiary as declaration, type Beneficiary, type PayeeResult } from './noun/beneficiary.js';
import { shownAt, type Unseal } from './noun/show.js';
import { refuse } from './refusal.js';
import type { Sealed } from './sealed.js';
export type { Beneficiary };

/** The fields of a beneficiary that a payout shows. */
export type Payee = Pick<
  Beneficiary,
  'id' | 'method' | 'country' | 'details' | 'holder' | 'label' | 'accountHint'
>;

export type NewBeneficiary = Omit<
  Beneficiary,
  | 'status'
  | 'verificationStatus'
  | 'verifiedAt'
  | 'payeeResult'
  | 'payeeHint'
  | 'payeeCheckedAt'
  | 'createdAt'
  | 'updatedAt'
  | 'version'
>;

/** The bank's answer, with the part of the holder's name that it shows. */
export interface PayeeVerdict {
  readonly result: PayeeResult;
  readonly hint: Sealed | null;
}

/** `payee`: the bank's answer, if the account was checked before. */
export function createBeneficiary(
  moment: Moment,
  fields: NewBeneficiary,
  payee?: PayeeVerdict,
): Decision & { beneficiary: Beneficiary } {
  const beneficiary: Beneficiary = {
    ...fields,
    status: 'active',
    verificationStatus: 'unverified',
    verifiedAt: null,
    payeeResult: payee?.result ?? null,
    payeeHint: payee?.hint ?? null,
    payeeCheckedAt: payee ? moment.now : null,
    createdAt: moment.now,
    updatedAt: moment.now,
    version: 1,
  };
  const data = showBeneficiary(beneficiary);
  return {
    ...decide({
      changes: [added('beneficiary', beneficiary)],
      events: [eventOf(moment, { accountId: beneficiary.accountId, type: 'beneficiary.created', data })],
    }),
    beneficiary,
  };
}

/** Archiving twice changes nothing. */
export function archiveBeneficiary(
  moment: Moment,
  beneficiary: Beneficiary,
): Decision & { beneficiary: Beneficiary } {
  if (beneficiary.status === 'archived') return { ...decide({}), beneficiary };
  const next: Beneficiary = { ...beneficiary, status: 'archived', updatedAt: moment.now };
  return { ...decide({ changes: [changed('beneficiary', next)] }), beneficiary: next };
}

/** Verified by the platform; final (contract §3.5). */
export function verifyBeneficiary(
  moment: Moment,
  beneficiary: Beneficiary,
): Decision & { beneficiary: Beneficiary } {
  if (beneficiary.verificationStatus === 'verified') return { ...decide({}), beneficiary };
  const next: Beneficiary = {
    ...beneficiary,
    verificationStatus: 'verified',
    verifiedAt: moment.now,
    updatedAt: moment.now,
  };
  const data = showBeneficiary(next);
  return {
    ...decide({
      changes: [changed('beneficiary', next)],
      events: [eventOf(moment, { accountId: next.accountId, type: 'beneficiary.verified', data })],
    }),
    beneficiary: next,
  };
}

/** The platform could not verify it. A verified beneficiary stays verified. Publishes no event. */
export function failVerification(
  moment: Moment,
  beneficiary: Beneficiary,
): Decision & { beneficiary: Beneficiary } {
  const { verificationStatus } = beneficiary;
  if (verificationStatus === 'verified')
    refuse('invalid_request', 'The beneficiary is verified; this is final.');
  if (verificationStatus === 'failed') return { ...decide({}), beneficiary };
  const next: Beneficiary = { ...beneficiary, verificationStatus: 'failed', updatedAt: moment.now };
  return { ...decide({ changes: [changed('beneficiary', next)] }), beneficiary: next };
}

export function checkBeneficiary(beneficiary: Pick<Beneficiary, 'status'>): void {
  if (beneficiary.status === 'archived') {
    refuse('beneficiary_archived', 'The beneficiary is archived. Register the account again to pay it.');
  }
}

/** Event data: without details and holder. */
export const showBeneficiary = shownAt(declaration, 'event', {});

/** The payee's name, from the best available source: the holder, a name in the details, the label. */
export function payeeName(
  { holder, details, label }: Pick<Payee, 'holder' | 'details' | 'label'>,
  unseal: Unseal,
): string | null {
  if (holder !== null) return unseal(holder, 'holder') ?? label;
  const values = JSON.parse(unseal(details, 'details') ?? '{}') as Readonly<Record<string, string>>;
  const names = [values['first_name'], values['last_name']].filter((name) => name !== undefined);
  return values['name'] ?? (names.length > 0 ? names.join(' ') : label);
}
