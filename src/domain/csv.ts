const lineFeed = 0x0a;
const quote = 0x22;

/** Finds the ends of CSV lines in bytes that arrive in chunks. A line feed within quotes belongs to the value. */
export class LineEnds {
  /** Lines ended so far. */
  count = 0;
  #isQuoted = false;

  /**
   * Positions of the line feeds that end lines. Quotes within quotes are doubled, so every quote toggles the state.
   */
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
