import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  enterBy,
  lookAt,
  openDashboard,
  owner,
  type Dashboard,
  type Window,
} from '../setup/dashboard-page.js';
import type { RunningService } from '../setup/running.js';
import { fund, mxnPayout, speiBeneficiary } from '../setup/verbs.js';

let dashboard: Dashboard;
let service: RunningService;
let payoutId: string;
let failedId: string;
let returnedId: string;
beforeAll(async () => {
  dashboard = await openDashboard();
  ({ service } = dashboard);
  await fund(service, 'MXN', '10000.00');
  await fund(service, 'PEN', '250.00');
  const beneficiaryId = await speiBeneficiary(service);
  const made = await service.post('/v1/payouts', {
    ...mxnPayout(beneficiaryId, '120.00'),
    reference: 'invoice 7',
  });
  payoutId = made.get('id');
  failedId = (await service.post('/v1/payouts', mxnPayout(beneficiaryId, '20.00', 'sim:fail'))).get('id');
  returnedId = (await service.post('/v1/payouts', mxnPayout(beneficiaryId, '40.00', 'sim:return'))).get('id');
  await service.post('/v1/payouts', mxnPayout(beneficiaryId, '99999.00'));
  await service.post('/v1/payouts', mxnPayout(beneficiaryId, '30.00', 'sim:uncertain'));
  await service.until(`/v1/payouts/${payoutId}`, (each) => each.at('status') === 'completed');
  await service.until(`/v1/payouts/${returnedId}`, (each) => each.at('refund.status') === 'settled');
});
afterAll(() => dashboard?.stop());

const open = async (width?: number, address = owner): Promise<Window> => dashboard.enter(address, width);

test('an owner signs in by code on a phone, and sees money, payments and what needs attention', async () => {
  const window = await open();
  const { page } = window;
  await lookAt(window, 'home-360');
  const attention = page.getByRole('region', { name: 'Needs attention' });
  await attention.getByText('do not send it again').waitFor();
  await attention
    .getByText('The bank rejected it.')
    .getByText('The reserved money is available again.')
    .waitFor();
  const unfunded = attention.getByText('The available balance did not cover it.');
  expect(await unfunded.textContent()).not.toContain('reserved');
  await attention.getByText('40.00 MXN is back in your balance. Fees are not returned.').waitFor();
  const [waits, charts] = await Promise.all(
    [attention, page.locator('.charts')].map(async (each) => (await each.boundingBox())?.y ?? 0),
  );
  expect(waits, 'what needs attention stands before the charts').toBeLessThan(charts ?? 0);
  await page.getByRole('button', { name: 'In', exact: true }).click();
  await page.locator('.payments').getByText('10,000.00').waitFor();
  await page.getByLabel('Reference of a payout').fill('invoice 7');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Payouts' }).waitFor();
  await page.locator('.loading').first().waitFor({ state: 'detached' });
  expect(await page.locator('tbody tr').count()).toBe(1);
  await page.keyboard.press('/');
  await page.keyboard.type(payoutId);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: /^Payout/ }).waitFor();
  await page.getByRole('region', { name: 'Payment' }).getByText('Rosa Campos').waitFor();
  await page.getByRole('heading', { level: 2, name: 'Timeline' }).waitFor();
  await page.locator('details.me summary').click();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByLabel('E-mail address').waitFor();
  expect(await page.evaluate('sessionStorage.length')).toBe(0);
  expect(window.complaints).toEqual([]);
});

test('the page of a payout that failed or came back says where its money is', async () => {
  const window = await open();
  const payment = window.page.getByRole('region', { name: 'Payment' });
  await window.see(`/o/${failedId}`);
  await payment
    .getByText('The bank rejected it.')
    .getByText('The reserved money is available again.')
    .waitFor();
  await window.see(`/o/${returnedId}`);
  await payment.getByText('40.00 MXN is back in your balance. Fees are not returned.').waitFor();
  await lookAt(window, 'returned-360');
  expect(window.complaints).toEqual([]);
});

test('every page is accessible, in light and dark, on a phone and on a desktop', async () => {
  for (const width of [360, 1280]) {
    const window = await dashboard.window(width);
    await window.page.goto(`${service.baseUrl}/dashboard`);
    await window.page.getByLabel('E-mail address').waitFor();
    await lookAt(window, `sign-in-${width}`);
    await enterBy(window, service, { mailbox: dashboard.mailbox, address: owner });
    for (const [name, path] of [
      ['home', '/'],
      ['payouts', '/l/payouts'],
      ['payment', `/o/${payoutId}`],
      ['new-batch', '/new-batch'],
      ['api-keys', '/l/api-keys'],
      ['hosted-page', '/hosted-page'],
    ]) {
      await window.see(path ?? '');
      await lookAt(window, `${name}-${width}`);
    }
    expect(window.complaints).toEqual([]);
  }
});
