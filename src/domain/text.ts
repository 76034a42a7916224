const lineMost = 500;

/**
 * Characters that nobody sees, or that turn the direction of what stands beside them: with one a name looks like another, and
 * a reason reads as what was never written. U+2800 is a blank that no class has.
 */
const unseen = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** Text for people to read: not blank, one line, up to 500 characters, each of them to be seen. */
export function isLine(text: string): boolean {
  return (
    text.trim() !== '' && Array.from(text).length <= lineMost && text.isWellFormed() && !unseen.test(text)
  );
}

/** The rule told to one who gave anything else. */
export const lineRule = `one line of 1 to ${lineMost} characters, none of them invisible or of a direction`;

/** The first characters, so many at most: cut by code units, half of one would stand at the end. */
export function cut(text: string, most: number): string {
  // No character has more than two units.
  return text.length <= most
    ? text
    : Array.from(text.slice(0, 2 * most))
        .slice(0, most)
        .join('');
}
