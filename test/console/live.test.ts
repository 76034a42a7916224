import type { Browser, Page, WebSocketRoute } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser } from '../setup/browser.js';
import { checkQuiet, openTab, sendAct, signInWith } from '../setup/console-page.js';
import { operatorOf } from '../setup/graphql.js';
import { openOtherAccount } from '../setup/hand.js';
import { logOf } from '../setup/log.js';
import { checkAccessible } from '../setup/page.js';
import { openService, type RunningService } from '../setup/running.js';
import { customerFields } from '../setup/sender.js';
import { mailSettings, openMailbox } from '../setup/sign-in.js';

const mailbox = openMailbox();
const owner = 'owner@example.com';
let service: RunningService;
let browser: Browser;
let admin: string;
beforeAll(async () => {
  [service, browser] = await Promise.all([openService(mailSettings, mailbox), openBrowser()]);
  ({ token: admin } = await operatorOf(service, 'admin'));
}, 120_000);
afterAll(async () => {
  await browser?.close();
  await service?.stop();
});

const shown = (page: Page): Promise<string[]> =>
  page.evaluate(`Array.from(document.querySelectorAll('.events li'), (line) => line.dataset.id)`);

test('however often the socket is cut, the screen is the log', async () => {
  const tab = await openTab(browser, service);
  const { page } = tab;
  const sockets: WebSocketRoute[] = [];
  await page.routeWebSocket(/\/graphql$/, (socket) => {
    socket.connectToServer();
    sockets.push(socket);
  });
  await signInWith(tab, admin);
  await tab.see(`/live?accountId=${service.accountId}`);
  let cuts = 0;
  for (let round = 0; round < 12; round += 1) {
    await Promise.all(
      Array.from({ length: 20 }, async () => {
        const made = await service.post('/v1/customers', customerFields());
        expect(made.status, made.text).toBe(201);
      }),
    );
    if (round % 2 > 0) continue;
    await expect.poll(() => sockets.length, { timeout: 20_000 }).toBeGreaterThan(cuts);
    await sockets.at(-1)?.close({ code: [4290, 4503, 1012][cuts % 3] ?? 1012, reason: 'cut' });
    cuts += 1;
  }
  const log = (await logOf(service.databaseUrl, service.accountId)).map(({ id }) => id).toReversed();
  expect(log.length).toBeGreaterThanOrEqual(240);
  await expect.poll(() => shown(page), { timeout: 20_000, interval: 200 }).toEqual(log.slice(0, 500));
  expect(await page.locator('[data-count]').getAttribute('data-count')).toBe(String(log.length));
  expect(cuts).toBe(6);
}, 90_000);

test('a secret is shown once, and stands in no address, no storage and nothing that is kept', async () => {
  const tab = await signInWith(await openTab(browser, service), admin);
  const { page } = tab;
  const addresses: string[] = [];
  page.on('request', (request) => addresses.push(request.url()));
  await tab.see(`/o/${service.accountId}`);
  await page.getByRole('button', { name: 'Issue API key' }).click();
  const outcome = await sendAct(tab, 'a key for the shop');
  const [secret = ''] = /psp_test_\w+/.exec(outcome) ?? [];
  expect(secret).toMatch(/^psp_test_\w{40,}$/);
  await checkAccessible(page);
  await page.getByRole('button', { name: 'Close' }).click();
  await page.locator('dialog').waitFor({ state: 'detached' });
  expect(await page.content()).not.toContain(secret);
  const kept = await page.evaluate<string>(
    'JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie, location.href])',
  );
  expect(kept).not.toContain(secret);
  const [local] = JSON.parse(kept) as object[];
  expect(local).toEqual({ 'psp.theme': 'system' });
  expect(addresses.join('\n')).not.toMatch(/psp_(op|test|session)_/);
  await page.reload();
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  expect(await page.content()).not.toContain(secret);
  checkQuiet(tab);
});

test('an act whose answer is lost is looked up, and after a reload too', async () => {
  const tab = await signInWith(await openTab(browser, service), admin);
  const { page } = tab;
  let losing = true;
  await page.route('**/graphql', async (route) => {
    const isAct = route.request().postData()?.includes('setPayoutKillSwitch(') ?? false;
    if (!losing || !isAct) return route.continue();
    await route.fetch();
    return route.abort('connectionreset');
  });
  const stop = async (choice: string, reason: string): Promise<string> => {
    await tab.see('/switches');
    await page.getByRole('button', { name: 'Set payout kill switch' }).click();
    await page.getByRole('radio', { name: choice }).check();
    return sendAct(tab, reason);
  };
  expect(await stop('yes', 'a drill')).toContain('No answer came');
  await page.getByRole('button', { name: 'See whether it happened' }).click();
  await page.getByText('It was done').waitFor();
  expect(await stop('no', 'the drill is over')).toContain('No answer came');
  losing = false;
  await page.reload();
  await page.getByText('It was done').waitFor();
  await page.getByText('had no answer').waitFor();
});

test('a member signs in by mail, and sees the own accounts alone', async () => {
  const other = await openOtherAccount(service);
  const tab = await openTab(browser, service);
  const { page } = tab;
  await page.getByRole('button', { name: 'I am a member of an account' }).click();
  await page.getByLabel('E-mail address').fill(owner);
  await page.getByRole('button', { name: 'Mail me a code' }).click();
  await page.getByLabel('Code').fill(await mailbox.codeFor(owner));
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('navigation', { name: 'Screens' }).waitFor();
  await tab.see('/l/accounts');
  const text = (await page.locator('main').textContent()) ?? '';
  expect(text).toContain(service.accountId.slice(-6));
  expect(text).not.toContain(other.id.slice(-6));
  const links = await page.getByRole('navigation', { name: 'Screens' }).getByRole('link').allTextContents();
  expect(links).not.toEqual(expect.arrayContaining(['Work']));
  for (const closed of ['Switches', 'Health', 'Audit log', 'Operators', 'Work'])
    expect(links).not.toContain(closed);
  await page.goto(`${service.internalUrl}/console/o/${other.id}`);
  await page.getByRole('alert').waitFor();
  await tab.see(`/o/${service.accountId}`);
  expect(await page.getByRole('button', { name: 'Set account status' }).count()).toBe(0);
  await checkAccessible(page);
});
