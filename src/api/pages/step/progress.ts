import { href, markup, type Markup } from '../../markup.js';
import { showAmount } from '../amount.js';
import { showTime, type Visit } from '../visit.js';

/** How a remittance stands, in the eyes of whoever pays for it. */
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
  /** The sum that was asked of the payer, and the one that came. */
  readonly asked: Money;
  readonly paid: Money;
  readonly arrives: Money;
  readonly reference: string;
  readonly until: Date;
  readonly confirmedAt: Date;
  /** They can still pay. */
  readonly isPayable: boolean;
  /** Where they may start again. */
  readonly again: string | undefined;
}

type Look = 'wait' | 'good' | 'bad';
type Stage = 'done' | 'current' | 'ahead' | 'stopped';

/** How each looks, and how far the money has come: paid, sent on, with the receiver. */
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

export const progressTitle = ({ words }: Visit, { end }: Progress): string => words.progress[end].title;

export function progressPage(visit: Visit, progress: Progress): Markup {
  const { words, locale, base } = visit;
  const { progress: said } = words;
  const { end, isPayable, again, asked } = progress;
  const [look] = looks[end];
  const isOver = look !== 'wait';
  const [lead, next] = sentencesOf(visit, progress);
  const pair = (label: string, value: Markup | string): Markup =>
    markup`<div><dt>${label}</dt><dd>${value}</dd></div>`;
  return markup`<div class="state ${look}" aria-hidden="true"><svg viewBox="0 0 24 24">${icons[look]}</svg></div>
<p class="lead">${lead}</p>
<p>${next}</p>
${trackPart(visit, end)}
<section class="card"><h2 class="unseen">${words.review.amounts}</h2><dl class="pairs">
${pair(words.amount.youPay, showAmount(asked.amount, asked.currency, locale))}
${pair(words.amount.arrives, showAmount(progress.arrives.amount, progress.arrives.currency, locale))}
${pair(said.started, markup`<time datetime="${progress.confirmedAt.toISOString()}">${showTime(progress.confirmedAt, visit)}</time>`)}
${pair(said.reference, progress.reference)}
</dl></section>
${isPayable ? markup`<p><a class="main" href="${href(`${base}/pay`)}">${said.instructions}</a></p>` : undefined}
${isOver ? undefined : markup`<p class="on-screen"><a class="second" href="${href(`${base}/progress`)}">${said.checkAgain}</a></p><p class="note on-screen" data-script hidden>${said.live}</p>`}
${isOver && again !== undefined ? markup`<p class="on-screen"><a class="second" href="${href(again)}">${said.again}</a></p>` : undefined}`;
}

/** The fate of the money, and the next thing to do. */
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
  const items = [said.stepPaid, said.stepSent, said.stepDone].map((label, place) => {
    const stage = stages[place] ?? 'ahead';
    return markup`<li class="${stage}" ${stage === 'current' ? markup`aria-current="step"` : undefined}>${label}<span class="unseen"> (${said[stage]})</span></li>`;
  });
  return markup`<ol class="track" aria-label="${said.steps}">${items}</ol>`;
}
