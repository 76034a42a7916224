import { showAmount, showTime } from '../../../domain/local-format.js';
import type { Price } from '../../../domain/price.js';
import { href, markup, type Markup } from '../../markup.js';
import { figuresOf } from './amount.js';
import type { Visit } from '../visit.js';

/** The state of a remittance, as its payer sees it. */
export const ends = [
  'waiting',
  'processing',
  'review',
  'completed',
  'returned',
  'failed',
  'expired',
  'late',
  'short',
  'mismatch',
  'declined',
  'unopened',
] as const;
export type End = (typeof ends)[number];

interface Money {
  readonly amount: string;
  readonly currency: string;
}

export interface Progress {
  readonly end: End;
  /** The requested amount and the paid amount. */
  readonly due: Money;
  readonly paid: Money;
  readonly arrives: Money;
  readonly reference: string;
  readonly until: Date;
  readonly confirmedAt: Date;
  /** The agreed price. */
  readonly price: Price | undefined;
  /** When the payment was credited, and when the receiver had the money. */
  readonly paidAt: Date | undefined;
  readonly arrivedAt: Date | undefined;
  /** Names as the page shows them; undefined if they are not known. */
  readonly sender: string | undefined;
  readonly receiver: string | undefined;
  /** When the receiver has the money, as the method declares; unused once the outcome is known. */
  readonly within: string | undefined;
  /** Whether the payer can still pay. */
  readonly isPayable: boolean;
  /** The URL to start again. */
  readonly again: string | undefined;
}

type Look = 'wait' | 'good' | 'bad';
type Stage = 'done' | 'current' | 'ahead' | 'stopped';

/** The appearance of each state, and how far the money has come: paid, sent on, received. */
const looks: Readonly<Record<End, readonly [Look, readonly [Stage, Stage, Stage]]>> = {
  waiting: ['wait', ['current', 'ahead', 'ahead']],
  processing: ['wait', ['done', 'current', 'ahead']],
  review: ['wait', ['done', 'current', 'ahead']],
  completed: ['good', ['done', 'done', 'done']],
  returned: ['bad', ['done', 'done', 'stopped']],
  failed: ['bad', ['done', 'stopped', 'ahead']],
  expired: ['bad', ['stopped', 'ahead', 'ahead']],
  late: ['bad', ['done', 'stopped', 'ahead']],
  short: ['bad', ['stopped', 'ahead', 'ahead']],
  mismatch: ['bad', ['stopped', 'ahead', 'ahead']],
  declined: ['bad', ['stopped', 'ahead', 'ahead']],
  unopened: ['bad', ['stopped', 'ahead', 'ahead']],
};

const icons: Readonly<Record<Look, Markup>> = {
  wait: markup`<circle cx="12" cy="12" r="9"/><path d="M12 7v5l3 2"/>`,
  good: markup`<path d="m5 12.5 4.5 4.5L19 7.5"/>`,
  bad: markup`<path d="M12 6v8m0 4v.1"/>`,
};

/** Whether the money is still on its way. */
export const isWaiting = ({ end }: Pick<Progress, 'end'>): boolean => looks[end][0] === 'wait';

export const progressTitle = ({ words }: Visit, { end }: Progress): string => words.progress[end].title;

export function progressPage(visit: Visit, progress: Progress): Markup {
  const { words, base } = visit;
  const { progress: said } = words;
  const { end, isPayable, again } = progress;
  const [look] = looks[end];
  const isOver = look !== 'wait';
  const [lead, next] = sentencesOf(visit, progress);
  return markup`<div class="state ${look}" aria-hidden="true"><svg viewBox="0 0 24 24">${icons[look]}</svg></div>
<p class="lead">${lead}</p>
<p>${next}</p>
${trackPart(visit, end)}
<section class="card receipt" aria-labelledby="receipt"><h2 id="receipt">${{ wait: words.review.amounts, good: said.receipt, bad: said.agreed }[look]}</h2><dl class="pairs">${receiptOf(visit, progress)}</dl></section>
${isPayable ? markup`<p><a class="main" href="${href(`${base}/pay`)}">${said.instructions}</a></p>` : undefined}
${isOver ? undefined : markup`<p class="on-screen"><a class="second" href="${href(`${base}/progress`)}">${said.checkAgain}</a></p><p class="note on-screen" data-script hidden>${said.live}</p>`}
${isOver && look === 'bad' ? contactPart(visit, progress) : undefined}
${isOver && again !== undefined ? markup`<p class="on-screen"><a class="second" href="${href(again)}">${said.again}</a></p>` : undefined}`;
}

/** Who has the money, or knows of it, is the first to write to. */
function contactPart({ words, brand }: Visit, { reference }: Progress): Markup | undefined {
  const { email } = brand.support;
  if (email === undefined) return undefined;
  const to = `mailto:${email}?subject=${encodeURIComponent(`${words.progress.number} ${reference}`)}`;
  return markup`<p class="on-screen"><a class="main" href="${href(to)}">${words.progress.contact(brand.name)}</a></p>`;
}

/** Amounts, sender and receiver; in the past tense once the receiver has the money, as agreed if that failed. */
function receiptOf(visit: Visit, progress: Progress): Markup[] {
  const { words, locale } = visit;
  const { progress: said, amount, review } = words;
  const { end, due, arrives, price, paidAt, arrivedAt, confirmedAt, sender, receiver, reference, within } =
    progress;
  const show = (money: Money): string => showAmount(money.amount, money.currency, locale);
  const time = (at: Date | undefined): Markup | undefined =>
    at && markup`<time datetime="${at.toISOString()}">${showTime(at, visit)}</time>`;
  const figures = price && figuresOf(price, locale);
  const [look] = looks[end];
  const pairs: readonly (readonly [label: string, value: Markup | string | undefined])[] = [
    [{ wait: amount.youPay, good: said.youPaid, bad: said.toPay }[look], show(due)],
    [amount.fee, figures?.fee],
    [amount.rate, figures?.rate],
    [{ wait: amount.arrives, good: said.received, bad: said.toReceive }[look], show(arrives)],
    [amount.within, isWaiting(progress) ? within : undefined],
    [review.sender, sender],
    [review.receiver, receiver],
    [said.started, time(confirmedAt)],
    [said.paidOn, time(paidAt)],
    [said.arrivedOn, time(arrivedAt)],
    [said.number, reference],
  ];
  return pairs.flatMap(([label, value]) =>
    value === undefined ? [] : [markup`<div><dt>${label}</dt><dd>${value}</dd></div>`],
  );
}

/** What became of the money, and the next thing to do. */
function sentencesOf(visit: Visit, { end, paid, arrives, until }: Progress): readonly [string, string] {
  const { words, locale, brand } = visit;
  const { progress: said } = words;
  const show = ({ amount, currency }: Money): string => showAmount(amount, currency, locale);
  switch (end) {
    case 'waiting':
      return [said.waiting.lead, said.waiting.next(showTime(until, visit))];
    case 'processing':
    case 'review':
      return [said[end].lead(show(paid)), said[end].next];
    case 'completed':
      return [said.completed.lead(show(arrives)), said.completed.next];
    case 'returned':
      return [said.returned.lead(show(arrives)), said.returned.next(brand.name)];
    case 'failed':
    case 'late':
    case 'short':
    case 'mismatch':
      return [said[end].lead(show(paid)), said[end].next(brand.name)];
    case 'expired':
    case 'declined':
      return [said[end].lead, said[end].next(brand.name)];
    case 'unopened':
      return [said.unopened.lead, said.unopened.next];
  }
}

function trackPart({ words }: Visit, end: End): Markup {
  const { progress: said } = words;
  const [, stages] = looks[end];
  const items = [said.stepPaid, said.stepSent, said.stepDone].map((label, index) => {
    const stage = stages[index] ?? 'ahead';
    return markup`<li class="${stage}" ${stage === 'current' ? markup`aria-current="step"` : undefined}>${label}<span class="${stage === 'stopped' ? 'soft' : 'unseen'}"> (${said[stage]})</span></li>`;
  });
  return markup`<ol class="track" aria-label="${said.steps}">${items}</ol>`;
}
