import {
  archiveBeneficiary as decideArchive,
  createBeneficiary as decideBeneficiary,
  failVerification as decideFailure,
  verifyBeneficiary as decideVerification,
  type Beneficiary,
} from '../domain/beneficiary.js';
import { availability, findPayout, type Capability } from '../domain/capability.js';
import { checkCustomer, type Customer, type Metadata } from '../domain/customer.js';
import { decide } from '../domain/decision.js';
import { accountHint, checkDetails, identityOf } from '../domain/details.js';
import { refuse } from '../domain/refusal.js';
import type { Ports } from '../ports/ports.js';
import type { KeyUse, Tx } from '../ports/store.js';
import { audited, type Operator } from './audit.js';
import type { Made } from './made.js';
import { once, type Outcome } from './once.js';
import { noCapability } from './pricing.js';
import { absent, findOwn, lockOwn } from './own.js';
import { checkSeen } from './seen.js';

export interface BeneficiaryAsk {
  readonly accountId: string;
  readonly method: string;
  readonly currency: string;
  readonly country?: string | undefined;
  readonly customerId?: string | undefined;
  readonly details: Readonly<Record<string, unknown>>;
  readonly holder?: string | undefined;
  readonly label?: string | undefined;
  readonly metadata?: Metadata | undefined;
  /** The member who asks; none where a key does. */
  readonly by?: Operator | undefined;
}

/** 200 with the existing one where the same account is registered again for the same customer (contract §2.8). */
export function createBeneficiary(
  ports: Pick<Ports, 'store' | 'vault' | 'catalogue'>,
  ask: BeneficiaryAsk,
  use?: KeyUse,
): Promise<Made<Beneficiary>> {
  return once(ports, { noun: 'beneficiary', use, by: ask.by }, (tx) => registerBeneficiary(ports, tx, ask));
}

/** New, or the one that is there with the same account; `sender` is a customer who is registered in the same transaction. */
export async function registerBeneficiary(
  ports: Pick<Ports, 'vault' | 'catalogue'>,
  tx: Tx,
  ask: BeneficiaryAsk & { readonly sender?: Customer },
): Promise<Outcome<Beneficiary>> {
  const { vault } = ports;
  const { accountId } = ask;
  const capability = await payableBy(ports, tx, ask);
  const fields = capability.beneficiaryFields ?? [];
  const values = checkDetails(fields, ask.details, 'details');
  await checkSender(tx, ask, capability);
  const customerId = ask.sender?.id ?? ask.customerId ?? null;
  const country = capability.country ?? ask.country;
  const identity = [identityOf(capability, values, country), customerId];
  const identityHash = vault.keyedHash(JSON.stringify(identity));
  tx.lockNames([`beneficiary:${accountId}:${identityHash}`]);
  const [known] = await tx.find('beneficiary', { accountId, identityHash, status: 'active' });
  if (known) return { row: known, decision: decide({}), how: 'existing' };
  const moment = await tx.moment();
  const id = moment.newId('beneficiary', moment.now);
  const seal = (field: 'details' | 'holder', plain: string) =>
    vault.encrypt(plain, { noun: 'beneficiary', field, id });
  const { beneficiary, ...decision } = decideBeneficiary(moment, {
    id,
    accountId,
    customerId,
    method: ask.method,
    currency: ask.currency,
    country: country ?? null,
    details: seal('details', JSON.stringify(values)),
    holder: ask.holder === undefined ? null : seal('holder', ask.holder),
    label: ask.label ?? null,
    accountHint: accountHint(fields, values),
    identityHash,
    metadata: ask.metadata ?? {},
  });
  return { row: beneficiary, decision };
}

export function archiveBeneficiary(
  ports: Pick<Ports, 'store'>,
  ask: { accountId: string; id: string; by?: Operator | undefined },
  use?: KeyUse,
): Promise<Made<Beneficiary>> {
  return once(ports, { noun: 'beneficiary', use, by: ask.by, verb: 'archive' }, async (tx) => {
    const beneficiary = await lockOwn(tx, 'beneficiary', ask);
    const { beneficiary: row, ...decision } = decideArchive(await tx.moment(), beneficiary);
    return { row, decision };
  });
}

const verdicts = {
  verify: decideVerification,
  fail: decideFailure,
  archive: decideArchive,
} as const;

/** The platform's hand: a verification, which is final, its failure, or the end of use (contract §3.5). */
export function judgeBeneficiary(
  ports: Pick<Ports, 'store'>,
  operator: Operator,
  { id, action }: { id: string; action: keyof typeof verdicts },
): Promise<Beneficiary> {
  return ports.store.transaction(async (tx) => {
    const [beneficiary] = await tx.lock('beneficiary', [id]);
    if (!beneficiary) return absent('beneficiary');
    const state = ({ status, verificationStatus }: Beneficiary) => ({ status, verificationStatus });
    checkSeen(operator, { subjectId: id, state: state(beneficiary), changedAt: beneficiary.updatedAt });
    const moment = await tx.moment();
    const { beneficiary: next, ...decision } = verdicts[action](moment, beneficiary);
    const entry = audited(moment, operator, {
      action: `beneficiary.${action}`,
      accountId: next.accountId,
      subjectId: next.id,
      before: state(beneficiary),
      after: state(next),
    });
    await tx.record([decision, entry]);
    return next;
  });
}

/** The capability by which an account elsewhere is paid, where the account may use it. */
export async function payableBy(
  ports: Pick<Ports, 'catalogue'>,
  tx: Tx,
  ask: Pick<BeneficiaryAsk, 'accountId' | 'method' | 'currency' | 'country'>,
): Promise<Capability> {
  const { method, currency } = ask;
  const capability = findPayout(ports.catalogue, { method, currency }) ?? noCapability('payouts', ask);
  const { terms } = await tx.standing(ask.accountId, capability);
  const usable = availability(capability, terms.overrides, []);
  if (!usable.available && usable.reason === 'not_enabled') {
    refuse('unsupported_method', `Payouts by ${method} in ${currency} are not enabled for the account.`, {
      see: 'capabilities',
    });
  }
  if (ask.country !== undefined && capability.country !== undefined && ask.country !== capability.country) {
    refuse(
      'invalid_parameter',
      `country: does not match the method; send ${capability.country} or leave it out.`,
      { param: 'country' },
    );
  }
  return capability;
}

/** A method that needs sender data needs to know whose; the data itself is judged when it is sent (contract §2.7). */
async function checkSender(
  tx: Tx,
  ask: BeneficiaryAsk & { readonly sender?: Customer },
  capability: Capability,
): Promise<void> {
  const { customerId: id, accountId, sender } = ask;
  if (sender !== undefined) return;
  if (id !== undefined)
    return checkCustomer(
      await findOwn(tx, 'customer', { accountId, id, param: 'customer_id' }),
      'customer_id',
    );
  if (capability.customerFields?.some((field) => field.required)) {
    refuse(
      'invalid_parameter',
      'customer_id: is required by this method; send the id of the sending customer.',
      {
        param: 'customer_id',
      },
    );
  }
}
