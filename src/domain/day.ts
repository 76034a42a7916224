export const dayMs = 86_400_000;

/** The ends of the last UTC days, oldest first; the last one is that of the present day. */
export function lastDays(now: Date, count: number): Date[] {
  const today = Math.floor(now.getTime() / dayMs);
  return Array.from({ length: count }, (_, at) => new Date((today - count + 2 + at) * dayMs));
}
