import { href, markup, type Markup, type Part } from '../../markup.js';
import { showAmount } from '../amount.js';
import { qrImage } from '../qr.js';
import type { Visit } from '../visit.js';
import { clockPart } from './clock.js';

/** The facts about how to pay. */
export interface Paying {
  readonly amount: string;
  readonly currency: string;
  readonly instructions: Readonly<Record<string, string>>;
  readonly until: Date;
  readonly now: Date;
}

type Said = Visit['words']['pay'];

/** Instructions that stand elsewhere on the page, or are an image of what stands there. */
const elsewhere = new Set(['amount', 'currency', 'qr_code_image_base64', 'expires_at', 'payment_url']);
const labelled = ['reference', 'bank_account', 'copy_paste_code'] as const;

export const payTitle = ({ words, locale }: Visit, { amount, currency }: Paying): string =>
  words.pay.title(showAmount(amount, currency, locale));

export function payPage(visit: Visit, paying: Paying): Markup {
  const { words, base } = visit;
  const { pay: said } = words;
  const { instructions, until, now } = paying;
  const { copy_paste_code: code, payment_url: link } = instructions;
  return markup`<p class="lead">${said.lead}</p>
${clockPart(visit, { until, now, label: said.until, minutesLeft: said.minutesLeft, over: said.over, isPageOver: false })}
${code === undefined ? undefined : markup`<div class="code"><h2>${said.scan}</h2>${qrImage(code, said.qr)}<p class="note">${said.scanOr}</p></div>`}
${link === undefined || !link.startsWith('https://') ? undefined : markup`<p><a class="main" href="${href(link)}" rel="noreferrer">${said.open}</a></p>`}
<section class="details" aria-labelledby="how"><h2 id="how">${said.how}</h2>
<dl>${detailsOf(said, paying)}</dl>
<p class="unseen" id="copied" role="status" data-failed="${said.copyFailed}"></p></section>
<form method="post" action="${href(`${base}/paid`)}"><button class="main">${said.paid}</button>
<p class="note">${said.paidNote}</p></form>
<p class="note">${said.print}</p>`;
}

/** In the order in which a form of a bank asks for them; a key that is new is shown by its own name. */
function detailsOf(said: Said, { amount, currency, instructions }: Paying): Part {
  const known = labelled.flatMap((key) => {
    const value = instructions[key];
    return value === undefined ? [] : [{ key, label: said[key], value }];
  });
  const others = Object.entries(instructions)
    .filter(([key]) => !elsewhere.has(key) && !labelled.some((each) => each === key))
    .map(([key, value]) => ({ key, label: key.replaceAll('_', ' '), value }));
  return [
    detail(said, { key: 'amount', label: said.amount, value: amount, after: currency }),
    ...[...known, ...others].map((each) => detail(said, each)),
  ];
}

function detail(
  said: Said,
  { key, label, value, after }: { key: string; label: string; value: string; after?: string },
): Markup {
  const id = `v-${key.replaceAll('_', '-')}`;
  const hint = key === 'reference' ? markup`<p class="hint">${said.referenceHint}</p>` : undefined;
  return markup`<div class="detail"><dt>${label}</dt><dd class="${value.length > 40 ? 'long' : ''}"><span id="${id}">${value}</span>${after === undefined ? undefined : ` ${after}`}${hint}</dd>
<dd class="on-screen"><button class="copy" type="button" data-script hidden data-copy="${id}" data-done="${said.copied}" data-name="${label}">${said.copy}<span class="unseen"> ${label}</span></button></dd></div>`;
}

export function preparingPage({ words, base }: Visit): Markup {
  const { pay: said } = words;
  return markup`<div class="spin" aria-hidden="true"></div>
<p class="lead">${said.preparingLead}</p>
<p><a class="second" href="${href(`${base}/pay`)}">${said.checkAgain}</a></p>`;
}
