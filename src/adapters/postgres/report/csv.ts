const lineFeed = 0x0a;
const quote = 0x22;

/** Lines of CSV that PostgreSQL ended with LF, ended with CRLF; a line feed within quotes is part of a value. */
export class CrlfLines {
  /** Lines that have ended, the heading among them. */
  count = 0;
  #isQuoted = false;

  async *through(pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const piece of pieces) yield this.next(piece);
  }

  /** The next bytes, as they are to be sent. */
  next(bytes: Buffer): Buffer {
    const ends = this.#ends(bytes);
    this.count += ends.length;
    const out = Buffer.allocUnsafe(bytes.length + ends.length);
    let from = 0;
    let to = 0;
    for (const end of ends) {
      to += bytes.copy(out, to, from, end);
      out[to++] = 0x0d;
      out[to++] = lineFeed;
      from = end + 1;
    }
    bytes.copy(out, to, from);
    return out;
  }

  /** Where lines end. A quote within quotes is doubled, so that each one turns quoting on or off. */
  #ends(bytes: Buffer): number[] {
    const ends: number[] = [];
    let at = 0;
    while (at < bytes.length) {
      const quoteAt = bytes.indexOf(quote, at);
      const stop = quoteAt === -1 ? bytes.length : quoteAt;
      if (!this.#isQuoted)
        for (
          let end = bytes.indexOf(lineFeed, at);
          end !== -1 && end < stop;
          end = bytes.indexOf(lineFeed, end + 1)
        )
          ends.push(end);
      if (quoteAt !== -1) this.#isQuoted = !this.#isQuoted;
      at = stop + 1;
    }
    return ends;
  }
}
