import { createRequire } from 'node:module';
import type { Looks } from './brand.js';

type FontKey = Looks['font'];

interface Font {
  readonly family: string;
  /** The weights, each with its own file per subset. A variable font has one file for all weights. */
  readonly weights: readonly string[];
  readonly file: (subset: string, weight: string) => string;
  readonly generic: string;
}

const variable = (name: string, family: string, generic = 'sans-serif'): Font => ({
  family,
  generic,
  weights: ['100 900'],
  file: (subset) => `@fontsource-variable/${name}/files/${name}-${subset}-wght-normal.woff2`,
});

const plain = (name: string, family: string): Font => ({
  family,
  generic: 'sans-serif',
  weights: ['400', '700'],
  file: (subset, weight) => `@fontsource/${name}/files/${name}-${subset}-${weight}-normal.woff2`,
});

const fonts: Readonly<Record<Exclude<FontKey, 'system'>, Font>> = {
  inter: variable('inter', 'Inter'),
  roboto: variable('roboto', 'Roboto'),
  open_sans: variable('open-sans', 'Open Sans'),
  lato: plain('lato', 'Lato'),
  montserrat: variable('montserrat', 'Montserrat'),
  poppins: plain('poppins', 'Poppins'),
  nunito: variable('nunito', 'Nunito'),
  dm_sans: variable('dm-sans', 'DM Sans'),
  source_serif: variable('source-serif-4', 'Source Serif 4', 'serif'),
};

/** The characters of our languages and of names in related languages. */
const subsets: Readonly<Record<string, string>> = {
  latin:
    'U+0000-00FF,U+0131,U+0152-0153,U+02BB-02BC,U+02C6,U+02DA,U+02DC,U+0304,U+0308,U+0329,U+2000-206F,U+20AC,U+2122,U+2191,U+2193,U+2212,U+2215,U+FEFF,U+FFFD',
  'latin-ext':
    'U+0100-02BA,U+02BD-02C5,U+02C7-02CC,U+02CE-02D7,U+02DD-02FF,U+0304,U+0308,U+0329,U+1D00-1DBF,U+1E00-1E9F,U+1EF2-1EFF,U+2020,U+20A0-20AB,U+20AD-20C0,U+2113,U+2C60-2C7F,U+A720-A7FF',
};

const systemFamily = 'system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif';
const resolve = createRequire(import.meta.url).resolve;

const name = (key: string, subset: string, index: number): string => `${key}-${subset}-${index}.woff2`;

/** Font files by the name under which they are served. */
export const fontFiles: ReadonlyMap<string, string> = new Map(
  Object.entries(fonts).flatMap(([key, font]) =>
    Object.keys(subsets).flatMap((subset) =>
      font.weights.map((weight, index): [string, string] => [
        name(key, subset, index),
        resolve(font.file(subset, weight)),
      ]),
    ),
  ),
);

export const familyOf = (key: FontKey): string =>
  key === 'system' ? systemFamily : `"${fonts[key].family}",${fonts[key].generic}`;

export function facesOf(key: FontKey): string {
  if (key === 'system') return '';
  const { family, weights } = fonts[key];
  return Object.entries(subsets)
    .flatMap(([subset, range]) =>
      weights.map(
        (weight, index) =>
          `@font-face{font-family:"${family}";font-style:normal;font-weight:${weight};font-display:swap;src:url(/p/font/${name(key, subset, index)}) format("woff2");unicode-range:${range}}\n`,
      ),
    )
    .join('');
}
