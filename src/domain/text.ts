const lineMost = 500;

/**
 * Characters that are invisible or change the direction of text: they make one name look like another. U+2800 is a
 * blank in no Unicode class.
 */
const hidden = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/gu;
const lineBreaks = '\n\r\v\f\u0085\u2028\u2029';

/** Scripts whose letters ZWJ and ZWNJ shape; names in them contain these characters. */
const joining =
  /[\p{scx=Arab}\p{scx=Syrc}\p{scx=Mand}\p{scx=Nkoo}\p{scx=Mong}\p{scx=Deva}\p{scx=Beng}\p{scx=Guru}\p{scx=Gujr}\p{scx=Orya}\p{scx=Taml}\p{scx=Telu}\p{scx=Knda}\p{scx=Mlym}\p{scx=Sinh}\p{scx=Khmr}\p{scx=Mymr}\p{scx=Tibt}\p{scx=Java}\p{scx=Bali}]/u;
const letterOrMark = /[\p{L}\p{M}]/u;
/** Signs that suppress a consonant's vowel in scripts of India and Sri Lanka. */
const virama = /[\u094d\u09cd\u0a4d\u0acd\u0b4d\u0bcd\u0c4d\u0ccd\u0d4d\u0dca]/;
const pictograph = /\p{Extended_Pictographic}/u;

/** Whether a text may have line breaks. */
export type Lines = 'one' | 'many';

/** Whether the text has at most `most` characters (code points). Longer text is not scanned. */
export function isWithin(text: string, most: number): boolean {
  // No character has more than two UTF-16 units.
  return text.length <= most || (text.length <= 2 * most && Array.from(text).length <= most);
}

/**
 * Says what is wrong with text that others read; follows its name in a message; undefined if nothing is. Refuses
 * invisible, direction and control characters, and line breaks in single-line text. Allows those that a script or
 * emoji needs (see `isNeeded`). The caller bounds the text.
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
 * - U+200C and U+200D are allowed between letters of a script that joins letters (Persian, Hindi, Sinhala, …), or after a virama;
 * - U+200D joins pictographs, and U+FE0E and U+FE0F choose how one looks;
 * - a variation selector chooses the form of an ideograph (Japanese names) or of a Mongolian letter.
 * Two of them in a row are not allowed.
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

/** The character before a position; empty at the start. */
function pointBefore(text: string, at: number): string {
  const pair = text.slice(Math.max(0, at - 2), at);
  return /[\ud800-\udbff][\udc00-\udfff]$/.test(pair) ? pair : pair.slice(-1);
}

/**
 * The text as a terminal may print it: characters refused by `hiddenFault` are written as `\u202e`, because a
 * terminal would obey them or show nothing. JSON stays the same JSON.
 */
export function escaped(text: string, lines: Lines = 'one'): string {
  return text.replace(hidden, (sign, at: number) =>
    isAllowed(text, at, lines)
      ? sign
      : sign.replaceAll(/[^]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`),
  );
}

/** Text for people: not blank, one line, up to 500 characters, all visible. */
export function isLine(text: string): boolean {
  return (
    isWithin(text, lineMost) && text.trim() !== '' && text.isWellFormed() && hiddenFault(text) === undefined
  );
}

/** The message for text that `isLine` refuses. */
export const lineRule = `one line of 1 to ${lineMost} characters, without invisible or direction-changing ones`;

/** The first `most` characters. Cutting by UTF-16 units could split the last one. */
export function cut(text: string, most: number): string {
  // No character has more than two UTF-16 units.
  return text.length <= most
    ? text
    : Array.from(text.slice(0, 2 * most))
        .slice(0, most)
        .join('');
}
