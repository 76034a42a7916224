import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { lookAt, openDashboard, owner, type Dashboard, type Window } from '../setup/dashboard-page.js';
import type { RunningService } from '../setup/running.js';
import { fund } from '../setup/verbs.js';

let dashboard: Dashboard;
let service: RunningService;

beforeAll(async () => {
  dashboard = await openDashboard();
  ({ service } = dashboard);
  await fund(service, 'MXN', '1000.00');
  await dashboard.invite('admin');
});
afterAll(() => dashboard?.stop());

const open = async (address: string): Promise<Window> => dashboard.enter(address);

const file = `method,currency,details.name,details.clabe,source_currency,amount,amount_side,reference
spei,MXN,Rosa Campos,032180000118359719,MXN,10.00,destination,wage 1
`;

test('an owner sets the approval policy, and the preview of a batch shows that it applies', async () => {
  const window = await open(owner);
  const { page } = window;
  await window.see('/settings');
  await page.locator('[data-adds="batches"]').click();
  await page.getByLabel('Batches above: amount 1').fill('5');
  await page.getByLabel('Batches above: currency 1').fill('xyz');
  await page.getByLabel('Payee check', { exact: true }).selectOption('warn');
  await page.getByRole('button', { name: 'Save the policy' }).click();
  await page.getByRole('alert').getByText('currency').waitFor();
  await page.getByLabel('Batches above: currency 1').fill('mxn');
  const above = page.getByRole('group', { name: 'Batches above' });
  for (const label of ['Amount', 'Currency']) await above.getByText(label, { exact: true }).waitFor();
  await lookAt(window, 'settings-360');
  await page.setViewportSize({ width: 1280, height: 900 });
  await lookAt(window, 'settings-1280');
  await page.getByRole('button', { name: 'Save the policy' }).click();
  await page.getByText('The policy is in force.').waitFor();
  const policy = await (await dashboard.asOwner()).get('/v1/approval-policy');
  expect(policy.body).toMatchObject({
    batches: { above: [{ currency: 'MXN', amount: '5.00' }] },
    approvals: 1,
    expires_in: 604_800,
    payee_check: 'warn',
  });
  expect(policy.body).not.toHaveProperty('payouts');

  await window.see('/new-batch');
  const chosen = { name: 'wages.csv', mimeType: '', buffer: Buffer.from(file) };
  await page.getByLabel('CSV or pain.001 file').setInputFiles(chosen);
  await page.getByRole('button', { name: 'Check the file' }).click();
  await page.getByText('It waits until members have approved it.').first().waitFor();
  await page.getByRole('button', { name: 'Pay 10.00 MXN in 1 payout' }).click();
  await page.getByRole('heading', { level: 1, name: /^Payout batch/ }).waitFor();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download the status report (pain.002)' }).click();
  const report = await readFile(await (await download).path(), 'utf8');
  expect(report).toContain('pain.002.001.10');
  expect(report).toContain('PDNG');
  expect(window.complaints).toEqual([]);
});

test('home draws the balance of thirty days, with a table for screen readers', async () => {
  const window = await open(owner);
  const { page } = window;
  const chart = page.getByRole('img', { name: /^Total in MXN: 0\.00 on .*, 1,000\.00 on \d{4}-\d\d-\d\d$/ });
  await chart.waitFor();
  await page.getByText('As a table').first().click();
  expect(await page.locator('.chart tbody tr').count()).toBe(30);
  await lookAt(window, 'home-chart-360');
});

test('an admin sees who may change the policy', async () => {
  const window = await open('admin@example.com');
  await window.see('/settings');
  await window.page.getByText('Owners see and change the approval policy here.').waitFor();
  expect(await window.page.getByRole('button', { name: 'Save the policy' }).count()).toBe(0);
});

test('a member chooses their own language and that of their invitations', async () => {
  const window = await open('admin@example.com');
  const { page } = window;
  await window.see('/settings');
  const own = page.locator('select[name="language"]');
  expect(await own.inputValue()).toBe('en');
  await own.selectOption('pt');
  await page.getByRole('button', { name: 'Save the language' }).click();
  await page.getByText('Salvo. O painel e o próximo e-mail estão neste idioma.').waitFor();
  expect(await page.evaluate('document.documentElement.lang')).toBe('pt');
  await lookAt(window, 'settings-language-360');
  await window.see('/settings');
  expect(await own.inputValue()).toBe('pt');
  await window.see('/team');
  const theirs = page.getByLabel('Idioma dos e-mails', { exact: true });
  expect(await theirs.inputValue()).toBe('pt');
  await theirs.selectOption('es');
  await page.getByLabel('E-mail', { exact: true }).fill('invited@example.com');
  await page.getByLabel('Função', { exact: true }).selectOption('viewer');
  await page.getByRole('button', { name: 'Convidar' }).click();
  await page.getByText('Enviamos um convite para invited@example.com.').waitFor();
  const members = (await (await dashboard.asOwner()).get('/v1/members')).at('data');
  expect(members).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ email: 'invited@example.com', language: 'es' }),
      expect.objectContaining({ email: 'admin@example.com', language: 'pt' }),
    ]),
  );
  expect(window.complaints).toEqual([]);
});
