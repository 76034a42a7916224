import type { ReactNode } from 'react';
import { phrase, shortAgo } from '../phrase.js';

/** Small parts of all pages, and failures of the connection. */
export const part = {
  copied: 'copied',
  copy: (text: string) => `Copy ${text}`,
  nothing: 'nothing',
  here: (time: string) => `${time} here`,
  now: 'now',
  due: 'due now',
  ago: (count: number, unit: 'day' | 'hour' | 'minute', isPast: boolean) => shortAgo(count, unit, isPast),
  outOfDate: 'This may be out of date.',
  notLoaded: 'This could not be loaded.',
  tryAgain: 'Try again',
  gaps: 'Some parts could not be loaded',
  loading: 'Loading…',
  yes: 'yes',
  no: 'no',
  noAnswer: 'The service did not answer.',
  answered: (status: number) => `The service answered ${status}.`,
  withoutBody: (status: number) => `The service answered ${status} without a body.`,
  withoutData: 'The service answered without data.',
  broken: 'The console failed. Reload the page.',
  unansweredActs: 'Actions without an answer',
  hadNoAnswer: (act: ReactNode, time: ReactNode) => phrase`${act}, sent at ${time}, had no answer.`,
  mayBeDone: 'It may or may not have been done',
  checkFirst: 'Check before you do it again.',
  understood: 'Understood',
};
