import { InvalidArgumentError } from 'commander';
import { parseInstant } from '../domain/instant.js';
import { isLine, lineRule } from '../domain/text.js';

const secondsOf = { s: 1, m: 60, h: 3_600, d: 86_400 } as const;
const durationMost = 3_650 * 86_400;

/** Milliseconds of `90` (seconds), `90s`, `15m`, `24h` or `7d`; at most ten years. */
export function durationMs(text: string): number {
  const [, count = '0', unit = 's'] = /^(\d{1,9})([smhd]?)$/.exec(text) ?? [];
  const seconds = Number(count) * secondsOf[(unit || 's') as keyof typeof secondsOf];
  if (seconds < 1 || seconds > durationMost) {
    throw new InvalidArgumentError('Give a duration: 90 (seconds), 90s, 15m, 24h or 7d, at most 3650d.');
  }
  return seconds * 1000;
}

export function instant(text: string): Date {
  const at = parseInstant(text);
  if (!at) throw new InvalidArgumentError('Give a time such as 2027-01-31T12:00:00Z.');
  return at;
}

/** One line for people to read. */
export function line(text: string): string {
  if (isLine(text)) return text.trim();
  throw new InvalidArgumentError(`Give ${lineRule}.`);
}
