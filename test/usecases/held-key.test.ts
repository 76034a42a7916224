import fc from 'fast-check';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkInvariants } from '../../src/adapters/postgres/check/run.js';
import { exact } from '../../src/domain/money.js';
import type { Ports } from '../../src/ports/ports.js';
import { openAccount } from '../../src/usecases/account.js';
import { createBeneficiary } from '../../src/usecases/beneficiary.js';
import { ingestPayment } from '../../src/usecases/payin.js';
import { createPayout } from '../../src/usecases/payout.js';
import { createPayoutBatch } from '../../src/usecases/payout-batch.js';
import { createWithdrawal } from '../../src/usecases/withdrawal.js';
import type { Loop } from '../../src/workers/loop.js';
import { startBatches } from '../../src/workers/payout-batch.js';
import { openSandbox, type Sandbox } from '../api/sandbox.js';
import { deposit, newId, openFunding, paymentsOfBank } from '../setup/fixture.js';
import { patience } from '../setup/patience.js';
import { queryRows, waitingForLock } from '../setup/rows.js';
import { openDestination } from '../setup/withdrawn.js';

// Everything decided in groups, while another transaction holds keys of one account.
let sandbox: Sandbox;
let ports: Ports;
let batches: Loop;
beforeAll(async () => {
  sandbox = await openSandbox();
  ({ ports } = sandbox.wired);
  const ignore = (): void => undefined;
  batches = startBatches(ports, { info: ignore, warn: ignore, error: ignore });
});
afterAll(async () => {
  await batches.stop();
  await queryRows(sandbox.url, paymentsOfBank);
  const { violations } = await checkInvariants(sandbox.url);
  await sandbox.close();
  expect(violations).toEqual([]);
});

interface Payer {
  readonly accountId: string;
  readonly beneficiaryId: string;
  readonly destinationId: string;
  readonly fundingReference: string;
}

async function openPayer(): Promise<Payer> {
  const { store } = ports;
  const operator = { name: 'test', reason: 'test' };
  const { account } = await openAccount(ports, operator, { name: 'Payer', ownerEmail: null });
  const accountId = account.id;
  const { resource: beneficiary } = await createBeneficiary(ports, {
    accountId,
    method: 'spei',
    currency: 'MXN',
    details: { name: 'Rosa Campos', clabe: '032180000118359719' },
  });
  for (const currency of ['MXN', 'PEN']) await deposit(store, { accountId, currency, amount: '1000000' });
  const { fundingAccount } = await openFunding(store, { accountId, currency: 'PEN' });
  return {
    accountId,
    beneficiaryId: beneficiary.id,
    destinationId: await openDestination(store, accountId),
    fundingReference: fundingAccount.reference,
  };
}

const useOf = ({ accountId }: Payer, key: string) => ({ accountId, key, fingerprint: 'f' });

/** One kind of operation decided in groups. */
interface Kind {
  /** Creates one per key; returns the ids. */
  readonly make: (payer: Payer, keys: readonly string[]) => Promise<readonly (string | undefined)[]>;
  /** Locks what the first `count` of them need. */
  readonly hold: (
    holder: pg.Client,
    ask: { payer: Payer; keys: readonly string[]; count: number },
  ) => Promise<unknown>;
}

const lockKeys = (holder: pg.Client, { accountId }: Payer, keys: readonly string[]) =>
  holder.query('select pg_advisory_xact_lock(hashtextextended(name, 0)) from unnest($1::text[]) n (name)', [
    keys.map((key) => `${accountId}:${key}`),
  ]);

const each =
  (make: (payer: Payer, key: string) => Promise<string | undefined>) =>
  (payer: Payer, keys: readonly string[]): Promise<readonly (string | undefined)[]> =>
    Promise.all(keys.map((key) => make(payer, key)));

const holdKeys: Kind['hold'] = (holder, { payer, keys, count }) =>
  lockKeys(holder, payer, keys.slice(0, count));

const kinds: Readonly<Record<string, Kind>> = {
  payouts: {
    make: each(async (payer, key) => {
      const { accountId, beneficiaryId } = payer;
      const money = { sourceCurrency: 'MXN', amount: '10.00', amountSide: 'source' } as const;
      const ask = { use: useOf(payer, key), accountId, beneficiaryId, ...money };
      return (await createPayout(ports, ask)).resource.id;
    }),
    hold: holdKeys,
  },
  withdrawals: {
    make: each(async (payer, key) => {
      const { accountId, destinationId } = payer;
      const ask = { use: useOf(payer, key), accountId, destinationId, amount: '10.00' };
      return (await createWithdrawal(ports, ask)).resource.id;
    }),
    hold: holdKeys,
  },
  deposits: {
    make: each(async ({ fundingReference }, key) => {
      const money = { amount: exact('10'), currency: 'PEN' };
      const names = { id: key, bankReference: key, paymentReference: key, fundingReference };
      const { payin, exception } = await ingestPayment(ports, { type: 'payment', ...names, ...money });
      return (payin ?? exception)?.id;
    }),
    hold: (holder, { payer: { fundingReference } }) =>
      holder.query('select from funding_account where reference = $1 for update', [fundingReference]),
  },
  'items of a batch': {
    make: async (payer, keys) => {
      const { accountId, beneficiaryId } = payer;
      const money = { sourceCurrency: 'MXN', amount: '10.00', amountSide: 'source' } as const;
      const items = keys.map(() => ({ ask: { beneficiaryId, ...money } }));
      const use = useOf(payer, keys[0] ?? '');
      const { resource } = await createPayoutBatch(ports, { accountId, items }, use);
      const idsOf = 'select payout_id as id from payout_batch_item where batch_id = $1 order by index';
      const ids = async () => {
        batches.wake();
        return (await queryRows(sandbox.url, idsOf, [resource.id])).flatMap(({ id }) => id ?? []);
      };
      await expect.poll(async () => (await ids()).length, patience).toBe(items.length);
      return ids();
    },
    hold: (holder, { payer, keys, count }) =>
      lockKeys(
        holder,
        payer,
        Array.from({ length: count }, (_, index) => `${keys[0]} item ${keys.length - 1 - index}`),
      ),
  },
};

describe.each(Object.entries(kinds))('%s', (_name, { make, hold }) => {
  test('of one account wait for its locked keys and delay no other account; each is created once when they are free', async () => {
    const [one, other] = [await openPayer(), await openPayer()];
    // Sometimes more than there are connections.
    const counts = fc.record({
      held: fc.integer({ min: 1, max: 15 }),
      free: fc.integer({ min: 0, max: 4 }),
      others: fc.integer({ min: 1, max: 5 }),
    });
    const keysOf = (count: number) => Array.from({ length: count }, () => newId('request', new Date()));
    const property = fc.asyncProperty(counts, async ({ held, free, others }) => {
      const keys = keysOf(held + free);
      const holder = new pg.Client({ connectionString: sandbox.url });
      await holder.connect();
      try {
        await holder.query('begin');
        await hold(holder, { payer: one, keys, count: held });
        let isMade = false;
        const making = Promise.allSettled([make(one, keys).finally(() => (isMade = true))]);
        expect(new Set(await make(other, keysOf(others))).size).toBe(others);
        expect(new Set(await make(other, keysOf(others))).size).toBe(others);
        expect(isMade, 'made while its key was held').toBe(false);
        expect(await queryRows(sandbox.url, waitingForLock), 'waits for a lock on a connection').toEqual([]);
        await holder.query('commit');
        const [ending] = await making;
        if (ending.status === 'rejected') throw ending.reason;
        const made = ending.value;
        expect(made).not.toContain(undefined);
        expect(new Set(made).size).toBe(keys.length);
      } finally {
        await holder.end();
      }
    });
    await fc.assert(property, { numRuns: 6, examples: [[{ held: 15, free: 4, others: 5 }]] });
  });
});
