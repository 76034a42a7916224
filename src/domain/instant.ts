const timePattern =
  /^(\d{4})-(\d{2})-(\d{2})[Tt](\d{2}):(\d{2}):(\d{2})(?:\.(\d{1,30}))?([Zz]|([+-])(\d{2}):(\d{2}))$/;
const datePattern = /^(\d{4})-(\d{2})-(\d{2})$/;

/**
 * Parses an RFC 3339 time with any offset, for comparison with times of whole milliseconds. A finer time is rounded
 * up, so "at or after" and "before" stay exact. Undefined if it is not a time, such as 30 February or second 60.
 */
export function parseInstant(text: string): Date | undefined {
  const parts = timePattern.exec(text);
  if (parts === null || !isDate(text.slice(0, 10))) return undefined;
  const [, , , , hour, minute, second, fraction = '', , sign, offsetHour = '0', offsetMinute = '0'] = parts;
  if (Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return undefined;
  if (Number(offsetHour) > 23 || Number(offsetMinute) > 59) return undefined;
  const wholeSecond = Date.parse(`${text.slice(0, 10)}T${text.slice(11, 19)}Z`);
  const ms = Number(fraction.slice(0, 3).padEnd(3, '0')) + (/[1-9]/.test(fraction.slice(3)) ? 1 : 0);
  const offsetMs = (Number(offsetHour) * 60 + Number(offsetMinute)) * 60_000;
  const at = new Date(wholeSecond + ms - (sign === '-' ? -offsetMs : offsetMs));
  // The offset, or rounding up, may lead outside the years 1 to 9999.
  return at.getUTCFullYear() >= 1 && at.getUTCFullYear() <= 9999 ? at : undefined;
}

/** Whether the text is a calendar day, YYYY-MM-DD. */
export function isDate(text: string): boolean {
  const [, year = '', month = '', day = ''] = datePattern.exec(text) ?? [];
  if (year === '' || Number(year) === 0) return false;
  const date = new Date(`${text}T00:00:00Z`);
  // Date rolls 30 February over to March, so the parts must come back unchanged.
  return date.getUTCMonth() + 1 === Number(month) && date.getUTCDate() === Number(day);
}
