import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Random } from '../fuzz/random.js';
import { openOtherAccount } from '../setup/hand.js';
import {
  inexcusable,
  persistent,
  type Exchange,
  type PersistentClient,
  type Settled,
} from '../setup/persist.js';
import { queryRows } from '../setup/rows.js';
import {
  clientOf,
  freshKey,
  openBeside,
  openService,
  type Client,
  type RunningService,
} from '../setup/running.js';
import { progressOf, seedOf, sized } from '../setup/size.js';
import {
  allAtOnce,
  countByStatus,
  fund,
  mxnPayout,
  openFundingAccount,
  speiBeneficiary,
} from '../setup/verbs.js';
import { openProxy, type Proxy } from './proxy.js';

const accounts = 3;
const clients = 18;
const disturbedMs = sized(6_000, 900_000);
const bytesBetweenFaults = 40_000;
const terminateEveryMs = 300;
const silences = sized(1, 40);
/** Longer than the database stays silent. */
const PSP_SEND_WINDOW_MS = sized('5000', '10000');
/** Time for the workers to process the queued work. */
const backlogMs = sized(30_000, 300_000);
/** Payouts that end as the bank's record says, whatever happens to the connections. */
const tags = [undefined, 'sim:slow:50', 'sim:fail', 'sim:queue:50', 'sim:uncertain:paid'];

/** An account with money, and a client that retries as long as the contract says. */
interface Payer {
  readonly client: PersistentClient;
  /** Calls for the same account that bypass the proxy. */
  readonly direct: Client;
  readonly beneficiary: string;
  readonly fundingAccount: string;
}

/** Reads outcomes without the proxy; only the service under test uses the proxy. */
let direct: RunningService;
let service: RunningService;
let proxy: Proxy;
let random: Random;
let payers: Payer[];
const progress = progressOf('connection');

beforeAll(async () => {
  random = new Random(seedOf('connection'));
  direct = await openService({ PSP_ROLES: 'api' });
  proxy = await openProxy(direct.databaseUrl, random);
  const settings = {
    DATABASE_URL: proxy.url,
    PSP_ROLES: 'api,worker',
    LOG_LEVEL: 'fatal',
    PSP_SEND_WINDOW_MS,
  };
  service = await openBeside(direct, settings);
  payers = await allAtOnce(accounts, openPayer);
});
afterAll(async () => {
  await service.stop();
  await proxy.close();
  await direct.stop();
});

async function openPayer(): Promise<Payer> {
  const { key } = await openOtherAccount(direct);
  const client = clientOf(service.baseUrl, key);
  const beneficiary = await speiBeneficiary(client);
  await fund(client, 'MXN', '1000000.00');
  const fundingAccount = await openFundingAccount(client, 'MXN');
  const past = clientOf(direct.baseUrl, key);
  return { client: persistent(client), direct: past, beneficiary, fundingAccount };
}

/** Pays, cancels, collects, registers and reads until `over`. */
async function load({ client, ...payer }: Payer, first: number, over: () => boolean): Promise<void> {
  for (let turn = first; !over(); turn += 1) {
    const ask = mxnPayout(payer.beneficiary, '1.00', tags[turn % tags.length]);
    const payout = await client.post('/v1/payouts', ask);
    if (turn % 3 === 0) await client.post(`/v1/payouts/${payout.get('id')}/cancel`);
    if (turn % 2 === 0) {
      const deposit = { funding_account_id: payer.fundingAccount, amount: '5.00' };
      await client.post('/v1/sandbox/deposits', deposit);
    }
    if (turn % 4 === 0) {
      const customer = { external_id: freshKey(), type: 'business', country: 'MX', display_name: 'Casa Sol' };
      await client.post('/v1/customers', customer);
    }
    await client.get(turn % 2 === 0 ? '/v1/balances' : '/v1/events?limit=5');
  }
}

/** Loads the service while `breaking` runs; returns all exchanges. */
async function loaded(breaking: () => Promise<void>): Promise<Exchange[]> {
  const before = payers.map(({ client }) => client.exchanges.length);
  let over = false;
  const loads = Array.from({ length: clients / accounts }, (_, turn) =>
    payers.map((payer) => load(payer, turn, () => over)),
  ).flat();
  try {
    await Promise.race([breaking(), Promise.all(loads)]);
  } finally {
    over = true;
    await Promise.all(loads);
  }
  return payers.flatMap(({ client }, index) => client.exchanges.slice(before[index]));
}

function summaryOf(exchanges: readonly Exchange[]): string {
  const slowest = Math.round(Math.max(...exchanges.map(({ ms }) => ms)));
  const statuses = JSON.stringify(countByStatus(exchanges.map(({ answer }) => answer)));
  return `${exchanges.length} answers ${statuses}, the slowest after ${slowest} ms`;
}

/** Ends a random one of the service's connections. */
async function terminateOne(): Promise<void> {
  const ports = proxy.ports();
  if (ports.length === 0) return;
  await queryRows(
    direct.databaseUrl,
    'select pg_terminate_backend(pid) from pg_stat_activity where client_port = $1',
    [random.pick(ports)],
  );
}

/** Number of pool connections in use, without the one of this query. */
async function missing(): Promise<number> {
  const metrics = await (await fetch(`${service.internalUrl}/metrics`)).text();
  const [total = NaN, idle = NaN, waiting = NaN] = ['total', 'idle', 'waiting'].map((state) =>
    Number(new RegExp(`^psp_database_connections\\{state="${state}"\\} (\\d+)$`, 'm').exec(metrics)?.[1]),
  );
  return Math.max(total - idle - 1, waiting, total - 10);
}

/**
 * Resolves when every connection is free. While workers catch up some are in use; a lost one stays in use.
 */
async function poolIsWhole(): Promise<void> {
  await expect.poll(missing, { timeout: backlogMs }).toBe(0);
}

/** Statuses of many concurrent requests, once connections work again. */
async function answersNow(): Promise<Record<number, number>> {
  return countByStatus(await allAtOnce(100, () => service.get('/v1/balances')));
}

test(
  'random cuts, resets, delays and stalls give 503 at worst, within five seconds; then all connections are back',
  { timeout: disturbedMs + backlogMs + 60_000 },
  async () => {
    const until = Date.now() + disturbedMs;
    proxy.disturb(bytesBetweenFaults);
    const exchanges = await loaded(async () => {
      while (Date.now() < until) {
        await wait(terminateEveryMs);
        await terminateOne();
        progress(`${Math.round((until - Date.now()) / 1000)} s to go, ${JSON.stringify(proxy.struck)}`);
      }
      proxy.disturb(0);
    });
    console.log(`connection: ${summaryOf(exchanges)}; ${JSON.stringify(proxy.struck)}`);
    expect(Math.min(...Object.values(proxy.struck)), 'each fault struck').toBeGreaterThan(0);
    expect(inexcusable(exchanges)).toEqual([]);
    expect(await answersNow()).toEqual({ 200: 100 });
    await poolIsWhole();
  },
);

/** Runs `act` during the next transaction, when it holds all its locks. */
function beforeNextCommit(act: () => void): void {
  const onStep = (step: unknown): void => {
    if (step !== 'commit:before') return;
    unsubscribe('psp:step', onStep);
    act();
  };
  subscribe('psp:step', onStep);
}

test(
  'after a database was silent during a payment, later requests are served',
  { timeout: silences * 60_000 + backlogMs },
  async () => {
    const [payer] = payers;
    if (!payer) throw new Error('nobody pays');
    for (let round = 0; round < silences; round += 1) {
      const silentMs = round === 0 ? 3_000 : random.whole(300, 9_000);
      const old = round % 2 === 0 ? 'stay silent' : 'go on';
      let servedMs = 0;
      const exchanges = await loaded(async () => {
        const began = performance.now();
        beforeNextCommit(() => proxy.fallSilent());
        const paying = payer.client.post('/v1/payouts', mxnPayout(payer.beneficiary, '1.00'));
        await wait(100);
        const measuring = fetch(`${service.internalUrl}/metrics`);
        await wait(silentMs - 100);
        proxy.speakAgain(old);
        await paying;
        servedMs = performance.now() - began;
        expect((await measuring).status, 'pool metrics are exported throughout').toBe(200);
      });
      console.log(
        `silent for ${silentMs} ms, served again after ${Math.round(servedMs)}: ${summaryOf(exchanges)}`,
      );
      progress(`${round + 1} of ${silences} silences`);
      expect(inexcusable(exchanges)).toEqual([]);
      expect(servedMs).toBeLessThan(Math.max(silentMs, 6_000) + 6_000);
      expect(await answersNow()).toEqual({ 200: 100 });
      await poolIsWhole();
    }
  },
);

test(
  "afterwards each operation has ended, each key has one result, and the bank's record matches",
  { timeout: 2 * backlogMs + sized(60_000, 900_000) },
  async () => {
    for (const payer of payers) {
      for (const open of [
        'payouts?status=processing',
        'payouts?status=verification_pending',
        'payins?status=processing',
      ]) {
        await payer.direct.until(`/v1/${open}`, (page) => page.at('data.length') === 0, backlogMs);
      }
      expect(await changedByReplay(payer), 'what another result was found for under its key').toEqual([]);
    }
    const settled = payers.flatMap(({ client }) => client.settled);
    const made = (path: string) => {
      const own = settled.filter((each) => each.path === path).map(({ answer }) => answer.get('id'));
      return new Set(own).size;
    };
    const [counted] = await queryRows(
      direct.databaseUrl,
      `select (select count(*) from payout) as payouts, (select count(*) from payin) as payins,
        (select count(*) from customer) as customers`,
    );
    expect(counted).toEqual({
      payouts: String(made('/v1/payouts')),
      payins: String(made('/v1/sandbox/deposits') + accounts),
      customers: String(made('/v1/customers')),
    });
    const contradicted = await queryRows(
      direct.databaseUrl,
      `select payout.id, payout.status, finding, turns_to
       from payout left join simulator.operation using (reference)
       where (payout.status = 'completed') is distinct from ('paid' in (coalesce(finding, ''), coalesce(turns_to, '')))`,
    );
    expect(contradicted, 'what the bank did otherwise').toEqual([]);
    const metrics = await (await fetch(`${service.internalUrl}/metrics`)).text();
    expect(metrics).toMatch(/^psp_transaction_retries_total 0$/m);
    await direct.check();
  },
);

/** Settled requests whose key returns something else than the first response. */
async function changedByReplay({ client, direct: past }: Payer): Promise<object[]> {
  const made = client.settled.filter(({ answer }) => answer.status < 300);
  const again = persistent(past);
  const changed: object[] = [];
  const replay = async (settled: readonly Settled[]): Promise<void> => {
    for (const { path, body, idempotencyKey, answer } of settled) {
      const { text, ...is } = await again.post(path, body, idempotencyKey);
      if (is.at('id') !== answer.at('id')) changed.push({ path, was: answer.text, is: text });
    }
  };
  await allAtOnce(clients, (client) => replay(made.filter((_, index) => index % clients === client)));
  return changed;
}
