import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import { eventually } from '../../setup/patience.js';
import { startPaying } from '../../setup/paying.js';
import { freshKey } from '../../setup/running.js';
import { fund, mxnPayout, openFundingAccount, speiBeneficiary } from '../../setup/verbs.js';
import { patience, statusOf, type Installation } from './installation.js';

const payers = 8;

/** Requests that go on until they are stopped. */
export interface Load {
  /** Sends the request of this key; a repeat is the same request. */
  readonly pay: (key: string) => Promise<number>;
  /** Does the work, and prints the seconds until a payout is accepted after it. */
  readonly timed: (name: string, work: () => Promise<void>) => Promise<void>;
  /** Ends the load: the status of each key. */
  readonly stop: () => Promise<ReadonlyMap<string, number>>;
}

export async function startLoad(installation: Installation): Promise<Load> {
  const pay = await requestOf(installation);
  const acceptsNow = async (): Promise<void> => {
    await eventually(async () => expect(await pay(`${freshKey()}0`)).toBeOneOf([200, 201]), patience);
  };
  await acceptsNow();
  // Like a client that waits before it retries; otherwise an outage would make tens of thousands of keys.
  const stop = startPaying(payers, async (key) => {
    const status = await pay(key);
    await sleep(status === 0 || status >= 500 ? 1_000 : 50);
    return status;
  });
  return {
    pay,
    async timed(name, work) {
      const began = performance.now();
      await work();
      await acceptsNow();
      console.log(`${name}: ${((performance.now() - began) / 1000).toFixed(1)} s`);
    },
    stop,
  };
}

/** Payouts, deposits and batches. */
async function requestOf({ client, receiverUrl }: Installation): Promise<Load['pay']> {
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
