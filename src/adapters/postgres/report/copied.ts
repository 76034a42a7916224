const headerLength = 5;
/** The length that a message tells counts itself, and not the byte before it. */
const lengthItself = 4;
const data = 'd'.charCodeAt(0);
const done = 'c'.charCodeAt(0);
/** The beginning of the copy, and what a server may say at any time. */
const passed: ReadonlySet<number> = new Set(Buffer.from('HNSA'));
const [carriageReturn, lineFeed] = [0x0d, 0x0a];

interface Next {
  /** Whole lines and parts of lines, in their order. */
  readonly lines: Buffer;
  /** Bytes that are none of the copy any more, once it has ended. */
  readonly rest: Buffer | undefined;
}

/**
 * Takes the lines of a COPY out of the messages of PostgreSQL's protocol. Each message is one line that ends with LF, of
 * whatever quoted line feeds it holds within; it is ended with CRLF. Nothing is made for each line.
 */
export class CopiedLines {
  /** Lines that have ended. */
  count = 0;
  readonly #header = Buffer.alloc(headerLength);
  #known = 0;
  #left = 0;
  #isData = false;

  /** The lines are made in the bytes themselves, whose first is room: what comes stands behind it. */
  next(bytes: Buffer): Next {
    // A header is longer than the byte that a line grows by; that of the first line may have come before.
    let [at, to] = [1, 0];
    while (at < bytes.length) {
      if (this.#left === 0) {
        const taken = bytes.copy(this.#header, this.#known, at, at + headerLength - this.#known);
        at += taken;
        this.#known += taken;
        if (this.#known < headerLength) break;
        this.#known = 0;
        const [code = 0] = this.#header;
        if (code !== data && !passed.has(code))
          return { lines: bytes.subarray(0, to), rest: this.#restOf(code, bytes.subarray(at)) };
        this.#isData = code === data;
        this.#left = this.#header.readUInt32BE(1) - lengthItself;
        continue;
      }
      const length = Math.min(this.#left, bytes.length - at);
      this.#left -= length;
      if (this.#isData) {
        const isWhole = this.#left === 0;
        to += bytes.copy(bytes, to, at, at + length - (isWhole ? 1 : 0));
        if (isWhole) {
          bytes[to] = carriageReturn;
          bytes[to + 1] = lineFeed;
          to += 2;
          this.count += 1;
        }
      }
      at += length;
    }
    return { lines: bytes.subarray(0, to), rest: undefined };
  }

  /** An error is for whoever else reads the connection, from its first byte on. */
  #restOf(code: number, behind: Buffer): Buffer {
    return code === done ? behind : Buffer.concat([this.#header, behind]);
  }
}
