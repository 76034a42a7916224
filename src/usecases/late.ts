import { Refusal } from '../domain/refusal.js';

/** The request may have been executed; a repeat with the same key returns its outcome. */
export function noAnswerYet(): Refusal {
  return new Refusal('temporarily_unavailable', 'No answer yet; retry with the same Idempotency-Key.');
}

/** The request may have been executed, and there is no key to find out. */
export function noAnswerWithoutKey(): Refusal {
  return new Refusal(
    'temporarily_unavailable',
    'No answer yet; it may still complete. Check before you repeat it.',
  );
}

/** The request was not executed and will not be. */
export function tooLate(): Refusal {
  return new Refusal('temporarily_unavailable', 'It timed out before it started; retry.');
}

/** The queue is full. */
export function queueFull(): Refusal {
  return new Refusal('temporarily_unavailable', 'Too many requests are waiting; nothing was done. Retry.');
}
