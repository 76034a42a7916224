/** What a browser says about itself, in the words of closed lists; null where it says nothing known. */
export interface Device {
  readonly browser: string | null;
  readonly system: string | null;
}

/** Part of a User-Agent, and what it stands for. The first that occurs counts: later ones are named by others too. */
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

/** Longer ones are cut: no browser sends them. */
const readMost = 500;

const nameIn = (names: Names, text: string): string | null =>
  names.find(([part]) => text.includes(part))?.[1] ?? null;

export function deviceOf(userAgent = ''): Device {
  const read = userAgent.slice(0, readMost);
  return { browser: nameIn(browsers, read), system: nameIn(systems, read) };
}
