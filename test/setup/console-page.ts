import type { Browser, Page } from 'playwright-core';
import { expect } from 'vitest';
import type { RunningService } from './running.js';

/** A tab of the console, and what its browser complained of. */
export interface Tab {
  readonly page: Page;
  readonly complaints: string[];
  /** Goes to a screen and waits until it has something to show. */
  see(path: string): Promise<void>;
}

/** The zone of the browser's clock, which is not UTC and has no summer time. */
export const browserZone = { id: 'America/Sao_Paulo', hoursAhead: -3 } as const;

/** Another window on the console, where nobody is signed in yet. */
export async function openTab(
  browser: Browser,
  service: Pick<RunningService, 'internalUrl'>,
  width = 1280,
): Promise<Tab> {
  const context = await browser.newContext({
    viewport: { width, height: width < 500 ? 740 : 900 },
    timezoneId: browserZone.id,
  });
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: service.internalUrl });
  const page = await context.newPage();
  const complaints: string[] = [];
  // A refusal is shown, and the browser notes its status besides.
  page.on('console', (message) => {
    if (message.type() === 'error' && !/status of 4\d\d/.test(message.text()))
      complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
  await page.goto(`${service.internalUrl}/console/`);
  return {
    page,
    complaints,
    async see(path) {
      await page.goto(`${service.internalUrl}/console${path}`);
      await page.locator('main h1').first().waitFor();
      await page.locator('.loading').first().waitFor({ state: 'detached' });
    },
  };
}

/** Signs an operator in. */
export async function signInWith(tab: Tab, token: string): Promise<Tab> {
  await tab.page.getByLabel('Operator token').fill(token);
  await tab.page.getByRole('button', { name: 'Sign in' }).click();
  await tab.page.getByRole('heading', { level: 1, name: 'Work' }).waitFor();
  return tab;
}

/** Sends the form of an act that is open, and waits for its outcome. */
export async function sendAct({ page }: Tab, reason: string): Promise<string> {
  const dialog = page.locator('dialog.act');
  await dialog.getByLabel('Reason').fill(reason);
  await dialog.locator('button.main').click();
  const outcome = dialog.locator('.passed, .failed[role="alert"]').first();
  await outcome.waitFor();
  return (await outcome.textContent()) ?? '';
}

export function checkQuiet({ complaints }: Tab): void {
  expect(complaints).toEqual([]);
}
