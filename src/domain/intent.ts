export type { Intent, IntentState } from './noun/intent.js';

export const attemptsMax = 5;
export const sendWindowMs = 10_000;
/** Machine time after send_by at which an open intent counts as unanswered. */
export const answerMs = 2_000;
