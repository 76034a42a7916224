import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { pageHeaders } from '../../src/api/pages/answer.js';
import { brandOf, type Brand } from '../../src/api/pages/brand.js';
import { languages, localeOf, type Language } from '../../src/api/pages/language.js';
import { page as whole } from '../../src/api/pages/shell.js';
import { payPage, preparingPage } from '../../src/api/pages/step/pay.js';
import { ends, progressPage, progressTitle } from '../../src/api/pages/step/progress.js';
import { themeSheet } from '../../src/api/pages/theme.js';
import type { Visit } from '../../src/api/pages/visit.js';
import { wordsIn } from '../../src/api/pages/words.js';
import type { Markup } from '../../src/api/markup.js';
import { configurePage } from '../../src/domain/hosted-page.js';
import { brands } from '../setup/brand.js';
import { openBrowser } from '../setup/browser.js';
import { newId } from '../setup/fixture.js';
import { checkAccessible, shoot } from '../setup/page.js';
import { openService, type RunningService } from '../setup/running.js';

let service: RunningService;
let browser: Browser;
beforeAll(async () => {
  [service, browser] = await Promise.all([openService(), openBrowser()]);
}, 120_000);
afterAll(async () => {
  await browser?.close();
  await service?.stop();
});

const at = new Date('2026-11-26T15:04:00.000Z');
const later = new Date(at.getTime() + 29 * 60_000);
const money = (amount: string, currency: string) => ({ amount, currency });
const code =
  '00020101021226820014br.gov.bcb.pix2560qr.example.com/v2/5f2b3c4d-0000-4000-8000-1234567890ab5204000053039865406101.505802BR5913Conta Exemplo6009Sao Paulo62070503***6304ABCD';

/** Every page on which a transfer is paid for, goes on or ends, as its texts are made. */
function pagesOf(visit: Visit): [name: string, title: string, content: Markup][] {
  const paying = {
    amount: '101.50',
    currency: 'BRL',
    instructions: { copy_paste_code: code, reference: 'A1B2C3D4E5' },
    until: later,
    now: at,
  };
  return [
    ...ends.map((end): [string, string, Markup] => {
      const progress = {
        end,
        asked: money('101.50', 'PEN'),
        paid: money('50.00', 'PEN'),
        arrives: money('6888.25', 'VES'),
        reference: 'rem_01k9zq3v5e8x7m2n4p6r8t0w1y',
        until: later,
        confirmedAt: at,
        isPayable: end === 'waiting',
        again: '/p/hp_01k9zq3v5e8x7m2n4p6r8t0w1y',
      };
      return [`7-${end}`, progressTitle(visit, progress), progressPage(visit, progress)];
    }),
    ['5-preparing', visit.words.pay.preparing, preparingPage(visit)],
    ['5-pay-code', visit.words.pay.title('101.50 BRL'), payPage(visit, paying)],
  ];
}

function visitIn(language: Language, brand: Brand): Visit {
  const country = 'PE';
  const locale = localeOf(language, country);
  const more = { routes: [], values: {}, hasCustomer: false, sandbox: true, country, locale };
  return { language, words: wordsIn[language], brand, base: '/s/hps_test_0', ...more };
}

/** Answers for the addresses of the service, the rest of which it answers itself. */
async function answered(page: Page, path: string, body: string, headers: object): Promise<void> {
  await page.route(`${service.baseUrl}${path}`, (route) => route.fulfill({ body, headers: { ...headers } }));
}

describe.each(Object.entries(brands))('under the brand %s', (mode, setting) => {
  const moment = { now: at, livemode: false, newId };
  const {
    colors,
    radius,
    font,
    support,
    branding_mode: brandingMode,
    brand_name: brandName,
  } = {
    colors: undefined,
    radius: undefined,
    font: undefined,
    support: undefined,
    branding_mode: undefined,
    brand_name: undefined,
    ...setting,
  };
  const given = Object.fromEntries(
    Object.entries({ colors, radius, font, support, brandingMode, brandName }).filter(([, value]) => value),
  );
  const { page: own } = configurePage(moment, undefined, {
    accountId: 'acct_1',
    setting: given,
    isEntitled: true,
  });
  const brand = brandOf(own, {});

  test.each(languages)(
    'every end in %s is accessible and fits a telephone',
    async (language) => {
      const context = await browser.newContext({ locale: language, viewport: { width: 360, height: 740 } });
      const page = await context.newPage();
      const faults: string[] = [];
      page.on('pageerror', (error) => faults.push(String(error)));
      page.on('console', (message) => {
        if (message.type() === 'error') faults.push(message.text());
      });
      await answered(page, brand.theme, themeSheet(own), { 'content-type': 'text/css' });
      await answered(page, '/s/hps_test_0/state', 'same', { 'content-type': 'text/plain' });
      const visit = visitIn(language, brand);
      for (const [name, title, content] of pagesOf(visit)) {
        const shell = {
          language,
          brand,
          sandbox: true,
          title,
          switch: { action: '/s/hps_test_0/language', back: 'progress' },
        };
        await answered(page, `/s/hps_test_0/${name}`, whole(shell, content), pageHeaders);
        await page.goto(`${service.baseUrl}/s/hps_test_0/${name}`);
        expect(await page.title()).toContain(title);
        await checkAccessible(page);
        if (language !== 'en') continue;
        await shoot(page, `${mode}-${language}-${name}-360`);
        await page.setViewportSize({ width: 1280, height: 800 });
        await shoot(page, `${mode}-${language}-${name}-1280`);
        await page.setViewportSize({ width: 360, height: 740 });
      }
      expect(faults).toEqual([]);
      await context.close();
    },
    60_000,
  );
});

test.each(languages)('the page for whoever has no page is accessible in %s', async (language) => {
  const context = await browser.newContext({ locale: language, viewport: { width: 360, height: 740 } });
  const page = await context.newPage();
  const answer = await page.goto(`${service.baseUrl}/s/hps_test_0`);
  expect(answer?.status()).toBe(404);
  expect(await page.title()).toBe(wordsIn[language].missing.title);
  await checkAccessible(page);
  await shoot(page, `none-${language}-missing-360`);
  for (const name of ['tooMany', 'broken', 'down'] as const) {
    const { title, lead } = wordsIn[language][name];
    const shell = { language, brand: undefined, sandbox: false, title };
    await answered(page, `/s/${name}`, whole(shell, lead), pageHeaders);
    await page.goto(`${service.baseUrl}/s/${name}`);
    await checkAccessible(page);
  }
  await context.close();
});
