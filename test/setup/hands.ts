import type { Locator, Page } from 'playwright-core';

/** What a person did: keys pressed or places tapped or clicked, fields written in, and the seconds of the browser. */
export interface Effort {
  readonly presses: number;
  readonly fields: number;
  readonly seconds: number;
}

/** How a person works with a page; each press, tap and click is counted. */
export interface Hands {
  /** Follows a link, presses a button, ticks a box. */
  use(target: Locator): Promise<void>;
  /** Writes into a field. */
  write(target: Locator, text: string): Promise<void>;
  /** Chooses from a list. */
  choose(target: Locator, label: RegExp): Promise<void>;
  /** Sends the form of the field that was just written in: by Enter, or else by its button. */
  submit(button?: Locator): Promise<void>;
  /** A key that the page offers besides; only the keyboard has it, so that others do nothing. */
  shortcut(key: string): Promise<boolean>;
  effort(): Effort;
}

/** More presses of Tab than that are a walk around the whole page. */
const mostTabs = 200;

function counted() {
  const began = performance.now();
  const count = { presses: 0, fields: 0 };
  return { count, effort: (): Effort => ({ ...count, seconds: (performance.now() - began) / 1_000 }) };
}

const isFocused = (target: Locator): Promise<boolean> =>
  target.evaluate((element) => element === element.ownerDocument.activeElement);

const isInGroup = (target: Locator): Promise<boolean> =>
  target.evaluate((element) => {
    const { activeElement } = element.ownerDocument;
    return activeElement?.getAttribute('name') === element.getAttribute('name');
  });

/** The keyboard alone. */
export function keyboard(page: Page): Hands {
  const { count, effort } = counted();
  const press = async (key: string): Promise<void> => {
    count.presses += 1;
    await page.keyboard.press(key);
  };
  const reach = async (target: Locator, isThere = isFocused): Promise<void> => {
    await target.waitFor();
    for (let step = 0; !(await isThere(target)); step += 1) {
      if (step === mostTabs) throw new Error(`${String(target)} is not reached by Tab`);
      await press('Tab');
    }
  };
  /** Radios of a group are one stop of Tab: Space chooses the first of them, the arrows another. */
  const pick = async (target: Locator): Promise<void> => {
    await reach(target, isInGroup);
    if (await isFocused(target)) return press('Space');
    while (!(await isFocused(target))) await press('ArrowDown');
  };
  return {
    effort,
    submit: () => press('Enter'),
    async shortcut(key) {
      await press(key);
      return true;
    },
    async use(target) {
      const kind = await target.getAttribute('type');
      if (kind === 'radio') return pick(target);
      await reach(target);
      await press(kind === 'checkbox' ? 'Space' : 'Enter');
    },
    async write(target, text) {
      await reach(target);
      count.fields += 1;
      await page.keyboard.press('ControlOrMeta+A');
      await page.keyboard.type(text);
    },
    async choose(target, label) {
      await reach(target);
      const options = await target.locator('option').allTextContents();
      const chosen = (): Promise<number> =>
        target.evaluate((element) => (element as unknown as { selectedIndex: number }).selectedIndex);
      const wanted = options.findIndex((each) => label.test(each));
      for (let at = await chosen(); at !== wanted; at = await chosen())
        await press(at < wanted ? 'ArrowDown' : 'ArrowUp');
    },
  };
}

/** A thumb on a telephone: what it opens by a tap it also chooses by a tap. */
export const thumb = (page: Page): Hands => pointing(page, (target) => target.tap());

/** A mouse. */
export const mouse = (page: Page): Hands => pointing(page, (target) => target.click());

function pointing(page: Page, point: (target: Locator) => Promise<void>): Hands {
  const { count, effort } = counted();
  const use = async (target: Locator): Promise<void> => {
    count.presses += 1;
    await point(target);
  };
  return {
    effort,
    use,
    shortcut: async () => false,
    async submit(button) {
      if (button) return use(button);
      count.presses += 1;
      await page.keyboard.press('Enter');
    },
    async write(target, text) {
      // A field that has the focus needs no tap.
      if (!(await isFocused(target))) await use(target);
      count.fields += 1;
      await target.fill(text);
    },
    async choose(target, label) {
      await use(target);
      count.presses += 1;
      const options = await target.locator('option').allTextContents();
      await target.selectOption({ index: options.findIndex((each) => label.test(each)) });
    },
  };
}
