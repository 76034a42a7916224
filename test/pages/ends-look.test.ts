import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, BrowserContext } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { pageHeaders, plainPage } from '../../src/api/pages/answer.js';
import { assetAt } from '../../src/api/pages/asset.js';
import { brandOf, type Brand } from '../../src/api/pages/brand.js';
import { fontFiles } from '../../src/api/pages/font.js';
import { languages, type Language } from '../../src/api/pages/language.js';
import { localeOf } from '../../src/domain/local-format.js';
import { page as whole } from '../../src/api/pages/shell.js';
import { payPage, payTitle, preparingPage } from '../../src/api/pages/step/pay.js';
import { ends, progressPage, progressTitle } from '../../src/api/pages/step/progress.js';
import { themeSheet } from '../../src/api/pages/theme.js';
import type { Visit } from '../../src/api/pages/visit.js';
import { wordsIn } from '../../src/api/pages/words.js';
import type { Markup } from '../../src/api/markup.js';
import { configurePage } from '../../src/domain/hosted-page.js';
import { brands } from '../setup/brand.js';
import { openBrowser } from '../setup/browser.js';
import { newId } from '../setup/fixture.js';
import { checkAccessible, shootWidths } from '../setup/page.js';
import { sized } from '../setup/size.js';

/** Pages and themes by their paths, as they are answered. */
const answered = new Map<
  string,
  { readonly body: string; readonly headers: Readonly<Record<string, string>> }
>();

let server: Server;
let baseUrl: string;
let browser: Browser;
/** One for all pages, so that what never changes is loaded once. */
let context: BrowserContext;
beforeAll(async () => {
  server = createServer((request, response) => {
    void answerOf(request.url ?? '').then(({ body, headers }) => response.writeHead(200, headers).end(body));
  });
  server.listen(0, '127.0.0.1');
  [browser] = await Promise.all([openBrowser(), once(server, 'listening')]);
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  context = await browser.newContext({ viewport: telephone });
});
afterAll(async () => {
  await browser?.close();
  server?.close();
});

const telephone = { width: 360, height: 740 };

/** The pages of this file, and beside them what the service has for any page. */
async function answerOf(path: string) {
  const found = answered.get(path);
  if (found) return found;
  const headers = { 'cache-control': 'public, max-age=31536000, immutable' };
  const asset = assetAt(path);
  if (asset) return { body: asset.bytes, headers: { ...headers, 'content-type': asset.type } };
  const font = fontFiles.get(path.replace('/p/font/', ''));
  if (!font) throw new Error(`nothing stands at ${path}`);
  return { body: await readFile(font), headers: { ...headers, 'content-type': 'font/woff2' } };
}

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
    arrives: money('6888.25', 'VES'),
    receiver: 'rent, account ending in 4321',
    holder: 'L*** P****',
    within: visit.words.amount.withinOf('2 h'),
  };
  return [
    ...ends.map((end): [string, string, Markup] => {
      const progress = {
        end,
        due: money('101.50', 'PEN'),
        paid: money('50.00', 'PEN'),
        arrives: money('6888.25', 'VES'),
        reference: 'rem_01k9zq3v5e8x7m2n4p6r8t0w1y',
        until: later,
        confirmedAt: at,
        price: undefined,
        paidAt: end === 'completed' ? at : undefined,
        arrivedAt: end === 'completed' ? later : undefined,
        sender: 'Ana Torres',
        receiver: 'rent, account ending in 4321',
        within: visit.words.amount.withinOf('2 h'),
        isPayable: end === 'waiting',
        again: '/p/hp_01k9zq3v5e8x7m2n4p6r8t0w1y',
      };
      return [`7-${end}`, progressTitle(visit, progress), progressPage(visit, progress)];
    }),
    ['5-preparing', visit.words.pay.preparing, preparingPage(visit)],
    ['5-pay-code', payTitle(visit, paying), payPage(visit, paying)],
  ];
}

function visitIn(language: Language, brand: Brand): Visit {
  const country = 'PE';
  const locale = localeOf(language, country);
  const more = {
    routes: [],
    values: {},
    hasCustomer: false,
    isPaused: false,
    sandbox: true,
    country,
    locale,
  };
  return { language, words: wordsIn[language], brand, base: '/s/hps_test_0', ...more };
}

interface Look {
  readonly title: string;
  readonly html: string;
  /** The name of its pictures. */
  readonly shot: string;
}

/** Looks at pages one after the other in a tab; what the browser found wrong besides. */
async function lookAt(statePath: string, looks: Readonly<Record<string, Look>>): Promise<string[]> {
  const page = await context.newPage();
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(String(error)));
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(message.text());
  });
  for (const [name, { title, html, shot }] of Object.entries(looks)) {
    const path = `/s/${statePath}/${name}`;
    answered.set(path, { body: html, headers: pageHeaders });
    await page.goto(`${baseUrl}${path}`);
    expect(await page.title()).toContain(title);
    await checkAccessible(page);
    await shootWidths(page, shot);
  }
  await page.close();
  return faults;
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
  const configured = Object.fromEntries(
    Object.entries({ colors, radius, font, support, brandingMode, brandName }).filter(([, value]) => value),
  );
  const { page: own } = configurePage(moment, undefined, {
    accountId: 'acct_1',
    setting: configured,
    isEntitled: true,
  });
  const brand = brandOf({ name: 'Payments service' }, { page: own, images: {} });

  answered.set(brand.theme, { body: themeSheet(own), headers: { 'content-type': 'text/css' } });

  test('lists and scroll bars of the browser are as dark as the page', async () => {
    const page = await context.newPage();
    await page.emulateMedia({ colorScheme: mode === 'white_label' ? 'light' : 'dark' });
    const html = whole(
      { language: 'en', brand, sandbox: true, title: 'Page' },
      preparingPage(visitIn('en', brand)),
    );
    answered.set(`/s/scheme-${mode}`, { body: html, headers: pageHeaders });
    await page.goto(`${baseUrl}/s/scheme-${mode}`);
    const scheme = await page.evaluate('getComputedStyle(document.documentElement).colorScheme');
    expect(scheme).toBe(mode === 'white_label' ? 'dark' : 'light');
    await page.close();
  });

  // As in look.test.ts: each brand in one language, and each language under one brand.
  const looked = languages.slice(0, mode === 'platform' ? undefined : sized(1, undefined));
  test.concurrent.each(looked)('every last page in %s is accessible and fits a phone', async (language) => {
    const shell = {
      language,
      brand,
      sandbox: true,
      switch: { action: '/s/hps_test_0/language', back: 'progress' },
    };
    const looks = pagesOf(visitIn(language, brand)).map(([name, title, content]): [string, Look] => {
      const html = whole({ ...shell, title }, content);
      return [name, { title, html, shot: `${mode}-${language}-${name}` }];
    });
    expect(await lookAt(`${mode}-${language}`, Object.fromEntries(looks))).toEqual([]);
  });
});

test.concurrent.each(languages)('the error pages are accessible in %s', async (language) => {
  const looks = (['missing', 'tooMany', 'broken', 'down'] as const).map((name): [string, Look] => {
    const { title } = wordsIn[language][name];
    const html = plainPage(name, { language, sandbox: false });
    return [name, { title, html, shot: `none-${language}-${name}` }];
  });
  expect(await lookAt(`none-${language}`, Object.fromEntries(looks))).toEqual([]);
});
