import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { entriesOf, readBack, readsFrom } from '../setup/archive.js';
import { buildCommandLine, runCommand } from '../setup/cli.js';
import { mobilePayee, remit, remittanceIs, remittanceQuote } from '../setup/remit.js';
import { queryRows } from '../setup/rows.js';
import { openService, type RunningService } from '../setup/running.js';
import { progressOf, sized } from '../setup/size.js';
import {
  allAtOnce,
  deposit,
  mxnPayout,
  openFundingAccount,
  speiBeneficiary,
  speiDestination,
} from '../setup/verbs.js';

const months = sized(8, 24);
const archivedMonths = (months * 3) / 4;
const payoutsAMonth = sized(24, 4_200);
const atOnce = 50;
const commandMs = sized(120_000, 3_600_000);
const tags = ['sim:paid', 'sim:paid', 'sim:fail', 'sim:return', undefined];

const directory = mkdtempSync(join(tmpdir(), 'psp-archive-soak-'));
const progress = progressOf('archive');
let service: RunningService;
/** The day on which each month begins. */
const firstDays: string[] = [];

/** Operations of every kind; resolves once none is under way. */
async function month(beneficiary: string): Promise<void> {
  const fundingAccountId = await openFundingAccount(service, 'MXN');
  const payin = await deposit(service, { funding_account_id: fundingAccountId, amount: '250000' });
  const quote = await remittanceQuote(service);
  const into = await openFundingAccount(service, 'PEN', 'USDT');
  const remittance = await remit(service, {
    quote_id: quote.get('id'),
    beneficiary_id: await mobilePayee(service),
    source: { funding_account_id: into },
  });
  await deposit(service, { funding_account_id: into, amount: '101.50' });
  await remittanceIs(service, remittance.get('id'), 'completed');
  for (let made = 0; made < payoutsAMonth; made += atOnce)
    await allAtOnce(Math.min(atOnce, payoutsAMonth - made), (nth) =>
      service.post('/v1/payouts', mxnPayout(beneficiary, '10.01', tags[nth % tags.length])),
    );
  const made = await Promise.all([
    service.post('/v1/payout-batches', { items: [mxnPayout(beneficiary, '5.00')] }),
    service.post('/v1/refunds', { payin_id: payin.get('id'), amount: '3.00' }),
    service.post('/v1/withdrawals', { amount: '4.00', destination_id: await speiDestination(service) }),
  ]);
  for (const each of made) expect([201, 202], each.text).toContain(each.status);
  for (const noun of ['payouts', 'refunds', 'withdrawals'])
    for (const status of ['processing', 'verification_pending'])
      await service.until(
        `/v1/${noun}?status=${status}`,
        (each) => ((each.at('data') ?? []) as unknown[]).length === 0,
      );
}

/** Goes on to the next month; resolves when the days until then are sealed. */
async function nextMonth(): Promise<void> {
  await queryRows(
    service.databaseUrl,
    `update platform set clock_offset_ms = clock_offset_ms + 30 * 86400000::bigint`,
  );
  const unsealed = `select from balance b left join sealing s using (account_id)
    where b.as_of > '-infinity' and b.as_of >= coalesce(s.sealed_to, '-infinity')
      and coalesce(s.sealed_to, '-infinity') < date_trunc('day', business_now() - interval '5 minutes', 'UTC')`;
  while ((await queryRows(service.databaseUrl, unsealed)).length > 0) await sleep(20);
}

const today = async (): Promise<string> => {
  const now = `select to_char(business_now() at time zone 'UTC', 'YYYY-MM-DD') as day`;
  return (await queryRows(service.databaseUrl, now))[0]?.['day'] ?? '';
};

beforeAll(
  async () => {
    await buildCommandLine();
    service = await openService();
    const beneficiary = await speiBeneficiary(service);
    for (let count = 0; count < months; count += 1) {
      firstDays.push(await today());
      await month(beneficiary);
      await nextMonth();
      progress(`${count + 1} of ${months} months`);
    }
  },
  sized(600_000, 14_400_000),
);
afterAll(async () => {
  await service.stop();
  rmSync(directory, { recursive: true });
});

/** Bytes of each table with its indexes, without dead rows. */
async function bytesNow(): Promise<ReadonlyMap<string, number>> {
  await queryRows(service.databaseUrl, 'vacuum full');
  const rows = await queryRows(
    service.databaseUrl,
    `select relname, pg_total_relation_size(c.oid) as bytes from pg_class c
      where relkind = 'r' and relnamespace = 'public'::regnamespace order by 2 desc`,
  );
  return new Map(rows.map(({ relname, bytes }) => [relname ?? '', Number(bytes)]));
}

type Sizes = Awaited<ReturnType<typeof bytesNow>>;
const sumOf = (sizes: Sizes, tables: Iterable<string> = sizes.keys()): number =>
  [...tables].reduce((sum, table) => sum + (sizes.get(table) ?? 0), 0);
/** Tables whose rows leave, each with the one that keeps what is needed of them. */
const leaving = {
  entries: ['entry', 'archived_part'],
  events: ['event', 'archived_event_part'],
  intents: ['intent'],
};

/** The events of the account behind the last one before a day, as the API gives them. */
async function openEvents(day: string): Promise<unknown[]> {
  const [last] = await queryRows(
    service.databaseUrl,
    `select coalesce((select last_id from archived_event_part where account_id = $1 order by upto desc limit 1),
        (select id from event where account_id = $1 and occurred_at < $2 order by position desc limit 1)) as id`,
    [service.accountId, `${day}T00:00:00Z`],
  );
  const events: unknown[] = [];
  for (let after = last?.['id'] ?? ''; ;) {
    const page = await service.get(`/v1/events?limit=100&after=${after}`);
    expect(page.status, page.text).toBe(200);
    events.push(...(page.at('data') as unknown[]));
    if (page.at('has_more') !== true) return events;
    after = page.get('next_cursor');
  }
}

const removedBefore = async (day: string): Promise<void> => {
  const env = { ...service.env, PSP_ARCHIVE_DIR: directory };
  const { code, stderr } = await runCommand(['archive', '--before', day, '--remove'], env, commandMs);
  expect(code, stderr).toBe(0);
};

test(
  `${archivedMonths} of ${months} months leave, and the open months stay byte for byte`,
  async () => {
    await service.check();
    const border = firstDays[archivedMonths] ?? '';
    const hold = `select archive_hold(id, '${border}T00:00:00Z') as hold from account`;
    while ((await queryRows(service.databaseUrl, hold)).some((each) => each['hold'] !== null))
      await sleep(50);
    const before = await bytesNow();
    const [open, books] = [await readBack(service, readsFrom(border)), await entriesOf(service.databaseUrl)];
    const events = await openEvents(border);
    await removedBefore(firstDays[archivedMonths / 2] ?? '');
    await service.check();
    await removedBefore(border);
    await service.check();
    expect(await readBack(service, readsFrom(border))).toEqual(open);
    expect(await entriesOf(service.databaseUrl)).toEqual(books);
    expect(await openEvents(border)).toEqual(events);
    expect(events.length).toBeGreaterThan(payoutsAMonth);
    const after = await bytesNow();
    const share = (tables?: readonly string[]): number =>
      Math.round((1 - sumOf(after, tables) / sumOf(before, tables)) * 1_000) / 10;
    const message = Object.entries(leaving).map(([what, tables]) => `${share(tables)} % of ${what}`);
    const ofArchived = Math.round((share() * months) / archivedMonths);
    message.push(`${share()} % of all bytes`, `${ofArchived} % of all bytes of archived months`);
    console.log(`${books.length} entries: ${message.join(', ')} left`);
    for (const [table, bytes] of before)
      if (bytes > sumOf(before) / 200 || (after.get(table) ?? 0) > sumOf(before) / 200)
        console.log(`  ${table}: ${bytes} bytes, then ${after.get(table)}`);
    // Of few rows more of a page stays empty.
    expect(share(leaving.entries), message.join()).toBeGreaterThan(sized(40, 55));
    expect(share(leaving.events), message.join()).toBeGreaterThan(sized(40, 65));
    expect(share(leaving.intents), message.join()).toBeGreaterThan(sized(40, 65));
    expect(ofArchived, message.join()).toBeGreaterThanOrEqual(sized(0, 60));
  },
  sized(600_000, 14_400_000),
);
