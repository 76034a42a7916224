/** Browser and system by User-Agent, from fixed lists. Null if unknown. */
export interface Device {
  readonly browser: string | null;
  readonly system: string | null;
}

/** Part of a User-Agent, and the product it identifies. The first match wins, because other browsers also name later ones. */
type Names = readonly (readonly [part: string, name: string])[];

const browsers: Names = [
  ['Edg/', 'Edge'],
  ['EdgA/', 'Edge'],
  ['EdgiOS/', 'Edge'],
  ['OPR/', 'Opera'],
  ['SamsungBrowser/', 'Samsung Internet'],
  ['FxiOS/', 'Firefox'],
  ['Firefox/', 'Firefox'],
  ['CriOS/', 'Chrome'],
  ['Chrome/', 'Chrome'],
  ['Safari/', 'Safari'],
];

const systems: Names = [
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Android', 'Android'],
  ['CrOS', 'ChromeOS'],
  ['Windows', 'Windows'],
  ['Macintosh', 'Mac'],
  ['Linux', 'Linux'],
];

/** Longer values are cut; no browser sends them. */
const readMost = 500;

const nameIn = (names: Names, text: string): string | null =>
  names.find(([part]) => text.includes(part))?.[1] ?? null;

export function deviceOf(userAgent = ''): Device {
  const read = userAgent.slice(0, readMost);
  return { browser: nameIn(browsers, read), system: nameIn(systems, read) };
}
