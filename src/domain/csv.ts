const lineFeed = 0x0a;
const quote = 0x22;

/** Finds where lines of CSV end in bytes that come piece by piece; a line feed within quotes is part of a value. */
export class LineEnds {
  /** Lines that have ended so far. */
  count = 0;
  #isQuoted = false;

  /** The places of the line feeds that end lines. A quote within quotes is doubled, so that each one turns quoting on or off. */
  next(bytes: Uint8Array): number[] {
    const ends: number[] = [];
    let at = 0;
    while (at < bytes.length) {
      const quoteAt = bytes.indexOf(quote, at);
      const stop = quoteAt === -1 ? bytes.length : quoteAt;
      let end = this.#isQuoted ? -1 : bytes.indexOf(lineFeed, at);
      for (; end !== -1 && end < stop; end = bytes.indexOf(lineFeed, end + 1)) ends.push(end);
      if (quoteAt !== -1) this.#isQuoted = !this.#isQuoted;
      at = stop + 1;
    }
    this.count += ends.length;
    return ends;
  }
}
