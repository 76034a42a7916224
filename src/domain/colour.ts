/** A colour of a page's configuration: `#rrggbb`, lower case. */
export type Colour = `#${string}`;

type Channels = readonly [red: number, green: number, blue: number];

/** The minimum contrast of text in WCAG 2.2 AA. */
export const textContrast = 4.5;

/** The contrast of two colours by WCAG 2: from 1 (none) to 21. */
export function contrastOf(one: string, other: string): number {
  const [light, dark] = [luminance(one), luminance(other)].toSorted((a, b) => b - a) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

/** The closest colour, darker or lighter, whose contrast with all backgrounds is at least `least`. */
export function standingOut(colour: Colour, grounds: readonly Colour[], least = textContrast): Colour {
  const stands = (each: Colour): boolean => grounds.every((ground) => contrastOf(each, ground) >= least);
  for (let step = 0; step <= 20; step += 1) {
    const found = (['#000000', '#ffffff'] as const).map((end) => mixed(colour, end, step / 20)).find(stands);
    if (found !== undefined) return found;
  }
  // Backgrounds as far apart as black and white allow no such colour: use the better of black and white.
  const worst = (end: Colour): number => Math.min(...grounds.map((ground) => contrastOf(end, ground)));
  return worst('#000000') >= worst('#ffffff') ? '#000000' : '#ffffff';
}

/** Mixes `share` of the second colour into the first. */
export function mixed(one: Colour, other: Colour, share: number): Colour {
  const [from, to] = [channelsOf(one), channelsOf(other)];
  const hex = from.map((each, index) =>
    Math.round(each + ((to[index] ?? 0) - each) * share)
      .toString(16)
      .padStart(2, '0'),
  );
  return `#${hex.join('')}`;
}

function luminance(colour: string): number {
  const [red, green, blue] = channelsOf(colour);
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
}

function linear(channel: number): number {
  const part = channel / 255;
  return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
}

function channelsOf(colour: string): Channels {
  const [, red, green, blue] = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/.exec(colour) ?? [];
  if (red === undefined || green === undefined || blue === undefined) throw new Error('not a colour');
  return [Number.parseInt(red, 16), Number.parseInt(green, 16), Number.parseInt(blue, 16)];
}
