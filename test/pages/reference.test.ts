import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { openBrowser } from '../setup/browser.js';
import { checkAccessible, shoot } from '../setup/page.js';
import { openService, type RunningService } from '../setup/running.js';
import { sized } from '../setup/size.js';

let service: RunningService;
let browser: Browser;
beforeAll(async () => {
  [service, browser] = await Promise.all([openService(), openBrowser()]);
});
afterAll(async () => {
  await browser.close();
  await service.stop();
});

interface Look {
  readonly width?: number;
  readonly colorScheme?: 'light' | 'dark';
}

const faults: string[] = [];
afterEach(() => expect(faults.splice(0)).toEqual([]));

/** The reference in a window; what it complains of, its policy too, fails the test at the end. */
async function open(hash: string, { width = 1440, colorScheme = 'light' }: Look = {}): Promise<Page> {
  const page = await browser.newPage({ viewport: { width, height: 900 }, colorScheme });
  page.on('pageerror', ({ message }) => faults.push(message));
  page.on('console', (said) => {
    if (said.type() === 'error') faults.push(said.text());
  });
  await page.goto(`${service.baseUrl}/v1/docs#${hash}`);
  await page.locator('html.scripted main > section:not([hidden])').waitFor();
  return page;
}

const looks = [
  [360, 'light'],
  [360, 'dark'],
  [1280, 'light'],
  [1280, 'dark'],
  [1920, 'light'],
  [1920, 'dark'],
] as const;
// The check looks at each scheme, in the narrowest window and in the widest.
it.each(looks.filter((_, nth) => nth % sized(5, 1) === 0))(
  'is accessible, and fits, at %i px in %s',
  async (width, colorScheme) => {
    const page = await open('start', { width, colorScheme });
    for (const view of ['start', 'guide-idempotency', 'codes', 'createPayout']) {
      await page.evaluate(`location.hash = '${view}'`);
      await page.locator(`section:not([hidden]) [id="${view}"]`).waitFor();
      await shoot(page, `reference-${view}-${width}-${colorScheme}`);
      expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'), view).toBe(true);
    }
    // Those that nobody looks at take a minute to judge, and have the same marks.
    await page.evaluate(
      `for (const each of document.querySelectorAll('main > section[hidden]')) each.remove()`,
    );
    await checkAccessible(page);
    await page.close();
  },
);

it('shows one part at a time, at the anchor of the URL, and the whole page without scripts', async () => {
  const page = await open('error-insufficient_funds');
  expect(await page.locator('main > section:not([hidden]) > h2').allTextContents()).toEqual(['Error codes']);
  await page.close();
  const plain = await browser.newPage({ javaScriptEnabled: false });
  await plain.goto(`${service.baseUrl}/v1/docs`);
  expect(await plain.locator('main > section[hidden]').count()).toBe(0);
  expect(await plain.locator('pre:visible').count()).toBeGreaterThan(100);
  await plain.close();
});

it('operations, fields, codes and events can be found by keyboard only', async () => {
  const page = await open('start');
  const field = page.getByRole('combobox', { name: 'Search' });
  for (const [query, hash] of [
    ['create a payout', 'createPayout'],
    ['/v1/payouts/{id}/cancel', 'cancelPayout'],
    ['insufficient_funds', 'error-insufficient_funds'],
    ['payout.returned', 'event-payout.returned'],
    // Words of the texts, and of fields by their words.
    ['webhook signature', 'guide-webhooks'],
    ['pix key', 'guide-first-payment'],
  ] as const) {
    await page.keyboard.press('/');
    await field.fill(query);
    await page.keyboard.press('Enter');
    await expect.poll(() => page.evaluate<string>('location.hash')).toBe(`#${hash}`);
  }
  await page.keyboard.press('/');
  await field.fill('pix_key zzzz');
  const options = page.getByRole('option');
  await expect.poll(() => options.allTextContents()).toEqual(['No results']);
  await page.close();
});

it('shows the chosen language everywhere, and remembers it', async () => {
  const page = await open('createPayout');
  await page
    .locator('article[aria-labelledby="createPayout"]')
    .getByRole('button', { name: 'Python' })
    .click();
  const languageOf = (id: string) =>
    page.locator(`article[aria-labelledby="${id}"] .sample:visible`).getAttribute('data-language');
  expect(await languageOf('createPayout')).toBe('python');
  await page.reload();
  expect(await languageOf('createPayout')).toBe('python');
  await page.close();
});

it('copies the content of a block, and says so', async () => {
  const page = await open('createPayout');
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin: service.baseUrl });
  const blocks = page.locator('article[aria-labelledby="createPayout"] .copied:visible');
  expect(await blocks.count()).toBeGreaterThan(1);
  for (const text of await blocks.all()) {
    const block = (await text.locator('pre').textContent()) ?? '';
    await text.getByRole('button', { name: /^Copy: / }).click();
    await expect.poll(() => text.getByRole('button').textContent()).toBe('Copied');
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(block);
    expect(block.length).toBeGreaterThan(10);
  }
  await page.context().clearPermissions();
  await page.context().grantPermissions([], { origin: service.baseUrl });
  await blocks.first().getByRole('button').click();
  await expect.poll(() => blocks.first().getByRole('button').textContent()).toBe('Selected');
  expect(await page.evaluate('String(getSelection())')).toBe(await blocks.first().locator('pre').innerText());
  await page.close();
});

it("sends requests with the reader's test key, with one key for the same request", async () => {
  const page = await open('createBeneficiary');
  await page.getByLabel('Test key').fill('psp_live_x');
  const send = async (id: string): Promise<string> => {
    const article = page.locator(`article[aria-labelledby="${id}"]`);
    const opener = article.getByRole('button', { name: 'Try it' });
    if ((await opener.getAttribute('aria-expanded')) === 'false') await opener.click();
    await article.getByRole('button', { name: /^Send/ }).click();
    await article.getByRole('button', { name: /^Send/, disabled: false }).waitFor();
    return (await article.getByRole('status').textContent()) ?? '';
  };
  expect(await send('createBeneficiary')).toContain('Only test keys');
  await page.getByLabel('Test key').fill(service.apiKey);
  expect(await send('createBeneficiary')).toMatch(/^201 in \d+ ms, req_/);
  await page.evaluate(`location.hash = 'createPayout'`);
  expect(await send('createPayout')).toMatch(/^201 /);
  expect(await send('createPayout')).toMatch(/^200 .*replayed/);
  await page.evaluate(`location.hash = 'getPayout'`);
  expect(await send('getPayout')).toMatch(/^200 /);
  const payouts = (await service.get('/v1/payouts')).at('data') as unknown[];
  expect(payouts.length).toBe(1);
  await page.close();
});

it('sends a typed id unchanged', async () => {
  const beneficiary = await service.post('/v1/beneficiaries', {
    method: 'pix',
    currency: 'BRL',
    details: { name: 'Ana Lima', pix_key: 'typed@example.com' },
  });
  const typed = beneficiary.get('id');
  await service.post('/v1/beneficiaries', {
    method: 'pix',
    currency: 'BRL',
    details: { name: 'Ana Lima', pix_key: 'newer@example.com' },
  });
  const page = await open('createPayout');
  await page.getByLabel('Test key').fill(service.apiKey);
  const article = page.locator('article[aria-labelledby="createPayout"]');
  await article.getByRole('button', { name: 'Try it' }).click();
  const body = article.locator('textarea');
  await expect.poll(() => body.inputValue()).not.toContain('ben_01k9zq3v5e8x7m2n4p6r8t0w1y');
  const filled = await body.inputValue();
  expect(filled).not.toContain(typed);
  await body.fill(filled.replace(/ben_\w{26}/, typed));
  await article.getByRole('button', { name: /^Send/ }).click();
  await expect.poll(() => article.getByRole('status').textContent()).toMatch(/^201 /);
  expect(await body.inputValue()).toContain(typed);
  expect((await service.get('/v1/payouts?limit=1')).get('data.0.beneficiary_id')).toBe(typed);
  await page.close();
});

it('removes a key from the URL and from the history', async () => {
  const page = await open(`key=${service.apiKey}`);
  expect(await page.getByLabel('Test key').inputValue()).toBe(service.apiKey);
  expect(page.url()).toBe(`${service.baseUrl}/v1/docs`);
  await page.close();
});
