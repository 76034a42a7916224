import { afterAll, beforeAll, expect, test } from 'vitest';
import { reportNames, type ReportName } from '../../src/domain/report.js';
import { csvReport, download, type ReportRow } from '../setup/report.js';
import { queryRows } from '../setup/rows.js';
import { openService, type RunningService } from '../setup/running.js';
import { fund, mxnPayout, speiBeneficiary, walk } from '../setup/verbs.js';

let service: RunningService;
let payout: string;
let payin: string;
beforeAll(async () => {
  service = await openService();
  await fund(service, 'MXN', '500.00');
  payin = (await service.get('/v1/payins')).get('data.0.id');
  const body = mxnPayout(await speiBeneficiary(service), '100.00', 'sim:fail');
  payout = (await service.post('/v1/payouts', body)).get('id');
  await service.until(`/v1/payouts/${payout}`, (each) => each.at('status') === 'failed');
});
afterAll(() => service.stop());

const ever = 'from=2026-01-01T00:00:00Z&to=2026-12-31T00:00:00Z';
const report = (name: ReportName, rest = '') => `/v1/reports/${name}?${ever}${rest}`;
const journal = 'jrn_01k9zq3v5e8x7m2n4p6r8t0w1y';

/** A journal with an unknown purpose and origin, which returns a fee and converts. */
const odd = (accountId: string) => `
  with j as (
    insert into journal (id, account_id, purpose, origin_type, origin_id, occurred_at)
      values ('${journal}', '${accountId}', 'bonus_grant', 'bonus', 'bon_1', business_now())
  ), b as (
    update balance set available = available + 7, seq = seq + 1, as_of = business_now()
      where account_id = '${accountId}' and currency = 'MXN' returning seq
  )
  insert into entry (id, account_id, journal_id, ledger, currency, direction, amount, seq, occurred_at)
    select 'ent_01k9zq3v5e8x7m2n4p6r8t0w1' || n, '${accountId}', '${journal}', ledger, currency, direction, amount,
        case ledger when 'available' then (select seq from b) end, business_now()
      from (values ('a', 'available', 'MXN', 'credit', 7), ('b', 'fees', 'MXN', 'debit', 2), ('c', 'fx', 'MXN', 'debit', 5),
        ('d', 'fx', 'USDT', 'credit', 1), ('e', 'adjustments', 'USDT', 'debit', 1)) e(n, ledger, currency, direction, amount)`;

const unguarded = (...statements: string[]) =>
  queryRows(
    service.databaseUrl,
    `do $do$ begin set local session_replication_role = replica; ${statements.join('; ')}; end $do$`,
  );

test('C10: the database refuses rows of an unknown kind', async () => {
  const refused = (statement: string) =>
    queryRows(service.databaseUrl, statement).then(() => 'taken', String);
  expect(await refused(odd(service.accountId))).toMatch(/has no origin in its account for its purpose/);
  await expect(unguarded(`update payout set status = 'lost' where id = '${payout}'`)).rejects.toThrow(
    /payout_sound/,
  );
  await expect(unguarded(`update payin set status = 'lost' where id = '${payin}'`)).rejects.toThrow(
    /payin_sound/,
  );
});

test('C10: if such a row exists, each report contains it and all others', async () => {
  const count = async (name: ReportName) =>
    ((await service.get(report(name, '&limit=100'))).at('data') as unknown[]).length;
  const before = new Map<ReportName, number>();
  for (const name of reportNames) before.set(name, await count(name));
  await unguarded(
    odd(service.accountId),
    `update payout set method = 'pigeon', failure_code = 'never_heard_of' where id = '${payout}'`,
    `update funding_account set method = 'pigeon'`,
  );
  const rowsOf = new Map<ReportName, readonly ReportRow[]>();
  for (const name of reportNames) {
    const pages = await walk<ReportRow>(service, report(name, '&limit=2'), 'after');
    const { rows } = await csvReport(service, report(name, '&format=csv'));
    expect(rows).toEqual(pages);
    const more = ['transactions', 'fees', 'fx'].includes(name) ? 1 : 0;
    expect(rows.length, name).toBe((before.get(name) ?? 0) + more);
    rowsOf.set(name, rows);
  }
  const of = (name: ReportName) => (rowsOf.get(name) ?? []).filter((row) => row['journal_id'] === journal);
  const origin = { origin_type: 'bonus', origin_id: 'bon_1' };
  expect(of('transactions')).toMatchObject([{ ...origin, purpose: 'bonus_grant', amount: '7.00' }]);
  expect(of('fees')).toMatchObject([{ ...origin, amount: '-2.00' }]);
  expect(of('fx')).toMatchObject([{ ...origin, sold_currency: 'USDT', bought_amount: '5.00' }]);
  expect(rowsOf.get('payouts')).toMatchObject([
    { id: payout, method: 'pigeon', failure_code: 'never_heard_of' },
  ]);
  expect(rowsOf.get('payins')).toMatchObject([{ id: payin, method: 'pigeon' }]);
  expect(rowsOf.get('balances')).toContainEqual(
    expect.objectContaining({ currency: 'MXN', account: 'available', closing: '507.00' }),
  );
});

test('C10: the entries of the balance and its statement contain it too', async () => {
  const path = '/v1/balances/MXN';
  const entries = await service.get(`${path}/entries?limit=100`);
  const row = { purpose: 'bonus_grant', amount: '7.00', origin: { type: 'bonus', id: 'bon_1' } };
  expect(entries.at('data.0')).toMatchObject(row);
  const csv = await csvReport(service, `${path}/statement?${ever}`);
  expect(csv.rows.at(-2)).toMatchObject({ purpose: 'bonus_grant', amount: '7.00', balance: '507.00' });
  expect(csv.rows.at(-1)).toMatchObject({ line: 'closing', balance: '507.00' });
  const camt = await download(service, `${path}/statement?${ever}&format=camt.053`);
  expect(camt.text).toContain('<Prtry><Cd>bonus_grant</Cd></Prtry>');
});
