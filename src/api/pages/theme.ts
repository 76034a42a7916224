import { contrastOf, mixed, standingOut, type Colour } from '../../domain/colour.js';
import type { Looks } from './brand.js';
import { facesOf, familyOf } from './font.js';

const radii: Readonly<Record<Looks['radius'], readonly [box: string, button: string]>> = {
  none: ['0', '0'],
  sm: ['4px', '4px'],
  md: ['8px', '8px'],
  lg: ['16px', '12px'],
  full: ['24px', '999px'],
};

/** Slightly above the required contrast of 4.5, because screens round colours. */
const clear = 4.6;
/** Contrast of borders and other parts without text. */
const partClear = 3.1;

/**
 * The style sheet of a page. The account sets six colours. Its text colour is legible on its surface colour. All other
 * pairs that meet on the page are adjusted until they are legible too.
 */
export function themeSheet({ colors, radius, font }: Looks): string {
  // The colours were validated when the page was configured.
  const { background, border, primary, secondary, surface, text } = colors as Record<
    keyof typeof colors,
    Colour
  >;
  const grounds = [surface, background];
  const tint = mixed(surface, secondary, 0.12);
  const all = [...grounds, tint];
  const danger = standingOut('#b3261e', grounds, clear);
  const good = standingOut('#1b7a43', grounds, clear);
  const [box, button] = radii[radius];
  const values: Readonly<Record<string, string>> = {
    background,
    surface,
    border,
    primary,
    tint,
    text,
    'on-primary': onto(primary),
    'primary-deep': mixed(primary, onto(primary) === '#ffffff' ? '#000000' : '#ffffff', 0.14),
    ground: standingOut(text, [background], clear),
    'on-tint': standingOut(text, [tint], clear),
    soft: standingOut(mixed(text, surface, 0.35), all, clear),
    link: standingOut(primary, all, clear),
    edge: standingOut(mixed(border, text, 0.3), grounds, partClear),
    focus: standingOut(primary, all, clear),
    danger,
    'danger-tint': mixed(surface, danger, 0.07),
    good,
    box,
    button,
    font: familyOf(font),
  };
  const lines = Object.entries(values).map(([name, value]) => `--${name}:${value}`);
  // Lists, scroll bars and what a browser fills in have colours of its own.
  const scheme = onto(surface) === '#ffffff' ? 'dark' : 'light';
  return `${facesOf(font)}:root{color-scheme:${scheme};${lines.join(';')}}\n`;
}

const onto = (ground: Colour): Colour =>
  contrastOf('#ffffff', ground) >= contrastOf('#000000', ground) ? '#ffffff' : '#000000';
