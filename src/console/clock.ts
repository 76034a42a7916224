import { useSyncExternalStore } from 'react';
import { localeOf } from './words/phrase.js';
import { words } from './words/speech.js';

/** How far business time is ahead of the browser's clock: an operator may move it in sandbox. */
let aheadMs = 0;
const listeners = new Set<() => void>();
const changed = (): void => {
  for (const each of listeners) each();
};

/** Updates business time from an answer of the service. */
export function setServiceTime(now: string): void {
  const ahead = Date.parse(now) - Date.now();
  // A smaller difference is the latency of the answer.
  if (Math.abs(ahead - aheadMs) < 2_000) return;
  aheadMs = ahead;
  changed();
}

/** Business time, as of the last answer of the service. */
export const serviceNow = (): Date => new Date(Date.now() + aheadMs);

/** Today in UTC, by business time; a page that shows it is drawn again once business time is known. */
export const useToday = (): string =>
  useSyncExternalStore(subscribe, () => serviceNow().toISOString().slice(0, 10));

const tickMs = 20_000;
let ticking: ReturnType<typeof setInterval> | undefined;

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  ticking ??= setInterval(changed, tickMs);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(ticking);
    ticking = undefined;
  };
}

const units = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const;

/** "3 h ago", "in 2 days". Of a next step whose time has come: "due now". */
export function agoText(at: string, now: Date, isNext = false): string {
  const seconds = Math.round((now.getTime() - Date.parse(at)) / 1000);
  if (isNext && seconds >= 0) return words.part.due;
  const found = units.find(([, each]) => Math.abs(seconds) >= each);
  if (found === undefined) return words.part.now;
  const [unit, size] = found;
  return words.part.ago(Math.floor(Math.abs(seconds) / size), unit, seconds > 0);
}

/** The same in business time, updated while the page is open. */
export const useAgo = (at: string, isNext: boolean): string =>
  useSyncExternalStore(subscribe, () => agoText(at, serviceNow(), isNext));

const zoneName = 'psp.times';
export type Zone = 'utc' | 'local';
let zone: Zone = localStorage.getItem(zoneName) === 'local' ? 'local' : 'utc';

/** Whether times are shown in UTC or in the reader's zone. */
export const useZone = (): Zone => useSyncExternalStore(subscribe, () => zone);

export function chooseZone(next: Zone): void {
  zone = next;
  localStorage.setItem(zoneName, next);
  changed();
}

const two = (part: number): string => String(part).padStart(2, '0');

/** Date and time in the reader's zone, in the format of a datetime-local input. */
export function localText(at: Date): string {
  const day = [at.getFullYear(), two(at.getMonth() + 1), two(at.getDate())].join('-');
  return `${day}T${two(at.getHours())}:${two(at.getMinutes())}:${two(at.getSeconds())}`;
}

/** The day of a local date and time as the reader's language writes it; in English as ISO 8601 does. */
export const dayText = (text: string): string =>
  words.language === 'en'
    ? text.slice(0, 10)
    : new Intl.DateTimeFormat(localeOf(words.language), {
        timeZone: 'UTC',
        day: '2-digit',
        month: '2-digit',
        year: 'numeric',
      }).format(new Date(`${text.slice(0, 10)}T00:00:00Z`));

/** The reader's zone at that time, such as UTC-3. */
export function zoneText(at = new Date()): string {
  const minutes = -at.getTimezoneOffset();
  if (minutes === 0) return 'UTC';
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
  return `UTC${minutes < 0 ? '\u2212' : '+'}${hours}${rest === 0 ? '' : `:${two(rest)}`}`;
}
