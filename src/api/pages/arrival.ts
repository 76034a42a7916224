import type { Capability } from '../../domain/capability.js';
import type { Visit } from './visit.js';

const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;

/** Shows a duration, rounded up, in the largest unit that gives 1 exactly or at least 2: 90 minutes, 1 day, 3 days. */
export function showDuration(seconds: number, locale: string): string {
  const units = [
    ['day', day],
    ['hour', hour],
    ['minute', minute],
  ] as const;
  const [unit, size] = units.find(([, each]) => seconds >= 2 * each || seconds === each) ?? [
    'minute',
    minute,
  ];
  return new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(
    Math.ceil(seconds / size),
  );
}

/** When the receiver has the money, as the method declares; undefined if it declares no time. */
export function arrivalOf(
  { words, locale }: Pick<Visit, 'words' | 'locale'>,
  route: Pick<Capability, 'arrivesWithinSeconds'> | undefined,
): string | undefined {
  const seconds = route?.arrivesWithinSeconds;
  return seconds === undefined ? undefined : words.amount.withinOf(showDuration(seconds, locale));
}
