import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Random } from '../fuzz/random.js';
import { openOtherAccount } from '../setup/hand.js';
import { queryRows } from '../setup/rows.js';
import {
  clientOf,
  freshKey,
  openBeside,
  openService,
  type Client,
  type RunningService,
} from '../setup/running.js';
import { customerFields } from '../setup/sender.js';
import { progressOf, seedOf, sized } from '../setup/size.js';
import { allAtOnce, fund, mxnPayout, openFundingAccount, speiBeneficiary } from '../setup/verbs.js';
import { follow, wrongPasses, type Filter, type Logged, type Reading } from './follow.js';

const accounts = 3;
const writers = 64;
const readers = 20;
const turns = sized(8, 400);
const payoutTags = ['sim:paid', 'sim:fail', 'sim:return'];

interface Account {
  readonly id: string;
  /** Clients of both processes. */
  readonly clients: readonly Client[];
  readonly beneficiary: string;
  readonly fundingAccount: string;
  /** Changed repeatedly, so that its history is long. */
  readonly customer: string;
}

let first: RunningService;
let second: RunningService;
let seed: number;
let opened: Account[];
const progress = progressOf('event-log');

beforeAll(async () => {
  seed = seedOf('event-log');
  first = await openService();
  second = await openBeside(first);
  opened = await allAtOnce(accounts, openAccount);
  await dawdle();
});
afterAll(async () => {
  await second.stop();
  await first.stop();
});

async function openAccount(): Promise<Account> {
  const { id, key } = await openOtherAccount(first);
  const client = clientOf(first.baseUrl, key);
  const beneficiary = await speiBeneficiary(client);
  await fund(client, 'MXN', '1000000.00');
  const fundingAccount = await openFundingAccount(client, 'MXN');
  const customer = (await client.post('/v1/customers', customerFields())).get('id');
  return { id, clients: [client, clientOf(second.baseUrl, key)], beneficiary, fundingAccount, customer };
}

const accountOf = (number: number): Account => {
  const account = opened[number % accounts];
  if (!account) throw new Error('no account is open');
  return account;
};

/**
 * Delays random transactions before they take event positions and before they commit, so that commit order
 * differs from decision order.
 */
async function dawdle(): Promise<void> {
  const each = (table: string) =>
    `create trigger dawdled before insert or update on ${table} for each row execute function dawdle();`;
  await queryRows(
    first.databaseUrl,
    `create function dawdle() returns trigger language plpgsql as $$
     begin
       if random() < 0.2 then perform pg_sleep(random() * 0.03); end if;
       return new;
     end $$;
     ${['customer', 'payout', 'payin'].map(each).join('')}
     create constraint trigger dawdled after insert on event deferrable initially deferred
       for each row execute function dawdle()`,
  );
}

/** Creates and changes customers, payouts with every outcome and deposits; returns the statuses. */
async function write(number: number): Promise<number[]> {
  const random = new Random(seed, 1, number);
  const { clients, beneficiary, fundingAccount, customer } = accountOf(number);
  const statuses: number[] = [];
  for (let turn = 0; turn < turns; turn += 1) {
    const client = random.pick(clients);
    const works = [
      () => client.post('/v1/customers', customerFields()),
      () => client.call('PATCH', `/v1/customers/${customer}`, { body: { metadata: { turn: freshKey() } } }),
      () => client.post('/v1/payouts', mxnPayout(beneficiary, '1', random.pick(payoutTags))),
      () => client.post('/v1/sandbox/deposits', { funding_account_id: fundingAccount, amount: '5.00' }),
    ];
    statuses.push((await random.pick(works)()).status);
    progress(`${turn} of ${turns} turns of ${writers} writers`);
  }
  return statuses;
}

/** Work that workers and the bank still have; each item may create one more event. */
async function unfinished(): Promise<number> {
  const [row] = await queryRows(
    first.databaseUrl,
    `select (select count(*) from payout where next_step_at is not null)
      + (select count(*) from payin where next_step_at is not null)
      + (select count(*) from simulator.notice where delivered_at is null) as count`,
  );
  return Number(row?.['count']);
}

async function logOf(account: Account): Promise<Logged[]> {
  const rows = await queryRows(
    first.databaseUrl,
    'select position, id, type, resource_id from event where account_id = $1 order by position',
    [account.id],
  );
  return rows as unknown as Logged[];
}

/** Reads one account's log, complete or filtered, from its start, its end or in between. */
async function read(number: number, isOver: () => boolean): Promise<Reading> {
  const random = new Random(seed, 2, number);
  const { clients, customer, ...account } = accountOf(number);
  const filters: readonly Filter[] = [
    {},
    {},
    { type: 'payout.' },
    { type: 'customer.updated' },
    { resource_id: customer },
    { resource_id: customer, type: 'customer.updated' },
  ];
  if (random.chance(0.5)) await wait(random.whole(1, 1_000));
  const logged = await logOf(accountOf(number));
  const after = random.pick([undefined, logged.at(-1)?.id, random.pick(logged).id]);
  const filter = filters[number % filters.length] ?? {};
  return { account: account.id, ...(await follow({ clients, filter, after, random, isOver })) };
}

test(
  `${readers} readers get every event once and in order while ${writers} writers commit out of order`,
  { timeout: sized(600_000, 3_600_000) },
  async () => {
    let isOver = false;
    const reading = allAtOnce(readers, (number) => read(number, () => isOver));
    const statuses = (await allAtOnce(writers, write)).flat();
    await expect.poll(unfinished, { timeout: 60_000 }).toBe(0);
    isOver = true;
    const readings = await reading;
    expect(statuses.filter((status) => ![200, 201, 503].includes(status))).toEqual([]);

    const logs = new Map(
      await Promise.all(opened.map(async (each) => [each.id, await logOf(each)] as const)),
    );
    for (const log of logs.values()) {
      expect(log.map(({ position }) => position)).toEqual(log.map((_, index) => String(index + 1)));
    }
    expect(readings.flatMap((each) => wrongPasses(logs.get(each.account) ?? [], each))).toEqual([]);
    const lines = [...logs.values()].flat();
    const overtaken = lines.filter(({ id }, index) => id < (lines[index - 1]?.id ?? '')).length;
    const passes = readings.flatMap((each) => each.passes);
    const seen = passes.reduce((sum, { ids }) => sum + ids.length, 0);
    console.log(
      `event-log: ${lines.length} events, ${overtaken} of them committed after one decided later; ` +
        `read ${seen} times in ${passes.length} passes`,
    );
    expect(overtaken).toBeGreaterThan(lines.length / 50);
    await first.check();
  },
);
