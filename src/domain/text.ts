const lineMost = 500;

/** Text for people to read: not blank, one line, up to 500 characters. */
export function isLine(text: string): boolean {
  return (
    text.trim() !== '' && Array.from(text).length <= lineMost && text.isWellFormed() && !/\p{Cc}/u.test(text)
  );
}

/** The first characters, so many at most: cut by code units, half of one would stand at the end. */
export function cut(text: string, most: number): string {
  // No character has more than two units.
  return text.length <= most
    ? text
    : Array.from(text.slice(0, 2 * most))
        .slice(0, most)
        .join('');
}

export function isEmail(text: string): boolean {
  // The length first: the pattern's time grows faster than the text.
  return text.length <= 254 && /^[^\s@]{1,64}@[^\s@]+\.[^\s@]+$/.test(text) && isLine(text);
}
