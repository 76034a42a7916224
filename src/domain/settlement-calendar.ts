/** When a schedule settles: at a time of day in UTC, on the days of its interval. */
export interface Calendar {
  readonly interval: 'daily' | 'weekly' | 'monthly' | 'manual';
  /** For weekly: 1 (Monday) to 7 (Sunday). */
  readonly weekday: number | null;
  /** For monthly: 1 to 31; in shorter months, the last day. */
  readonly day: number | null;
  /** HH:MM, UTC. */
  readonly cutoffTime: string;
}

const dayMs = 86_400_000;
const monday = 1;

/** The first cut-off after a time; undefined for a manual schedule. Depends on the calendar only. */
export function cutoffAfter(calendar: Calendar, at: Date): Date | undefined {
  return around(calendar, at).find((cutoff) => cutoff > at);
}

/** The last cut-off at or before a time. */
export function cutoffBy(calendar: Calendar, at: Date): Date | undefined {
  return around(calendar, at).findLast((cutoff) => cutoff <= at);
}

/** The cut-offs of the interval that contains the time, and of the intervals before and after it. */
function around({ interval, weekday, day, cutoffTime }: Calendar, at: Date): Date[] {
  const midnight = Math.floor(at.getTime() / dayMs) * dayMs;
  const timeMs = timeOfDay(cutoffTime);
  switch (interval) {
    case 'daily':
      return [-1, 0, 1].map((days) => new Date(midnight + days * dayMs + timeMs));
    case 'weekly': {
      const since = (at.getUTCDay() - (weekday ?? monday) + 7) % 7;
      return [-7, 0, 7].map((days) => new Date(midnight + (days - since) * dayMs + timeMs));
    }
    case 'monthly':
      return [-1, 0, 1].map((months) => new Date(dayOfMonth(at, months, day ?? 1) + timeMs));
    case 'manual':
      return [];
  }
}

/** The given day of the month that is `months` away; in a shorter month, its last day. */
function dayOfMonth(at: Date, months: number, day: number): number {
  const [year, month] = [at.getUTCFullYear(), at.getUTCMonth() + months];
  const last = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  return Date.UTC(year, month, Math.min(day, last));
}

function timeOfDay(text: string): number {
  const [hour = '', minute = ''] = text.split(':');
  return (Number(hour) * 60 + Number(minute)) * 60_000;
}
