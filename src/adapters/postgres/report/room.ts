import { Socket } from 'node:net';

const bytesAtOnce = 65_536;

/**
 * Memory that a connection reads into, used again once it is given back: a long stream takes no more of it than a short
 * one. The collector has whatever never is.
 */
export class Room {
  /** Takes what comes in the driver's place; it stands behind one byte that is free. */
  hear: ((bytes: Buffer) => void) | undefined;
  #socket: Socket | undefined;
  readonly #free: ArrayBuffer[] = [];
  readonly #lent = new WeakSet<ArrayBufferLike>();
  #next = new ArrayBuffer(bytesAtOnce + 1);

  /** The connection to the server; what comes sealed is opened into memory of its own. */
  readonly connect = (to?: { readonly ssl?: unknown }): Socket =>
    to?.ssl ? new Socket() : (this.#socket = this.#own());

  /** Whether what comes there comes here first. */
  reads(socket: unknown): boolean {
    return socket === this.#socket;
  }

  /** Of a piece that nobody looks at any more; another's, or one that was given back before, is let be. */
  giveBack({ buffer }: Uint8Array): void {
    if (this.#lent.delete(buffer)) this.#free.push(buffer as ArrayBuffer);
  }

  #own(): Socket {
    const socket = new Socket({
      onread: {
        buffer: () => new Uint8Array(this.#next, 1),
        callback: (length) => {
          if (this.hear) this.hear(this.#lend(length));
          else socket.emit('data', Buffer.from(Buffer.from(this.#next, 1, length)));
          return true;
        },
      },
    });
    return socket;
  }

  #lend(length: number): Buffer {
    const bytes = Buffer.from(this.#next, 0, length + 1);
    this.#lent.add(this.#next);
    this.#next = this.#free.pop() ?? new ArrayBuffer(bytesAtOnce + 1);
    return bytes;
  }
}
