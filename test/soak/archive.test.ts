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

/** Bytes of the whole database and of the tables that entries are in, without dead rows. */
async function bytes() {
  await queryRows(service.databaseUrl, 'vacuum full');
  const [row] = await queryRows(
    service.databaseUrl,
    `select sum(pg_total_relation_size(c.oid)) as whole,
        sum(pg_total_relation_size(c.oid)) filter (where relname in ('entry', 'archived_part')) as entries
      from pg_class c where relkind = 'r' and relnamespace = 'public'::regnamespace`,
  );
  return { whole: Number(row?.['whole']), entries: Number(row?.['entries']) };
}

const removedBefore = async (day: string): Promise<void> => {
  const env = { ...service.env, PSP_ARCHIVE_DIR: directory };
  const { code, stderr } = await runCommand(['archive', '--before', day, '--remove'], env);
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
    const before = await bytes();
    const [open, books] = [await readBack(service, readsFrom(border)), await entriesOf(service.databaseUrl)];
    await removedBefore(firstDays[archivedMonths / 2] ?? '');
    await service.check();
    await removedBefore(border);
    await service.check();
    expect(await readBack(service, readsFrom(border))).toEqual(open);
    expect(await entriesOf(service.databaseUrl)).toEqual(books);
    const after = await bytes();
    const share = (one: number, other: number): string => `${((1 - other / one) * 100).toFixed(1)} %`;
    const message = `${share(before.entries, after.entries)} of the bytes of entries left, ${share(before.whole, after.whole)} of all`;
    console.log(`${books.length} entries: ${message}`);
    // Of few entries more of a page stays empty.
    expect(after.entries, message).toBeLessThan(before.entries * sized(0.6, 0.45));
  },
  sized(600_000, 14_400_000),
);
