import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openBrowser } from '../../setup/browser.js';
import { checkQuiet, openTab } from '../../setup/console-page.js';
import { openConsole } from '../../setup/console.js';
import { operatorOf } from '../../setup/graphql.js';
import { checkAccessible, shoot } from '../../setup/page.js';
import { openService, type RunningService } from '../../setup/running.js';
import { customerFields } from '../../setup/sender.js';

const built = join(import.meta.dirname, '../../../dist/console');

let service: RunningService;
let browser: Browser;
beforeAll(async () => {
  [service, browser] = await Promise.all([openService(), openBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await service?.stop();
});

const asBrowser = { redirect: 'manual', headers: { accept: 'text/html,*/*;q=0.8' } } as const;

describe('GraphiQL', () => {
  it('is served to browsers in sandbox, and not in live', async () => {
    const led = await fetch(`${service.internalUrl}/graphql`, asBrowser);
    expect([led.status, led.headers.get('location')]).toEqual([302, '/console/graphiql']);
    expect((await fetch(`${service.internalUrl}/graphql`)).status).toBe(401);
    const live = await openConsole('live');
    expect((await fetch(`${live.url}/graphql`, asBrowser)).status).toBe(401);
    await live.close();
  });

  it('runs only scripts of the console; its editor writes some inline styles', async () => {
    const page = await fetch(`${service.internalUrl}/console/graphiql`);
    expect([page.status, page.headers.get('cache-control')]).toEqual([200, 'no-store']);
    expect(await page.text()).not.toMatch(/(src|href)="(?!\/console\/assets\/)/);
    const policy = (page.headers.get('content-security-policy') ?? '').split('; ');
    expect(policy).toEqual(
      expect.arrayContaining([
        "default-src 'none'",
        "script-src 'self'",
        "worker-src 'self'",
        "connect-src 'self'",
        "require-trusted-types-for 'script'",
      ]),
    );
    expect(policy.filter((each) => each.includes('unsafe'))).toEqual(["style-src 'self' 'unsafe-inline'"]);
  });

  it('no screen of the console loads it', () => {
    const page = readFileSync(join(built, 'index.html'), 'utf8');
    const editor = readdirSync(join(built, 'assets')).filter((name) => /monaco|graphiql|worker/.test(name));
    expect(editor.length).toBeGreaterThan(3);
    expect(editor.filter((name) => page.includes(name))).toEqual([]);
    const sizes = editor.map((name) => gzipSync(readFileSync(join(built, 'assets', name))).length);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(2 * 1024 ** 2);
  });

  it('queries over HTTP and subscribes over the socket', async () => {
    const { token } = await operatorOf(service, 'viewer');
    const tab = await openTab(browser, service);
    const { page } = tab;
    await page.goto(`${service.internalUrl}/graphql`);
    await page.getByLabel('Operator token').fill(token);
    await page.getByRole('button', { name: 'Sign in' }).click();
    const run = page.locator('.graphiql-execute-button');
    await page.locator('.graphiql-query-editor').getByText('payouts', { exact: true }).waitFor();
    await run.click();
    const answer = page.locator('.result-window');
    await answer.getByText('"caller"').waitFor();
    const sockets: unknown[] = [];
    page.on('websocket', (socket) => sockets.push(socket));
    await page.locator('.graphiql-query-editor .monaco-editor').first().click();
    await page.keyboard.press('Control+a');
    await page.keyboard.insertText('query\nsubscription { who: caller { name } }');
    // Its editor tells the name of the operation a moment after the text.
    const shownAnswer = async (): Promise<string | null> => {
      await run.click();
      return answer.textContent();
    };
    await expect.poll(shownAnswer, { timeout: 60_000, interval: 500 }).toContain('"who"');
    expect(sockets).toEqual([]);
    await page.locator('.graphiql-query-editor .monaco-editor').first().click();
    await page.keyboard.press('Control+a');
    await page.keyboard.insertText(
      `subscription { events(accountId: "${service.accountId}") { type resourceId } }`,
    );
    let isSubscribed = false;
    page.on('websocket', (socket) =>
      socket.on('framesent', ({ payload }) => {
        isSubscribed ||= String(payload).includes('"subscribe"');
      }),
    );
    // The same button stops what runs.
    const idle = page.getByRole('button', { name: /^Execute query/ });
    const subscribed = async (): Promise<boolean> => {
      if (!isSubscribed && (await idle.isVisible())) await idle.click();
      return isSubscribed;
    };
    await expect.poll(subscribed, { timeout: 60_000, interval: 500 }).toBe(true);
    // The subscription begins with what happens once it stands: something happens until it tells of it.
    await expect
      .poll(
        async () => {
          await service.post('/v1/customers', customerFields());
          return answer.textContent();
        },
        { timeout: 60_000, interval: 300 },
      )
      .toContain('customer.created');
    checkQuiet(tab);
    await page.context().close();
  });

  // The package nests the button that closes a tab in the tab; its markup is not ours to change.
  const notOurs = { rules: ['nested-interactive'] };

  it.each(['light', 'dark'] as const)(
    'is accessible in %s as soon as the colours change, except for markup of its package',
    async (colorScheme) => {
      const { token } = await operatorOf(service, 'viewer');
      const tab = await openTab(browser, service);
      const { page } = tab;
      await page.emulateMedia({ colorScheme: colorScheme === 'dark' ? 'light' : 'dark' });
      await page.goto(`${service.internalUrl}/graphql`);
      await page.getByLabel('Operator token').fill(token);
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.locator('.graphiql-query-editor .monaco-editor .mtk1').first().waitFor();
      await page.locator('button.graphiql-execute-button').click();
      const answer = page.locator('.graphiql-response');
      await expect.poll(() => answer.textContent(), { timeout: 60_000 }).toContain('"caller"');
      await page.emulateMedia({ colorScheme });
      await page.locator(`body.graphiql-${colorScheme}`).waitFor();
      await shoot(page, `graphiql-${colorScheme}`);
      await checkAccessible(page, notOurs);
      checkQuiet(tab);
      await page.context().close();
    },
  );
});
