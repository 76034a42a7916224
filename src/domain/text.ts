const lineMost = 500;

/** Text for people to read: not blank, one line, up to 500 characters. */
export function isLine(text: string): boolean {
  return (
    text.trim() !== '' && Array.from(text).length <= lineMost && text.isWellFormed() && !/\p{Cc}/u.test(text)
  );
}

export function isEmail(text: string): boolean {
  return /^[^\s@]{1,64}@[^\s@]+\.[^\s@]+$/.test(text) && text.length <= 254 && isLine(text);
}
