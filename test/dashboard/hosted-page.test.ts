import { afterAll, beforeAll, expect, test } from 'vitest';
import { brands } from '../setup/brand.js';
import { lookAt, openDashboard, owner, type Dashboard, type Window } from '../setup/dashboard-page.js';
import type { RunningService } from '../setup/running.js';

let dashboard: Dashboard;
let service: RunningService;
const path = '/v1/hosted-page';

beforeAll(async () => {
  dashboard = await openDashboard();
  ({ service } = dashboard);
  await dashboard.invite('viewer');
});
afterAll(() => dashboard?.stop());

const open = async (address: string, width?: number): Promise<Window> => {
  const window = await dashboard.enter(address, width);
  await window.see('/hosted-page');
  return window;
};

test('an owner brands the page on a phone, is shown each fault at its field, and opens the page', async () => {
  const window = await open(owner);
  const { page } = window;
  const save = page.getByRole('button', { name: 'Save' });
  await lookAt(window, 'hosted-page-360');
  await page.getByLabel('Whose brand').selectOption('co_branded');
  const name = page.getByLabel(/^Name that customers know/);
  await name.clear();
  await save.focus();
  await page.keyboard.press('Enter');
  await page.getByText('is required for co_branded').waitFor();
  await expect.poll(() => name.evaluate((each) => each === each.ownerDocument.activeElement)).toBe(true);
  await lookAt(window, 'hosted-page-fault-360');
  await name.fill('Remesas Andinas');
  await page.getByLabel('Text', { exact: true }).fill('#f0f0f0');
  await save.click();
  await page.getByText('has a contrast of').waitFor();
  expect(await page.getByLabel('Text', { exact: true }).getAttribute('aria-invalid')).toBe('true');
  expect(await name.getAttribute('aria-invalid')).toBeNull();
  await page.getByLabel('Text', { exact: true }).fill('#2f2117');
  await page.getByLabel('Buttons and links').fill('#b4442c');
  await page.getByLabel(/^Terms/).fill('http://www.example.com/terms');
  await save.click();
  await page.getByText('is not an https URL').waitFor();
  await page.getByLabel(/^Terms/).fill('https://www.example.com/terms');
  await page.getByLabel('Customers can open the page').check();
  await page.getByLabel('Anyone can start a payment').check();
  const sample = page.locator('.sample');
  await sample.getByText('Remesas Andinas').waitFor();
  expect(
    await sample
      .locator('.go')
      .evaluate((each) => each.computedStyleMap().get('background-color')?.toString()),
  ).toBe('rgb(180, 68, 44)');
  await save.click();
  await page.getByText('Saved.').waitFor();
  const opened = page.waitForEvent('popup');
  await page.getByRole('link', { name: 'Open the public page' }).click();
  const publicPage = await opened;
  await publicPage.getByText('Remesas Andinas').first().waitFor();
  await publicPage.getByRole('link', { name: /terms/i }).waitFor();
  await page.getByRole('button', { name: 'Create a session to see the page' }).click();
  const session = page.waitForEvent('popup');
  await page.getByRole('link', { name: 'Open the page of the new session' }).click();
  await (await session).getByText('Remesas Andinas').first().waitFor();
  expect(window.complaints).toEqual([]);
});

test('fields that a form does not change keep their values', async () => {
  const { radius, font, colors, support, ...brand } = brands.co_branded;
  const logo = { logo_url: 'https://www.example.com/logo.svg' };
  const before = { ...brand, radius, font, colors, support, ...logo, enabled: true, public_start: true };
  await service.call('PUT', path, { body: before });
  const window = await open(owner, 1280);
  const { page } = window;
  await lookAt(window, 'hosted-page-1280');
  await page.getByLabel(/^Company that customers pay/).fill('Remesas Andinas S.A.C.');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Saved.').waitFor();
  const { body } = await service.get(path);
  expect(body).toMatchObject({ ...before, legal: { name: 'Remesas Andinas S.A.C.' } });
  expect(window.complaints).toEqual([]);
});

test('a viewer sees the page and changes nothing', async () => {
  const window = await open('viewer@example.com', 1280);
  const { page } = window;
  await page.locator('.sample').waitFor();
  expect(await page.getByLabel('Whose brand').isDisabled()).toBe(true);
  expect(await page.getByRole('button', { name: /^Save|session/ }).count()).toBe(0);
  await lookAt(window, 'hosted-page-viewer-1280');
});
