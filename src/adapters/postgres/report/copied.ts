const headerLength = 5;
/** The length in a message counts itself, but not the type byte before it. */
const lengthItself = 4;
const data = 'd'.charCodeAt(0);
const done = 'c'.charCodeAt(0);
/** Messages to ignore: the start of the copy, and messages that a server may send at any time. */
const passed: ReadonlySet<number> = new Set(Buffer.from('HNSA'));
const [carriageReturn, lineFeed] = [0x0d, 0x0a];

interface Next {
  /** CSV lines and parts of lines, in order. */
  readonly lines: Buffer;
  /** The bytes after the end of the copy; undefined while the copy runs. */
  readonly rest: Buffer | undefined;
}

/**
 * Extracts the lines of a COPY from PostgreSQL's protocol messages. Each message is one CSV row that ends with LF, and
 * may contain quoted line feeds. Its last LF becomes CRLF. Nothing is allocated per line.
 */
export class CopiedLines {
  /** Finished lines. */
  count = 0;
  readonly #header = Buffer.alloc(headerLength);
  #known = 0;
  #left = 0;
  #isData = false;

  /** Writes the lines into `bytes` itself. The first byte is free; the data starts behind it. */
  next(bytes: Buffer): Next {
    // A line grows by one byte, and its message header leaves more room than that. The header of the first line may
    // have come in an earlier chunk, hence the free byte.
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

  /** An error message is passed on whole to the driver, header included. */
  #restOf(code: number, behind: Buffer): Buffer {
    return code === done ? behind : Buffer.concat([this.#header, behind]);
  }
}
