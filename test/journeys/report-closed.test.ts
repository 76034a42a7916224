import { afterAll, beforeAll, expect, test } from 'vitest';
import { csvReport } from '../setup/report.js';
import { openService, type RunningService } from '../setup/running.js';
import { deposit, fund, mxnPayout, openFundingAccount, speiBeneficiary, walk } from '../setup/verbs.js';

let service: RunningService;
let beneficiary: string;
let pen: string;
beforeAll(async () => {
  service = await openService();
  await fund(service, 'MXN', '100000');
  beneficiary = await speiBeneficiary(service);
  pen = await openFundingAccount(service, 'PEN', 'USDT');
});
afterAll(() => service.stop());

const ledgerReports = ['transactions', 'fees', 'fx', 'balances'];
const from = 'from=2026-01-01T00:00:00Z';
const open = '2026-12-31T00:00:00Z';
const rounds = 4;
const loads = 3;

/** A report until the time of an answer, as that answer had it. */
interface Closed {
  readonly path: string;
  readonly text: string;
}

test('C9: a report of an open period is unchanged after the period has closed, despite later postings', async () => {
  let isOver = false;
  let booked = 0;
  const book = async (nth: number): Promise<void> => {
    while (!isOver) {
      if (nth % 3 === 0) await deposit(service, { funding_account_id: pen, amount: '10.00' });
      else {
        const tag = ['sim:paid', 'sim:fail', 'sim:return'][booked % 3];
        const made = await service.post('/v1/payouts', mxnPayout(beneficiary, '1.00', tag));
        expect(made.status, made.text).toBe(201);
      }
      booked += 1;
    }
  };
  const booking = Promise.all(Array.from({ length: loads }, (_, nth) => book(nth)));
  const closed: Closed[] = [];
  try {
    for (let round = 0; round < rounds; round += 1)
      for (const name of ledgerReports) {
        const answer = await csvReport(service, `/v1/reports/${name}?${from}&to=${open}&format=csv`);
        const path = `/v1/reports/${name}?${from}&to=${String(answer.headers['report-as-of'])}`;
        closed.push({ path, text: answer.text });
        const again = await csvReport(service, `${path}&format=csv`);
        expect(again.text, path).toBe(answer.text);
        if (round === 0) expect(await walk(service, `${path}&limit=100`, 'after'), path).toEqual(again.rows);
      }
  } finally {
    isOver = true;
    await booking;
  }
  expect(booked).toBeGreaterThan(rounds * loads);
  for (const { path, text } of closed)
    expect((await csvReport(service, `${path}&format=csv`)).text, path).toBe(text);
  expect(new Set(closed.map(({ text }) => text)).size).toBeGreaterThan(closed.length / 2);
  await service.check();
});
