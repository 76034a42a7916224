export type { Intent, IntentState } from './noun/intent.js';

export const attemptsMax = 5;
export const sendWindowMs = 10_000;
