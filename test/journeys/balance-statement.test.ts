import { parseCamt053 } from 'camt-parser';
import { CashManagementEndOfDayReport } from 'iso20022.js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openOtherAccount } from '../setup/hand.js';
import { csvReport, download } from '../setup/report.js';
import { openService, type RunningService } from '../setup/running.js';
import { balanceOf, fund, mxnPayout, refusal, speiBeneficiary, walk } from '../setup/verbs.js';

let service: RunningService;
beforeAll(async () => {
  service = await openService();
  await fund(service, 'MXN', '5000');
  const beneficiary = await speiBeneficiary(service);
  for (const tag of ['sim:paid', 'sim:fail', 'sim:hold'])
    await service.post('/v1/payouts', mxnPayout(beneficiary, '100.03', tag));
  const path = '/v1/payouts?status=processing';
  await service.until(path, (each) => (each.at('data') as unknown[]).length === 1);
});
afterAll(() => service.stop());

interface Entry {
  readonly id: string;
  readonly account: string;
  readonly direction: string;
  readonly amount: string;
  readonly occurred_at: string;
  readonly resulting_balance: string;
}

const statement = (from: string, to: string, rest = '') =>
  `/v1/balances/MXN/statement?from=${from}&to=${to}${rest}`;
const [start, end] = ['2026-01-01T00:00:00.000Z', '2026-12-31T00:00:00.000Z'];
const entriesOf = async (account: string) =>
  (await walk<Entry>(service, '/v1/balances/MXN/entries?limit=100', 'after'))
    .filter((each) => each.account === account)
    .reverse();

test.each(['available', 'reserved', 'earnings'])(
  '%s: opening, movements and closing match the entries',
  async (account) => {
    const { rows, headers } = await csvReport(service, statement(start, end, `&account=${account}`));
    const entries = await entriesOf(account);
    expect(headers['content-disposition']).toBe(
      `attachment; filename="MXN_${account}_20260101_20261231.csv"`,
    );
    expect(rows.map(({ line }) => line)).toEqual(['opening', ...entries.map(() => 'entry'), 'closing']);
    expect([rows[0]?.['balance'], rows[0]?.['amount'], rows[0]?.['occurred_at']]).toEqual([
      '0.00',
      null,
      start,
    ]);
    expect(rows.at(-1)?.['balance']).toBe((await balanceOf(service, 'MXN'))[account]);
    expect(rows.slice(1, -1).map((row) => [row['entry_id'], row['amount'], row['balance']])).toEqual(
      entries.map((each) => [each.id, each.amount, each.resulting_balance]),
    );
  },
);

test('adjacent periods meet at any entry', async () => {
  const all = (await csvReport(service, statement(start, end))).rows;
  for (const { occurred_at: at } of all.slice(1, -1)) {
    const [first, second] = [
      (await csvReport(service, statement(start, at ?? ''))).rows,
      (await csvReport(service, statement(at ?? '', end))).rows,
    ];
    expect(first.at(-1)?.['balance']).toBe(second[0]?.['balance']);
    expect([...first.slice(1, -1), ...second.slice(1, -1)]).toEqual(all.slice(1, -1));
  }
});

/** The account number in a file: our id without its prefix, the currency and the bucket. */
const camtAccount = (part: string) => `${service.accountId.replace('acct_', '')}-MXN-${part}`;
const cents = (amount: string | number | null | undefined) => Math.round(Number(amount) * 100);
const camt = (from: string, to: string, rest = '') =>
  download(service, statement(from, to, `${rest}&format=camt.053`));

test('two third-party parsers read the same data from camt.053 as from the CSV', async () => {
  const { rows } = await csvReport(service, statement(start, end));
  const answer = await camt(start, end);
  expect(answer.headers).toMatchObject({
    'content-type': 'application/xml; charset=utf-8',
    'content-disposition': 'attachment; filename="MXN_available_20260101_20261231.xml"',
  });
  expect(answer.trailers['repr-digest']).toMatch(/^sha-256=:/);
  const entries = rows.slice(1, -1);
  const bounds = [cents(rows[0]?.['balance']), cents(rows.at(-1)?.['balance'])];
  const asOf = String(answer.headers['report-as-of']);

  const [one] = CashManagementEndOfDayReport.fromXML(answer.text).statements;
  expect(one?.account).toMatchObject({
    accountNumber: camtAccount('AVL'),
    currency: 'MXN',
    name: 'available',
  });
  expect([one?.fromDate?.toISOString(), one?.toDate?.toISOString()]).toEqual([start, end]);
  expect(
    one?.balances.map(({ type, amount, date }) => [type, Math.round(amount), date.toISOString()]),
  ).toEqual([
    ['OPBD', bounds[0], start],
    ['ITBD', bounds[1], asOf],
  ]);
  expect(
    one?.entries.map((each) => [
      each.referenceId,
      each.creditDebitIndicator,
      Math.round(each.amount),
      each.bookingDate.toISOString().slice(0, 10),
      each.proprietaryCode,
      each.accountServicerReferenceId,
      each.additionalInformation,
    ]),
  ).toEqual(
    entries.map((row) => [
      row['entry_id'],
      row['direction'],
      cents(row['amount']),
      row['occurred_at']?.slice(0, 10),
      row['purpose'],
      row['journal_id'],
      `${row['purpose']} of ${row['origin_type']} ${row['origin_id']}, journal ${row['journal_id']}`,
    ]),
  );
  expect(one?.entries.map(({ transactions: [first] }) => first?.remittanceInformation)).toEqual(
    entries.map((row) =>
      [row['purpose'], row['origin_id'], row['bank_reference']].filter((part) => part !== null).join(' '),
    ),
  );

  const [other] = (await parseCamt053(answer.text)).statements;
  expect(other?.account).toMatchObject({ currency: 'MXN', name: 'available' });
  expect(
    other?.balances.map(({ type, amount, date }) => [type, amount.currency, cents(amount.value), date]),
  ).toEqual([
    ['OPBD', 'MXN', bounds[0], start],
    ['ITBD', 'MXN', bounds[1], asOf],
  ]);
  const sides = { credit: 'CRDT', debit: 'DBIT' } as Record<string, string>;
  expect(
    other?.transactions.map((each) => [
      each.reference,
      each.creditDebitIndicator,
      cents(each.amount.value),
      each.bookingDate,
      each.valueDate,
      each.bankTransactionCode,
      each.details[0]?.references.endToEndId,
    ]),
  ).toEqual(
    entries.map((row) => [
      row['entry_id'],
      sides[row['direction'] ?? ''],
      cents(row['amount']),
      row['occurred_at']?.slice(0, 10),
      row['occurred_at'],
      row['purpose'],
      row['origin_id'],
    ]),
  );
});

test('camt.053 is final for a past period, and has one account per currency and bucket', async () => {
  const last = (await entriesOf('available')).at(-1)?.occurred_at ?? '';
  const [over] = CashManagementEndOfDayReport.fromXML((await camt(start, last)).text).statements;
  expect(over?.balances.map(({ type, date }) => [type, date.toISOString()])).toEqual([
    ['OPBD', start],
    ['CLBD', last],
  ]);
  const ids: string[] = [];
  // One at a time: an account has few stream slots.
  for (const account of ['available', 'pending', 'reserved', 'in_settlement', 'earnings']) {
    const { text } = await camt(start, end, `&account=${account}`);
    ids.push(/<Acct><Id><Othr><Id>([^<]*)</.exec(text)?.[1] ?? '');
  }
  expect(ids).toEqual(['AVL', 'PND', 'RSV', 'STL', 'EAR'].map(camtAccount));
  for (const id of ids) expect(id.length).toBeLessThanOrEqual(34);
});

test('a currency never held has an empty statement, and so has another account', async () => {
  const { key } = await openOtherAccount(service);
  for (const [from, path] of [
    [service, statement(start, end).replace('MXN', 'PEN')],
    [{ baseUrl: service.baseUrl, apiKey: key }, statement(start, end)],
  ] as const) {
    const { rows } = await csvReport(from, path);
    expect(rows.map(({ line, balance }) => [line, balance])).toEqual([
      ['opening', '0.00'],
      ['closing', '0.00'],
    ]);
  }
});

test('an invalid parameter is refused by name', async () => {
  for (const [path, why] of [
    [statement(start, start), [400, 'invalid_parameter', 'to']],
    [statement(start, end, '&account=fees'), [400, 'invalid_parameter', 'account']],
    [statement(start, end, '&format=pdf'), [400, 'invalid_parameter', 'format']],
    // These codes are not in ISO 4217, so camt.053 cannot contain them.
    [statement(start, end, '&format=camt.053').replace('MXN', 'USDT'), [400, 'invalid_parameter', 'format']],
    [statement(start, end, '&format=camt.053').replace('MXN', 'USDC'), [400, 'invalid_parameter', 'format']],
    ['/v1/balances/MXN/statement', [400, 'invalid_parameter', 'from']],
    [statement(start, end).replace('MXN', 'ZZZ'), [400, 'invalid_parameter', 'currency']],
  ] as const)
    expect(refusal(await service.get(path))).toEqual(why);
  await service.check();
});
