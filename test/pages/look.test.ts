import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { setWhiteLabel } from '../../src/usecases/hosted-page.js';
import { brands } from '../setup/brand.js';
import { openBrowser } from '../setup/browser.js';
import { operator, withHand } from '../setup/hand.js';
import { enablePage, openSession } from '../setup/hosted.js';
import { answers, checkAccessible, fill, go, shoot, shootWidths } from '../setup/page.js';
import { openService, type RunningService } from '../setup/running.js';
import { sized } from '../setup/size.js';
import { Visitor } from '../setup/visitor.js';

let service: RunningService;
let browser: Browser;
beforeAll(async () => {
  [service, browser] = await Promise.all([openService(), openBrowser()]);
  await withHand(service, ({ store }) =>
    setWhiteLabel({ store }, operator, { accountId: service.accountId, granted: true }),
  );
});
afterAll(async () => {
  await browser?.close();
  await service?.stop();
});

describe.each(Object.keys(brands) as (keyof typeof brands)[])('under the brand %s', (mode) => {
  beforeAll(async () => void (await enablePage(service, brands[mode])));

  // Colours depend on the brand, and the length of texts on the language: the check looks at each of both once.
  const languages = mode === 'platform' ? ['en', 'es', 'pt'] : sized(['en'], ['en', 'es', 'pt']);
  test.each(languages)('every step in %s is accessible and fits a phone', async (language) => {
    const context = await browser.newContext({ locale: language, viewport: { width: 360, height: 740 } });
    const page = await context.newPage();
    const errors: string[] = [];
    // A form that is shown again with its faults has a status of its own, which the browser notes.
    page.on('console', (message) => {
      if (message.type() === 'error' && !/409|422/.test(message.text())) errors.push(message.text());
    });
    page.on('pageerror', (error) => errors.push(String(error)));
    const look = async (name: string) => {
      await checkAccessible(page);
      await shootWidths(page, `${mode}-${language}-${name}`);
    };
    const session = await openSession(service);
    await page.goto(`${service.baseUrl}${session.get('path')}`);
    await look('1-amount');
    await go(page);
    await look('1-amount-faults');
    await fill(page, answers.amount);
    await page.locator('[data-figure="total"]').filter({ hasText: /[0-9]/ }).waitFor();
    await look('1-amount-price');
    await go(page);
    await look('2-sender');
    await go(page);
    await look('2-sender-faults');
    await fill(page, answers.sender);
    await go(page);
    await look('3-beneficiary');
    await fill(page, { ...answers.beneficiary, 'details.phone': '123' });
    await go(page);
    await look('3-beneficiary-faults');
    await fill(page, answers.beneficiary);
    await go(page);
    await look('4-review');
    const other = new Visitor(service.baseUrl);
    await other.send({ ...answers.amount, amount: '200' }, `${session.get('path')}/amount`);
    await go(page);
    await look('4-review-changed');
    await go(page);
    await page.waitForSelector('.details');
    await look('5-pay');
    await page.emulateMedia({ media: 'print' });
    await shoot(page, `${mode}-${language}-5-pay-print`);
    await page.emulateMedia({ media: 'screen' });
    await page.locator('form[action$="/paid"] button').click();
    await page.waitForSelector('.track');
    await look('6-waiting');
    expect(errors).toEqual([]);
    await context.close();
  });
});
