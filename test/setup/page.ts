import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** Screenshots for whoever reviews how pages look, where they are asked for: nothing else needs them. */
const isShown = process.env['SHOTS'] !== undefined;
const shots = join(import.meta.dirname, '../../.cache/pages');

interface Violation {
  readonly id: string;
  readonly nodes: readonly { readonly html: string; readonly failureSummary?: string }[];
}

const levels = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** Rules that another's program breaks in its own markup. */
interface NotOurs {
  readonly rules?: readonly string[];
}

/** Fails where the page is not accessible by WCAG 2.2 AA, or is wider than its window. */
export async function checkAccessible(page: Page, notOurs: NotOurs = {}): Promise<void> {
  await checkBy(page, levels, notOurs);
  await checkFits(page);
}

/** Fails where the page is wider than its window. */
export async function checkFits(page: Page): Promise<void> {
  const [wide, window] = (await page.evaluate('[document.documentElement.scrollWidth, innerWidth]')) as [
    number,
    number,
  ];
  expect(wide).toBeLessThanOrEqual(window);
}

/** Fails where something is hard to read in the colours of the night; nothing else is other than by day. */
export async function checkDark(page: Page): Promise<void> {
  await page.emulateMedia({ colorScheme: 'dark' });
  await checkBy(page, ['color-contrast']);
  await page.emulateMedia({ colorScheme: 'light' });
}

async function checkBy(page: Page, runOnly: readonly string[], { rules = [] }: NotOurs = {}): Promise<void> {
  if ((await page.evaluate('typeof axe')) === 'undefined') await page.evaluate(axe.source);
  const off = Object.fromEntries(rules.map((rule) => [rule, { enabled: false }]));
  const violations = (await page.evaluate(`axe.run(document, {
    resultTypes: ['violations'],
    runOnly: ${JSON.stringify(runOnly)},
    rules: ${JSON.stringify(off)},
  }).then(({ violations }) => violations.map(({ id, nodes }) => ({ id, nodes: nodes.map(({ html, failureSummary }) => ({ html, failureSummary })) })))`)) as Violation[];
  expect(violations, page.url().replace(/hps_\w+/, 'token')).toEqual([]);
}

/** Widths at which every screen is looked at: a telephone, a laptop, a large screen. */
export const widths = [360, 1280, 1920] as const;

/** Text that is wider than the box that hides what overflows it, and tables that have to be scrolled sideways. */
const cutText = `[...document.querySelectorAll('body *')].flatMap((each) => {
  if (!each.checkVisibility({ visibilityProperty: true }) || each.closest('.unseen, svg, pre, .monaco-editor')) return [];
  const { overflowX, textOverflow } = getComputedStyle(each);
  if (overflowX === 'visible' || each.scrollWidth <= each.clientWidth + 1) return [];
  const isTable = each.querySelector(':scope > table') !== null;
  if (textOverflow === 'ellipsis' || (overflowX !== 'hidden' && overflowX !== 'clip' && !isTable)) return [];
  return [(isTable ? 'scrolls: ' : 'cut: ') + each.tagName + '.' + each.className + ' ' + each.textContent.slice(0, 60)];
})`;

/** Takes the page's pictures at every width, by day and by night; answers with what does not fit. */
export async function takePictures(page: Page, name: string): Promise<string[]> {
  const faults: string[] = [];
  const { height = 900 } = page.viewportSize() ?? {};
  for (const width of widths) {
    await page.setViewportSize({ width, height: width < 500 ? 740 : height });
    const [wide, window] = await page.evaluate<[number, number]>(
      '[document.documentElement.scrollWidth, innerWidth]',
    );
    if (wide > window) faults.push(`${name} at ${width}: ${wide} px wide`);
    const cut = await page.evaluate<string[]>(cutText);
    faults.push(...cut.map((each) => `${name} at ${width}: ${each}`));
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await shoot(page, `${name}-${width}-${colorScheme}`);
    }
    await page.emulateMedia({ colorScheme: 'light' });
  }
  await page.setViewportSize({ width: 1280, height });
  return faults;
}

/** The page at every width, where pictures are asked for; it is a telephone's again afterwards. */
export async function shootWidths(page: Page, name: string): Promise<void> {
  if (!isShown) return;
  for (const width of widths) {
    await page.setViewportSize({ width, height: width < 500 ? 740 : 800 });
    await shoot(page, `${name}-${width}`);
  }
  await page.setViewportSize({ width: widths[0], height: 740 });
}

export async function shoot(page: Page, name: string): Promise<void> {
  if (!isShown) return;
  mkdirSync(shots, { recursive: true });
  await page.screenshot({ path: join(shots, `${name}.png`), fullPage: true, animations: 'disabled' });
}

/** Fills fields in by their names on the page: text, choices and lists alike. */
export async function fill(page: Page, values: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, value] of Object.entries(values)) {
    const field = page.locator(`[name="${name}"]`).first();
    const kind = await field.evaluate((element) => (element as unknown as { type: string }).type);
    if (kind === 'radio') await page.locator(`[name="${name}"][value="${value}"]`).check({ force: true });
    else if (kind === 'select-one') await field.selectOption(value);
    else await field.fill(value);
  }
}

export const go = async (page: Page): Promise<void> => {
  await page.locator('button.main[name="go"]').first().click();
  await page.waitForLoadState();
};

/** The answers of a transfer from Peru to Venezuela. */
export const answers = {
  amount: { origin: 'PEN.bank_transfer', target: 'VES.mobile_payment', amount: '100', side: 'source' },
  sender: { 'sender.type': 'individual', 'sender.name': 'María Quispe Flores', 'sender.country': 'PE' },
  beneficiary: {
    'details.phone': '04141234567',
    'details.bank_code': '0102',
    'details.document.type': 'V',
    'details.document.number': '12345678',
    'details.name': 'Luis Pérez',
  },
} as const;
