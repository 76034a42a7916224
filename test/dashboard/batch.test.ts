import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { lookAt, openDashboard, owner, type Dashboard, type Window } from '../setup/dashboard-page.js';
import type { RunningService } from '../setup/running.js';
import { projectText } from '../setup/source.js';
import { fund, speiBeneficiary } from '../setup/verbs.js';

let dashboard: Dashboard;
let service: RunningService;

beforeAll(async () => {
  dashboard = await openDashboard();
  ({ service } = dashboard);
  await fund(service, 'MXN', '1000.00');
  await dashboard.invite('viewer');
});
afterAll(() => dashboard?.stop());

const open = async (address: string, width?: number): Promise<Window> => {
  const window = await dashboard.enter(address, width);
  await window.see('/new-batch');
  return window;
};

const columns = 'method,currency,details.name,details.clabe,source_currency,amount,amount_side,reference';
const good = '032180000118359719';
const wrong = '032180000118359710';
const row = (reference: string, { clabe = good, amount = '10.00' } = {}): string =>
  `spei,MXN,Rosa Campos,${clabe},MXN,${amount},destination,${reference}`;
const csv = (...rows: readonly string[]): string => `${[columns, ...rows].join('\n')}\n`;
const batches = async () => (await service.get('/v1/payout-batches')).at('data') as { readonly id: string }[];

/** Chooses a file, and has it checked by the keyboard. */
async function check(page: Page, name: string, text: string): Promise<void> {
  await page
    .getByLabel('CSV or pain.001 file')
    .setInputFiles({ name, mimeType: '', buffer: Buffer.from(text) });
  await page.getByRole('button', { name: 'Check the file' }).focus();
  await page.keyboard.press('Enter');
}

test('a CSV file is checked, confirmed and followed to its end, on a phone', async () => {
  const window = await open(owner);
  const { page } = window;
  await lookAt(window, 'batch-360');
  await check(page, 'wages.csv', csv(row('wage 1'), row('wage 2', { amount: '20.00' })));
  const confirm = page.getByRole('button', { name: 'Pay 30.00 MXN in 2 payouts' });
  await confirm.waitFor();
  expect(await batches(), 'a preview creates nothing').toEqual([]);
  expect(await page.evaluate('document.activeElement.textContent')).toBe('Check and confirm');
  await lookAt(window, 'batch-confirm-360');
  await confirm.click();
  await page.getByRole('heading', { level: 1, name: /^Payout batch/ }).waitFor();
  const [made] = await batches();
  await service.until(`/v1/payout-batches/${made?.id}`, (each) => each.at('status') === 'completed');
  await window.see(`/o/${made?.id}`);
  await page.getByText('Completed 2 of 2').waitFor();
  await page.getByText('wage 2').waitFor();
  await lookAt(window, 'batch-page-360');
  await page.getByRole('link', { name: 'Pay from a file' }).first().waitFor();
  expect(window.complaints).toEqual([]);
});

test('refused rows and missing money are shown with their rows before anything is paid', async () => {
  const archived = await speiBeneficiary(service, '012180001234567899');
  await service.post(`/v1/beneficiaries/${archived}/archive`);
  const window = await open(owner, 1280);
  const { page } = window;
  const text = [
    'beneficiary_id,source_currency,amount,amount_side,reference,method,currency,details.name,details.clabe',
    `${archived},MXN,5.00,destination,gone 1,,,,`,
    `,MXN,12.00,destination,fine 1,spei,MXN,Rosa Campos,${good}`,
    `,MXN,99999.00,destination,large 1,spei,MXN,Rosa Campos,${good}`,
  ].join('\n');
  const before = await batches();
  await check(page, 'mixed.csv', text);
  const refused = page.locator('.confirm tbody tr');
  await refused.first().waitFor();
  expect(await refused.allInnerTexts()).toEqual([expect.stringMatching(/line 2.*gone 1.*archived/s)]);
  await page.getByText('is missing from your balance').waitFor();
  await page.getByRole('button', { name: 'Pay 1 of 3 payouts' }).waitFor();
  await lookAt(window, 'batch-confirm-1280');
  await page.getByRole('button', { name: 'Change' }).click();
  await page.getByLabel('CSV or pain.001 file').waitFor();
  expect(await batches()).toEqual(before);
  expect(window.complaints).toEqual([]);
});

test('a faulty file is refused with the position of each fault', async () => {
  const window = await open(owner);
  const { page } = window;
  const alert = page.getByRole('alert');
  await check(page, 'clabes.csv', csv(row('a', { clabe: wrong }), row('b'), row('c', { clabe: wrong })));
  await alert.getByText('line 2, column 4 (details.clabe)').waitFor();
  await alert.getByText('Also wrong: line 4, column 4 (details.clabe).').waitFor();
  await lookAt(window, 'batch-fault-360');
  await check(page, 'semicolons.csv', csv(row('a')).replaceAll(',', ';'));
  await alert.getByText('save the file with commas').waitFor();
  await check(page, 'wages.xlsx', 'PK');
  await alert.getByText('Choose a file that ends in .csv or .xml.').waitFor();
  expect(await page.getByRole('button', { name: /^Pay / }).count()).toBe(0);
});

test('a confirmation without an answer is sent again, and creates one batch', async () => {
  const { page } = await open(owner, 1280);
  const before = (await batches()).length;
  await check(page, 'twice.csv', csv(row('twice 1')));
  let cut = 0;
  const keys = new Set<string | undefined>();
  await page.route('**/v1/payout-batches', async (route) => {
    keys.add(route.request().headers()['idempotency-key']);
    if ((cut += 1) > 2) return route.continue();
    if (cut === 2)
      return route.fulfill({ status: 429, json: { error: { code: 'rate_limited', message: 'Wait.' } } });
    await route.fetch();
    return route.abort();
  });
  await page.getByRole('button', { name: /^Pay 10\.00 MXN/ }).click();
  await page.getByRole('alert').getByText('No answer arrived').waitFor();
  expect(await page.getByRole('button', { name: 'Change' }).isDisabled()).toBe(true);
  const again = page.getByRole('button', { name: 'Send again' });
  await again.click();
  await page.getByRole('alert').getByText('Wait.').waitFor();
  await again.click();
  await page.getByRole('heading', { level: 1, name: /^Payout batch/ }).waitFor();
  expect([(await batches()).length - before, keys.size]).toEqual([1, 1]);
});

test('a pain.001 file is dropped, and a template is saved', async () => {
  const { page } = await open(owner, 1280);
  await page.getByLabel('Payment method').selectOption({ label: 'MXN by SPEI' });
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download the template' }).click();
  const file = await saved;
  expect(file.suggestedFilename()).toBe('payouts_spei_MXN.csv');
  expect(await readFile(await file.path(), 'utf8')).toContain('details.clabe');
  const { paths } = JSON.parse(projectText('schema/v1.openapi.json'));
  const message = paths['/v1/payout-batches'].post.requestBody.content['application/xml'].example as string;
  const dropped = await page.evaluateHandle(`(() => {
    const files = new DataTransfer();
    files.items.add(new File([${JSON.stringify(message)}], 'wages.xml'));
    return files;
  })()`);
  await page.locator('form:has([type=file])').dispatchEvent('drop', { dataTransfer: dropped });
  await page.getByRole('button', { name: 'Check the file' }).click();
  await page.getByRole('button', { name: 'Pay 10.00 MXN in 1 payout' }).click();
  await page.getByRole('heading', { level: 1, name: /^Payout batch/ }).waitFor();
  await page.getByText('WAGES-2026-11').first().waitFor();
});

test('home, payments and batches link to it, except for a viewer', async () => {
  const asOwner = await open(owner, 1280);
  for (const path of ['', '/l/payouts', '/l/payout-batches']) {
    await asOwner.see(path);
    await asOwner.page.locator('main').getByRole('link', { name: 'Pay from a file' }).waitFor();
  }
  const viewer = await open('viewer@example.com', 1280);
  await viewer.page.getByText('Your role can read payments.').waitFor();
  expect(await viewer.page.getByLabel('CSV or pain.001 file').count()).toBe(0);
  for (const path of ['', '/l/payouts']) {
    await viewer.see(path);
    expect(await viewer.page.getByRole('link', { name: 'Pay from a file' }).count()).toBe(0);
  }
});
