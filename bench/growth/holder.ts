import type { Beneficiary } from '../../src/domain/beneficiary.js';
import type { FundingAccount } from '../../src/domain/funding-account.js';
import {
  accountHint,
  added,
  archiveBeneficiary,
  completePayin,
  createBeneficiary,
  createCustomer,
  createFundingAccount,
  creditOf,
  decide,
  exact,
  findPayin,
  findPayout,
  identityOf,
  limitOf,
  noteClosing,
  openFundingAccount,
  rateOf,
  seePayment,
  verifyBeneficiary,
} from './rule.ts';
import type { Stage } from './stage.ts';

/** An account with a history: its beneficiaries, funding accounts and number of payouts. */
export interface Holder {
  readonly id: string;
  readonly apiKey: string;
  readonly payees: Payee[];
  readonly payers: { readonly MXN: FundingAccount; readonly USDT: FundingAccount };
  payouts: number;
  registered: number;
}

export type Payee = Pick<Beneficiary, 'id' | 'method' | 'currency' | 'country'>;

const collected = { method: 'spei', currency: 'MXN' } as const;
const rails = {
  MXN: { method: 'spei', currency: 'MXN', account: 'clabe', digits: 18 },
  PEN: { method: 'bank_transfer', currency: 'PEN', account: 'cci', digits: 20 },
} as const;

/** Opens an account with a key and a funding account for each balance it pays from. */
export function openHolder(stage: Stage, name: string): Holder {
  const { vault } = stage;
  const { key: apiKey, prefix, fingerprint } = vault.newApiKey('sandbox');
  const id = openAccount(stage, name, { prefix, fingerprint });
  const payers = { MXN: openFunding(stage, id, 'MXN'), USDT: openFunding(stage, id, 'USDT') };
  return { id, apiKey, payers, payees: [], payouts: 0, registered: 0 };
}

function openAccount(stage: Stage, name: string, key: { prefix: string; fingerprint: string }): string {
  const { changes } = stage.act(({ now, newId }) => {
    const id = newId('account', now);
    const account = { id, name, status: 'active', ownerEmail: null, createdAt: now, version: 1 } as const;
    const apiKey = {
      ...key,
      id: newId('apiKey', now),
      accountId: id,
      scopes: ['read', 'write'] as const,
      label: 'first key',
      createdAt: now,
      expiresAt: null,
      lastUsedAt: null,
      nextStepAt: null,
      networks: [],
      permissions: [],
      revokedAt: null,
      version: 1,
    };
    return decide({ changes: [added('account', account), added('apiKey', apiKey)] });
  });
  return changes[0]?.row.id ?? '';
}

/** A customer with a beneficiary: most in MXN, every tenth in PEN; a few are verified, a few archived. */
export function registerPayee(stage: Stage, holder: Holder): void {
  const nth = (holder.registered += 1);
  const { vault, book } = stage;
  const customerId = nth % 2 === 1 || nth % 10 === 0 ? registerCustomer(stage, holder.id, nth) : null;
  const { method, currency, account, digits } = rails[nth % 10 === 0 ? 'PEN' : 'MXN'];
  const capability = findPayout(stage.catalogue, { method, currency });
  if (!capability) throw new Error(`the catalogue has no payouts by ${method} in ${currency}`);
  const values = { name: `Payee ${nth}`, [account]: String(nth).padStart(digits, '0') };
  const identity = JSON.stringify([identityOf(capability, values), customerId]);
  const { beneficiary } = stage.act((moment) => {
    const id = moment.newId('beneficiary', moment.now);
    return createBeneficiary(moment, {
      id,
      accountId: holder.id,
      customerId,
      method,
      currency,
      country: capability.country ?? null,
      details: vault.encrypt(JSON.stringify(values), { noun: 'beneficiary', field: 'details', id }),
      holder: null,
      label: null,
      accountHint: accountHint(capability.beneficiaryFields ?? [], values),
      identityHash: vault.keyedHash(identity),
      metadata: { nth: String(nth) },
    });
  });
  const { id } = beneficiary;
  if (nth % 7 === 0) stage.act((moment) => verifyBeneficiary(moment, book.row('beneficiary', id)));
  if (nth % 49 === 2) stage.act((moment) => archiveBeneficiary(moment, book.row('beneficiary', id)));
  else holder.payees.push({ id, method, currency, country: beneficiary.country });
}

function registerCustomer(stage: Stage, accountId: string, nth: number): string {
  const { vault } = stage;
  const displayName = `Customer ${nth}`;
  const { customer } = stage.act((moment) => {
    const id = moment.newId('customer', moment.now);
    return createCustomer(moment, {
      id,
      accountId,
      externalId: `customer-${nth}`,
      type: nth % 5 === 0 ? 'business' : 'individual',
      country: nth % 3 === 0 ? 'PE' : 'MX',
      displayName: vault.encrypt(displayName, { noun: 'customer', field: 'displayName', id }),
      profile: null,
      identityHash: vault.keyedHash(displayName),
      emailHash: null,
      nameHash: null,
      metadata: {},
    });
  });
  return customer.id;
}

function openFunding(
  stage: Stage,
  accountId: string,
  settlementCurrency: string,
  amount: string | null = null,
): FundingAccount {
  const { vault, book, catalogue } = stage;
  const capability = findPayin(catalogue, collected.method, collected.currency);
  if (!capability) throw new Error('the catalogue has no pay-ins by spei');
  const key = `open-${vault.randomText(16)}`;
  const use = {
    accountId,
    product: 'payin',
    method: collected.method,
    currency: collected.currency,
  } as const;
  const { fundingAccount } = stage.act((moment) =>
    createFundingAccount(moment, {
      id: moment.newId('fundingAccount', moment.now),
      ...collected,
      accountId,
      settlementCurrency,
      country: capability.country ?? null,
      amount: amount === null ? null : exact(amount),
      payer: null,
      reference: vault.reference(accountId, key),
      provider: capability.provider ?? null,
      limitDaily: amount === null ? null : exact(limitOf(capability, []).daily),
      dailyTotal: amount === null ? null : book.used(use, moment.now).plus(amount),
      lifetimeMinutes: catalogue.oneTimeAccountMinutes,
    }),
  );
  const { id: resourceId, reference, createdAt } = fundingAccount;
  book.bind({ accountId, key, fingerprint: vault.fingerprint(key), resourceId, createdAt });
  const instructions = { bank_account: '000000000000000001', reference: reference.slice(0, 12) };
  stage.act((moment) => openFundingAccount(moment, fundingAccount, instructions));
  return book.row('fundingAccount', resourceId);
}

/** A deposit credited to the balance of that currency. */
export function deposit(stage: Stage, holder: Holder, into: 'MXN' | 'USDT', amount: string): void {
  pay(stage, holder.payers[into], amount);
}

/** The same through a one-payment funding account, which closes afterwards. */
export function depositOnce(stage: Stage, holder: Holder, amount: string): void {
  pay(stage, openFunding(stage, holder.id, 'MXN', amount), amount);
}

function pay(stage: Stage, into: FundingAccount, amount: string): void {
  const { vault, book, catalogue } = stage;
  const { currency, settlementCurrency } = into;
  const rate = rateOf(catalogue, currency, settlementCurrency) ?? '1';
  const reference = vault.randomText(20);
  const payment = {
    amount: exact(amount),
    currency,
    bankReference: `sim.${reference}`,
    paymentReference: reference,
    credited: creditOf(exact(amount), rate, settlementCurrency),
  };
  book.receive(into.reference, payment, stage.now);
  const { payin } = stage.act((moment) => seePayment(moment, into, payment));
  if (!payin) throw new Error('the payment made no pay-in');
  const known = into.amount === null ? into : book.row('fundingAccount', into.id);
  stage.act((moment) => completePayin(moment, payin, known));
  if (into.amount !== null)
    stage.act((moment) => noteClosing(moment, book.row('fundingAccount', into.id), true));
}
