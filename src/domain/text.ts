const lineMost = 500;

/**
 * Characters that nobody sees, or that change the direction of the text beside them: with one of them a name looks like
 * another name. U+2800 is a blank that no Unicode class contains.
 */
const hidden = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/gu;
const lineBreaks = '\n\r\v\f\u0085\u2028\u2029';

/** Letters that ZWJ and ZWNJ shape: names in these scripts are written with them. */
const joining =
  /[\p{scx=Arab}\p{scx=Syrc}\p{scx=Mand}\p{scx=Nkoo}\p{scx=Mong}\p{scx=Deva}\p{scx=Beng}\p{scx=Guru}\p{scx=Gujr}\p{scx=Orya}\p{scx=Taml}\p{scx=Telu}\p{scx=Knda}\p{scx=Mlym}\p{scx=Sinh}\p{scx=Khmr}\p{scx=Mymr}\p{scx=Tibt}\p{scx=Java}\p{scx=Bali}]/u;
const letterOrMark = /[\p{L}\p{M}]/u;
/** Signs that take a consonant's vowel away, of the scripts of India and Sri Lanka. */
const virama = /[\u094d\u09cd\u0a4d\u0acd\u0b4d\u0bcd\u0c4d\u0ccd\u0d4d\u0dca]/;
const pictograph = /\p{Extended_Pictographic}/u;

/** How many lines a text may have. */
export type Lines = 'one' | 'many';

/** Whether the text has at most so many characters (code points); a longer text is not looked through. */
export function isWithin(text: string, most: number): boolean {
  // No character has more than two units.
  return text.length <= most || (text.length <= 2 * most && Array.from(text).length <= most);
}

/**
 * What is wrong with a text that other people read, in words that follow its name; undefined where nothing is. Invisible
 * characters, direction controls and control characters are refused, and line breaks in a text of one line. Allowed are
 * those that a script or an emoji needs, where it needs them (see `isNeeded`). The text must be bounded before.
 */
export function hiddenFault(text: string, lines: Lines = 'one'): string | undefined {
  const [found] = hiddenIn(text, lines);
  if (found === undefined) return undefined;
  if (lineBreaks.includes(found)) return 'has a line break; send one line';
  const code = (found.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
  return `contains U+${code}, which is invisible or changes the text direction; remove it`;
}

function* hiddenIn(text: string, lines: Lines): Generator<string> {
  for (const { 0: sign, index } of text.matchAll(hidden)) if (!isAllowed(text, index, lines)) yield sign;
}

function isAllowed(text: string, at: number, lines: Lines): boolean {
  const sign = text.charAt(at);
  if (lines === 'many' && (sign === '\n' || sign === '\t' || text.startsWith('\r\n', at))) return true;
  return isNeeded(text, at);
}

/**
 * - U+200C and U+200D stand between letters of a script that joins letters (Persian, Hindi, Sinhala, …), or behind a virama;
 * - U+200D joins pictographs, and U+FE0E and U+FE0F choose how one looks;
 * - a variation selector chooses the form of an ideograph (Japanese names) or of a Mongolian letter.
 * Two of them never stand side by side.
 */
function isNeeded(text: string, at: number): boolean {
  const sign = String.fromCodePoint(text.codePointAt(at) ?? 0);
  const before = pointBefore(text, at);
  const after = String.fromCodePoint(text.codePointAt(at + sign.length) ?? 0);
  const shapesLetters = (other: string): boolean => letterOrMark.test(other) && joining.test(other);
  switch (sign) {
    case '\u200c':
      return shapesLetters(before) && (shapesLetters(after) || virama.test(before));
    case '\u200d':
      return (
        (shapesLetters(before) && (shapesLetters(after) || virama.test(before))) ||
        (pictograph.test(after) && (pictograph.test(before) || /[\ufe0f\p{Emoji_Modifier}]/u.test(before)))
      );
    case '\ufe0e':
    case '\ufe0f':
      return pictograph.test(before) || (after === '\u20e3' && /[0-9#*]/.test(before));
    default:
      return /[\ufe00-\ufe02\u{e0100}-\u{e01ef}]/u.test(sign)
        ? /\p{Script=Han}/u.test(before)
        : /[\u180b-\u180d\u180f]/.test(sign) && /\p{Script=Mongolian}/u.test(before);
  }
}

/** The character in front of a place; empty at the start. */
function pointBefore(text: string, at: number): string {
  const pair = text.slice(Math.max(0, at - 2), at);
  return /[\ud800-\udbff][\udc00-\udfff]$/.test(pair) ? pair : pair.slice(-1);
}

/**
 * The text as a terminal may print it: what `hiddenFault` refuses is written as `\u202e`, since a terminal would obey it
 * or show nothing. JSON stays the same JSON.
 */
export function escaped(text: string, lines: Lines = 'one'): string {
  return text.replace(hidden, (sign, at: number) =>
    isAllowed(text, at, lines)
      ? sign
      : sign.replaceAll(/[^]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`),
  );
}

/** Text for people to read: not blank, one line, up to 500 characters, each of them to be seen. */
export function isLine(text: string): boolean {
  return (
    isWithin(text, lineMost) && text.trim() !== '' && text.isWellFormed() && hiddenFault(text) === undefined
  );
}

/** The rule told to one who gave anything else. */
export const lineRule = `one line of 1 to ${lineMost} characters, without invisible or direction-changing ones`;

/** The first characters, so many at most: cut by code units, half of one would stand at the end. */
export function cut(text: string, most: number): string {
  // No character has more than two units.
  return text.length <= most
    ? text
    : Array.from(text.slice(0, 2 * most))
        .slice(0, most)
        .join('');
}
