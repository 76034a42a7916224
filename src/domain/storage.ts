/** Bytes at the first look of a day, of a table or of all tables. */
export interface DaySize {
  /** A day in UTC: 2026-11-29. */
  readonly day: string;
  readonly bytes: number;
}

/** Days over which growth is averaged. */
const growthDays = 7;
const dayMs = 86_400_000;

/** Average growth a day over the last week of these samples; null until there are samples of two days. */
export function growthOf(sizes: readonly DaySize[]): number | null {
  const newest = sizes.at(-1);
  if (newest === undefined) return null;
  const since = Date.parse(newest.day) - growthDays * dayMs;
  const oldest = sizes.find(({ day }) => Date.parse(day) >= since) ?? newest;
  const days = (Date.parse(newest.day) - Date.parse(oldest.day)) / dayMs;
  return days === 0 ? null : (newest.bytes - oldest.bytes) / days;
}

/** Days until the volume is full at that growth; null if it does not grow, or one of the two is unknown. */
export function daysLeftOf(freeBytes: number | null, growthBytes: number | null): number | null {
  if (freeBytes === null || growthBytes === null || growthBytes <= 0) return null;
  return freeBytes / growthBytes;
}
