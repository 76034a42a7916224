import jsqr from 'jsqr';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openBrowser } from '../setup/browser.js';
import { enablePage, openSession } from '../setup/hosted.js';
import { answers, fill, go } from '../setup/page.js';
import { openService, type RunningService } from '../setup/running.js';
import { deposit } from '../setup/verbs.js';

/** Its types tell of no CommonJS. */
const jsQR = jsqr as unknown as typeof jsqr.default;

let service: RunningService;
let browser: Browser;
let context: BrowserContext;
let page: Page;
beforeAll(async () => {
  [service, browser] = await Promise.all([openService(), openBrowser()]);
  await enablePage(service);
});
beforeEach(async () => {
  await context?.close();
  context = await browser.newContext({ locale: 'en', permissions: ['clipboard-read', 'clipboard-write'] });
  page = await context.newPage();
});
afterAll(async () => {
  await browser?.close();
  await service?.stop();
});

const text = async (selector: string): Promise<string> =>
  (await page.locator(selector).first().innerText()).trim();

async function toPay(amount: object = {}): Promise<{ id: string; into: string }> {
  const session = await openSession(service);
  await page.goto(`${service.baseUrl}${session.get('path')}`);
  await fill(page, { ...answers.amount, ...amount });
  await go(page);
  await fill(page, answers.sender);
  await go(page);
  await fill(page, answers.beneficiary);
  await go(page);
  await go(page);
  // The page goes on by itself once the details are there.
  await page.locator('.details').waitFor();
  const id = session.get('id');
  return { id, into: (await service.get(`/v1/hosted-sessions/${id}`)).get('funding_account_id') };
}

describe('with scripts', () => {
  test('the price follows the typed amount, without a request that changes anything', async () => {
    const session = await openSession(service);
    const methods: string[] = [];
    page.on('request', (request) => methods.push(request.method()));
    await page.goto(`${service.baseUrl}${session.get('path')}`);
    await fill(page, answers.amount);
    const total = page.locator('[data-figure="total"]');
    await total.filter({ hasText: '101.50' }).waitFor();
    expect(await text('label[for="f-side"]')).toBe('what I send, in PEN');
    expect(await text('[data-figure="within"]')).toBe('within 5 minutes after we receive your payment');
    await page.locator('#f-target').selectOption('BRL.pix');
    await page.locator('[data-figure="within"]').filter({ hasText: 'within 1 minute after' }).waitFor();
    await page.locator('#f-amount').fill('1,000');
    await page.locator('#price-none').filter({ hasText: 'This could mean 1,000 or 1.000' }).waitFor();
    expect(new Set(methods)).toEqual(new Set(['GET']));
  });

  test('copies the displayed text, and the page follows the money', async () => {
    const { into } = await toPay();
    const account = await service.get(`/v1/funding-accounts/${into}`);
    for (const [key, id] of [
      ['amount', 'v-amount'],
      ['reference', 'v-reference'],
      ['bank_account', 'v-bank-account'],
    ] as const) {
      await page.locator(`[data-copy="${id}"]`).click();
      await page.locator('#copied').filter({ hasText: 'Copied' }).waitFor({ state: 'attached' });
      const copied = await page.evaluate('navigator.clipboard.readText()');
      expect(copied).toBe(account.get(`instructions.${key}`));
      expect(copied).toBe(await text(`#${id}`));
    }
    expect(await text('[role="timer"]')).toMatch(/^(29|30):\d\d$/);
    expect(await page.locator('[role="timer"]').getAttribute('aria-live')).toBe('off');
    expect(await page.locator('#announcement').textContent()).toBe('');
    await deposit(service, { funding_account_id: into });
    await page.getByRole('heading', { name: 'The money has arrived' }).waitFor();
  });

  test('repeated clicks on one button create one transfer', async () => {
    const session = await openSession(service);
    await page.goto(`${service.baseUrl}${session.get('path')}`);
    for (const values of [answers.amount, answers.sender, answers.beneficiary]) {
      await fill(page, values);
      await go(page);
    }
    await page.locator('button.main[value="confirm"]').dblclick();
    await page.locator('.details').waitFor();
    await page.goBack();
    await page.locator('h1').filter({ hasText: 'Pay 101.50 PEN' }).waitFor();
    const list = await service.get('/v1/remittances?limit=1');
    const made = await service.get(`/v1/hosted-sessions/${session.get('id')}`);
    expect(list.get('data.0.id')).toBe(made.get('remittance_id'));
  });
});

test('a transfer can be made by keyboard only, and faults are focused', async () => {
  const session = await openSession(service, {
    prefill: { source_currency: 'PEN', destination_currency: 'VES', method: 'mobile_payment' },
  });
  await page.goto(`${service.baseUrl}${session.get('path')}`);
  const focused = () => page.evaluate('document.activeElement.name ?? document.activeElement.id');
  const tabTo = async (name: string): Promise<void> => {
    for (let turn = 0; turn < 60; turn += 1) {
      await page.keyboard.press('Tab');
      if ((await focused()) === name) return;
    }
    throw new Error(`no way to ${name} by the keyboard`);
  };
  const type = async (values: Readonly<Record<string, string>>): Promise<void> => {
    for (const [name, value] of Object.entries(values)) {
      await tabTo(name);
      await page.keyboard.type(value);
    }
  };
  await tabTo('amount');
  await page.keyboard.press('Enter');
  await page.locator('#summary').waitFor();
  expect(await page.title()).toMatch(/^Error: /);
  expect(await focused()).toBe('summary');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  expect(await focused()).toBe('amount');
  await page.keyboard.type('100');
  expect(
    await page.locator('#summary, .wrong, .fault, [aria-invalid]').count(),
    'faults of a filled-in field',
  ).toBe(0);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Who sends the money?' }).waitFor();
  await type({ 'sender.name': 'Ana Paz' });
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Who receives the money?' }).waitFor();
  await type({
    'details.phone': '04141234567',
    'details.bank_code': 'Banesco',
    'details.document.type': 'V: c',
    'details.document.number': '12345678',
  });
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Check before you confirm' }).waitFor();
  await tabTo('go');
  await page.keyboard.press('Enter');
  await page.locator('.details').waitFor();
});

test('a code is shown as a QR image that decodes to the same text', async () => {
  const { into } = await toPay({ origin: 'BRL.pix' });
  const account = await service.get(`/v1/funding-accounts/${into}`);
  const code = account.get('instructions.copy_paste_code');
  expect(await text('#v-copy-paste-code')).toBe(code);
  const side = Number((await page.locator('svg.qr').getAttribute('viewBox'))?.split(' ')[2]);
  expect(decoded(side, (await page.locator('svg.qr path').getAttribute('d')) ?? '')).toBe(code);
});

/** Reads the code off its dark modules, each drawn four pixels wide. */
function decoded(side: number, path: string): string | undefined {
  const scale = 4;
  const width = side * scale;
  const pixels = new Uint8ClampedArray(width * width * 4).fill(255);
  for (const [, x, y, length] of path.matchAll(/M(\d+) (\d+)h(\d+)v1h-\d+z/g)) {
    for (let row = Number(y) * scale; row < (Number(y) + 1) * scale; row += 1) {
      for (let at = Number(x) * scale; at < (Number(x) + Number(length)) * scale; at += 1) {
        pixels.fill(0, (row * width + at) * 4, (row * width + at) * 4 + 3);
      }
    }
  }
  return jsQR(pixels, width, width)?.data;
}
