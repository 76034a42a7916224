import { showAmount, showNumber } from '../../../domain/local-format.js';
import { href, markup, type Markup, type Part } from '../../markup.js';
import { qrImage } from '../qr.js';
import type { Visit } from '../visit.js';
import { clockPart } from './clock.js';

/** The facts about how to pay. */
export interface Paying {
  readonly amount: string;
  readonly currency: string;
  readonly instructions: Readonly<Record<string, string>>;
  /** What the receiver gets, and the receiver's name if it is known. */
  readonly arrives: { readonly amount: string; readonly currency: string };
  readonly receiver: string | undefined;
  /** The holder of the receiver's account, as far as the bank shows it. */
  readonly holder: string | undefined;
  /** When the receiver has the money, as the method declares. */
  readonly within: string | undefined;
  readonly until: Date;
  readonly now: Date;
}

type Said = Visit['words']['pay'];

/** Instructions shown elsewhere on the page, and the image of the payment code. */
const elsewhere = new Set(['amount', 'currency', 'qr_code_image_base64', 'expires_at', 'payment_url']);
const labelled = ['reference', 'account_holder', 'bank_name', 'bank_account', 'copy_paste_code'] as const;

export const payTitle = ({ words, locale }: Visit, { amount, currency }: Paying): string =>
  words.pay.title(showAmount(amount, currency, locale));

export function payPage(visit: Visit, paying: Paying): Markup {
  const { words, base, locale, brand } = visit;
  const { pay: said } = words;
  const { instructions, until, now } = paying;
  const { copy_paste_code: code, payment_url: link } = instructions;
  return markup`<p class="lead">${said.lead}</p>
${clockPart(visit, { until, now, label: said.until, minutesLeft: said.minutesLeft, over: said.over, isPageOver: false })}
${code === undefined ? undefined : markup`<div class="code"><h2>${said.scan}</h2>${qrImage(code, said.qr)}<p class="note">${said.scanOr}</p></div>`}
${link === undefined || !link.startsWith('https://') ? undefined : markup`<p><a class="main" href="${href(link)}" rel="noreferrer">${said.open}</a></p>`}
<section class="details" aria-labelledby="how"><h2 id="how">${said.how}</h2>
<dl>${pairOf(said.payee, brand.legal.name ?? brand.name)}${detailsOf(said, paying, locale)}</dl>
<p class="unseen" id="copied" role="status" data-failed="${said.copyFailed}"></p></section>
<section class="card" aria-labelledby="recap"><h2 id="recap">${said.recap}</h2><dl class="pairs">${recapOf(visit, paying)}</dl></section>
<form method="post" action="${href(`${base}/paid`)}"><button class="main">${said.paid}</button>
<p class="note">${said.paidNote}</p></form>
<p class="note">${said.print}</p>`;
}

/** In the order of a bank's form. An unknown key is shown under its own name. */
function detailsOf(said: Said, { amount, currency, instructions }: Paying, locale: string): Part {
  const known = labelled.flatMap((key) => {
    const value = instructions[key];
    return value === undefined ? [] : [{ key, label: labelOf(said, key, { value, currency }), value }];
  });
  const others = Object.entries(instructions)
    .filter(([key]) => !elsewhere.has(key) && !labelled.some((each) => each === key))
    .map(([key, value]) => ({ key, label: key.replaceAll('_', ' '), value }));
  return [
    detail(said, {
      key: 'amount',
      label: said.amount,
      value: amount,
      display: showNumber(amount, locale),
      after: currency,
    }),
    ...[...known, ...others].map((each) => detail(said, each, instructions['copy_paste_code'] === undefined)),
  ];
}

/** `value` is copied; `display` is shown. */
interface Detail {
  readonly key: string;
  readonly label: string;
  readonly value: string;
  readonly display?: Part;
  readonly after?: string;
}

/** A Mexican account number is a CLABE, with 18 digits. */
const isClabe = (value: string): boolean => /^\d{18}$/.test(value);

const labelOf = (
  said: Said,
  key: (typeof labelled)[number],
  { value, currency }: { value: string; currency: string },
): string => (key === 'bank_account' && currency === 'MXN' && isClabe(value) ? said.clabe : said[key]);

/** Shows long numbers in groups of four. CSS makes the gaps, so a copied number has no spaces. */
const grouped = (value: string): Part =>
  /^\d{9,34}$/.test(value)
    ? (value.match(/\d{1,4}/g) ?? []).map((digits) => markup`<span class="digits">${digits}</span>`)
    : value;

const pairOf = (label: string, value: string): Markup =>
  markup`<div class="detail"><dt>${label}</dt><dd>${value}</dd></div>`;

/** What the payment is for: the amount that arrives, and who gets it. */
function recapOf({ words, locale }: Visit, { arrives, receiver, holder, within }: Paying): Part {
  const pair = (label: string, value: string): Markup =>
    markup`<div><dt>${label}</dt><dd>${value}</dd></div>`;
  return [
    pair(words.amount.arrives, showAmount(arrives.amount, arrives.currency, locale)),
    receiver === undefined ? undefined : pair(words.review.receiver, receiver),
    holder === undefined ? undefined : pair(words.review.holder, holder),
    within === undefined ? undefined : pair(words.amount.within, within),
  ];
}

/** A payment code contains the reference, which then needs no hint. */
function detail(
  said: Said,
  { key, label, value, display = grouped(value), after }: Detail,
  isTyped = true,
): Markup {
  const id = `v-${key.replaceAll('_', '-')}`;
  const hint = key === 'reference' && isTyped ? markup`<p class="hint">${said.referenceHint}</p>` : undefined;
  return markup`<div class="detail"><dt>${label}</dt><dd class="${value.length > 40 ? 'long' : ''}"><span id="${id}" data-value="${value}">${display}</span>${after === undefined ? undefined : ` ${after}`}${hint}</dd>
<dd class="on-screen"><button class="copy" type="button" data-script hidden data-copy="${id}" data-done="${said.copied}" data-name="${label}">${said.copy}<span class="unseen"> ${label}</span></button></dd></div>`;
}

export function preparingPage({ words, base }: Visit): Markup {
  const { pay: said } = words;
  return markup`<div class="spin" aria-hidden="true"></div>
<p class="lead">${said.preparingLead}</p>
<p><a class="second" href="${href(`${base}/pay`)}">${said.checkAgain}</a></p>`;
}
