import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { languages } from '../../src/domain/mail.js';
import { letterOf } from '../../src/domain/letter.js';
import { openAct, writeAct } from '../setup/console-act.js';
import { openTab, sendAct, signInWith, type Tab } from '../setup/console-page.js';
import { enterBy, openDashboard, owner, type Dashboard, type Window } from '../setup/dashboard-page.js';
import { letterFacts } from '../setup/letter.js';
import { checkAccessible, checkDark, takePictures } from '../setup/page.js';
import { openShop, shopSettings, type Shop } from '../setup/shop.js';

let dashboard: Dashboard;
let shop: Shop;
const faults: string[] = [];

beforeAll(async () => {
  dashboard = await openDashboard(shopSettings);
  shop = await openShop(dashboard);
}, 300_000);
afterAll(async () => {
  await dashboard?.stop();
});

/** Waits until nothing is loading, then judges the page and takes its pictures. */
async function look(page: Page, name: string): Promise<void> {
  await page.locator('.loading').first().waitFor({ state: 'detached' });
  await page.evaluate('document.fonts.ready.then(() => undefined)');
  await checkAccessible(page);
  await checkDark(page);
  faults.push(...(await takePictures(page, name)));
}

const idOf = (name: string): string => shop.ids[name] ?? '';

test('sign-in to the console and to the dashboard', { timeout: 600_000 }, async () => {
  const { page } = await openTab(dashboard.browser, shop.service);
  await look(page, 'console-sign-in');
  await page.getByLabel('Operator token').fill(`psp_op_${'0'.repeat(64)}`);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('alert').waitFor();
  await look(page, 'console-sign-in-refused');
  await page.getByRole('button', { name: 'I am a member of an account' }).click();
  await look(page, 'console-sign-in-member');
  const window = await dashboard.window(1280);
  await window.page.goto(`${shop.service.baseUrl}/dashboard`);
  await look(window.page, 'dashboard-sign-in');
  await window.page.getByLabel('E-mail address').fill(owner);
  await window.page.getByRole('button', { name: 'Send code' }).click();
  await window.page.getByLabel('6-digit code from the e-mail').fill('000000');
  await window.page.getByRole('button', { name: 'Sign in' }).click();
  await window.page.getByRole('alert').waitFor();
  await look(window.page, 'dashboard-sign-in-code-refused');
  expect(faults.splice(0), 'cut off or too wide').toEqual([]);
});

/** Screens of the console by what they show. */
const screens = (): Readonly<Record<string, string>> => ({
  work: '/work',
  'work-uncertain': '/work?kind=uncertain',
  'work-none': '/work?kind=schedule',
  live: '/live',
  'live-account': `/live?accountId=${idOf('account')}`,
  ...Object.fromEntries(
    [
      'accounts',
      'payouts',
      'payins',
      'refunds',
      'funding-accounts',
      'payout-batches',
      'withdrawals',
      'settlements',
      'settlement-schedules',
      'settlement-destinations',
      'customers',
      'beneficiaries',
      'webhook-endpoints',
      'deliveries',
      'journals',
      'events',
      'audit-log',
      'requests',
      'members',
      'api-keys',
      'risk-decisions',
      'reconciliation-exceptions',
      'hosted-sessions',
      'approvals',
    ].map((path) => [`list-${path}`, `/l/${path}`]),
  ),
  'list-filtered': '/l/payouts?status=verification_pending',
  'list-empty': '/l/payouts?status=cancelled',
  'list-refused': '/l/payouts?status=nope',
  ...Object.fromEntries(
    [
      'account',
      'other',
      'completed',
      'failed',
      'uncertain',
      'review',
      'payin',
      'refund',
      'batch',
      'withdrawal',
      'exception',
      'schedule',
      'destination',
      'endpoint',
      'customer',
      'long',
      'session',
      'held',
    ].map((name) => [`page-${name}`, `/o/${idOf(name)}`]),
  ),
  'page-none': `/o/pout_${'0'.repeat(26)}`,
  'no-screen': '/nowhere',
  search: '/search',
  reports: `/reports?accountId=${idOf('account')}`,
  ledger: '/ledger',
  switches: '/switches',
  health: '/health',
  storage: '/storage',
  operators: '/operators',
  capabilities: `/capabilities?accountId=${idOf('account')}`,
});

test('every screen of the console', { timeout: 3_600_000 }, async () => {
  const tab = await signInWith(await openTab(dashboard.browser, shop.service), shop.admin.token);
  for (const [name, path] of Object.entries(screens())) {
    await tab.page.goto(`${shop.service.internalUrl}/console${path}`);
    await tab.page.locator('main').waitFor();
    await tab.page.waitForLoadState('networkidle');
    await look(tab.page, `console-${name}`);
  }
  for (const asked of ['Ana Torres', 'invoice 77', 'nobody of this name']) {
    await tab.page.getByLabel('Search', { exact: true }).fill(asked);
    await tab.page.keyboard.press('Enter');
    await tab.page.getByRole('heading', { level: 1 }).waitFor();
    await look(tab.page, `console-search-${asked.replaceAll(' ', '-')}`);
  }
  await tab.page.goto(`${shop.service.internalUrl}/console/graphiql`);
  await tab.page.locator('.graphiql-query-editor .view-line').first().waitFor();
  faults.push(...(await takePictures(tab.page, 'graphiql')));
  expect(faults.splice(0), 'cut off or too wide').toEqual([]);
});

/** Opens the act of a row of Work. */
async function openOfWork(tab: Tab, kind: string, button: string): Promise<void> {
  const { page } = tab;
  await tab.see('/work');
  await page.locator('tr', { hasText: kind }).first().getByRole('button', { name: button }).click();
  await page.locator('dialog.act').waitFor();
  await page.waitForLoadState('networkidle');
}

test('the forms of acts, with what they say before and after', { timeout: 1_800_000 }, async () => {
  const tab = await signInWith(await openTab(dashboard.browser, shop.service), shop.admin.token);
  const { page } = tab;
  const dialog = page.locator('dialog.act');
  for (const [kind, button] of [
    ['Uncertain', 'Record evidence'],
    ['Approve withdrawal', 'Decide'],
    ['Exception', 'Resolve'],
    ['Failing endpoint', 'Replay deliveries'],
    ['Risk review', 'Decide'],
  ] as const) {
    await openOfWork(tab, kind, button);
    const name = `act-${kind.toLowerCase().replaceAll(' ', '-')}`;
    await look(page, name);
    if (kind === 'Exception') await dialog.getByRole('button', { name: 'Add adjustment' }).click();
    const first = dialog.locator('input[type=radio]').first();
    if ((await first.count()) > 0) await first.check();
    await dialog.locator('button.main').click();
    await dialog.locator('.wrong').first().waitFor();
    await look(page, `${name}-faults`);
  }
  await sendAct(tab, 'The customer is known; the order was confirmed by telephone.');
  await look(page, 'act-done');
  for (const [name, path, act] of [
    ['run', `/o/${idOf('schedule')}`, /^Run settlement$/],
    ['activate', `/o/${idOf('account')}`, /^Activate schedule$/],
    ['terms', `/o/${idOf('account')}`, /^Set account terms$/],
    ['note', `/o/${idOf('failed')}`, /^Add note$/],
    ['cancel', `/o/${idOf('queued')}`, /^Cancel payout$/],
    ['stop', '/switches', /^Stop all payouts$/],
  ] as const) {
    await tab.see(path);
    await writeAct(page, await openAct(tab, act), {});
    await page.waitForLoadState('networkidle');
    await look(page, `act-${name}`);
  }
  await sendAct(tab, 'incident 12');
  await tab.see('/switches');
  await look(page, 'console-switches-stopped');
  await tab.see('/l/payouts');
  await look(page, 'console-list-stopped');
  await tab.see('/l/payouts');
  const boxes = page.locator('tbody input[type=checkbox]');
  for (let nth = 0; nth < 3; nth += 1) await boxes.nth(nth).check();
  await look(page, 'console-list-chosen');
  await tab.see('/switches');
  await openAct(tab, /^Resume payouts$/);
  await sendAct(tab, 'over');
  expect(faults.splice(0), 'cut off or too wide').toEqual([]);
});

const pages = (): Readonly<Record<string, string>> => ({
  home: '',
  pay: `/pay?beneficiary=${idOf('long')}`,
  'new-beneficiary': '/new-beneficiary',
  'new-batch': '/new-batch',
  'new-endpoint': '/new-endpoint',
  'hosted-page': '/hosted-page',
  team: '/team',
  settings: '/settings',
  security: '/security',
  reports: '/reports',
  refund: `/refund/${idOf('refundable')}`,
  ...Object.fromEntries(
    [
      'payouts',
      'payout-batches',
      'beneficiaries',
      'remittances',
      'withdrawals',
      'approvals',
      'payins',
      'funding-accounts',
      'refunds',
      'hosted-sessions',
      'journals',
      'settlements',
      'webhook-endpoints',
      'deliveries',
      'events',
      'requests',
      'api-keys',
      'customers',
      'settlement-destinations',
    ].map((path) => [`list-${path}`, `/l/${path}`]),
  ),
  'list-reference': '/l/payouts?reference=invoice%2077',
  ...Object.fromEntries(
    [
      'completed',
      'failed',
      'returned',
      'uncertain',
      'review',
      'payin',
      'refund',
      'batch',
      'long',
      'customer',
      'endpoint',
      'session',
      'held',
    ].map((name) => [`page-${name}`, `/o/${idOf(name)}`]),
  ),
  'page-none': `/o/pout_${'0'.repeat(26)}`,
  'no-page': '/nowhere',
});

async function seePages({ page }: Window, of: Readonly<Record<string, string>>, as = ''): Promise<void> {
  for (const [name, path] of Object.entries(of)) {
    await page.goto(`${shop.service.baseUrl}/dashboard${path}`);
    await page.locator('main').waitFor();
    await page.waitForLoadState('networkidle');
    await look(page, `dashboard-${name}${as}`);
  }
}

test('every page of the dashboard', { timeout: 3_600_000 }, async () => {
  const window = await dashboard.enter(owner, 1280);
  const { page } = window;
  await seePages(window, pages());
  for (const [name, amount] of [
    ['confirm', '1840.50'],
    ['confirm-short', '98765432'],
    ['confirm-approval', '24000'],
  ] as const) {
    await window.see(`/pay?beneficiary=${idOf('long')}`);
    await page.getByLabel('Amount in MXN', { exact: true }).fill(amount);
    await page.getByLabel('Pay from').selectOption('MXN');
    await page.getByRole('button', { name: 'See the price' }).click();
    await page.locator('.confirm').waitFor();
    await look(page, `dashboard-${name}`);
  }
  const viewer = await dashboard.enter('viewer@example.com', 1280);
  await seePages(viewer, { home: '', team: '/team', settings: '/settings' }, '-viewer');
  expect(faults.splice(0), 'cut off or too wide').toEqual([]);
});

test('an account without anything', { timeout: 600_000 }, async () => {
  const { admin, ids, service } = shop;
  await admin.get(
    'mutation ($id: ID!) { inviteOwner(accountId: $id, email: "new@example.com", reason: "new") { email } }',
    {
      id: ids['other'],
    },
  );
  const window = await enterBy(await dashboard.window(1280), service, {
    mailbox: dashboard.mailbox,
    address: 'new@example.com',
  });
  await seePages(
    window,
    { home: '', pay: '/pay', payouts: '/l/payouts', batches: '/l/payout-batches' },
    '-empty',
  );
  expect(faults.splice(0), 'cut off or too wide').toEqual([]);
});

test('every mail, in each language', { timeout: 600_000 }, async () => {
  const page = await dashboard.browser.newPage();
  const facts = letterFacts('Remesas Andinas del Noroeste');
  for (const language of languages)
    for (const [kind, of] of Object.entries(facts)) {
      const to = { kind, language } as Parameters<typeof letterOf>[0];
      const brand = { name: 'Payments service', contact: 'help@example.com' };
      // A payer's receipt leads nowhere, and no code does.
      const link = kind === 'transfer_receipt' ? {} : { link: 'https://pay.example/dashboard' };
      await page.setContent(letterOf(to, { ...of, ...link }, brand).html);
      await checkDark(page);
      faults.push(...(await takePictures(page, `mail-${language}-${kind}`)));
    }
  await page.close();
  expect(faults.splice(0), 'cut off or too wide').toEqual([]);
});
