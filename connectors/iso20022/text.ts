import anyAscii from 'any-ascii';

export type Characters = 'basic' | 'latin1' | 'unicode';

/** The characters a bank accepts. Others are transliterated, or else replaced by a dot. */
const allowed: Readonly<Record<Characters, RegExp>> = {
  basic: /^[A-Za-z0-9/\-?:().,'+ ]$/,
  latin1: /^[\u0020-\u007E\u00A0-\u00FF]$/,
  unicode: /^[^\p{C}\p{Z}]$|^ $/u,
};

/** Replacements that read better than a plain transliteration. */
const words: Readonly<Record<string, string>> = {
  '&': '+',
  _: '-',
  '@': '(at)',
  '"': "'",
  ';': ',',
  '[': '(',
  ']': ')',
  '{': '(',
  '}': ')',
  '€': 'EUR',
};

function replacementFor(character: string, pattern: RegExp): string {
  if (pattern.test(character)) return character;
  if (/^[\s\p{Z}\p{C}]$/u.test(character)) return ' ';
  const plain = words[character] ?? anyAscii(character);
  return Array.from(plain, (each) => (pattern.test(each) ? each : '.')).join('');
}

/** The text in the bank's characters, cut at `most`; no field starts with a slash or has two in a row. */
export function bankText(text: string, characters: Characters, most: number): string {
  const pattern = allowed[characters];
  const all = Array.from(text.normalize('NFC'), (each) => replacementFor(each, pattern)).join('');
  const tidy = all
    .replaceAll(/ {2,}/g, ' ')
    .replaceAll(/\/{2,}/g, '/')
    .trim()
    .replace(/^\/+/, '');
  return Array.from(tidy).slice(0, most).join('').trim();
}
