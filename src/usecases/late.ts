import { Refusal } from '../domain/refusal.js';

/** It may have been done: only the same key tells. */
export function noAnswerYet(): Refusal {
  return new Refusal('temporarily_unavailable', 'No answer yet; retry with the same Idempotency-Key.');
}

/** It may have been done, and no key tells. */
export function noAnswerWithoutKey(): Refusal {
  return new Refusal(
    'temporarily_unavailable',
    'No answer yet; it may still complete. Check before you repeat it.',
  );
}

/** Nothing of it was done, and nothing of it will be. */
export function tooLate(): Refusal {
  return new Refusal('temporarily_unavailable', 'It timed out before it started; retry.');
}

/** The queue is full. */
export function full(): Refusal {
  return new Refusal('temporarily_unavailable', 'Too many requests are waiting; nothing was done. Retry.');
}
