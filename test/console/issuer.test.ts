import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser } from '../setup/browser.js';
import { openTab } from '../setup/console-page.js';
import { openIssuer, type TestIssuer } from '../setup/issuer.js';
import { checkAccessible, shoot } from '../setup/page.js';
import { queryRows } from '../setup/rows.js';
import { openService, type RunningService } from '../setup/running.js';

let issuer: TestIssuer;
let service: RunningService;
let browser: Browser;

beforeAll(async () => {
  [issuer, browser] = await Promise.all([openIssuer(), openBrowser()]);
  service = await openService(issuer.settings);
  await issuer.serve(service.internalUrl);
});
afterAll(async () => {
  await browser?.close();
  await service?.check();
  await service?.stop();
  await issuer?.close();
});

test('an operator signs in to the console at the issuer, reloads, and signs out', async () => {
  issuer.person = 'ana';
  issuer.people.set('ana', { email: 'ana@platform.example', groups: ['payments-admins'] });
  const tab = await openTab(browser, service);
  const { page } = tab;
  const button = page.getByRole('button', { name: `Sign in with ${new URL(issuer.url).host}` });
  await button.waitFor();
  await checkAccessible(page);
  await shoot(page, 'console-sign-in-issuer');
  await button.click();
  await page.getByRole('heading', { level: 1, name: 'Work' }).waitFor();
  expect(page.url()).not.toMatch(/code=|state=/);
  await page.reload();
  await page.getByRole('heading', { level: 1, name: 'Work' }).waitFor();
  await page.getByText('ana@platform.example').first().waitFor({ state: 'attached' });
  await tab.see('/operators');
  await page.getByText('ana@platform.example').first().waitFor();
  const token = await page.evaluate(() => sessionStorage.getItem('psp.console.token'));
  await page.goto(`${service.internalUrl}/console/work`);
  await page.locator('summary', { hasText: 'ana@platform.example' }).click();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await button.waitFor();
  const query = { query: 'query { caller { name } }' };
  await expect
    .poll(
      async () => {
        const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
        const init = { method: 'POST', headers, body: JSON.stringify(query) };
        return (await fetch(`${service.internalUrl}/graphql`, init)).status;
      },
      { timeout: 15_000 },
    )
    .toBe(401);
  expect(tab.complaints).toEqual([]);
});

test('a dangerous act opens the issuer in a window, and is done after it', async () => {
  issuer.person = 'ana';
  issuer.people.set('ana', { email: 'ana@platform.example', groups: ['payments-admins'] });
  const tab = await openTab(browser, service);
  const { page } = tab;
  await page.getByRole('button', { name: /^Sign in with 127/ }).click();
  await page.getByRole('heading', { level: 1, name: 'Work' }).waitFor();
  await queryRows(service.databaseUrl, 'update operator_session set proven_at = null');
  await tab.see(`/o/${service.accountId}`);
  await page.getByRole('button', { name: 'Issue api key' }).click();
  const act = page.locator('dialog.act').first();
  await act.getByLabel('Reason').fill('a test');
  await act.locator('button.main').click();
  const proof = page.getByRole('dialog', { name: 'Confirm that it is you' });
  await proof.waitFor();
  await checkAccessible(page);
  await shoot(page, 'console-confirm-issuer');
  await proof.getByRole('button', { name: /^Sign in with 127/ }).click();
  await act.getByText('psp_test_').first().waitFor();
  expect(tab.complaints).toEqual([]);
});

test('a person without a role gets an error and may try again', async () => {
  issuer.person = 'bob';
  issuer.people.set('bob', { email: 'bob@platform.example', groups: ['staff'] });
  const tab = await openTab(browser, service);
  const { page } = tab;
  const button = page.getByRole('button', { name: /^Sign in with 127/ });
  await button.click();
  await page.getByRole('alert').getByText('You have no role here.').waitFor();
  issuer.people.set('bob', { email: 'bob@platform.example', groups: ['payments-viewers'] });
  await button.click();
  await page.getByRole('heading', { level: 1, name: 'Work' }).waitFor();
  expect(tab.complaints).toEqual([]);
});
