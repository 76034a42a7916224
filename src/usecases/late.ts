import { Refusal } from '../domain/refusal.js';

/** It may have been done: only the same key tells. */
export function noAnswerYet(): Refusal {
  return new Refusal('temporarily_unavailable', 'There is no answer yet; retry with the same key.');
}

/** It may have been done, and no key tells. */
export function noAnswerWithoutKey(): Refusal {
  return new Refusal(
    'temporarily_unavailable',
    'There is no answer yet: it may still be done. Look before asking again.',
  );
}

/** Nothing of it was done, and nothing of it will be. */
export function tooLate(): Refusal {
  return new Refusal('temporarily_unavailable', 'There was no time for it, so nothing was done; retry.');
}

/** The queue is full. */
export function full(): Refusal {
  return new Refusal('temporarily_unavailable', 'Too much waits already, so nothing was done; retry.');
}
