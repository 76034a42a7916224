import { afterAll, beforeAll, expect, test } from 'vitest';
import { reportNames, reports } from '../../src/domain/report.js';
import { openOtherAccount } from '../setup/hand.js';
import { csvReport, download, type ReportRow } from '../setup/report.js';
import { openService, type RunningService } from '../setup/running.js';
import {
  balanceOf,
  deposit,
  fund,
  mxnPayout,
  openFundingAccount,
  refusal,
  speiBeneficiary,
  walk,
} from '../setup/verbs.js';

let service: RunningService;
let beneficiary: string;
beforeAll(async () => {
  service = await openService();
  await fund(service, 'MXN', '5000');
  beneficiary = await speiBeneficiary(service);
  const pen = await openFundingAccount(service, 'PEN', 'USDT');
  const payin = await deposit(service, { funding_account_id: pen, amount: '900.00' });
  await deposit(service, { funding_account_id: pen, amount: '100.00' });
  await refund(payin.get('id'));
  for (const tag of ['sim:paid', 'sim:fail', 'sim:return', 'sim:hold']) await paid(tag);
});
afterAll(() => service.stop());

const ever = 'from=2026-01-01T00:00:00Z&to=2026-12-31T00:00:00Z';
const report = (name: string, rest = ever) => `/v1/reports/${name}?${rest}`;
const rowsIn = (name: string, rest = `${ever}&limit=3`) =>
  walk<ReportRow>(service, report(name, rest), 'after');

async function paid(tag: string): Promise<void> {
  const made = await service.post('/v1/payouts', {
    ...mxnPayout(beneficiary, '100.00', tag),
    reference: `"${tag}", x`,
    metadata: { tag },
  });
  const ends: Record<string, string> = {
    'sim:paid': 'completed',
    'sim:fail': 'failed',
    'sim:hold': 'processing',
  };
  const end = ends[tag];
  await service.until(`/v1/payouts/${made.get('id')}`, (each) =>
    end === undefined ? each.at('refund.status') === 'settled' : each.at('status') === end,
  );
}

async function refund(payinId: string): Promise<void> {
  const made = await service.post('/v1/refunds', { payin_id: payinId, amount: '10.00' });
  expect(made.status, made.text).toBe(201);
  await service.until(`/v1/refunds/${made.get('id')}`, (each) => each.at('status') === 'completed');
}

test.each(reportNames)('%s is available in pages, and as one file with a row count', async (name) => {
  const page = await service.get(report(name));
  expect(page.body).toMatchObject({
    name,
    from: '2026-01-01T00:00:00.000Z',
    to: '2026-12-31T00:00:00.000Z',
    source: reports[name].source,
    as_of: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    columns: reports[name].columns,
  });
  const csv = await csvReport(service, report(name, `${ever}&format=csv`));
  expect(csv.rows).toEqual(await rowsIn(name));
  expect(csv.headers).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': `attachment; filename="${name}_20260101_20261231.csv"`,
    'report-source': reports[name].source,
    'report-as-of': expect.stringMatching(/\.\d{3}Z$/),
    trailer: 'Report-Rows, Repr-Digest',
    'x-request-id': expect.stringMatching(/^req_/),
  });
  const times = csv.rows.map((row) => row['occurred_at'] ?? row['created_at'] ?? '');
  expect(times).toEqual(times.toSorted());
});

test('rows of operations match retrieve', async () => {
  for (const [name, path] of [
    ['payouts', 'payouts'],
    ['payins', 'payins'],
    ['refunds', 'refunds'],
  ] as const) {
    const rows = await rowsIn(name);
    expect(rows.length).toBeGreaterThan(0);
    for (const row of rows) {
      const response = await service.get(`/v1/${path}/${row['id']}`);
      const { body } = response;
      const at = (field: string) => response.at(field);
      for (const column of ['status', 'created_at', 'currency', 'payin_id', 'beneficiary_id', 'method'])
        if (column in row && column in body) expect([column, row[column]]).toEqual([column, body[column]]);
      expect(row['failure_code']).toBe(at('failure_code') ?? null);
      if ('reference' in row) {
        expect(row['reference']).toBe(at('reference') ?? null);
        expect(JSON.parse(row['metadata'] ?? '{}')).toEqual(at('metadata'));
      }
      if (name === 'payouts')
        expect([row['total'], row['principal'], row['destination_amount'], row['rate']]).toEqual(
          ['source.total', 'source.principal', 'destination.amount', 'rate'].map((field) => at(field)),
        );
      if (name === 'payins')
        expect([row['amount'], row['refunded'], row['paid_amount']]).toEqual([
          at('amount'),
          at('refunded.amount'),
          at('paid.amount'),
        ]);
    }
  }
});

test('the current closing balances match the balances, per bucket', async () => {
  const rows = await rowsIn('balances');
  for (const currency of ['MXN', 'USDT']) {
    const balance = await balanceOf(service, currency);
    const own = rows.filter((row) => row['currency'] === currency);
    expect(own.map(({ account, closing }) => [account, closing])).toEqual(
      ['available', 'pending', 'reserved', 'in_settlement', 'earnings'].map((bucket) => [
        bucket,
        balance[bucket],
      ]),
    );
  }
});

test('fees and conversions are those of the operations', async () => {
  const payouts = (await rowsIn('payouts')).filter(({ completed_at: at }) => at !== null);
  const fees = await rowsIn('fees');
  const of = (kind: string) =>
    fees.filter((row) => row['kind'] === kind).map(({ origin_id: id, amount }) => [id, amount]);
  expect(of('platform_fee')).toEqual(payouts.map((row) => [row['id'], row['platform_fee']]));
  expect(of('tenant_markup')).toEqual(payouts.map((row) => [row['id'], row['tenant_markup']]));
  const [payin] = await rowsIn('payins', `${ever}&currency=USDT`);
  const [conversion] = await rowsIn('fx');
  expect(conversion).toMatchObject({
    origin_type: 'payin',
    origin_id: payin?.['id'],
    sold_amount: payin?.['paid_amount'],
    sold_currency: 'PEN',
    bought_amount: payin?.['amount'],
    bought_currency: 'USDT',
  });
});

test('an invalid parameter is refused by name', async () => {
  const refused = async (path: string) => refusal(await service.get(path));
  const from = 'from=2026-01-01T00:00:00Z';
  const wrong: [string, string][] = [
    [from, 'to'],
    ['to=2026-01-01T00:00:00Z', 'from'],
    ['', 'from'],
    [`${from}&to=2026-01-01T00:00:00Z`, 'to'],
    [`${from}&to=2025-12-31T00:00:00Z`, 'to'],
    [`${from}&to=2027-01-02T00:00:00.001Z`, 'to'],
    ['from=2026-01-01&to=2026-02-01T00:00:00Z', 'from'],
    [`${ever}&format=xml`, 'format'],
    [`${ever}&currency=usd`, 'currency'],
    [`${ever}&currency=USD');drop`, 'currency'],
    [`${ever}&currency=%27`, 'currency'],
    [`${ever}&limit=101`, 'limit'],
    [`${ever}&after=nonsense`, 'after'],
    [`${ever}&after=ent_01k9zq3v5e8x7m2n4p6r8t0w1y`, 'after'],
    [`${ever}&starting_after=x`, 'starting_after'],
    [`${ever}&to=2026-12-31T00:00:00Z`, 'to'],
  ];
  for (const [query, param] of wrong)
    expect(await refused(report('transactions', query)), query).toEqual([400, 'invalid_parameter', param]);
  expect((await service.get(report('fees', `${from}&to=2027-01-02T00:00:00Z`))).status).toBe(200);
  for (const name of ['nothing', 'toString', 'transactions%27', '__proto__'])
    expect(await refused(report(name))).toEqual([404, 'not_found']);
  expect(await refused(report('nothing', 'foo=1'))).toEqual([404, 'not_found']);
  expect((await service.call('POST', report('fees'))).status).toBe(405);
  const cursor = (await service.get(report('transactions', `${ever}&limit=1`))).get('next_cursor');
  expect(await refused(report('payouts', `${ever}&after=${cursor}`))).toEqual([
    400,
    'invalid_parameter',
    'after',
  ]);
});

test('no account sees rows of another, or can use them as a cursor', async () => {
  const { key } = await openOtherAccount(service);
  for (const name of reportNames) {
    expect((await service.get(report(name), { key })).at('data')).toEqual([]);
    const csv = await csvReport(
      { baseUrl: service.baseUrl, apiKey: key },
      report(name, `${ever}&format=csv`),
    );
    expect(csv.rows).toEqual([]);
  }
  const page = await service.get(report('transactions', `${ever}&limit=1`));
  for (const after of [page.get('next_cursor'), page.get('data.0.entry_id')])
    expect(refusal(await service.get(report('transactions', `${ever}&after=${after}`), { key }))).toEqual([
      400,
      'invalid_parameter',
      'after',
    ]);
});

test('a stream of entries continues after a given entry', async () => {
  const path = report('transactions', `${ever}&format=csv`);
  const { rows } = await csvReport(service, path);
  for (const at of [0, 3, rows.length - 1]) {
    const rest = await csvReport(service, `${path}&after=${rows[at]?.['entry_id']}`);
    expect(rest.rows).toEqual(rows.slice(at + 1));
  }
});

test('HEAD returns the headers and no body', async () => {
  const head = await download(service, report('fees', `${ever}&format=csv`), 'HEAD');
  expect([head.status, head.text, head.headers['report-source']]).toEqual([200, '', 'ledger']);
  expect((await download(service, report('fees'), 'HEAD')).status).toBe(200);
});

test('columns keep their order; new ones come last', () => {
  expect(Object.fromEntries(reportNames.map((name) => [name, reports[name].columns.join(', ')])))
    .toMatchInlineSnapshot(`
      {
        "balances": "currency, account, opening, credits, debits, closing",
        "fees": "occurred_at, journal_id, kind, origin_type, origin_id, amount, currency",
        "fx": "occurred_at, journal_id, origin_type, origin_id, sold_amount, sold_currency, bought_amount, bought_currency, rate",
        "payins": "id, created_at, completed_at, status, funding_account_id, method, paid_amount, paid_currency, amount, currency, refunded, failure_code, bank_reference_kind, bank_reference",
        "payouts": "id, created_at, completed_at, status, method, beneficiary_id, source_currency, principal, platform_fee, tenant_markup, total, destination_amount, destination_currency, rate, batch_id, remittance_id, failure_code, reference, metadata, bank_reference_kind, bank_reference",
        "refunds": "id, created_at, completed_at, status, payin_id, amount, currency, failure_code, reference, metadata, bank_reference_kind, bank_reference",
        "remittances": "id, created_at, status, payin_id, payout_id, source_amount, source_currency, destination_amount, destination_currency, rate, failure_code, reference, metadata",
        "settlements": "id, created_at, completed_at, status, currency, period_from, period_to, amount, fee, total, failure_code, bank_reference_kind, bank_reference",
        "transactions": "entry_id, journal_id, occurred_at, purpose, account, direction, amount, currency, origin_type, origin_id",
        "withdrawals": "id, created_at, completed_at, status, destination_id, amount, fee, total, currency, failure_code, reference, metadata, bank_reference_kind, bank_reference",
      }
    `);
});

test('everything still adds up', () => service.check());
