import type { MikroORM } from '@mikro-orm/postgresql';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { checkInvariants } from '../../src/adapters/postgres/check/run.js';
import { entities } from '../../src/adapters/postgres/entity.js';
import { openOrm } from '../../src/adapters/postgres/orm.js';
import { postgresStore } from '../../src/adapters/postgres/store.js';
import type { Refusal } from '../../src/domain/refusal.js';
import type { Ports } from '../../src/ports/ports.js';
import { openAccount } from '../../src/usecases/account.js';
import { archiveBeneficiary, createBeneficiary } from '../../src/usecases/beneficiary.js';
import { resumeCapability, suspendCapability } from '../../src/usecases/capability.js';
import { stopPayouts } from '../../src/usecases/kill-switch.js';
import { blockCustomer, createCustomer, setCompliance } from '../../src/usecases/customer.js';
import { takeDueOperations } from '../../src/usecases/operation.js';
import { cancelPayout, createPayout, type PayoutCommand } from '../../src/usecases/payout.js';
import { payouts } from '../../src/usecases/payout-sending.js';
import { setAccountTerms } from '../../src/usecases/terms.js';
import { openSandbox, type Sandbox } from '../api/sandbox.js';
import { deposit, newId, paymentsOfBank } from '../setup/fixture.js';
import { patience } from '../setup/patience.js';
import { queryRows, waitingForLock } from '../setup/rows.js';

// Two processes on one database: changes by one apply at once in the other.
const operator = { name: 'test', reason: 'test' };
const capability = { product: 'payout', method: 'spei', currency: 'MXN' };
const dayMs = 86_400_000;

let sandbox: Sandbox;
let ports: Ports;
let otherOrm: MikroORM;
let other: Ports;
const retries: string[] = [];
beforeAll(async () => {
  sandbox = await openSandbox();
  ({ ports } = sandbox.wired);
  otherOrm = await openOrm({ url: sandbox.url, entities, poolMax: 10, applicationName: 'other' });
  const origin = { newId, livemode: false };
  other = {
    ...ports,
    store: postgresStore(otherOrm, origin, { onRetry: () => void retries.push('retried') }),
  };
});
afterAll(async () => {
  await queryRows(sandbox.url, paymentsOfBank);
  const { violations } = await checkInvariants(sandbox.url);
  await otherOrm.close();
  await sandbox.close();
  expect(violations).toEqual([]);
  expect(retries).toEqual([]);
});

interface Payer {
  readonly accountId: string;
  readonly beneficiaryId: string;
  readonly customerId: string;
}

let payer: Payer;
beforeEach(async () => {
  payer = await openPayer();
});

/** An account with 1,000 MXN that has paid once. */
async function openPayer(outcome = 'processing'): Promise<Payer> {
  const { account } = await openAccount(ports, operator, { name: 'Payer', ownerEmail: null });
  const accountId = account.id;
  const { resource: customer } = await createCustomer(ports, {
    accountId,
    externalId: 'c',
    type: 'individual',
    country: 'MX',
    displayName: 'Rosa',
  });
  const owner = { accountId, customerId: customer.id };
  const opened = { ...owner, beneficiaryId: await beneficiaryOf(owner, '032180000118359719') };
  await deposit(other.store, { accountId, currency: 'MXN', amount: '1000.00' });
  expect(await outcomeOf(paying(opened, '10.00'))).toBe(outcome);
  return opened;
}

async function beneficiaryOf(owner: Omit<Payer, 'beneficiaryId'>, clabe: string): Promise<string> {
  const details = { name: 'Rosa Campos', clabe };
  const { accountId, customerId } = owner;
  const { resource } = await createBeneficiary(ports, { ...capability, accountId, customerId, details });
  return resource.id;
}

let keys = 0;
function commandOf(by: Payer, amount: string, key = `beside-${(keys += 1)}`): PayoutCommand {
  const { accountId, beneficiaryId } = by;
  const use = { accountId, key, fingerprint: 'f' };
  return { use, accountId, beneficiaryId, sourceCurrency: 'MXN', amount, amountSide: 'source' };
}

const paying = (by: Payer, amount: string, key?: string, process = ports) =>
  createPayout(process, commandOf(by, amount, key));

/** The result in one word: the refusal's code or the payout's status. */
async function outcomeOf(made: ReturnType<typeof paying>): Promise<string> {
  return made.then(
    ({ resource }) => resource.failureCode ?? resource.status,
    (error: unknown) => (error as Refusal).code,
  );
}

describe('an account', () => {
  test('pays as often as its balance covers, under concurrent requests', async () => {
    const outcomes = await Promise.all(Array.from({ length: 150 }, () => outcomeOf(paying(payer, '10.00'))));
    // 10.15 each, after one of 10.15 before.
    expect(outcomes.filter((each) => each === 'processing')).toHaveLength(97);
    expect(outcomes.filter((each) => each === 'insufficient_funds')).toHaveLength(53);
  });

  test('pays while one of its requests waits for a locked key', async () => {
    const key = 'held-elsewhere';
    const name = `${payer.accountId}:${key}`;
    const holder = new pg.Client({ connectionString: sandbox.url });
    await holder.connect();
    try {
      await holder.query('select pg_advisory_lock(hashtextextended($1, 0))', [name]);
      const ended: string[] = [];
      const held = outcomeOf(paying(payer, '10.00', key)).then((outcome) => ended.push(outcome));
      expect(await outcomeOf(paying(payer, '20.00'))).toBe('processing');
      expect(ended).toEqual([]);
      await holder.query('select pg_advisory_unlock(hashtextextended($1, 0))', [name]);
      await held;
      expect(ended).toEqual(['processing']);
    } finally {
      await holder.end();
    }
    expect(await outcomeOf(paying(payer, '30.00'))).toBe('processing');
  });

  test('pays as often as its balance covers if both processes pay at once', async () => {
    const outcomes = await Promise.all(
      Array.from({ length: 150 }, (_, nth) =>
        outcomeOf(paying(payer, '10.00', undefined, nth % 2 === 0 ? ports : other)),
      ),
    );
    expect(outcomes.filter((each) => each === 'processing')).toHaveLength(97);
    expect(outcomes.filter((each) => each === 'insufficient_funds')).toHaveLength(53);
  });
});

test.each([
  ['a group', ['400', '401'], ['insufficient_funds', 'processing']],
  ['one', ['600'], ['insufficient_funds']],
])('%s is decided on the balance that others leave', async (_, amounts, outcomes) => {
  const { accountId, customerId } = payer;
  await deposit(other.store, { accountId, currency: 'USDT', amount: '1000' });
  const { resource: peruvian } = await createBeneficiary(ports, {
    accountId,
    customerId,
    method: 'bank_transfer',
    currency: 'PEN',
    country: 'PE',
    details: {
      cci: '00219300123456789012',
      first_name: 'Rosa',
      last_name: 'Campos',
      document_number: '40506070',
    },
  });
  const fromUsdt = (beneficiaryId: string, amount: string, process: Ports) =>
    outcomeOf(createPayout(process, { ...commandOf(payer, amount), beneficiaryId, sourceCurrency: 'USDT' }));
  const areWaiting = async () => (await queryRows(sandbox.url, waitingForLock)).length;
  const holder = new pg.Client({ connectionString: sandbox.url });
  await holder.connect();
  try {
    await holder.query('begin');
    const lock = `select from balance where account_id = $1 and currency = 'USDT' for no key update`;
    await holder.query(lock, [accountId]);
    const first = fromUsdt(peruvian.id, '500', other);
    await expect.poll(areWaiting, patience).toBe(1);
    const rest = Promise.all(amounts.map((amount) => fromUsdt(payer.beneficiaryId, amount, ports)));
    await expect.poll(areWaiting, patience).toBe(2);
    await holder.query('commit');
    expect(await first).toBe('processing');
    expect((await rest).toSorted()).toEqual(outcomes);
  } finally {
    await holder.end();
  }
});

/** The act of the other process, and the result of a payout here right after it. */
const changes: readonly {
  readonly name: string;
  readonly change: () => Promise<unknown>;
  readonly amount: string;
  readonly outcome: string;
  readonly undo?: () => Promise<unknown>;
}[] = [
  {
    name: 'pays most of the balance',
    change: () => paying(payer, '900.00', undefined, other),
    amount: '100.00',
    outcome: 'insufficient_funds',
  },
  {
    name: 'is paid',
    change: () => deposit(other.store, { accountId: payer.accountId, currency: 'MXN', amount: '500.00' }),
    amount: '1200.00',
    outcome: 'processing',
  },
  {
    name: 'archives the beneficiary',
    change: () => archiveBeneficiary(other, { accountId: payer.accountId, id: payer.beneficiaryId }),
    amount: '10.00',
    outcome: 'beneficiary_archived',
  },
  {
    name: 'blocks the customer',
    change: () => blockCustomer(other, operator, { id: payer.customerId, action: 'block' }),
    amount: '10.00',
    outcome: 'customer_blocked',
  },
  {
    name: 'rejects the customer',
    change: () => setCompliance(other, operator, { id: payer.customerId, status: 'rejected' }),
    amount: '10.00',
    outcome: 'customer_not_active',
  },
  {
    name: 'suspends the capability for the account',
    change: () => suspendCapability(other, operator, { ...capability, accountId: payer.accountId }),
    amount: '10.00',
    outcome: 'operation_suspended',
  },
  {
    name: 'suspends the capability for all',
    change: () => suspendCapability(other, operator, { ...capability, accountId: null }),
    amount: '10.00',
    outcome: 'operation_suspended',
    undo: () => resumeCapability(other, operator, { ...capability, accountId: null }),
  },
  {
    name: 'stops payouts',
    change: () => stopPayouts(other, operator, true),
    amount: '10.00',
    outcome: 'operation_suspended',
    undo: () => stopPayouts(other, operator, false),
  },
  {
    name: 'lowers the limit of the day',
    change: () => limitTo('15.00'),
    amount: '10.00',
    outcome: 'limit_exceeded',
  },
];

const limitTo = (daily: string, accountId = payer.accountId) =>
  setAccountTerms(other, operator, {
    accountId,
    update: { limits: [{ ...capability, perOperation: daily, daily }] },
  });

describe('changes by another process apply at once: it', () => {
  test.each(changes)('$name', async ({ change, amount, outcome, undo }) => {
    await change();
    expect(await outcomeOf(paying(payer, amount))).toBe(outcome);
    if (!undo) return;
    await undo();
    expect(await outcomeOf(paying(payer, amount))).toBe('processing');
  });

  test('archives a beneficiary, of several', async () => {
    const second = await beneficiaryOf(payer, '002010077777777771');
    await archiveBeneficiary(other, { accountId: payer.accountId, id: payer.beneficiaryId });
    expect(await outcomeOf(paying({ ...payer, beneficiaryId: second }, '10.00'))).toBe('processing');
    expect(await outcomeOf(paying(payer, '10.00'))).toBe('beneficiary_archived');
  });

  test('suspends a capability for all, also for an account that is new', async () => {
    const ask = { ...capability, accountId: null };
    await suspendCapability(other, operator, ask);
    const { accountId, beneficiaryId } = await openPayer('operation_suspended');
    expect(await outcomeOf(paying(payer, '10.00'))).toBe('operation_suspended');
    await resumeCapability(other, operator, ask);
    expect(await outcomeOf(paying({ ...payer, accountId, beneficiaryId }, '10.00'))).toBe('processing');
    expect(await outcomeOf(paying(payer, '10.00'))).toBe('processing');
  });

  test('changes the fees', async () => {
    const update = { platformFeeBps: 500, tenantMarkupBps: 0 };
    await setAccountTerms(other, operator, { accountId: payer.accountId, update });
    const { resource } = await paying(payer, '10.00');
    expect(resource.total.toFixed()).toBe('10.5');
  });

  test('uses up the limit of the day, and gives it back', async () => {
    await limitTo('100.00');
    expect(await outcomeOf(paying(payer, '10.00'))).toBe('processing');
    const { resource } = await paying(payer, '75.00', undefined, other);
    expect(await outcomeOf(paying(payer, '10.00'))).toBe('limit_exceeded');
    const { id, accountId } = resource;
    await cancelPayout(other, { accountId, id }, { accountId, key: `cancel-${id}`, fingerprint: 'f' });
    await takeDueOperations(other, payouts, { limit: 10, ids: [id] });
    expect(await outcomeOf(paying(payer, '10.00'))).toBe('processing');
  });

  test('moves the clock', async () => {
    await limitTo('15.00');
    expect(await outcomeOf(paying(payer, '5.00'))).toBe('processing');
    await other.store.transaction((tx) => tx.moveClock(dayMs + 60_000));
    const { resource } = await paying(payer, '10.00');
    expect(resource.createdAt.getTime() - Date.now()).toBeGreaterThan(dayMs);
  });
});

describe('a key that another process', () => {
  test('has bound is replayed, regardless of the present rules', async () => {
    const [covered, limited] = [`bound-${(keys += 1)}`, `bound-${(keys += 1)}`];
    const first = await paying(payer, '800.00', covered, other);
    expect(await paying(payer, '800.00', covered)).toMatchObject({
      how: 'replayed',
      resource: { id: first.resource.id },
    });
    await limitTo('900.00');
    const second = await paying(payer, '60.00', limited, other);
    expect(await paying(payer, '60.00', limited)).toMatchObject({
      how: 'replayed',
      resource: { id: second.resource.id },
    });
    const { use, ...command } = commandOf(payer, '60.00', limited);
    const reused = createPayout(ports, { ...command, use: { ...use, fingerprint: 'another' } });
    expect(await outcomeOf(reused)).toBe('idempotency_key_reused');
  });

  test.each([
    ['would make a payout', '10.00'],
    ['would be refused', '100000000.00'],
  ])('holds makes a request wait that %s', async (_what, amount) => {
    const key = `held-${(keys += 1)}`;
    const { use } = commandOf(payer, amount, key);
    const { resource } = await paying(payer, '10.00');
    let waiting: ReturnType<typeof paying> | undefined;
    await other.store.transaction(async (tx) => {
      await tx.claimKey(use);
      waiting = paying(payer, amount, key);
      // If it were not held, a request that waits for the key would be answered by now.
      await paying(payer, '10.00');
      await tx.record([], [{ ...use, resourceId: resource.id }]);
    });
    expect(await waiting).toMatchObject({ how: 'replayed', resource: { id: resource.id } });
  });
});
