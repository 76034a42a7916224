import { readFileSync } from 'node:fs';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser } from '../setup/browser.js';
import { checkQuiet, openTab, signInWith, type Tab } from '../setup/console-page.js';
import { operatorOf } from '../setup/graphql.js';
import { openService, type RunningService } from '../setup/running.js';
import { openFunding } from '../setup/verbs.js';

// What rows, pages and forms say about their subject.
let service: RunningService;
let browser: Browser;
let tab: Tab;
beforeAll(async () => {
  [service, browser] = await Promise.all([openService(), openBrowser()]);
  const { token } = await operatorOf(service, 'admin');
  tab = await signInWith(await openTab(browser, service), token);
});
afterAll(async () => {
  checkQuiet(tab);
  await browser?.close();
  await service?.check();
  await service?.stop();
});

test('funding accounts are named by method and last digits, in lists, pages and files', async () => {
  const { page } = tab;
  const body = { method: 'spei', currency: 'MXN', settlement_currency: 'MXN' };
  const made = await openFunding(service, { ...body, reference: 'shop 7' });
  const number = String(made.at('instructions.bank_account'));
  const pix = await openFunding(service, {
    method: 'pix',
    currency: 'BRL',
    settlement_currency: 'BRL',
    amount: '5.00',
  });
  const ending = `····${number.slice(-4)}`;
  await tab.see('/l/funding-accounts');
  const row = page.getByRole('row').filter({ hasText: 'shop 7' });
  await row.getByRole('cell', { name: ending, exact: true }).waitFor();
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download CSV' }).click();
  const lines = readFileSync(await (await saved).path(), 'utf8').split('\r\n');
  expect(lines[0]).toMatch(/^method,account_hint,reference,currency,/);
  expect(lines).toContainEqual(expect.stringMatching(new RegExp(`^spei,${number.slice(-4)},shop 7,MXN,`)));
  await row.getByRole('link', { name: 'SPEI' }).click();
  await page.getByRole('heading', { level: 1, name: `Funding account SPEI ${ending}` }).waitFor();
  for (const [funding, name] of [
    [made, `SPEI ${ending}`],
    [pix, 'Pix'],
  ] as const) {
    const deposited = { funding_account_id: funding.get('id'), amount: '5.00' };
    const payin = await service.post('/v1/sandbox/deposits', deposited);
    expect(payin.status, payin.text).toBe(201);
    await tab.see(`/o/${payin.get('id')}`);
    await page.locator('.facts').getByRole('link', { name, exact: true }).waitFor();
  }
});
