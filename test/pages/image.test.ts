import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openBrowser } from '../setup/browser.js';
import { operatorOf } from '../setup/graphql.js';
import { openOtherAccount } from '../setup/hand.js';
import { enablePage, openSession } from '../setup/hosted.js';
import { hostile, openImageHost, png, svg, type ImageHost } from '../setup/image.js';
import { clientOf, openService, type Answer, type RunningService } from '../setup/running.js';
import { Visitor } from '../setup/visitor.js';

let service: RunningService;
let browser: Browser;
let host: ImageHost;
beforeAll(async () => {
  [service, browser, host] = await Promise.all([
    openService({ WEBHOOK_ALLOW_INSECURE_TARGETS: 'true' }),
    openBrowser(),
    openImageHost(),
  ]);
});
afterAll(async () => {
  await browser?.close();
  await service?.stop();
  await host?.close();
});

/** One page an account, so that none waits because another was asked for just now. */
async function pageWith(images: object) {
  const { key } = await openOtherAccount(service);
  const client = clientOf(service.baseUrl, key);
  const put = (more: object): Promise<Answer> =>
    enablePage(client, { branding_mode: 'co_branded', brand_name: 'Andina', ...more });
  const { path } = (await put(images).then(() => openSession(client))).body as { path: string };
  const configured = () => client.get('/v1/hosted-page');
  const refused = async (field: string): Promise<string> =>
    (await client.until('/v1/hosted-page', (page) => page.at(field) !== undefined)).get(field);
  const html = async () => (await new Visitor(service.baseUrl).get(`${path}/amount`)).html;
  /** The path of the image that the page shows, once there is one. */
  const imagePath = async (pattern: RegExp): Promise<string> => {
    const deadline = Date.now() + 60_000;
    for (;;) {
      const [, found] = pattern.exec(await html()) ?? [];
      if (found !== undefined) return found;
      if (Date.now() > deadline) throw new Error(`never shown: ${(await configured()).text}`);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  };
  return { put, path, configured, refused, html, imagePath };
}

const logo = /<img class="logo" src="(\/p\/image\/hp_[0-9a-z]+\/[0-9a-f]{32})" alt="Andina">/;
const favicon = /<link rel="icon" href="(\/p\/image\/[^"]+)">/;

describe('the images of a page', () => {
  test('are fetched once, and served from its own host in a sandbox', async () => {
    host.files.set('/logo.svg', svg('<text y="20">Andina</text>')).set('/icon', png);
    const images = { logo_url: `${host.url}/logo.svg`, favicon_url: `${host.url}/icon` };
    const page = await pageWith(images);
    const [logoPath, iconPath] = [await page.imagePath(logo), await page.imagePath(favicon)];
    for (const [path, type] of [
      [logoPath, 'image/svg+xml; charset=utf-8'],
      [iconPath, 'image/png'],
    ] as const) {
      const got = await fetch(`${service.baseUrl}${path}`);
      expect(got.status).toBe(200);
      expect(Object.fromEntries(got.headers)).toMatchObject({
        'content-type': type,
        'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
        'x-content-type-options': 'nosniff',
        'cross-origin-resource-policy': 'same-origin',
        'cache-control': 'public, max-age=31536000, immutable',
      });
    }
    await page.put(images);
    for (let turn = 0; turn < 5; turn += 1) expect(await page.html()).toMatch(logo);
    expect(host.requests.filter((path) => path === '/logo.svg')).toHaveLength(1);
    expect((await page.configured()).at('logo_error')).toBeUndefined();
    await page.put({});
    expect(await page.html()).not.toMatch(logo);
    expect((await fetch(`${service.baseUrl}${logoPath}`)).status).toBe(404);
    await service.check();
  });

  test.each([
    ['/absent.png', 'The answer has status 404 instead of 200.'],
    ['/text', 'The file is not an image that can be shown; use PNG, JPEG, GIF, WebP, ICO or SVG.'],
    ['/moved', 'The answer has status 302 instead of 200; redirects are not followed.'],
    ['/long', 'The answer exceeds 512 KiB.'],
  ])('an invalid one at %s is refused with a reason; the name is shown instead', async (path, reason) => {
    host.files
      .set('/text', '<html><script>alert(1)</script></html>')
      .set('/moved', (_, response) => void response.writeHead(302, { location: '/icon' }).end())
      .set('/long', (_, response) => {
        response.writeHead(200);
        response.write(png);
        const timer = setInterval(() => response.write(Buffer.alloc(65_536)), 1);
        response.on('close', () => clearInterval(timer));
      });
    const page = await pageWith({ logo_url: `${host.url}${path}` });
    expect(await page.refused('logo_error')).toBe(reason);
    expect(await page.html()).toContain('<span class="brand">Andina</span>');
    expect((await page.configured()).at('favicon_error')).toBeUndefined();
  });

  test('is fetched again after a failure, and the page says so until then', async () => {
    const page = await pageWith({ favicon_url: 'https://localhost:1/icon.png' });
    const reason = 'The receiver refused the connection.';
    expect(await page.refused('favicon_error')).toBe(reason);
    const { get } = await operatorOf(service, 'viewer');
    const id = (await page.configured()).get('id');
    const response = await get(`{ hostedPage(id: "${id}") { logoError faviconError } }`);
    expect(response.at('hostedPage')).toEqual({ logoError: null, faviconError: reason });
    await service.check();
  });
});

describe('an active image', () => {
  test.each(Object.keys(hostile))('%s: runs nothing, loads nothing, or is refused', async (name) => {
    const canary = `${host.url}/canary`;
    const at = encodeURI(`/${name}`);
    host.files.set(at, hostile[name]?.(canary) ?? '');
    const page = await pageWith({ logo_url: `${host.url}${at}` });
    if (['external entity', 'a billion laughs', 'huge'].includes(name)) {
      expect(await page.refused('logo_error')).toMatch(/defines entities|exceeds 512 KiB/);
      return;
    }
    const path = await page.imagePath(logo);
    const context = await browser.newContext({ ignoreHTTPSErrors: true });
    const tab = await context.newPage();
    const dialogs: string[] = [];
    tab.on('dialog', (dialog) => void dialogs.push(dialog.message()));
    await tab.goto(`${service.baseUrl}${page.path}`);
    const width = await tab
      .locator('img.logo')
      .evaluate((image) => (image as unknown as { naturalWidth: number }).naturalWidth);
    expect(width).toBe(120);
    // Opened by itself it is a document.
    await tab.goto(`${service.baseUrl}${path}`);
    await tab.mouse.click(20, 20);
    expect(await tab.title()).not.toBe('taken');
    expect(dialogs).toEqual([]);
    expect(host.requests.filter((each) => each.startsWith('/canary'))).toEqual([]);
    await context.close();
  });
});
