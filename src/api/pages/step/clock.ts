import { showTime } from '../../../domain/local-format.js';
import { markup, type Markup } from '../../markup.js';
import type { Visit } from '../visit.js';

/** A deadline and its texts. It is always visible, and is read out at five minutes, at one minute and at the end. */
export interface Deadline {
  readonly until: Date;
  readonly now: Date;
  readonly label: string;
  readonly minutesLeft: (minutes: number) => string;
  readonly over: string;
  /** The page must be reloaded once the time is over. */
  readonly isPageOver: boolean;
}

export function clockPart(visit: Visit, deadline: Deadline): Markup {
  const { until, now, label, minutesLeft, over, isPageOver } = deadline;
  const seconds = Math.max(0, Math.round((until.getTime() - now.getTime()) / 1000));
  const sentences = JSON.stringify([
    [300, minutesLeft(5)],
    [60, minutesLeft(1)],
    [0, over],
  ]);
  return markup`<div class="clock"><p>${label} <time datetime="${until.toISOString()}">${showTime(until, visit)}</time></p>
<p><span data-script hidden><span class="soft">${visit.words.pay.left}: </span><span role="timer" aria-live="off" data-left="${seconds}" data-announcement="announcement" data-over="${isPageOver ? 'again' : ''}"></span></span></p></div>
<p class="unseen" id="announcement" aria-live="polite" data-sentences="${sentences}"></p>`;
}
