import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTab, signInWith } from '../setup/console-page.js';
import { openDashboard, owner, type Dashboard } from '../setup/dashboard-page.js';
import { keyboard, mouse, thumb, type Effort, type Hands } from '../setup/hands.js';
import { openShop, shopSettings, type Shop } from '../setup/shop.js';

let dashboard: Dashboard;
let shop: Shop;
const lines: string[] = [];

beforeAll(async () => {
  dashboard = await openDashboard(shopSettings);
  shop = await openShop(dashboard);
}, 300_000);
afterAll(async () => {
  console.log(['task | way | presses | fields | seconds', ...lines].join('\n'));
  await dashboard?.stop();
});

function note(task: string, way: string, { presses, fields, seconds }: Effort): void {
  lines.push([task, way, presses, fields, seconds.toFixed(1)].join(' | '));
}

/** A task: what a person does with their hands on the page, from the first page after sign-in on. */
type Task = (page: Page, hands: Hands) => Promise<void>;

const dialogOf = (page: Page) => page.locator('dialog.act');

const ofMember: Readonly<Record<string, { readonly most: number; readonly task: Task }>> = {
  'first payout': {
    most: 5,
    async task(page, hands) {
      await hands.use(page.locator('main').getByRole('link', { name: 'New payout' }));
      await hands.choose(page.getByLabel('To', { exact: true }), /^Rosa Campos/);
      await hands.write(page.getByLabel('Amount in MXN', { exact: true }), '120');
      await hands.submit(page.getByRole('button', { name: 'See the price' }));
      await hands.use(page.getByRole('button', { name: /^Pay 120\.00 MXN to Rosa Campos/ }));
      await page.getByRole('heading', { level: 1, name: /^Payout 120\.00 MXN/ }).waitFor();
    },
  },
  refund: {
    most: 5,
    async task(page, hands) {
      await hands.use(page.getByRole('button', { name: 'In', exact: true }));
      await hands.use(page.locator('.payments a').first());
      await hands.use(page.getByRole('link', { name: 'Refund this payment' }));
      await hands.write(page.getByLabel(/^Amount in MXN/), '12.50');
      await hands.submit(page.getByRole('button', { name: 'Continue' }));
      await hands.use(page.getByRole('button', { name: 'Refund 12.50 MXN' }));
      await page.waitForURL(/\/o\/rfd_/);
    },
  },
  'find a payment by reference': {
    most: 2,
    async task(page, hands) {
      await hands.shortcut('/');
      await hands.write(page.getByRole('searchbox', { name: 'Search' }), 'invoice 2207');
      await hands.submit();
      await page.getByRole('heading', { level: 1, name: /^Payout/ }).waitFor();
    },
  },
  approve: {
    most: 3,
    async task(page, hands) {
      const attention = page.getByRole('region', { name: 'Needs attention' });
      await hands.use(attention.getByRole('button', { name: 'Decide' }).first());
      await hands.use(dialogOf(page).getByRole('radio', { name: 'approve' }));
      await hands.use(dialogOf(page).getByRole('button', { name: /^Approve [\d,.]+ MXN to / }));
      await dialogOf(page)
        .getByText(/^Approved/)
        .waitFor();
    },
  },
  'replay a delivery': {
    most: 3,
    async task(page, hands) {
      await hands.use(
        page.getByRole('region', { name: 'Needs attention' }).getByRole('link', { name: /^http:/ }),
      );
      await hands.use(page.locator('section.card', { hasText: 'Deliveries' }).locator('tbody td a').first());
      await hands.use(page.getByRole('button', { name: 'Send again' }));
      await page.getByRole('link', { name: 'Sent again: open the new delivery' }).waitFor();
    },
  },
  'explain a failed payout': {
    most: 1,
    async task(page, hands) {
      const attention = page.getByRole('region', { name: 'Needs attention' });
      await hands.use(attention.locator('li', { hasText: 'failed' }).getByRole('link').last());
      await page.getByRole('region', { name: 'Payment' }).getByText('The bank rejected it.').waitFor();
    },
  },
};

const settled = async (page: Page): Promise<void> => {
  await page.locator('.loading').first().waitFor({ state: 'detached' });
};

describe.each(Object.entries(ofMember))('a member: %s', (name, { most, task }) => {
  test('by keyboard and by thumb', { timeout: 120_000 }, async () => {
    const address = name === 'approve' ? 'admin@example.com' : owner;
    const wide = await dashboard.enter(address, 1280);
    await settled(wide.page);
    const keys = keyboard(wide.page);
    await task(wide.page, keys);
    note(name, 'keyboard', keys.effort());
    await wide.page.context().close();
    if (name === 'approve') await shop.hold();
    const phone = await dashboard.enter(address, 360);
    await settled(phone.page);
    const taps = thumb(phone.page);
    await task(phone.page, taps);
    note(name, 'thumb', taps.effort());
    await phone.page.context().close();
    expect.soft(taps.effort().presses, name).toBeLessThanOrEqual(most);
  });
});

/** Opens the act of the first row of Work of that kind. */
const act = (page: Page, hands: Hands, kind: string, button: string): Promise<void> =>
  hands.use(page.locator('tr', { hasText: kind }).first().getByRole('button', { name: button }));

const reason = async (page: Page, hands: Hands): Promise<void> =>
  hands.write(dialogOf(page).getByLabel('Reason'), 'seen and agreed');

const confirm = async (page: Page, hands: Hands): Promise<void> => {
  await hands.use(dialogOf(page).locator('button.main'));
  await dialogOf(page).locator('.passed').waitFor();
};

const ofOperator: Readonly<Record<string, Task>> = {
  async 'approve a risk review'(page, hands) {
    await act(page, hands, 'Risk review', 'Decide');
    await hands.use(dialogOf(page).getByRole('radio', { name: /^approve/ }));
    await reason(page, hands);
    await confirm(page, hands);
  },
  async 'resolve an uncertain payout'(page, hands) {
    await act(page, hands, 'Uncertain', 'Record evidence');
    await hands.use(dialogOf(page).getByRole('radio', { name: /^paid/ }));
    await reason(page, hands);
    await confirm(page, hands);
  },
  async 'resolve an exception with an adjustment'(page, hands) {
    await act(page, hands, 'Exception', 'Resolve');
    await hands.write(dialogOf(page).getByLabel('Note'), 'The payer confirmed the smaller amount.');
    await hands.use(dialogOf(page).getByRole('button', { name: 'Add adjustment' }));
    await reason(page, hands);
    await confirm(page, hands);
  },
  async 'put a schedule in force'(page, hands) {
    await hands.use(page.locator('.whose a').first());
    await hands.use(page.getByRole('button', { name: 'Activate schedule' }));
    await reason(page, hands);
    await confirm(page, hands);
  },
  async 'run a settlement'(page, hands) {
    await hands.use(page.getByRole('link', { name: 'Settlement schedules' }));
    await hands.use(
      page.getByRole('button', { name: 'Run settlement' }).and(page.locator(':enabled')).first(),
    );
    await reason(page, hands);
    await confirm(page, hands);
  },
  async 'replay deliveries'(page, hands) {
    await act(page, hands, 'Failing endpoint', 'Replay deliveries');
    await reason(page, hands);
    await confirm(page, hands);
  },
  async 'find a customer'(page, hands) {
    await hands.shortcut('/');
    await hands.write(page.getByRole('searchbox', { name: 'Search' }), 'Ana Torres');
    await hands.submit();
    await page.getByRole('heading', { level: 1, name: /Ana Torres/ }).waitFor();
  },
  async 'stop payouts'(page, hands) {
    await hands.use(page.getByRole('link', { name: 'Switches' }));
    await hands.use(page.getByRole('button', { name: 'Stop all payouts' }));
    await reason(page, hands);
    await confirm(page, hands);
  },
};

test('the eight tasks of an operator take three clicks each at most', { timeout: 600_000 }, async () => {
  const counts: Record<string, number> = {};
  for (const [name, task] of Object.entries(ofOperator)) {
    const { page } = await signInWith(await openTab(dashboard.browser, shop.service), shop.admin.token);
    await settled(page);
    const hands = mouse(page);
    await task(page, hands);
    const effort = hands.effort();
    note(name, 'mouse', effort);
    counts[name] = effort.presses;
    await page.context().close();
  }
  expect(Object.entries(counts).filter(([, clicks]) => clicks > 3)).toEqual([]);
});
