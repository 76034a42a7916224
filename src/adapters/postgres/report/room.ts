import { Socket } from 'node:net';

const bytesAtOnce = 65_536;

/**
 * Read buffers of a connection, reused once returned, so a long stream needs no more memory than a short one. Buffers
 * that are never returned are garbage-collected.
 */
export class Room {
  /** Receives the chunks in place of the driver. Each chunk starts with one free byte. */
  onRoom: ((bytes: Buffer) => void) | undefined;
  #socket: Socket | undefined;
  readonly #free: ArrayBuffer[] = [];
  readonly #lent = new WeakSet<ArrayBufferLike>();
  #next = new ArrayBuffer(bytesAtOnce + 1);

  /**
   * Creates the socket to the server. With TLS, the chunks are decrypted into other memory, so these buffers are
   * unused.
   */
  readonly connect = (to?: { readonly ssl?: unknown }): Socket =>
    to?.ssl ? new Socket() : (this.#socket = this.#own());

  /** Whether chunks of this socket arrive here first. */
  reads(socket: unknown): boolean {
    return socket === this.#socket;
  }

  /** Returns the buffer of a chunk that is no longer needed. Unknown and already returned buffers are ignored. */
  giveBack({ buffer }: Uint8Array): void {
    if (this.#lent.delete(buffer)) this.#free.push(buffer as ArrayBuffer);
  }

  #own(): Socket {
    const socket = new Socket({
      onread: {
        buffer: () => new Uint8Array(this.#next, 1),
        callback: (length) => {
          if (this.onRoom) this.onRoom(this.#lend(length));
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
