import type { Browser, Locator } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { inviteMember } from '../../src/usecases/member.js';
import { openBrowser } from '../setup/browser.js';
import { checkQuiet, openTab, signInWith, type Tab } from '../setup/console-page.js';
import { operatorOf } from '../setup/graphql.js';
import { withHand } from '../setup/hand.js';
import { checkAccessible } from '../setup/page.js';
import { queryRows } from '../setup/rows.js';
import { openService, type RunningService } from '../setup/running.js';
import { fund, mxnPayout, speiBeneficiary } from '../setup/verbs.js';

// Acts on several rows of a list: choose, look, confirm, and see what became of each.
let service: RunningService;
let browser: Browser;
let tab: Tab;
let other: Awaited<ReturnType<typeof operatorOf>>;
let beneficiaryId: string;
beforeAll(async () => {
  [service, browser] = await Promise.all([openService(), openBrowser()]);
  await fund(service, 'MXN', '10000.00');
  beneficiaryId = await speiBeneficiary(service);
  other = await operatorOf(service, 'admin');
  const { token } = await operatorOf(service, 'support');
  tab = await signInWith(await openTab(browser, service), token);
});
afterAll(async () => {
  await browser?.close();
  await service?.check();
  await service?.stop();
});
beforeEach(() => tab.page.unrouteAll());

async function held(amount: string): Promise<string> {
  const made = await service.post('/v1/payouts', mxnPayout(beneficiaryId, amount, 'sim:review'));
  const path = `/v1/payouts/${made.get('id')}`;
  return (await service.until(path, (each) => each.at('status') === 'processing')).get('risk_decision_id');
}

async function customer(name: string): Promise<string> {
  const body = { external_id: crypto.randomUUID(), type: 'individual', country: 'PE', display_name: name };
  return (await service.post('/v1/customers', body)).get('id');
}

/** Chooses every row of a list, and opens the form of an act on them. */
async function open(list: string, act: string): Promise<Locator> {
  const { page } = tab;
  await tab.see(list);
  await page.getByLabel('Choose all rows').check();
  await page
    .getByRole('group', { name: 'Actions on the chosen rows' })
    .getByRole('button', { name: act, exact: true })
    .click();
  const form = page.locator('dialog.act');
  await form.locator('.bulk-items li').first().waitFor();
  return form;
}

const statusesOf = async (table: string, ids: readonly string[]): Promise<readonly unknown[]> => {
  const rows = await queryRows(service.databaseUrl, `select id, status from ${table} where id = any($1)`, [
    ids,
  ]);
  return ids.map((id) => rows.find((row) => row['id'] === id)?.['status']);
};

test('several reviews are decided at once; each is shown with its subject, and decided ones are left out', async () => {
  const ids = [await held('10.00'), await held('20.50'), await held('30.00')];
  await tab.see('/l/risk-decisions?status=in_review');
  await tab.page.getByRole('cell', { name: '30.00 MXN to Rosa Campos ····9719', exact: true }).waitFor();
  const form = await open('/l/risk-decisions?status=in_review', 'Decide risk (3)');
  expect(await form.locator('.bulk-items li').allTextContents()).toEqual(
    ['30.00', '20.50', '10.00'].map(
      (amount) => expect.stringContaining(`${amount} MXN to Rosa Campos ····9719`) as string,
    ),
  );
  await checkAccessible(tab.page);
  await form.getByRole('button', { name: 'Go back' }).click();
  await other.get(
    'mutation ($id: ID!) { decideRisk(decisionId: $id, approve: true, reason: "first") { id } }',
    {
      id: ids[1],
    },
  );
  await tab.page
    .getByRole('group', { name: 'Actions on the chosen rows' })
    .getByRole('button', { name: /^Decide risk/ })
    .click();
  await form.getByText('Left out. The status is approved.').waitFor();
  await form.locator('input[type="radio"][value="false"]').check();
  await form.getByText('The money of the 2 payouts is available to the account again.').waitFor();
  const confirm = form.locator('button.main');
  expect(await confirm.textContent()).toBe('Reject 2 payouts, 40.00 MXN');
  await confirm.click();
  await form.locator('[data-path="reason"] .wrong').getByText('Enter a value.').waitFor();
  await form.getByLabel('Reason').fill('a wave of fraud');
  await confirm.click();
  await form.locator('.passed').getByText('2 done.').waitFor();
  await form.getByText('Rejected. 30.00 MXN to Rosa Campos ····9719 will not be sent.').waitFor();
  await checkAccessible(tab.page);
  expect(await statusesOf('risk_decision', ids)).toEqual(['rejected', 'approved', 'rejected']);
  const entries = await queryRows(
    service.databaseUrl,
    `select operator, action from audit_entry where reason = 'a wave of fraud'`,
  );
  expect(entries).toEqual(Array(2).fill({ operator: 'the support', action: 'risk.reject' }));
  await form.getByRole('button', { name: 'Close' }).click();
  await tab.page.getByText('Choose rows to act on several at once.').waitFor();
  checkQuiet(tab);
});

test('if no answer comes, nothing more is sent, and the lost one is looked up', async () => {
  const ids = [await customer('Ana Uno'), await customer('Ana Dos'), await customer('Ana Tres')];
  const form = await open('/l/customers', 'Block customer (3)');
  let nth = 0;
  await tab.page.route('**/graphql', async (route, request) => {
    const { query } = request.postDataJSON() as { query: string };
    if (!query.startsWith('mutation') || (nth += 1) !== 2) return route.continue();
    await route.fetch();
    return route.abort('connectionreset');
  });
  expect(await form.locator('button.main').textContent()).toBe('Block 3 customers');
  await form.getByLabel('Reason').fill('a list of the authorities');
  await form.locator('button.main').click();
  await form.locator('.failed[role="alert"]').getByText('1 done, 1 without an answer, 1 not sent.').waitFor();
  await form.getByText('Ana Tres is blocked. Unsent payouts fail.').waitFor();
  await form.getByText('Not sent.', { exact: true }).waitFor();
  expect(nth).toBe(2);
  expect(await statusesOf('customer', ids)).toEqual(['active', 'blocked', 'blocked']);
  await form.getByRole('button', { name: 'Close' }).click();
  await tab.page
    .getByRole('region', { name: 'Actions without an answer' })
    .getByText('It was done')
    .waitFor();
  // The lost answer.
  tab.complaints.length = 0;
});

test('the buttons of the chosen rows count those that the act fits', async () => {
  const [blocked, active] = [await customer('Zoe Uno'), await customer('Zoe Dos')];
  await other.get('mutation ($id: ID!) { blockCustomer(id: $id, reason: "a list") { id } }', { id: blocked });
  const { page } = tab;
  await tab.see('/l/customers');
  const box = (name: string) => page.getByRole('row').filter({ hasText: name }).getByRole('checkbox');
  await box('Zoe Uno').check();
  const bar = page.getByRole('group', { name: 'Actions on the chosen rows' });
  const none = bar.getByRole('button', { name: 'Block customer (0 of 1)', exact: true });
  expect(await none.isDisabled()).toBe(true);
  expect(await none.getAttribute('title')).toBe('The status is blocked.');
  await box('Zoe Dos').check();
  await bar.getByRole('button', { name: 'Block customer (1 of 2)', exact: true }).click();
  await page.locator('dialog.act').getByText('Left out. The status is blocked.').waitFor();
  expect(await statusesOf('customer', [blocked, active])).toEqual(['blocked', 'active']);
});

test('a note stands on the page of what it is about, for operators', async () => {
  const id = await customer('Eva Nota');
  const { page } = tab;
  await tab.see(`/o/${id}`);
  expect(await page.getByRole('heading', { name: 'Notes' }).count()).toBe(0);
  await page.getByRole('group', { name: 'Actions' }).getByRole('button', { name: 'Add note' }).click();
  const form = page.locator('dialog.act');
  await form.getByLabel('Note').fill('called us, case 4711');
  await form.getByRole('button', { name: 'Add the note' }).click();
  await form.locator('.passed').getByText('The note is added.').waitFor();
  await form.getByRole('button', { name: 'Close' }).click();
  const notes = page.getByRole('region', { name: 'Notes' });
  await notes.getByText('called us, case 4711').waitFor();
  expect(await notes.textContent()).toContain('the support');
  await page.locator('.timeline').getByText('Note: add').waitFor();
  expect((await service.get(`/v1/customers/${id}/timeline`)).text).not.toContain('4711');
  await checkAccessible(page);
  checkQuiet(tab);
});

test('the audit log and the page of a member show the e-mail address, not an id', async () => {
  const [owner] = await queryRows(
    service.databaseUrl,
    `select id from member where account_id = $1 and role = 'owner'`,
    [service.accountId],
  );
  const ask = { accountId: service.accountId, address: 'new@example.com', role: 'viewer' } as const;
  await withHand(service, (ports) => inviteMember(ports, { by: owner?.['id'] ?? '', ask }));
  await tab.see('/l/audit-log?action=member.invite');
  const actor = tab.page.locator('td').getByRole('link', { name: 'owner@example.com' });
  await actor.first().waitFor();
  expect(await actor.first().getAttribute('title')).toBe(owner?.['id']);
  await actor.first().click();
  await tab.page.getByRole('heading', { level: 1, name: /owner@example.com/ }).waitFor();
  checkQuiet(tab);
});

test('a list offers no choice to an operator who may only read', async () => {
  const { token } = await operatorOf(service, 'viewer');
  const reader = await signInWith(await openTab(browser, service, 360), token);
  await reader.see('/l/customers');
  await reader.page.getByRole('button', { name: 'Download CSV' }).waitFor();
  expect(await reader.page.getByRole('checkbox', { name: /^Choose/ }).count()).toBe(0);
});

test('on a phone the actions stay in sight while rows further down are chosen', async () => {
  for (const name of ['Ana', 'Berta', 'Carla', 'Dora', 'Elena', 'Flora']) await customer(name);
  const { page } = tab;
  await page.setViewportSize({ width: 360, height: 640 });
  await tab.see('/l/customers');
  const boxes = page.locator('.rows tbody .choose input');
  await boxes.nth(5).check();
  await boxes.nth(5).scrollIntoViewIfNeeded();
  await page.mouse.wheel(0, 10_000);
  const button = page.getByRole('group', { name: 'Actions on the chosen rows' }).getByRole('button').first();
  await expect.poll(() => page.evaluate<number>('scrollY')).toBeGreaterThan(300);
  await button.click({ trial: true });
  const box = await button.boundingBox();
  expect(box?.y).toBeGreaterThan(0);
  expect(box?.y).toBeLessThan(40);
});
