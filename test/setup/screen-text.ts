import type { Page } from 'playwright-core';

/**
 * Every text that a person reads or hears on the page: text nodes, and attributes that browsers and screen readers show. What
 * is not drawn is left out, and so is what is marked as another language or as code.
 */
const collect = `(() => {
  const texts = new Set();
  const add = (text) => {
    const plain = text.replace(/\\s+/g, ' ').trim();
    if (/\\p{L}{2}/u.test(plain)) texts.add(plain);
  };
  add(document.title);
  const isDrawn = (element) =>
    element.checkVisibility() || element.tagName === 'OPTION' || element.closest('svg') !== null;
  for (const element of document.body.querySelectorAll('*')) {
    if (!isDrawn(element) || element.closest('[lang]:not(html), pre, code, script, noscript, .given dd')) continue;
    for (const name of ['aria-label', 'placeholder', 'title', 'alt']) {
      const value = element.getAttribute(name);
      if (value) add(value);
    }
    for (const node of element.childNodes) if (node.nodeType === Node.TEXT_NODE) add(node.data);
  }
  return [...texts];
})()`;

export const textsOf = async (page: Page): Promise<readonly string[]> =>
  (await page.evaluate(collect)) as readonly string[];

/** Names, codes and data, which are the same in every language. */
const data = [
  /\b(?:acct|ben|cus|pout|pin|rfd|pba|pbi|evt|whd|we|req|mem|key|fa|quo|jrn|apr|hs|hp|seal|sdst|rsk|ent)_[0-9a-z…]*/g,
  /\bpsp_\S+|\bwhsec_\S+|\bkey-[0-9a-f]+/g,
  /\S+@\S+/g,
  /\bhttps?:\/\/\S*/g,
  /\/(?:v1|dashboard)\/\S*/g,
  // Codes: payout.completed, SPEI, MXN, pain.001, camt.053, snake_case.
  /\b[a-z]+(?:[._][a-z0-9]+)+\b/g,
  /\b(?:CSV|CLABE|SPEI|MXN|PEN|BRL|USDT|USD|UTC|ID|API|XML|HTTP|DELETE|GET|PATCH|POST|PUT|MiB|KiB|JSON|PIN|ISO|Pix|ACH|URL|HEAD|sha-256)\b/g,
  // References and numbers of banks, colours, names of programs.
  /\b[A-Z0-9]{12,}\b|#[0-9a-f]{6}\b|Mozilla\/5\.0/g,
  /\b(?:webhook|webhooks|endpoint|endpoints|hash|cursor|Repr-Digest|end-to-end|sim:\w+)\b/gi,
  /\b(?:DM Sans|Inter|Lato|Montserrat|Nunito|Open Sans|Poppins|Roboto|Source Serif|English|Español|Português)\b/g,
  /\b(?:Demo account|Rosa Campos|Ana Torres|invoice 7|Chrome|HeadlessChrome|Linux|Windows|node|wage \d|first key|MX|Sandbox Bank|Sandbox account holder)\b/g,
];

export const withoutData = (text: string): string =>
  data.reduce((rest, pattern) => rest.replaceAll(pattern, ' '), text).trim();

/** English words that neither Spanish nor Portuguese has. */
const words =
  'the of and to is are with your you this that not by from has have its was were which when if or an on at it we be can may must new all any date time name amount payout payin refund balance account created completed failed';
const english = new RegExp(`(?<!\\p{L})(?:${words.replaceAll(' ', '|')})(?!\\p{L})`, 'iu');

/** Whether a text has a word that only English has. */
export const isEnglish = (text: string): boolean => english.test(withoutData(text));
