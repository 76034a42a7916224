import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openBrowser } from '../setup/browser.js';
import { checkQuiet, openTab, sendAct, signInWith, type Tab } from '../setup/console-page.js';
import { operatorOf } from '../setup/graphql.js';
import { checkAccessible, checkDark, checkFits, shoot } from '../setup/page.js';
import { queryRows } from '../setup/rows.js';
import { openService, type RunningService } from '../setup/running.js';
import { sized } from '../setup/size.js';
import { fund, mxnPayout, speiBeneficiary, speiDestination } from '../setup/verbs.js';

const built = join(import.meta.dirname, '../../dist/console');

let service: RunningService;
let browser: Browser;
let destinationId: string;
let payoutId: string;
const admin = { token: '' };
beforeAll(async () => {
  [service, browser] = await Promise.all([openService(), openBrowser()]);
  const { token, get } = await operatorOf(service, 'admin');
  admin.token = token;
  await get(
    `mutation ($accountId: ID!) { setAccountTerms(accountId: $accountId, reason: "agreed",
      input: { approvalThreshold: { amount: "50.00", currency: "MXN" } }) { approvalThreshold { amount } } }`,
    { accountId: service.accountId },
  );
  await fund(service, 'MXN', '10000.00');
  destinationId = await speiDestination(service);
  const beneficiaryId = await speiBeneficiary(service);
  payoutId = (await service.post('/v1/payouts', mxnPayout(beneficiaryId, '20.00', 'sim:uncertain'))).get(
    'id',
  );
  await service.post('/v1/payout-batches', { items: [mxnPayout(beneficiaryId), mxnPayout(beneficiaryId)] });
});
afterAll(async () => {
  await browser?.close();
  await service?.check();
  await service?.stop();
});

const open = async (width?: number): Promise<Tab> =>
  signInWith(await openTab(browser, service, width), admin.token);

async function heldWithdrawal(amount: string): Promise<string> {
  const made = await service.post('/v1/withdrawals', { destination_id: destinationId, amount });
  expect([made.status, made.at('status')], made.text).toEqual([201, 'pending_approval']);
  return made.get('id');
}

describe('serving the console', () => {
  test('its page is never cached, and its files are cached indefinitely', async () => {
    const page = await fetch(`${service.internalUrl}/console/work`);
    expect([page.status, page.headers.get('cache-control')]).toEqual([200, 'no-store']);
    const text = await page.text();
    expect(text).toContain('data-environment="sandbox"');
    const [, script = ''] = /src="(\/console\/assets\/[^"]+\.js)"/.exec(text) ?? [];
    const file = await fetch(`${service.internalUrl}${script}`);
    expect([file.status, file.headers.get('cache-control'), file.headers.get('content-encoding')]).toEqual([
      200,
      'public, max-age=31536000, immutable',
      'gzip',
    ]);
    const gone = await fetch(`${service.internalUrl}/console/assets/other.js`);
    expect([gone.status, gone.headers.get('cache-control')]).toEqual([404, 'no-store']);
    expect((await fetch(`${service.internalUrl}/console/`, { method: 'POST' })).status).toBe(405);
  });

  test('it loads only from its own origin, and never renders markup from text', async () => {
    const policy =
      (await fetch(`${service.internalUrl}/console/`)).headers.get('content-security-policy') ?? '';
    expect(policy.split('; ')).toEqual(
      expect.arrayContaining([
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "connect-src 'self'",
        "require-trusted-types-for 'script'",
        "trusted-types 'none'",
      ]),
    );
    expect(policy).not.toContain('unsafe');
  });

  test('the first screen transfers at most 200 KiB', () => {
    const page = readFileSync(join(built, 'index.html'), 'utf8');
    const named = readdirSync(join(built, 'assets')).filter((name) => page.includes(name));
    const sizes = named.map((name) => gzipSync(readFileSync(join(built, 'assets', name))).length);
    expect(named.length).toBeGreaterThan(2);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(200 * 1024);
  });
});

test('an invalid token is refused and not stored', async () => {
  const { page } = await openTab(browser, service);
  await page.getByLabel('Operator token').fill(`psp_op_${'0'.repeat(64)}`);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('alert').waitFor();
  expect(await page.evaluate('sessionStorage.length')).toBe(0);
});

describe('two browsers, one withdrawal', () => {
  test('the first one decides, and the other sees who and when', async () => {
    const id = await heldWithdrawal('75.00');
    const [first, second] = await Promise.all([open(), open()]);
    for (const tab of [first, second]) {
      await tab.page.locator(`tr[data-id="${id}"]`).getByRole('button', { name: 'Decide' }).click();
      await tab.page.getByRole('radio', { name: /^approve/ }).check();
    }
    expect(await sendAct(first, 'agreed with the account')).toMatch(
      /^Approved\. 75\.00 MXN to SPEI ····\d+ will be sent\./,
    );
    const notice = await sendAct(second, 'also agreed');
    expect(notice).toMatch(/^(Already|Changed to) [a-z ]+ by the admin at \d{4}-.* Nothing changed\./);
    await service.until(`/v1/withdrawals/${id}`, (each) => each.at('status') !== 'pending_approval');
    checkQuiet(first);
    checkQuiet(second);
  });

  test('a row handled by someone else is struck out without moving', async () => {
    const id = await heldWithdrawal('80.00');
    const [first, second] = await Promise.all([open(), open()]);
    const row = second.page.locator(`tr[data-id="${id}"]`);
    await row.waitFor();
    await first.page.locator(`tr[data-id="${id}"]`).getByRole('button', { name: 'Decide' }).click();
    await first.page.getByRole('radio', { name: /^decline/ }).check();
    await sendAct(first, 'not agreed');
    await second.page.locator(`tr.gone[data-id="${id}"]`).waitFor();
    await second.page.getByRole('button', { name: /^Show \d+ change/ }).click();
    await row.waitFor({ state: 'detached' });
  });
});

/** The button that sends a form, once the state of its subject is loaded. Until then Enter does nothing. */
const ready = 'button.main:enabled';

test('the work list can be used by keyboard', async () => {
  const id = await heldWithdrawal('90.00');
  const { page } = await open();
  await page.locator(`tr[data-id="${id}"]`).waitFor();
  const focused = () => page.evaluate('document.activeElement?.dataset?.id');
  for (let step = 0; step < 20 && (await focused()) !== id; step += 1) await page.keyboard.press('j');
  expect(await focused()).toBe(id);
  await page.keyboard.press('a');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Decide withdrawal' }).waitFor();
  const form = page.locator('dialog.act');
  await form.locator(ready).waitFor();
  await page.keyboard.press('Enter');
  expect(await form.locator('.wrong').allTextContents(), 'all at once').toEqual([
    'Choose one.',
    'Enter a value.',
  ]);
  const isInside = (): Promise<boolean> => page.evaluate("document.activeElement.closest('dialog') !== null");
  for (let step = 0; step < 20; step += 1) {
    expect(await isInside(), 'the focus stays in the form').toBe(true);
    await page.keyboard.press(step < 10 ? 'Tab' : 'Shift+Tab');
  }
  expect(page.url()).toMatch(/\/console\/work$/);
  await page.keyboard.press('Escape');
  expect(await focused(), 'the place is kept').toBe(id);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: /^Withdrawal/ }).waitFor();
  expect(page.url()).toMatch(new RegExp(`/console/o/${id}$`));
  await page.keyboard.press('/');
  await page.keyboard.type('deposit');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: /^Results for/ }).waitFor();
  expect(page.url()).not.toContain('deposit');
});

test('an act can be done by keyboard only, from sign-in on', async () => {
  const id = await heldWithdrawal('95.00');
  const { page } = await openTab(browser, service);
  const focused = () =>
    page.evaluate<string>(
      `document.activeElement?.closest('tr')?.dataset.id ?? document.activeElement?.name ?? ''`,
    );
  await page.locator('input:focus').waitFor();
  await page.keyboard.type(admin.token);
  await page.keyboard.press('Enter');
  await page.locator(`tr[data-id="${id}"]`).waitFor();
  for (let step = 0; step < 20 && (await focused()) !== id; step += 1) await page.keyboard.press('j');
  await page.keyboard.press('a');
  const form = page.locator('dialog.act');
  await form.waitFor();
  const isChoosing = () => page.evaluate<boolean>(`document.activeElement?.type === 'radio'`);
  for (let step = 0; step < 10 && !(await isChoosing()); step += 1) await page.keyboard.press('Tab');
  await page.keyboard.press('Space');
  await page.keyboard.press('ArrowDown');
  await form.getByText('is available to the account again').waitFor();
  for (let step = 0; step < 10 && (await focused()) !== 'reason'; step += 1) await page.keyboard.press('Tab');
  await page.keyboard.type('by keyboard');
  await page.locator(`dialog.act ${ready}`).waitFor();
  await page.keyboard.press('Enter');
  await form.getByText('will not be sent.').waitFor();
  await page.keyboard.press('Escape');
  await form.waitFor({ state: 'detached' });
  const decided = await service.get(`/v1/withdrawals/${id}`);
  expect(decided.at('status'), decided.text).toBe('cancelled');
});

/** Presses Tab until the focused element has this name, at most once around a page with long lists. */
async function tabTo(page: Page, name: RegExp): Promise<void> {
  const named = (): Promise<string> =>
    page.evaluate<string>(
      `(document.activeElement?.getAttribute('name') ?? document.activeElement?.textContent ?? '') || document.activeElement?.type`,
    );
  for (let step = 0; step < 500 && !name.test(await named()); step += 1) await page.keyboard.press('Tab');
  expect(await named()).toMatch(name);
}

/** Fills in the reason of the open form, sends it, and closes it once done. */
async function finish(page: Page): Promise<void> {
  await tabTo(page, /^reason$/);
  await page.keyboard.type('by keyboard');
  await page.locator(`dialog.act ${ready}`).waitFor();
  await page.keyboard.press('Enter');
  const outcome = page.locator('dialog.act .passed, dialog.act .failed').first();
  await outcome.waitFor();
  expect(await outcome.getAttribute('class'), (await outcome.textContent()) ?? '').toBe('passed');
  await page.keyboard.press('Escape');
  await page.locator('dialog.act').waitFor({ state: 'detached' });
}

/** Chooses the first option of a form. */
async function choose(page: Page): Promise<void> {
  await tabTo(page, /-approve$/);
  await page.keyboard.press('Space');
}

test('a review, a replay and the kill switch can be done by keyboard only', async () => {
  const beneficiaryId = await speiBeneficiary(service);
  const reviewed = await service.post('/v1/payouts', mxnPayout(beneficiaryId, '3.00', 'sim:review'));
  const endpoint = await service.post('/v1/webhook-endpoints', { url: 'https://shop.example.com/hook' });
  const { page } = await openTab(browser, service);
  await page.locator('input:focus').waitFor();
  await page.keyboard.type(admin.token);
  await page.keyboard.press('Enter');
  await page.locator('tr[data-id^="rsk_"]').first().waitFor();
  const focused = () => page.evaluate<string>(`document.activeElement?.closest('tr')?.dataset.id ?? ''`);
  for (let step = 0; step < 20 && !(await focused()).startsWith('rsk_'); step += 1)
    await page.keyboard.press('j');
  await page.keyboard.press('a');
  await page.getByRole('heading', { name: 'Decide risk' }).waitFor();
  await choose(page);
  await finish(page);
  await service.until(`/v1/payouts/${reviewed.get('id')}`, (each) => each.at('status') !== 'pending_review');
  await page.keyboard.press('/');
  await page.keyboard.type(endpoint.get('id'));
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Webhook endpoint' }).waitFor();
  await tabTo(page, /^Replay deliveries$/);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 2, name: 'Replay deliveries' }).waitFor();
  await finish(page);
  await tabTo(page, /^Switches$/);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Switches' }).waitFor();
  const stopped = page.getByText('Payouts are stopped.').and(page.locator('.stopped strong'));
  for (const isOff of [false, true]) {
    await tabTo(page, isOff ? /^Resume payouts$/ : /^Stop all payouts$/);
    await page.keyboard.press('Enter');
    await finish(page);
    await page.getByText(isOff ? /^The kill switch is off/ : /^The kill switch is on/).waitFor();
    await stopped.waitFor({ state: isOff ? 'detached' : 'visible' });
  }
  const entries = await queryRows(
    service.databaseUrl,
    "select id from audit_entry where reason = 'by keyboard' and operator = 'the admin'",
    [],
  );
  expect(entries.length).toBeGreaterThanOrEqual(4);
  await page.context().close();
});

test('a list refuses unknown filters, keeps filters under a name, and is downloaded as shown', async () => {
  const tab = await open();
  const { page } = tab;
  await tab.see('/l/payouts?status=nope&colour=red');
  await page.getByRole('alert').getByText('status: “nope” is not a value.').waitFor();
  await page.getByRole('alert').getByText('There is no filter colour.').waitFor();
  await page.getByRole('link', { name: 'Show the list without filters' }).click();
  await page.getByText('results').waitFor();
  await tab.see('/l/payouts?status=verification_pending');
  await page.getByLabel('Name of this filter').fill('Uncertain');
  await page.getByRole('button', { name: 'Save filter' }).click();
  await tab.see('/l/payouts');
  await page.getByRole('link', { name: 'Uncertain' }).click();
  await page.getByRole('button', { name: 'Delete “Uncertain”' }).waitFor();
  await page.getByText('1 result').waitFor();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download CSV' }).click(),
  ]);
  expect(file.suggestedFilename()).toBe('payouts.csv');
  const [head, line, end] = readFileSync(await file.path(), 'utf8').split('\r\n');
  expect(head).toBe(
    'destination,destination_currency,beneficiary,beneficiary_id,status,reference,source,source_currency,account,account_id,created_at,id',
  );
  expect(line).toMatch(
    /^20\.00,MXN,Rosa Campos ····9719,ben_\w+,verification_pending,,20\.30,MXN,[^,]+,acct_/,
  );
  expect(line?.endsWith(payoutId)).toBe(true);
  expect(end).toBe('');
  checkQuiet(tab);
  await page.context().close();
});

const controls = `Array.from(document.querySelectorAll('a[href], button, input, select, textarea, summary, [tabindex="0"]'))
  .filter((each) => !each.disabled && each.checkVisibility({ visibilityProperty: true }) && each.tabIndex >= 0)`;

test('every control can be reached by Tab, with visible focus', async () => {
  const tab = await open();
  const { page } = tab;
  for (const path of ['/work', '/live', '/switches', '/l/payouts', `/o/${payoutId}`, '/reports']) {
    await tab.see(path);
    await page.evaluate('document.activeElement?.blur()');
    const count = await page.evaluate<number>(
      `${controls}.map((each, at) => (each.dataset.control = at)).length`,
    );
    const reached = new Set<string>();
    const unseen: string[] = [];
    // Each part of a date is a separate tab stop.
    const most = count + 5 + 4 * (await page.locator('input[type^="date"]').count());
    for (let step = 0; step < most && reached.size < count; step += 1) {
      await page.keyboard.press('Tab');
      const [control, isSeen, text] = await page.evaluate<[string, boolean, string]>(`(() => {
        const { dataset, outerHTML } = document.activeElement;
        const style = getComputedStyle(document.activeElement);
        return [dataset.control ?? '', style.outlineStyle !== 'none' || style.boxShadow !== 'none', outerHTML.slice(0, 120)];
      })()`);
      if (control === '') continue;
      reached.add(control);
      if (!isSeen) unseen.push(text);
    }
    const missed = await page.evaluate<string[]>(
      `${controls}.filter((each) => each.dataset.control && !${JSON.stringify([...reached])}.includes(each.dataset.control)).map((each) => each.outerHTML.slice(0, 120))`,
    );
    expect([missed, unseen], path).toEqual([[], []]);
  }
});

describe.each([360, 1280, 1920])('at %i pixels', (width) => {
  test('every screen is accessible, fits, and logs no errors', async () => {
    const tab = await open(width);
    const screens = {
      work: '/work',
      live: '/live',
      payouts: '/l/payouts',
      'payouts-filtered': '/l/payouts?status=completed',
      batches: '/l/payout-batches',
      withdrawals: '/l/withdrawals',
      settlements: '/l/settlements',
      schedules: '/l/settlement-schedules',
      endpoints: '/l/webhook-endpoints',
      audit: '/l/audit-log',
      journals: '/l/journals',
      account: `/o/${service.accountId}`,
      payout: `/o/${payoutId}`,
      capabilities: `/capabilities?accountId=${service.accountId}`,
      reports: `/reports?accountId=${service.accountId}`,
      ledger: '/ledger',
      switches: '/switches',
      health: '/health',
      storage: '/storage',
      operators: '/operators',
    };
    for (const [name, path] of Object.entries(screens)) {
      await tab.see(path);
      expect(await tab.page.locator('main > .failed').count(), name).toBe(0);
      await checkFits(tab.page);
      if (width === 1280 || sized(false, width < 1900)) await checkAccessible(tab.page);
      if (width === 1280) await checkDark(tab.page);
      await shoot(tab.page, `console-${name}-${width}`);
    }
    if (width !== 1280) return checkQuiet(tab);
    // Everything else in the menu.
    const seen = new Set(Object.values(screens));
    const linked = await tab.page
      .getByRole('navigation', { name: 'Screens' })
      .getByRole('link')
      .evaluateAll((links) => links.map((link) => (link as unknown as { pathname: string }).pathname));
    // GraphiQL is a third-party page of its own.
    const others = linked
      .map((path) => path.replace('/console', ''))
      .filter((path) => !seen.has(path) && path !== '/graphiql');
    expect(linked.length).toBeGreaterThan(20);
    for (const path of others) {
      await tab.see(path);
      expect(await tab.page.locator('main > .failed').count(), path).toBe(0);
      await checkAccessible(tab.page);
    }
    checkQuiet(tab);
  }, 180_000);
});
