import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { PatroniCluster } from '../../setup/patroni.js';
import { startPaying } from '../../setup/paying.js';
import { freshKey } from '../../setup/running.js';
import { sized } from '../../setup/size.js';
import { fund, mxnPayout, openFundingAccount, speiBeneficiary } from '../../setup/verbs.js';
import { endInstallation, patience, startInstallation, statusOf, type Installation } from './installation.js';
import { judge } from './verdict.js';

vi.setConfig({ testTimeout: 7_200_000, hookTimeout: 600_000 });

const failovers = sized(4, 20);
const payers = 8;
let installation: Installation;

beforeAll(async () => {
  installation = await startInstallation();
});
afterAll(endInstallation);

type Failover = (cluster: PatroniCluster) => Promise<() => Promise<void>>;

const killed = 'PostgreSQL of the primary is killed';

/** Each begins a failover, and tells what brings all members back afterwards. */
const kinds: readonly (readonly [name: string, begin: Failover])[] = [
  [
    'power cut of the primary',
    async (own) => {
      const lost = await own.leader();
      await lost?.crash();
      return async () => lost?.start();
    },
  ],
  [
    'switchover',
    async (own) => {
      await own.switchOver();
      return async () => undefined;
    },
  ],
  [
    "the primary's site is cut, with its etcd and NATS",
    async (own) => {
      const lost = await own.leader();
      lost?.site.cut();
      return async () => lost?.site.join();
    },
  ],
  [
    killed,
    async (own) => {
      (await own.leader())?.crashPostgres();
      return async () => undefined;
    },
  ],
];

/** Payouts, deposits and batches, each kind by its own keys. */
async function loadOf(): Promise<(key: string) => Promise<number>> {
  const { client, receiverUrl } = installation;
  await client.post('/v1/webhook-endpoints', { url: receiverUrl });
  await fund(client, 'MXN', '10000000.00');
  const beneficiary = await speiBeneficiary(client);
  const fundingAccount = await openFundingAccount(client, 'MXN');
  const asks = [
    ['/v1/payouts', mxnPayout(beneficiary)],
    ['/v1/sandbox/deposits', { funding_account_id: fundingAccount, amount: '25.00' }],
    ['/v1/payouts', mxnPayout(beneficiary, '12.00', 'sim:slow')],
    ['/v1/payout-batches', { items: [1, 2, 3].map(() => mxnPayout(beneficiary, '11.00')) }],
  ] as const;
  return (idempotencyKey) => {
    // The kind follows from the key, so that a repeat is the same request.
    const [path, body] = asks[idempotencyKey.charCodeAt(idempotencyKey.length - 1) % asks.length] ?? asks[0];
    return statusOf(() => client.post(path, body, { idempotencyKey }));
  };
}

test('failovers and a cut minority under load lose nothing and pay nothing twice', async () => {
  const pay = await loadOf();
  const acceptsNow = async (): Promise<void> => {
    await expect.poll(() => pay(`${freshKey()}0`), patience).toBeOneOf([200, 201]);
  };
  const timed = async (name: string, work: () => Promise<void>): Promise<void> => {
    const began = performance.now();
    await work();
    await acceptsNow();
    console.log(`${name}: ${((performance.now() - began) / 1000).toFixed(1)} s`);
  };
  await acceptsNow();
  // Like a client that waits before it retries; otherwise an outage would make tens of thousands of keys.
  const stop = startPaying(payers, async (key) => {
    const status = await pay(key);
    await sleep(status === 0 || status >= 500 ? 1_000 : 50);
    return status;
  });
  for (let nth = 0; nth < failovers; nth += 1) await failOver(nth, timed);
  const statuses = await stop();
  console.log(await judge(installation, statuses, pay));
});

type Timed = (name: string, work: () => Promise<void>) => Promise<void>;

/** The seconds until the lead has passed on and a payout is accepted there. */
async function failOver(nth: number, timed: Timed): Promise<void> {
  const { cluster } = installation;
  const [kind, begin] = kinds[nth % kinds.length] ?? kinds[0] ?? [];
  if (kind === undefined || begin === undefined) throw new Error('there are kinds');
  const before = await cluster.leader();
  let restore = async (): Promise<void> => undefined;
  await timed(kind, async () => {
    restore = await begin(cluster);
    await expect
      .poll(async () => (await cluster.leader())?.name, patience)
      // Patroni may start a killed PostgreSQL again where it was.
      .not.toBeOneOf([undefined, ...(kind === killed ? [] : [before?.name])]);
  });
  await restore();
  await cluster.healthy();
  await sleep(2_000);
}
