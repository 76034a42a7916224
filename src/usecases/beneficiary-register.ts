import { createBeneficiary as decideBeneficiary, type Beneficiary } from '../domain/beneficiary.js';
import { availability, findPayout, type Capability } from '../domain/capability.js';
import { checkCustomer, type Customer, type Metadata } from '../domain/customer.js';
import { decide } from '../domain/decision.js';
import { accountHint, checkDetails, identityOf } from '../domain/details.js';
import { allTogether, Refusal, refuse } from '../domain/refusal.js';
import type { Ports } from '../ports/ports.js';
import type { PayeeAnswer } from '../ports/provider.js';
import type { Tx } from '../ports/store.js';
import type { Operator } from './audit.js';
import type { Outcome } from './once.js';
import { findOwn } from './own.js';
import { noCapability } from './pricing.js';

type Needs = Pick<Ports, 'vault' | 'catalogue'>;

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
  /** The member who asks; absent for an API key. */
  readonly by?: Operator | undefined;
}

export interface RegisterAsk extends BeneficiaryAsk {
  /** A customer registered in the same transaction. */
  readonly sender?: Customer;
  /** The bank's answer about the account, if it was asked before. */
  readonly payee?: PayeeAnswer | undefined;
  /** Dotted path of the beneficiary in the request body; absent if it is the whole body. */
  readonly at?: string;
}

/** Returns a new beneficiary, or the existing one with the same account details. */
export async function registerBeneficiary(
  ports: Needs,
  tx: Tx,
  ask: RegisterAsk,
): Promise<Outcome<Beneficiary>> {
  const [outcome] = await registerBeneficiaries(ports, tx, [ask]);
  if (outcome === undefined) throw new Error('a beneficiary was registered without an outcome');
  return outcome;
}

/**
 * Registers up to 1000 beneficiaries of one account, with a fixed number of queries per method. An account requested
 * twice is registered once: the later ask gets the row of the earlier one, as existing.
 */
export async function registerBeneficiaries(
  ports: Needs,
  tx: Tx,
  asks: readonly RegisterAsk[],
): Promise<Outcome<Beneficiary>[]> {
  const [{ accountId } = { accountId: '' }] = asks;
  const checked = await checkedAsks(ports, tx, asks);
  const hashes = [...new Set(checked.map(({ identityHash }) => identityHash))];
  tx.lockNames([...new Set(hashes.map((each) => lockName(accountId, each)))].sort());
  const found = await tx.find('beneficiary', { accountId, identityHash: hashes, status: 'active' });
  const known = new Map(found.map((row) => [row.identityHash, row]));
  const moment = await tx.moment();
  return checked.map(({ ask, capability, values, customerId, country, identityHash }) => {
    const existing = known.get(identityHash);
    if (existing) return { row: existing, decision: decide({}), how: 'existing' };
    const id = moment.newId('beneficiary', moment.now);
    const seal = (field: 'details' | 'holder' | 'payeeHint', plain: string) =>
      ports.vault.encrypt(plain, { noun: 'beneficiary', field, id });
    const { payee } = ask;
    const verdict = payee && {
      result: payee.result,
      hint: payee.holderHint === undefined ? null : seal('payeeHint', payee.holderHint),
    };
    const fields = {
      id,
      accountId,
      customerId,
      method: ask.method,
      currency: ask.currency,
      country: country ?? null,
      details: seal('details', JSON.stringify(values)),
      holder: ask.holder === undefined ? null : seal('holder', ask.holder),
      label: ask.label ?? null,
      accountHint: accountHint(capability.beneficiaryFields ?? [], values),
      identityHash,
      metadata: ask.metadata ?? {},
    };
    const { beneficiary, ...decision } = decideBeneficiary(moment, fields, verdict);
    known.set(identityHash, beneficiary);
    return { row: beneficiary, decision };
  });
}

/** At most 16 lock names per account: each advisory lock uses shared memory of the database. */
const lockName = (accountId: string, identityHash: string): string =>
  `beneficiary:${accountId}:${identityHash.slice(0, 1)}`;

interface Checked {
  readonly ask: RegisterAsk;
  readonly capability: Capability;
  readonly values: Readonly<Record<string, string>>;
  readonly customerId: string | null;
  readonly country: string | undefined;
  readonly identityHash: string;
}

async function checkedAsks(ports: Needs, tx: Tx, asks: readonly RegisterAsk[]): Promise<Checked[]> {
  const methods = new Map<string, Promise<Capability>>();
  const capabilityOf = (ask: RegisterAsk): Promise<Capability> => {
    const name = JSON.stringify([ask.method, ask.currency, ask.country]);
    const known = methods.get(name) ?? payableBy(ports, tx, ask);
    methods.set(name, known);
    return known;
  };
  const customers = await customersOf(tx, asks);
  const faults: Refusal[] = [];
  const checked: Checked[] = [];
  for (const ask of asks) {
    try {
      const capability = await capabilityOf(ask);
      const values = checkDetails(capability.beneficiaryFields ?? [], ask.details, 'details');
      await checkSender(tx, ask, { capability, customers });
      const customerId = ask.sender?.id ?? ask.customerId ?? null;
      const country = capability.country ?? ask.country;
      const identity = JSON.stringify([identityOf(capability, values, country), customerId]);
      const identityHash = ports.vault.keyedHash(identity);
      checked.push({ ask, capability, values, customerId, country, identityHash });
    } catch (error) {
      // An error of the database is not a fault of the item.
      if (!(error instanceof Refusal) || error.cause !== undefined || ask.at === undefined) throw error;
      faults.push(error.placedAt(ask.at));
    }
  }
  if (faults.length > 0) throw allTogether(faults);
  return checked;
}

/** Reads the named customers in one query. Missing ones are looked up, and refused, one by one. */
async function customersOf(
  tx: Tx,
  asks: readonly RegisterAsk[],
): Promise<ReadonlyMap<string, Pick<Customer, 'id' | 'status' | 'complianceStatus'>>> {
  const ids = [...new Set(asks.flatMap(({ customerId }) => customerId ?? []))];
  const [{ accountId } = { accountId: '' }] = asks;
  const rows = ids.length > 1 ? await tx.find('customer', { accountId, id: ids }) : [];
  return new Map(rows.map((row) => [row.id, row]));
}

/** The capability that pays to the given kind of account, if the caller's account may use it. */
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

/**
 * A method that needs sender data needs a customer. The data itself is checked when the payout is sent (contract
 * §2.7).
 */
async function checkSender(
  tx: Tx,
  { customerId: id, accountId, sender }: RegisterAsk,
  {
    capability,
    customers,
  }: { readonly capability: Capability; readonly customers: Awaited<ReturnType<typeof customersOf>> },
): Promise<void> {
  if (sender !== undefined) return;
  if (id !== undefined) {
    const known =
      customers.get(id) ?? (await findOwn(tx, 'customer', { accountId, id, param: 'customer_id' }));
    return checkCustomer(known, 'customer_id');
  }
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
