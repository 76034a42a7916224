import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { cutoffAfter, cutoffBy, type Calendar } from '../../src/domain/settlement-calendar.js';

const daily = (cutoffTime: string): Calendar => ({ interval: 'daily', weekday: null, day: null, cutoffTime });
const weekly = (weekday: number, cutoffTime: string): Calendar => ({
  ...daily(cutoffTime),
  interval: 'weekly',
  weekday,
});
const monthly = (day: number, cutoffTime = '17:00'): Calendar => ({
  ...daily(cutoffTime),
  interval: 'monthly',
  day,
});

/** `count` cut-offs, each found from the one before. */
function* walk(calendar: Calendar, from: string, count: number): Generator<string> {
  let at = new Date(from);
  for (let nth = 0; nth < count; nth += 1) {
    at = cutoffAfter(calendar, at) ?? at;
    yield at.toISOString();
  }
}
const next = (calendar: Calendar, at: string) => cutoffAfter(calendar, new Date(at))?.toISOString();
const last = (calendar: Calendar, at: string) => cutoffBy(calendar, new Date(at))?.toISOString();

/** Days of ten years by the Gregorian calendar, computed without a date library. */
const lengths = (year: number): readonly number[] => {
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  return [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
};
const years = Array.from({ length: 10 }, (_, nth) => 2026 + nth);
const two = (value: number): string => String(value).padStart(2, '0');

describe('the calendar of settlements', () => {
  it.each(Array.from({ length: 31 }, (_, nth) => nth + 1))(
    'has day %i of every month of ten years',
    (day) => {
      const table = years.flatMap((year) =>
        lengths(year).map(
          (most, month) => `${year}-${two(month + 1)}-${two(Math.min(day, most))}T17:00:00.000Z`,
        ),
      );
      expect([...walk(monthly(day), '2025-12-31T23:59:59.999Z', 120)]).toEqual(table);
    },
  );

  it('keeps its day after a short month', () => {
    expect([...walk(monthly(31, '09:30'), '2028-01-01T00:00:00Z', 5)]).toEqual([
      '2028-01-31T09:30:00.000Z',
      '2028-02-29T09:30:00.000Z',
      '2028-03-31T09:30:00.000Z',
      '2028-04-30T09:30:00.000Z',
      '2028-05-31T09:30:00.000Z',
    ]);
    expect([...walk(monthly(30), '2027-01-31T00:00:00Z', 2)]).toEqual([
      '2027-02-28T17:00:00.000Z',
      '2027-03-30T17:00:00.000Z',
    ]);
  });

  it.each([1, 2, 3, 4, 5, 6, 7])('has weekday %i every seven days of ten years', (weekday) => {
    // 5 January 2026 is a Monday.
    const first = Date.UTC(2026, 0, 4 + weekday, 23, 59);
    const table = Array.from({ length: 522 }, (_, nth) =>
      new Date(first + nth * 7 * 86_400_000).toISOString(),
    );
    expect([...walk(weekly(weekday, '23:59'), '2026-01-04T23:59:00Z', 522)]).toEqual(table);
  });

  it('has every day of ten years, a leap day too', () => {
    const table = Array.from({ length: 3_652 }, (_, nth) =>
      new Date(Date.UTC(2026, 0, 1 + nth)).toISOString(),
    );
    expect([...walk(daily('00:00'), '2025-12-31T00:00:00Z', 3_652)]).toEqual(table);
  });

  it('has no cut-off for manual', () => {
    const manual = { ...daily('17:00'), interval: 'manual' } as const;
    expect([next(manual, '2026-11-26T17:00:00Z'), last(manual, '2026-11-26T17:00:00Z')]).toEqual([
      undefined,
      undefined,
    ]);
  });

  it('counts a cut-off as past at its exact time, and not a millisecond before', () => {
    for (const calendar of [daily('17:00'), weekly(4, '17:00'), monthly(26)]) {
      expect(last(calendar, '2026-11-26T17:00:00.000Z')).toBe('2026-11-26T17:00:00.000Z');
      expect(next(calendar, '2026-11-26T16:59:59.999Z')).toBe('2026-11-26T17:00:00.000Z');
      expect(next(calendar, '2026-11-26T17:00:00.000Z')).not.toBe('2026-11-26T17:00:00.000Z');
    }
    expect(last(daily('17:00'), '2026-11-26T16:59:59.999Z')).toBe('2026-11-25T17:00:00.000Z');
    expect(last(weekly(4, '17:00'), '2026-11-26T16:59:59.999Z')).toBe('2026-11-19T17:00:00.000Z');
    expect(last(monthly(31), '2026-03-31T16:59:59.999Z')).toBe('2026-02-28T17:00:00.000Z');
  });

  it('finds no cut-off between the last and the next one', () => {
    const calendars = [
      daily('06:15'),
      weekly(7, '00:00'),
      monthly(29, '23:59'),
      monthly(31, '00:00'),
      monthly(1),
    ];
    for (const calendar of calendars) {
      for (let at = Date.UTC(2027, 11, 20); at < Date.UTC(2028, 3, 5); at += 3_599_000) {
        const [before, after] = [cutoffBy(calendar, new Date(at)), cutoffAfter(calendar, new Date(at))];
        expect(before?.getTime()).toBeLessThanOrEqual(at);
        expect(after?.getTime()).toBeGreaterThan(at);
        expect(cutoffAfter(calendar, before ?? new Date(0))).toEqual(after);
      }
    }
  });

  it.each(['America/New_York', 'Europe/Berlin', 'Asia/Kathmandu', 'Pacific/Apia', 'America/Caracas'])(
    "does not depend on the machine's time zone (%s)",
    (zone) => {
      const walkThere = `
        const { cutoffAfter } = await import(process.argv[1]);
        const out = [];
        for (const calendar of JSON.parse(process.argv[2])) {
          let at = new Date('2026-01-01T00:00:00Z');
          for (let nth = 0; nth < 400; nth += 1) out.push((at = cutoffAfter(calendar, at)).toISOString());
        }
        console.log(JSON.stringify([new Date(0).getTimezoneOffset(), out]));`;
      const calendars = [daily('02:30'), weekly(7, '02:30'), monthly(31, '02:30')];
      const file = join(import.meta.dirname, '../../src/domain/settlement-calendar.ts');
      const output = execFileSync(
        process.execPath,
        ['--input-type=module', '-e', walkThere, file, JSON.stringify(calendars)],
        { env: { ...process.env, TZ: zone }, encoding: 'utf8' },
      );
      const [offset, there] = JSON.parse(output) as [number, string[]];
      expect(offset).not.toBe(0);
      const here = calendars.flatMap((calendar) => [...walk(calendar, '2026-01-01T00:00:00Z', 400)]);
      expect(there).toEqual(here);
    },
  );
});
