import type { Locator, Page } from 'playwright-core';
import { browserZone, type Tab } from './console-page.js';

type Values = Readonly<Record<string, unknown>>;

/** The name of an argument as the console writes it. */
const words = (name: string): RegExp =>
  new RegExp(
    `^${name
      .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
      .replace(/ id$/i, '')
      .replace(/\bapi\b/i, 'API')}`,
    'i',
  );

/** Opens the form of an act on the screen that has it, which is called as people read it. */
export async function openAct({ page }: Tab, name: RegExp): Promise<Locator> {
  const bars = page.getByRole('group', { name: 'Actions' });
  await bars.first().waitFor();
  const others = bars.locator('details:not([open]) > summary');
  if ((await others.count()) > 0) await others.first().click();
  await bars.getByRole('button', { name }).click();
  return page.locator('dialog.act');
}

/** Writes the arguments of an act into its form, as somebody would: text, choices, boxes and groups of them. */
export async function writeAct(page: Page, form: Locator, values: Values): Promise<void> {
  for (const [name, value] of Object.entries(values)) {
    // The account is known where its page is open.
    if (value === null || value === undefined || name === 'accountId') continue;
    await writeOne(page, form, name, value);
  }
}

/** A time as its field takes it: in the zone of the browser, to the minute. */
const localMinute = (at: string): string =>
  new Date(Date.parse(at) + browserZone.hoursAhead * 3_600_000).toISOString().slice(0, 16);

async function writeOne(page: Page, scope: Locator, name: string, value: unknown): Promise<void> {
  const group = scope
    .locator(':scope > fieldset.argument')
    .filter({ has: page.locator(':scope > legend').filter({ hasText: words(name) }) })
    .first();
  if (Array.isArray(value)) return writeSeveral(page, group, name, value);
  if (typeof value === 'object') {
    const addButton = group.locator(':scope > button', { hasText: /^Add ./ });
    if ((await addButton.count()) > 0) await addButton.first().click();
    return writeAct(page, group, value as Values);
  }
  const said = typeof value === 'string' ? value : JSON.stringify(value);
  const text = scope.locator(`:scope > label.argument > input[name="${name}"]`);
  const list = scope
    .locator(':scope > label.argument')
    .filter({ hasText: words(name) })
    .locator('select');
  if ((await text.count()) > 0) {
    const isTime = (await text.getAttribute('type')) === 'datetime-local';
    return text.fill(isTime ? localMinute(said) : said);
  }
  if ((await list.count()) > 0) return void (await list.selectOption(said));
  return scope
    .locator(':scope > fieldset.argument > label')
    .locator(`input[type="radio"][name$="-${name}"][value="${said}"]`)
    .check();
}

async function writeSeveral(
  page: Page,
  group: Locator,
  name: string,
  values: readonly unknown[],
): Promise<void> {
  const boxes = group.locator('input[type="checkbox"]');
  if ((await boxes.count()) > 0) {
    const labels = await group.locator('label.option').all();
    for (const label of labels) {
      const [word = ''] = ((await label.textContent()) ?? '').trim().split(/\s/);
      await label.locator('input').setChecked(values.includes(word));
    }
    return;
  }
  for (const [at, value] of values.entries()) {
    await group.locator(':scope > button', { hasText: 'Add' }).click();
    await writeOne(page, group.locator(':scope > .one').nth(at), `${name} ${at + 1}`, value);
  }
}
