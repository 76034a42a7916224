import { connect, type Socket } from 'node:net';
import type { Sent } from './load.ts';

export interface Answered {
  readonly status: number;
  /** One character for each byte. */
  readonly text: string;
}

const ending = '\r\n\r\n';

/**
 * A kept-alive connection with one request in flight. It supports only the HTTP/1.1 features that the service
 * uses, because the load shares cores with what it measures.
 */
export class Connection {
  readonly #socket: Socket;
  readonly #host: string;
  readonly #beginnings = new WeakMap<Sent, string>();
  #buffered = '';
  #waiting: { resolve: (answer: Answered) => void; reject: (error: Error) => void } | undefined;

  constructor(baseUrl: string) {
    const { hostname, port, host } = new URL(baseUrl);
    this.#host = host;
    this.#socket = connect({ host: hostname, port: Number(port), noDelay: true });
    this.#socket.setEncoding('latin1');
    this.#socket.on('data', (chunk: string) => this.#receive(chunk));
    this.#socket.on('error', (error) => this.#waiting?.reject(error));
    this.#socket.on('close', () => this.#waiting?.reject(new Error('the service hung up')));
  }

  ask(sent: Sent, idempotencyKey: string | undefined): Promise<Answered> {
    const key = idempotencyKey === undefined ? '' : `\r\nidempotency-key: ${idempotencyKey}`;
    return new Promise((resolve, reject) => {
      if (this.#socket.destroyed) return reject(new Error('the service had hung up'));
      this.#waiting = { resolve, reject };
      this.#socket.write(`${this.#beginningOf(sent)}${key}${ending}${sent.body ?? ''}`);
    });
  }

  close(): void {
    this.#waiting = undefined;
    this.#socket.destroy();
  }

  #beginningOf(sent: Sent): string {
    const known = this.#beginnings.get(sent);
    if (known !== undefined) return known;
    const { method, path, apiKey, body, from } = sent;
    const lines = [
      `${method} ${path} HTTP/1.1`,
      `host: ${this.#host}`,
      'connection: keep-alive',
      ...(apiKey === undefined ? [] : [`authorization: Bearer ${apiKey}`]),
      ...(from === undefined ? [] : [`x-forwarded-for: ${from}`]),
      ...(body === undefined
        ? []
        : ['content-type: application/json', `content-length: ${Buffer.byteLength(body)}`]),
    ];
    const beginning = lines.join('\r\n');
    this.#beginnings.set(sent, beginning);
    return beginning;
  }

  #receive(chunk: string): void {
    this.#buffered += chunk;
    const headEnd = this.#buffered.indexOf(ending);
    if (headEnd < 0) return;
    const length = /\r\ncontent-length: *(\d+)\r\n/i.exec(this.#buffered.slice(0, headEnd + 2))?.[1];
    const waiting = this.#waiting;
    if (length === undefined || waiting === undefined) {
      this.#socket.destroy(new Error(`an answer that was not asked for or has no length: ${this.#buffered}`));
      return;
    }
    const end = headEnd + ending.length + Number(length);
    if (this.#buffered.length < end) return;
    const answer = {
      status: Number(this.#buffered.slice(9, 12)),
      text: this.#buffered.slice(headEnd + 4, end),
    };
    this.#buffered = this.#buffered.slice(end);
    this.#waiting = undefined;
    waiting.resolve(answer);
  }
}
