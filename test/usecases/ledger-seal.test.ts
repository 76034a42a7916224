import { hash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { compiled } from '../../src/adapters/postgres/connection.js';
import type { Read } from '../../src/adapters/postgres/ledger-seal.js';
import { ProofDocument } from '../../src/adapters/postgres/report/proof.js';
import { Snapshot } from '../../src/adapters/postgres/report/snapshot.js';
import { formatReport } from '../../src/adapters/postgres/check/report.js';
import { checkInvariants } from '../../src/adapters/postgres/check/run.js';
import { closedUntil } from '../../src/domain/ledger-seal.js';
import type { Ports } from '../../src/ports/ports.js';
import type { Store } from '../../src/ports/store.js';
import { openAccount } from '../../src/usecases/account.js';
import { keepSealKey, planRound, sealAccount, sealClosedDays } from '../../src/usecases/ledger-seal.js';
import { startSeals } from '../../src/workers/ledger-seal.js';
import { openSandbox, type Sandbox } from '../api/sandbox.js';
import { deposit, paymentsOfBank } from '../setup/fixture.js';
import { recordingLog } from '../setup/bank.js';
import { eventually } from '../setup/patience.js';
import { queryRows, waitingForLock } from '../setup/rows.js';

// Postings at the border of a day, beside the worker that seals it.
const operator = { name: 'test', reason: 'test' };
const dayMs = 86_400_000;
const never = new AbortController().signal;

let sandbox: Sandbox;
let ports: Ports;
let accountId: string;
beforeAll(async () => {
  sandbox = await openSandbox();
  ({ ports } = sandbox.wired);
  await keepSealKey(ports);
});
beforeEach(async () => {
  const { account } = await openAccount(ports, operator, { name: 'Sealed', ownerEmail: null });
  accountId = account.id;
});
afterAll(async () => {
  await queryRows(sandbox.url, paymentsOfBank);
  const report = await checkInvariants(sandbox.url);
  await sandbox.close();
  expect(report.violations, formatReport(report)).toEqual([]);
});

const moveClock = (ms: number) => ports.store.transaction((tx) => tx.moveClock(ms));
/** Moves to shortly after the end of the day. */
async function toNextDay(): Promise<void> {
  const now = (await ports.reader.now()).getTime();
  await moveClock((Math.floor(now / dayMs) + 1) * dayMs + 600_000 - now);
}
const paid = (currency: string, amount: string, store = ports.store) =>
  deposit(store, { accountId, currency, amount });
const seal = async () => sealAccount(ports, accountId, closedUntil(await ports.reader.now()));
const sealed = async () =>
  (
    await queryRows(
      sandbox.url,
      `select number, journals from ledger_seal where account_id = $1 order by number`,
      [accountId],
    )
  ).map(({ number, journals }) => `${number}: ${journals}`);

/** A store whose transaction with a journal waits before its commit. */
function holding(): { readonly store: Store; readonly posted: Promise<void>; readonly commit: () => void } {
  const posted = Promise.withResolvers<void>();
  const go = Promise.withResolvers<void>();
  const transaction: Store['transaction'] = (work) =>
    ports.store.transaction(async (tx) => {
      let moves = false;
      const record = tx.record.bind(tx);
      Object.assign(tx, {
        record: (...args: Parameters<typeof record>) => {
          moves ||= args[0].some(({ journals }) => journals.length > 0);
          return record(...args);
        },
      });
      const result = await work(tx);
      if (moves) {
        await tx.restoredAt();
        posted.resolve();
        await go.promise;
      }
      return result;
    });
  return { store: { ...ports.store, transaction }, posted: posted.promise, commit: go.resolve };
}

test.each(['MXN', 'PEN'])(
  'sealing waits for an uncommitted journal of the last moment of a day: %s next to MXN',
  async (currency) => {
    await paid('MXN', '10.00');
    const held = holding();
    const late = paid(currency, '20.00', held.store);
    await held.posted;
    await toNextDay();
    const sealing = seal();
    await eventually(async () => expect(await queryRows(sandbox.url, waitingForLock)).not.toEqual([]));
    expect(await sealed()).toEqual([]);
    held.commit();
    await Promise.all([late, sealing]);
    expect(await sealed()).toEqual(['1: 2']);
  },
);

test('a journal posted while the clock is set back is dated after the closed days', async () => {
  // Business time is never set back behind machine time.
  await toNextDay();
  await paid('MXN', '10.00');
  await toNextDay();
  await seal();
  await moveClock(-dayMs);
  await paid('MXN', '20.00');
  await paid('PEN', '20.00');
  await moveClock(dayMs);
  await toNextDay();
  await seal();
  expect(await sealed()).toEqual(['1: 1', '2: 2']);
});

test('two processes that seal concurrently make one seal a day', async () => {
  for (let day = 0; day < 4; day += 1) {
    await paid('MXN', '10.00');
    await toNextDay();
  }
  await Promise.all([seal(), seal(), seal()]);
  expect(await sealed()).toEqual(['1: 1', '2: 1', '3: 1', '4: 1']);
});

test('an interrupted round continues with the first unsealed day', async () => {
  for (let day = 0; day < 2; day += 1) {
    await paid('MXN', '10.00');
    await toNextDay();
  }
  let left = 2;
  const transaction: Store['transaction'] = (work) =>
    (left -= 1) < 0 ? Promise.reject(new Error('broken off')) : ports.store.transaction(work);
  const broken = { ...ports, store: { ...ports.store, transaction } };
  const until = closedUntil(await ports.reader.now());
  await expect(sealAccount(broken, accountId, until)).rejects.toThrow('broken off');
  expect(await sealed()).toEqual(['1: 1']);
  const round = await sealClosedDays(ports, never);
  expect(round?.failed.size).toBe(0);
  expect(await sealed()).toEqual(['1: 1', '2: 1']);
  expect(await sealClosedDays(ports, never)).toMatchObject({ seals: 0 });
});

test('a day that closes during a round is sealed right after it', async () => {
  await paid('MXN', '10.00');
  await toNextDay();
  let isOver = false;
  const accountsToSeal: Ports['reader']['accountsToSeal'] = async (...ask) => {
    const accounts = await ports.reader.accountsToSeal(...ask);
    if (!isOver) {
      await paid('MXN', '20.00');
      await toNextDay();
    }
    isOver = true;
    return accounts;
  };
  await planRound(ports, new Date(0));
  const worker = startSeals({ ...ports, reader: { ...ports.reader, accountsToSeal } }, recordingLog());
  try {
    await eventually(async () => {
      worker.wake();
      expect(await sealed()).toEqual(['1: 1', '2: 1']);
    });
  } finally {
    await worker.stop();
  }
});

test('a proof reads no day that did not move its balance', async () => {
  const from = new Date(Math.floor((await ports.reader.now()).getTime() / dayMs) * dayMs);
  for (const currency of ['MXN', 'PEN', 'PEN', 'MXN', 'PEN']) {
    await paid(currency, '10.00');
    await toNextDay();
  }
  await seal();
  const to = closedUntil(await ports.reader.now());
  const queries: string[] = [];
  const nothing = () => Promise.resolve();
  const { snapshot } = await Snapshot.open(sandbox.url, nothing, nothing);
  const rowsOf: Read = (query) => {
    queries.push(compiled(query).text);
    return snapshot.rows(query);
  };
  const proof = new ProofDocument(rowsOf, (bytes) => hash('sha256', bytes, 'buffer'));
  let text = '';
  for await (const part of proof.parts({ accountId, currency: 'MXN', from, to, asOf: to })) text += part;
  snapshot.close();
  expect((JSON.parse(text) as { journals: unknown[] }).journals).toHaveLength(2);
  // Two days, each read once for its tree and once for its journals.
  expect(queries.filter((each) => each.includes('ledger_leaves'))).toHaveLength(4);
});

test('no day is sealed without a seal key, or in a restored database', async () => {
  await paid('MXN', '10.00');
  await toNextDay();
  const vault = { ...ports.vault, sealKey: undefined };
  expect(await sealClosedDays({ ...ports, vault }, never)).toBeUndefined();
  await ports.store.transaction((tx) => tx.setRestored(true));
  expect(await sealClosedDays(ports, never)).toBeUndefined();
  expect(await sealed()).toEqual([]);
  expect(await ports.reader.backlog()).toContainEqual(
    expect.objectContaining({ name: 'accounts_unsealed', count: 1 }),
  );
  await ports.store.transaction((tx) => tx.setRestored(false));
  expect(await sealClosedDays(ports, never)).toMatchObject({ seals: 1 });
  expect(await ports.reader.backlog()).toContainEqual(
    expect.objectContaining({ name: 'accounts_unsealed', count: 0 }),
  );
});

test('the checker finds a sealed day whose entries were changed, removed or added', async () => {
  await paid('MXN', '10.00');
  await paid('MXN', '20.00');
  await toNextDay();
  await seal();
  const change = (statement: string) =>
    queryRows(
      sandbox.url,
      `set session_replication_role = replica; ${statement} where account_id = '${accountId}'`,
    );
  const found = async () =>
    (await checkInvariants(sandbox.url)).violations.filter(({ name }) => /sealed day|each seal/.test(name));
  await change(`update entry set id = id || 'x'`);
  expect(await found()).toMatchObject([{ rows: [{ account_id: accountId, differs: 'root' }] }]);
  await change(`update entry set id = left(id, -1)`);
  await change(`update journal set occurred_at = occurred_at - interval '1 day'`);
  expect((await found()).map(({ count }) => count)).toEqual([2, 1]);
  await change(`update journal set occurred_at = occurred_at + interval '1 day'`);
  expect(await found()).toEqual([]);
});

test('a key id always identifies the same key', async () => {
  const other = { id: ports.vault.sealKey?.id ?? '', publicKey: Buffer.alloc(32, 1).toString('base64') };
  const vault = { ...ports.vault, sealKey: other };
  await expect(keepSealKey({ ...ports, vault })).rejects.toThrow(
    /the database has another key with the id s1/,
  );
});
