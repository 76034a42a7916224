import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { signed, signatureHeader } from '../../src/adapters/providers/connector/signature.js';
import { theirKeys } from './connector.js';

/** An answer of the bank. */
export interface BankAnswer {
  readonly status: number;
  readonly text: string;
  readonly signature: string;
}

/** A request of the service on its way to the bank. */
export interface Passing {
  readonly method: string;
  readonly path: string;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: Buffer;
  readonly isOrder: boolean;
  readonly socket: Socket;
  readonly answer: ServerResponse;
  /** Passes it on. */
  readonly ask: () => Promise<BankAnswer>;
  readonly send: (answer: BankAnswer) => void;
  /** Asked of the bank, once nobody may act on it any more. */
  readonly askLate: () => Promise<BankAnswer>;
}

/** It stands between a service and its bank, sees all that passes, and does with it as `pass` does. */
export class Between {
  readonly #server: Server;
  #port = 0;

  private constructor(server: Server) {
    this.#server = server;
  }

  static async stand(bank: string, pass: (passing: Passing) => Promise<void>): Promise<Between> {
    const read = async (request: IncomingMessage, answer: ServerResponse): Promise<void> =>
      pass(await passingOf(bank, request, answer));
    const between = new Between(createServer((request, answer) => void read(request, answer)));
    await between.open();
    return between;
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  /** Listens, where it did before. */
  async open(): Promise<void> {
    this.#server.listen(this.#port, '127.0.0.1');
    await once(this.#server, 'listening');
    this.#port = (this.#server.address() as AddressInfo).port;
  }

  /** Is gone, and every connection with it. */
  async close(): Promise<void> {
    const closed = once(this.#server, 'close');
    this.#server.close();
    this.#server.closeAllConnections();
    await closed;
  }
}

async function passingOf(bank: string, request: IncomingMessage, answer: ServerResponse): Promise<Passing> {
  const parts: Buffer[] = [];
  for await (const part of request as AsyncIterable<Buffer>) parts.push(part);
  const { method = '', url: path = '', socket } = request;
  const body = Buffer.concat(parts);
  const headers = Object.entries(request.headers)
    .filter(([name]) => !/^(host|connection|content-length)$/.test(name))
    .map(([name, value]): [string, string] => [name, String(value)]);
  const ask = async (): Promise<BankAnswer> => {
    const answered = await fetch(`${bank}${path}`, { method, headers, ...(body.length > 0 && { body }) });
    const signature = answered.headers.get(signatureHeader) ?? '';
    return { status: answered.status, text: await answered.text(), signature };
  };
  const send = ({ status, text, signature }: BankAnswer): void => {
    const head = { 'content-length': Buffer.byteLength(text), [signatureHeader]: signature };
    answer.writeHead(status, head).end(text);
  };
  const askLate = async (): Promise<BankAnswer> => {
    const { send_by: sendBy } = JSON.parse(body.toString('utf8')) as { send_by: string };
    await new Promise((resolve) => setTimeout(resolve, Date.parse(sendBy) - Date.now() + 50));
    return ask();
  };
  const isOrder = method === 'PUT' && path.startsWith('/operations/');
  return { method, path, headers, body, isOrder, socket, answer, ask, send, askLate };
}

/** Another text, under the bank's own signature. */
export function signedAnew({ method, path }: Passing, answer: BankAnswer, text: string): BankAnswer {
  const nonce = /nonce=([^,]+)/.exec(answer.signature)?.[1] ?? '';
  const message = { method, path, body: Buffer.from(text) };
  return { ...answer, text, signature: signed(message, { keys: theirKeys, nonce, at: new Date() }) };
}

/** The answer as it stands on the wire. */
export const rawOf = ({ status, text, signature }: BankAnswer): string =>
  [
    `HTTP/1.1 ${status} OK`,
    `content-length: ${Buffer.byteLength(text)}`,
    `date: ${new Date().toUTCString()}`,
    `${signatureHeader}: ${signature}`,
    '',
    text,
  ].join('\r\n');
