import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { lookAt, openDashboard, owner, type Dashboard, type Window } from '../setup/dashboard-page.js';
import { queryRows } from '../setup/rows.js';
import type { RunningService } from '../setup/running.js';
import { fund, speiBeneficiary } from '../setup/verbs.js';

let dashboard: Dashboard;
let service: RunningService;
let beneficiaryId: string;

beforeAll(async () => {
  dashboard = await openDashboard();
  ({ service } = dashboard);
  await fund(service, 'PEN', '100.00');
  await fund(service, 'MXN', '10000.00');
  beneficiaryId = await speiBeneficiary(service);
  await dashboard.invite('admin', 'developer', 'viewer');
  const asOwner = await dashboard.asOwner();
  await asOwner.call('PUT', '/v1/approval-policy', {
    body: { payouts: { above: [{ currency: 'MXN', amount: '500.00' }] } },
  });
});
afterAll(() => dashboard?.stop());

const open = async (address: string, width?: number): Promise<Window> => dashboard.enter(address, width);

const payouts = async (reference: string) =>
  (await service.get(`/v1/payouts?reference=${encodeURIComponent(reference)}`)).at('data') as {
    readonly id: string;
  }[];

/** Fills the form of a payout in and asks for its price. */
async function preview(page: Page, amount: string, reference: string): Promise<void> {
  await page.getByRole('heading', { level: 1, name: 'New payout' }).waitFor();
  await page.getByLabel('Amount in MXN', { exact: true }).fill(amount);
  await page.getByLabel('Pay from').selectOption('MXN');
  await page.getByLabel(/^Reference/).fill(reference);
  await page.getByRole('button', { name: 'See the price' }).click();
}

/** What the confirmation says, by name. */
async function factsOf(page: Page): Promise<Readonly<Record<string, string>>> {
  const facts = await page.locator('.confirm .facts > div').all();
  return Object.fromEntries(
    await Promise.all(
      facts.map(async (each) => (await each.locator('dt, dd').allInnerTexts()) as [string, string]),
    ),
  );
}

test('an owner adds a beneficiary and pays it, on a phone', async () => {
  const window = await open(owner);
  const { page } = window;
  await page.getByRole('link', { name: 'New payout' }).first().click();
  await page.getByRole('link', { name: 'Add a beneficiary' }).click();
  await page.getByLabel('Paid in').selectOption({ label: 'MXN by SPEI · MX' });
  await lookAt(window, 'beneficiary-360');
  await page.getByLabel('Name', { exact: true }).fill('Luz Rojas');
  await page.getByLabel('Clabe', { exact: true }).fill('032180000118359718');
  await page.getByRole('button', { name: 'Add beneficiary' }).click();
  await page.getByRole('alert').getByText(/clabe/).waitFor();
  await page.getByLabel('Clabe', { exact: true }).fill('012180001234567899');
  await page.getByRole('button', { name: 'Add beneficiary' }).click();
  await page.getByRole('link', { name: 'Pay this beneficiary' }).click();
  await page.getByLabel(/^Description/).fill('July, in advance');
  await page.locator('form [data-payee]').getByText('Luz Rojas · MXN by SPEI ····7899').waitFor();
  await preview(page, '75', 'rent 7');
  const confirm = page.getByRole('button', { name: /^Pay 75\.00 MXN to / });
  await confirm.waitFor();
  expect(await factsOf(page)).toMatchObject({
    To: 'Luz Rojas · MXN by SPEI ····7899',
    From: 'MXN balance, 10,000.00 MXN available',
    'They get': '75.00 MXN',
    Reference: 'rent 7',
    Description: 'July, in advance',
  });
  await lookAt(window, 'confirm-360');
  expect(await payouts('rent 7'), 'a preview pays nothing').toEqual([]);
  await confirm.click();
  await page.getByRole('heading', { level: 1, name: /^Payout/ }).waitFor();
  expect(await payouts('rent 7')).toHaveLength(1);
  expect(window.complaints).toEqual([]);
});

test('a confirmation without an answer is sent again, and pays once', async () => {
  const { page } = await open(owner, 1280);
  await page.goto(`${service.baseUrl}/dashboard/pay?beneficiary=${beneficiaryId}`);
  await preview(page, '40', 'twice 1');
  const confirm = page.getByRole('button', { name: /^Pay 40\.00 MXN/ });
  await confirm.waitFor();
  let isCut = false;
  await page.route('**/dashboard/graphql', async (route) => {
    if (isCut || !route.request().postData()?.includes('createPayout')) return route.continue();
    isCut = true;
    await route.fetch();
    return route.abort();
  });
  await confirm.click();
  await page.getByRole('alert').getByText('No answer arrived').waitFor();
  expect(await page.getByRole('button', { name: 'Change' }).isDisabled()).toBe(true);
  await page.getByRole('button', { name: 'Send again' }).click();
  await page.getByRole('heading', { level: 1, name: /^Payout/ }).waitFor();
  expect(await payouts('twice 1')).toHaveLength(1);
});

test('the amount names its currency, as payee, side and balance have it', async () => {
  const { page } = await open(owner);
  await page.goto(`${service.baseUrl}/dashboard/pay?beneficiary=${beneficiaryId}`);
  await page.getByLabel('Amount in MXN', { exact: true }).waitFor();
  await page.getByLabel('This amount is').selectOption('source');
  await page.getByLabel('Pay from').selectOption('PEN');
  await page.getByLabel('Amount in PEN', { exact: true }).waitFor();
  await page.getByLabel('This amount is').selectOption('destination');
  await page.getByLabel('Amount in MXN', { exact: true }).waitFor();
  expect(await page.getByLabel('Amount in PEN', { exact: true }).count()).toBe(0);
});

test('an insufficient balance is shown before confirmation', async () => {
  const window = await open(owner);
  const { page } = window;
  await page.goto(`${service.baseUrl}/dashboard/pay?beneficiary=${beneficiaryId}`);
  await preview(page, '99999', 'too much');
  await page.getByRole('alert').getByText('This cannot be done.').waitFor();
  expect(await factsOf(page)).toMatchObject({
    To: expect.stringMatching(/^Rosa Campos · MXN by SPEI ····\d{4}$/),
    From: expect.stringMatching(/^MXN balance, [\d,]+\.\d\d MXN available$/),
    'They get': '99,999.00 MXN',
  });
  await lookAt(window, 'confirm-short-360');
  expect(await page.getByRole('button', { name: /^Pay / }).count()).toBe(0);
  await page.getByRole('button', { name: 'Change' }).click();
  await preview(page, '0.001', 'too little');
  await page.getByRole('alert').getByText('This cannot be done.').waitFor();
  expect(await factsOf(page)).toEqual({
    To: expect.stringMatching(/^Rosa Campos /),
    From: expect.stringMatching(/ available$/),
    Amount: '0.001 MXN',
    Reference: 'too little',
  });
  await page.getByRole('button', { name: 'Change' }).click();
  expect(await page.getByLabel('Amount in MXN', { exact: true }).inputValue()).toBe('0.001');
});

/** The first of what needs attention: a payment that waits for an approval. */
const waiting = (page: Page) =>
  page.getByRole('region', { name: 'Needs attention' }).getByRole('link', { name: 'Rosa Campos' }).first();

test('a developer requests a large payout, and an admin approves it', async () => {
  const developer = await open('developer@example.com', 1280);
  await developer.page.goto(`${service.baseUrl}/dashboard/pay?beneficiary=${beneficiaryId}`);
  await preview(developer.page, '600', 'large 1');
  await developer.page.getByText('It waits until members have approved it.').waitFor();
  await developer.page.getByRole('button', { name: /^Pay 600/ }).click();
  await developer.page.getByRole('heading', { level: 1, name: /^Payout/ }).waitFor();
  await developer.page.goto(`${service.baseUrl}/dashboard`);
  await waiting(developer.page).click();
  await developer.page.getByRole('heading', { level: 1, name: /^Approval/ }).waitFor();
  await developer.page.getByText('600.00').first().waitFor();
  expect(await developer.page.getByRole('button', { name: 'Decide approval' }).count()).toBe(0);

  const admin = await open('admin@example.com');
  await waiting(admin.page).click();
  await admin.page.getByRole('button', { name: 'Decide approval' }).click();
  await admin.page.getByRole('radio', { name: 'approve' }).check();
  await lookAt(admin, 'approve-360');
  await admin.page
    .getByRole('dialog')
    .getByRole('button', { name: /^Approve 600.00 MXN to Rosa Campos/ })
    .click();
  await admin.page
    .getByRole('dialog')
    .getByText(/^Approved/)
    .waitFor();
  const [row] = await payouts('large 1');
  await service.until(`/v1/payouts/${row?.id}`, (each) => each.at('status') === 'completed');
});

test('an owner refunds a part of a payment', async () => {
  const window = await open(owner);
  const { page } = window;
  await page.getByRole('button', { name: 'In', exact: true }).click();
  await page.locator('.payments a').first().click();
  await page.getByRole('link', { name: 'Refund this payment' }).click();
  const amount = page.getByLabel(/^Amount in MXN/);
  await amount.fill('0.001');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('alert').getByText('This cannot be done.').waitFor();
  expect(await factsOf(page)).toEqual({ Amount: '0.001 MXN' });
  await page.getByRole('button', { name: 'Change' }).click();
  await amount.fill('12.50');
  await lookAt(window, 'refund-360');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('button', { name: 'Refund 12.50 MXN' }).click();
  await page.waitForURL(/\/o\/rfd_/);
  const rows = await queryRows(service.databaseUrl, 'select amount::text from refund');
  expect(rows.map(({ amount }) => Number(amount))).toEqual([12.5]);
});

test('a viewer sees payments, and has no buttons that move money', async () => {
  const { page } = await open('viewer@example.com');
  expect(await page.getByRole('link', { name: 'New payout' }).count()).toBe(0);
  await page.locator('.payments a').first().click();
  await page.getByRole('heading', { level: 1, name: /^Payout/ }).waitFor();
  expect(await page.getByRole('group', { name: 'Actions' }).count()).toBe(0);
  await page.goto(`${service.baseUrl}/dashboard/pay?beneficiary=${beneficiaryId}`);
  await preview(page, '5', 'viewer 1');
  await page
    .getByRole('alert')
    .getByText(/needs the role|can only read/)
    .waitFor();
  expect(await payouts('viewer 1')).toEqual([]);
});
