export type { Intent, IntentState } from './noun/intent.js';

export const attemptsMax = 5;
export const sendWindowMs = 10_000;
/** Machine time after send_by until an open intent is found to have lost its answer. */
export const answerMs = 2_000;
