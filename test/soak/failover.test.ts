import { expect, test } from 'vitest';
import { startReplicated } from '../setup/replica.js';
import { queryRows } from '../setup/rows.js';
import { freshKey, openService, type RunningService } from '../setup/running.js';
import { progressOf, sized } from '../setup/size.js';
import { fund, mxnPayout, speiBeneficiary } from '../setup/verbs.js';
import { startPaying } from '../setup/paying.js';

const promotions = sized(1, 20);
const payers = 12;
const patience = { timeout: 60_000 };
const progress = progressOf('promotions');

const connections = `select pid from pg_stat_activity where datname = 'psp' and application_name like 'psp%'`;
const pidsAt = async (url: string): Promise<unknown[]> =>
  (await queryRows(url, connections)).map(({ pid }) => pid);

async function setReadOnly(url: string, isReadOnly: boolean): Promise<void> {
  await queryRows(url, `alter system set default_transaction_read_only = ${isReadOnly ? 'on' : 'off'}`);
  await queryRows(url, 'select pg_reload_conf()');
}

const rounds = Array.from({ length: promotions }, (_, nth) => nth + 1);

test.each(rounds)(
  'the writable host is used: with a demotion and promotion under load (%i), nothing acknowledged is lost',
  async (round) => {
    const servers = await startReplicated();
    const { hosts, primaryUrl, standbyUrl } = servers;
    let service: RunningService | undefined;
    try {
      // The standby is listed first, because the order of hosts must not matter.
      const opened = await openService({
        DATABASE_URL: hosts,
        PSP_ALLOW_UNSAFE_DURABILITY: 'false',
        RATE_LIMIT_PER_SECOND: '5000',
      });
      service = opened;
      const beneficiary = await speiBeneficiary(opened);
      await fund(opened, 'MXN', '1000000.00');
      const pay = async (idempotencyKey: string): Promise<number> =>
        (await opened.post('/v1/payouts', mxnPayout(beneficiary), { idempotencyKey })).status;
      const stop = startPaying(payers, pay);

      // Demoted silently: its connections stay open and serve reads.
      const before = await pidsAt(primaryUrl);
      expect(before.length).toBeGreaterThan(1);
      await setReadOnly(primaryUrl, true);
      await expect.poll(() => pay(freshKey()), patience).toBe(503);
      await expect.poll(async () => (await opened.get('/v1/balances')).status, patience).toBe(503);
      await setReadOnly(primaryUrl, false);
      await expect.poll(() => pay(freshKey()), patience).toBe(201);
      const remaining = new Set(await pidsAt(primaryUrl));
      expect(before.filter((pid) => remaining.has(pid))).toEqual([]);

      await servers.failOver();
      await expect.poll(() => pay(freshKey()), patience).toBe(201);
      const statuses = await stop();
      expect(new Set(statuses.values())).toEqual(new Set([201, 503]));
      // An acknowledged request exists; any other is executed now, or was executed without a response.
      const wrong: string[] = [];
      for (const [key, status] of statuses) {
        const again = await pay(key);
        if (again !== 200 && (status === 201 || again !== 201)) wrong.push(`${status}, then ${again}`);
      }
      expect(wrong).toEqual([]);
      await opened.check();
      const twice = 'select reference from simulator.call group by reference having count(*) > 1';
      expect(await queryRows(standbyUrl, twice)).toEqual([]);
      progress(`${round} of ${promotions}, ${statuses.size} payouts`);
    } finally {
      await service?.stop();
      await servers.discard();
    }
  },
);
