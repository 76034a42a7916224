import type { Socket } from 'node:net';
import { Readable } from 'node:stream';
import type pg from 'pg';
import type { CopiedLines } from './copied.js';

type Hear = (bytes: Buffer) => void;

/** A COPY … TO STDOUT as the driver runs it: until its end this reads the connection in the driver's place. */
export class CopyOut extends Readable implements pg.Submittable {
  #socket: Socket | undefined;
  #driver: Hear | undefined;
  readonly #hear: Hear = (bytes) => this.#take(bytes);

  constructor(
    private readonly text: string,
    private readonly copied: CopiedLines,
  ) {
    super();
  }

  submit(connection: pg.Connection): void {
    const socket = connection.stream as Socket;
    this.#socket = socket;
    const [driver, ...others] = socket.listeners('data') as Hear[];
    if (driver === undefined || others.length > 0)
      throw new Error('the driver reads its connection in another way');
    this.#driver = driver;
    socket.off('data', driver).on('data', this.#hear);
    connection.query(this.text);
  }

  handleError(error: Error): void {
    this.destroy(error);
  }

  handleReadyForQuery(): void {
    // The end of the copy came before.
  }

  handleCommandComplete(): void {
    // Lines are counted as they come.
  }

  override _read(): void {
    if (this.#driver) this.#socket?.resume();
  }

  #take(bytes: Buffer): void {
    const { lines, rest } = this.copied.next(bytes);
    if (lines.length > 0 && !this.push(lines) && rest === undefined) this.#socket?.pause();
    if (rest !== undefined) this.#giveBack(rest);
  }

  #giveBack(rest: Buffer): void {
    const driver = this.#driver;
    if (!driver || !this.#socket) return;
    this.#driver = undefined;
    this.#socket.off('data', this.#hear).on('data', driver);
    if (rest.length > 0) driver(rest);
    if (!this.destroyed) this.push(null);
  }
}
