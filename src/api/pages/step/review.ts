import type { Capability } from '../../../domain/capability.js';
import type { Price } from '../../../domain/price.js';
import type { PayeeAnswer } from '../../../ports/provider.js';
import { href, markup, type Markup, type Part } from '../../markup.js';
import type { Step, Visit } from '../visit.js';
import { methodName, payeeName } from '../../../domain/method-name.js';
import { countryName } from '../words.js';
import { arrivalOf } from '../arrival.js';
import { figuresOf } from './amount.js';
import { payeeFields, type KnownPayee } from './beneficiary.js';
import { clockPart } from './clock.js';
import { shownValue } from './field.js';

/** The price frozen for this session, with its expiry. */
export interface FrozenPrice extends Price {
  readonly id: string;
  readonly expiresAt: Date;
}

export interface Review {
  readonly route: Capability;
  /** The frozen price that the customer can agree to. */
  readonly quote: FrozenPrice | undefined;
  /** The price shown before, which no longer holds, and the current price. */
  readonly before: Price | undefined;
  readonly present: Price | undefined;
  readonly version: number;
  readonly payee: KnownPayee | undefined;
  /** The bank's answer about the account holder. */
  readonly holder: PayeeAnswer | undefined;
  readonly isRefused: boolean;
  readonly now: Date;
}

export function reviewPage(visit: Visit, review: Review): Markup {
  const { words, base, brand } = visit;
  const { review: said } = words;
  const { quote, before, present, isRefused } = review;
  const price = quote ?? present;
  return markup`${isRefused ? markup`<div class="notice" role="alert"><p>${said.refused(brand.name)}</p></div>` : undefined}
${before && noticePart(visit, { before, price, isFrozen: quote !== undefined })}
${
  quote &&
  clockPart(visit, {
    until: quote.expiresAt,
    now: review.now,
    label: said.holds,
    minutesLeft: said.minutesLeft,
    over: said.over,
    isPageOver: true,
  })
}
${price && amountsPart(visit, price, review.route)}
${visit.hasCustomer ? undefined : senderPart(visit)}
${payeePart(visit, review)}
${holderNotice(visit, review)}
<form id="step" method="post" action="${href(`${base}/review`)}">
${
  quote
    ? markup`<input type="hidden" name="quote" value="${quote.id}.${review.version}">
<button class="main" name="go" value="confirm">${said.confirm}</button>`
    : markup`<button class="main" name="go" value="price">${said.renew}</button>`
}
<p class="note">${said.note}</p>
</form>`;
}

function noticePart(
  { words, locale }: Visit,
  { before, price, isFrozen }: { before: Price; price: Price | undefined; isFrozen: boolean },
): Markup {
  const { review: said, amount } = words;
  const row = (label: string, of: Price): Markup => {
    const { total, arrives } = figuresOf(of, locale);
    return markup`<div><dt>${label}</dt><dd>${amount.youPay} ${total}<br>${amount.arrives} ${arrives}</dd></div>`;
  };
  return markup`<div class="notice" role="alert"><h2>${isFrozen ? said.changed : said.ended}</h2>
<p>${isFrozen ? said.changedLead : said.endedLead}</p>
<dl class="pairs">${row(said.before, before)}${price && row(said.now, price)}</dl></div>`;
}

interface Card {
  readonly title: string;
  readonly step: Step;
  readonly pairs: readonly (readonly [label: string, value: Part, isSum?: boolean])[];
}

function card({ words, base }: Visit, { title, step, pairs }: Card): Markup {
  const id = `card-${step}`;
  return markup`<section class="card" aria-labelledby="${id}"><div class="head"><h2 id="${id}">${title}</h2><a href="${href(`${base}/${step}`)}">${words.change}<span class="unseen">: ${title}</span></a></div>
<dl class="pairs">${pairs.map(
    ([label, value, isSum]) =>
      markup`<div class="${isSum === true ? 'sum' : ''}"><dt>${label}</dt><dd>${value}</dd></div>`,
  )}</dl></section>`;
}

function amountsPart(visit: Visit, price: Price, route: Capability): Markup {
  const { words, locale, language } = visit;
  const { amount: said, review } = words;
  const figures = figuresOf(price, locale);
  const within = arrivalOf(visit, route);
  return card(visit, {
    title: review.amounts,
    step: 'amount',
    pairs: [
      [said.sent, figures.principal],
      [said.fee, figures.fee],
      [said.youPay, figures.total, true],
      [said.arrives, figures.arrives, true],
      [said.rate, figures.rate],
      ...(within === undefined ? [] : [[said.within, within] as const]),
      [review.youPayBy, methodName(route.sourceMethod ?? '', language)],
    ],
  });
}

function senderPart(visit: Visit): Markup {
  const { words, values, language } = visit;
  const { review } = words;
  const name =
    values['sender.name'] || `${values['sender.first_name'] ?? ''} ${values['sender.last_name'] ?? ''}`;
  const document = values['sender.identity_document'] ?? '';
  return card(visit, {
    title: review.sender,
    step: 'sender',
    pairs: [
      [review.name, name],
      [review.country, countryName(values['sender.country'] ?? '', language)],
      ...(document === '' ? [] : [[words.review.document, document] as const]),
    ],
  });
}

/** What the customer should check again before they confirm. */
function holderNotice({ words: { review: said } }: Visit, { holder }: Review): Markup | undefined {
  if (holder?.result === 'no_match')
    return markup`<div class="notice" role="alert"><p>${said.otherHolder}</p></div>`;
  if (holder?.result === 'close_match')
    return markup`<div class="notice" role="alert"><p>${said.closeHolder}</p></div>`;
  return undefined;
}

function payeePart(visit: Visit, { route, payee, holder }: Review): Markup {
  const { words, values, language } = visit;
  const { review } = words;
  const { fields } = payeeFields(visit, route);
  const facts = fields.flatMap((spec) => {
    const value = values[`details.${spec.name}`] ?? '';
    const own = spec.words?.[language];
    return value === '' || own === undefined ? [] : [[own.label, shownValue(spec, value, language)] as const];
  });
  const known = payee && [
    [
      review.account,
      payeeName({ label: payee.label, hint: payee.accountHint, method: route.method }, language),
    ] as const,
  ];
  return card(visit, {
    title: review.receiver,
    step: 'beneficiary',
    pairs: [
      [review.by, `${methodName(route.method, language)}, ${countryName(route.country ?? '', language)}`],
      ...(known ?? facts),
      ...(holder?.holderHint === undefined ? [] : [[review.holder, holder.holderHint] as const]),
    ],
  });
}
