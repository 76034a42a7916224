import type { Socket } from 'node:net';
import { Readable } from 'node:stream';
import type pg from 'pg';
import type { CopiedLines } from './copied.js';
import type { Room } from './room.js';

type OnBytes = (bytes: Buffer) => void;

interface Needs {
  readonly copied: CopiedLines;
  readonly room: Room;
}

/**
 * Runs COPY … TO STDOUT as a query of the driver, and reads the socket in place of the driver until the copy ends.
 * Through the driver each row passed four more buffers: for a million rows the process grew by 70 MB instead of 49 MB.
 */
export class CopyOut extends Readable implements pg.Submittable {
  #socket: Socket | undefined;
  /** Returns the socket to the driver. */
  #leave: (() => void) | undefined;

  constructor(
    private readonly text: string,
    private readonly needs: Needs,
  ) {
    // Object mode passes on each chunk as it is; joining chunks would allocate new ones.
    super({ objectMode: true, highWaterMark: 1 });
  }

  submit(connection: pg.Connection): void {
    this.#socket = connection.stream as Socket;
    this.#leave = this.needs.room.reads(this.#socket) ? this.#readRoom() : this.#readSocket(this.#socket);
    connection.query(this.text);
  }

  handleError(error: Error): void {
    this.destroy(error);
  }

  handleReadyForQuery(): void {
    // Nothing to do: the copy has already ended.
  }

  handleCommandComplete(): void {
    // Nothing to do: lines are counted as they arrive.
  }

  override _read(): void {
    if (this.#leave) this.#socket?.resume();
  }

  #readRoom(): () => void {
    const { room } = this.needs;
    room.onRoom = (bytes) => this.#take(bytes);
    return () => (room.onRoom = undefined);
  }

  #readSocket(socket: Socket): () => void {
    const [driver, ...others] = socket.listeners('data') as OnBytes[];
    if (driver === undefined || others.length > 0)
      throw new Error('the connection of the driver has an unexpected shape');
    const onBytes: OnBytes = (bytes) => this.#take(Buffer.concat([Buffer.alloc(1), bytes]));
    socket.off('data', driver).on('data', onBytes);
    return () => socket.off('data', onBytes).on('data', driver);
  }

  #take(bytes: Buffer): void {
    const { copied, room } = this.needs;
    const { lines, rest } = copied.next(bytes);
    const behind = rest && Buffer.from(rest);
    if (lines.length === 0) room.giveBack(bytes);
    else if (!this.push(lines) && behind === undefined) this.#socket?.pause();
    if (behind !== undefined) this.#giveBack(behind);
  }

  #giveBack(rest: Buffer): void {
    this.#leave?.();
    this.#leave = undefined;
    if (rest.length > 0) this.#socket?.emit('data', rest);
    if (!this.destroyed) this.push(null);
  }
}
