import type { MikroORM } from '@mikro-orm/postgresql';
import { randomBytes } from 'node:crypto';
import { keyRing } from '../../src/adapters/crypto/keys.js';
import { createVault } from '../../src/adapters/crypto/vault.js';
import { entities } from '../../src/adapters/postgres/entity.js';
import { openOrm } from '../../src/adapters/postgres/orm.js';
import { postgresStore } from '../../src/adapters/postgres/store.js';
import { createBeneficiary } from '../../src/domain/beneficiary.js';
import { createCustomer, type Customer } from '../../src/domain/customer.js';
import { added, decide, type Decision, type Moment } from '../../src/domain/decision.js';
import {
  createFundingAccount,
  openFundingAccount,
  type NewFundingAccount,
} from '../../src/domain/funding-account.js';
import { idSource } from '../../src/domain/id.js';
import { exact } from '../../src/domain/money.js';
import { completePayin, seePayment, type Payin } from '../../src/domain/payin.js';
import type { Payout } from '../../src/domain/payout.js';
import { createPayout, type NewPayout } from '../../src/domain/payout-action.js';
import type { Store } from '../../src/ports/store.js';
import { sentKinds } from '../../src/usecases/operation.js';
import { operationKinds } from '../../src/usecases/operation-kinds.js';
import { follow } from '../../src/usecases/follow.js';
import { createDatabase } from './database.js';

/** The kinds that are sent to providers, as a release has them. */
export const operations = sentKinds(operationKinds);

export const newId = idSource((bytes) => {
  bytes.set(randomBytes(bytes.length));
  return bytes;
});

const key = () => randomBytes(32).toString('base64');
export const vault = createVault(
  keyRing({ encryptionKeys: `k1:${key()}`, hashKey: key(), sealKey: `s1:${key()}` }),
);

/** A migrated database of the test file's own and the store over it. `retries` should stay empty. */
export interface Fixture {
  readonly url: string;
  readonly orm: MikroORM;
  readonly store: Store;
  readonly retries: string[];
  close(): Promise<void>;
}

export async function openFixture(poolMax = 10): Promise<Fixture> {
  const database = await createDatabase();
  const orm = await openOrm({ url: database.url, entities, poolMax, applicationName: 'fixture' });
  const retries: string[] = [];
  const store = postgresStore(
    orm,
    { newId, livemode: false, follow },
    {
      onRetry: () => retries.push('retried'),
    },
  );
  return {
    url: database.url,
    orm,
    store,
    retries,
    async close() {
      await orm.close();
      await database.drop();
    },
  };
}

/** Decides on one moment of business time and records it, in a transaction of its own. */
export function act<D extends Decision>(store: Store, decideOn: (moment: Moment) => D): Promise<D> {
  return store.transaction(async (tx) => {
    const decision = decideOn(await tx.moment());
    await tx.record([decision]);
    return decision;
  });
}

export async function openAccount(store: Store): Promise<string> {
  const id = newId('account', new Date());
  await act(store, ({ now }) =>
    decide({
      changes: [
        added('account', {
          id,
          name: 'Acme',
          status: 'active',
          ownerEmail: vault.encrypt('owner@example.com', { noun: 'account', field: 'ownerEmail', id }),
          createdAt: now,
          version: 1,
        }),
      ],
    }),
  );
  return id;
}

export async function openCustomer(store: Store, accountId: string): Promise<Customer> {
  const id = newId('customer', new Date());
  const { customer } = await act(store, (moment) =>
    createCustomer(moment, {
      id,
      accountId,
      externalId: newId('request', moment.now),
      type: 'individual',
      country: 'PE',
      displayName: vault.encrypt('Ana Torres', { noun: 'customer', field: 'displayName', id }),
      profile: vault.encrypt('{"email":"ana@example.com"}', { noun: 'customer', field: 'profile', id }),
      identityHash: vault.keyedHash(newId('request', moment.now)),
      emailHash: null,
      nameHash: null,
      metadata: { holder: 'a name that metadata may bear' },
    }),
  );
  return customer;
}

/** A customer and its beneficiary, paid in PEN by bank transfer. */
export async function openBeneficiary(store: Store, accountId: string): Promise<string> {
  const customer = await openCustomer(store, accountId);
  const id = newId('beneficiary', new Date());
  const { beneficiary } = await act(store, (moment) =>
    createBeneficiary(moment, {
      id,
      accountId,
      customerId: customer.id,
      method: 'bank_transfer',
      currency: 'PEN',
      country: 'PE',
      details: vault.encrypt('{"cci":"00219300000000000017"}', { noun: 'beneficiary', field: 'details', id }),
      holder: vault.encrypt('Ana Torres', { noun: 'beneficiary', field: 'holder', id }),
      label: null,
      accountHint: '0017',
      identityHash: vault.keyedHash(newId('request', moment.now)),
      metadata: {},
    }),
  );
  return beneficiary.id;
}

export interface Deposit {
  readonly accountId: string;
  readonly currency: string;
  readonly method?: string;
  readonly amount: string;
  /** The currency that is credited, where it is another than the payer's. */
  readonly credited?: { readonly currency: string; readonly amount: string };
}

/** A funding account that is asked for with a key; any deposit where no amount is given. */
export function openFunding(
  store: Store,
  ask: Pick<NewFundingAccount, 'accountId' | 'currency'> & Partial<NewFundingAccount>,
): Promise<ReturnType<typeof createFundingAccount>> {
  return store.transaction(async (tx) => {
    const moment = await tx.moment();
    const made = createFundingAccount(moment, {
      id: newId('fundingAccount', moment.now),
      method: 'bank_transfer',
      country: 'PE',
      settlementCurrency: ask.currency,
      amount: null,
      payer: null,
      reference: newId('request', moment.now),
      provider: 'sandbox',
      limitDaily: null,
      dailyTotal: null,
      lifetimeMinutes: 30,
      ...ask,
    });
    const use = { accountId: ask.accountId, key: newId('request', moment.now), fingerprint: 'f' };
    await tx.record([made], [{ ...use, resourceId: made.fundingAccount.id }]);
    return made;
  });
}

/** Money on the balance, by the way of a funding account and a confirmed pay-in. */
export async function deposit(store: Store, ask: Deposit): Promise<Payin> {
  const { accountId, currency, method = 'bank_transfer', amount, credited = { currency, amount } } = ask;
  const { fundingAccount } = await openFunding(store, {
    accountId,
    method,
    currency,
    settlementCurrency: credited.currency,
  });
  await act(store, (moment) => openFundingAccount(moment, fundingAccount, { reference: 'ABC' }));
  const open = { ...fundingAccount, status: 'active', version: 2 } as const;
  const reference = newId('request', new Date());
  const payment = { currency, amount: exact(amount), bankReference: reference, paymentReference: reference };
  const { payin } = await act(store, (moment) =>
    seePayment(moment, open, { ...payment, credited: exact(credited.amount) }),
  );
  if (!payin) throw new Error('the payment made no pay-in');
  await act(store, (moment) => completePayin(moment, payin, open));
  return payin;
}

/** Makes the simulated bank know the payments that pay-ins were made of without it. */
export const paymentsOfBank = `insert into simulator.payment (reference, funding_reference, bank_reference, amount, currency, outcome, due_at)
  select p.payment_reference, f.reference, p.bank_reference, p.paid_amount, p.paid_currency, 'completed', p.completed_at
    from payin p join funding_account f on f.id = p.funding_account_id where p.status = 'completed'`;

/** The fields of a payout of 10 PEN and a fee of 1.50, out of the PEN balance. */
export function payoutFields(accountId: string, beneficiaryId: string, now: Date): NewPayout {
  return {
    accountId,
    beneficiaryId,
    method: 'bank_transfer',
    country: 'PE',
    quoteId: null,
    remittanceId: null,
    batchId: null,
    batchIndex: null,
    clientReference: null,
    metadata: {},
    sourceCurrency: 'PEN',
    principal: exact('10'),
    platformFee: exact('1'),
    tenantMarkup: exact('0.5'),
    total: exact('11.5'),
    destinationAmount: exact('10'),
    destinationCurrency: 'PEN',
    rate: '1',
    description: null,
    reference: newId('request', now),
    provider: 'sandbox',
    nextStepAt: now,
    limitDaily: exact('10000'),
    dailyTotal: exact('10'),
  };
}

/** A payout of `payoutFields` changed by `patch`, decided on the balance as the store has it. */
export function pay(
  store: Store,
  ask: { accountId: string; beneficiaryId: string; reviewReasons?: readonly string[] },
  patch: Partial<NewPayout> = {},
): Promise<Payout> {
  return store.transaction(async (tx) => {
    const { accountId, beneficiaryId } = ask;
    const use = { accountId, key: newId('request', new Date()), fingerprint: 'f' };
    const sourceCurrency = patch.sourceCurrency ?? 'PEN';
    const [facts] = await tx.loadPayouts([{ ...use, beneficiaryId, quoteId: null, sourceCurrency }], {
      velocityMinutes: 10,
      wait: true,
    });
    const moment = await tx.moment();
    const made = createPayout(
      moment,
      {
        ...payoutFields(accountId, beneficiaryId, moment.now),
        dailyTotal: patch.destinationAmount ?? exact('10'),
        ...patch,
      },
      { available: facts?.available ?? exact('0'), reviewReasons: ask.reviewReasons ?? [] },
    );
    await tx.record([made], [{ ...use, resourceId: made.payout.id }]);
    return made.payout;
  });
}
