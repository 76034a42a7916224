import type { Profile } from './profile.ts';

type Calendar = Pick<Profile, 'time_zone' | 'weekend' | 'holidays'>;

/** Day and time at the bank, such as 2026-11-30 and 17:05. */
export function localTime(zone: string, now: Date): { day: string; time: string } {
  const parts = new Intl.DateTimeFormat('en-CA', {
    timeZone: zone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).formatToParts(now);
  const part = (type: string): string => parts.find((each) => each.type === type)?.value ?? '';
  return {
    day: `${part('year')}-${part('month')}-${part('day')}`,
    time: `${part('hour')}:${part('minute')}`,
  };
}

const isBusinessDay = ({ weekend, holidays }: Calendar, day: string): boolean =>
  !weekend.includes(new Date(`${day}T00:00:00Z`).getUTCDay()) && !holidays.includes(day);

const nextDay = (day: string): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);

/** The day on which the bank executes an order that it gets now: from the cut-off on, the next business day. */
export function executionDay(calendar: Calendar, cutOff: string | undefined, now: Date): string {
  const { day: today, time } = localTime(calendar.time_zone, now);
  let day = cutOff !== undefined && time >= cutOff ? nextDay(today) : today;
  // A year without a business day is a mistake in the profile.
  for (let count = 0; count < 366; count += 1, day = nextDay(day))
    if (isBusinessDay(calendar, day)) return day;
  throw new Error('the profile has no business day within a year');
}
