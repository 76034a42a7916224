import { LineEnds } from '../../../domain/csv.js';

/** Lines of CSV that PostgreSQL ended with LF, ended with CRLF; a line feed within quotes is part of a value. */
export class CrlfLines {
  readonly #ends = new LineEnds();

  /** Lines that have ended, the heading among them. */
  get count(): number {
    return this.#ends.count;
  }

  async *through(pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const piece of pieces) yield this.next(piece);
  }

  /** The next bytes, as they are to be sent. */
  next(bytes: Buffer): Buffer {
    const ends = this.#ends.next(bytes);
    const out = Buffer.allocUnsafe(bytes.length + ends.length);
    let from = 0;
    let to = 0;
    for (const end of ends) {
      to += bytes.copy(out, to, from, end);
      out.write('\r\n', to, 'latin1');
      to += 2;
      from = end + 1;
    }
    bytes.copy(out, to, from);
    return out;
  }
}
