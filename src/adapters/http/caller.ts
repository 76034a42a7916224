import type { Dispatcher } from 'undici';
import { webhookTarget } from '../../domain/webhook-url.js';
import { ReceiverConnection } from './connection.js';
import { checkedNames } from './name.js';
import { Cut } from './reason.js';
import type { SenderOptions } from './sender.js';

const deadlineMs = 10_000;
const bytesMost = 1024 * 1024;

export interface HttpAsk {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
}

export interface HttpAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes: Buffer;
}

/** Makes one request; rejects without a whole answer of at most 1 MiB within 10 seconds. */
export type HttpCall = (url: string, ask: HttpAsk) => Promise<HttpAnswer>;

/**
 * Calls a service that a setting names. Its own origin may be private; any other that it names must be public and https,
 * unless insecure targets are allowed. Names are resolved and checked before the connection is made, and redirects are not
 * followed.
 */
export function httpCaller({
  dns,
  allowInsecure,
  origin,
}: SenderOptions & { readonly origin: string }): HttpCall {
  return async (url, ask) => {
    const policy = { allowInsecure: allowInsecure || new URL(url).origin === origin };
    const target = webhookTarget(url, policy);
    const answer = new WholeAnswer();
    const names = checkedNames(dns, policy);
    const found = 'address' in target.host ? [target.host.address] : names.checked(target.host.name);
    const addresses = await Promise.race([found, answer.failed]);
    const connection = new ReceiverConnection({ origin: target.origin, addresses });
    try {
      const { method, headers, body = null } = ask;
      const own = { ...headers, 'accept-encoding': 'identity' };
      connection.send(
        { method: method as Dispatcher.HttpMethod, path: target.path, headers: own, body },
        answer,
      );
      return await Promise.race([answer.whole, answer.failed]);
    } finally {
      answer.end();
      connection.cut(new Cut('The answer was read.'));
    }
  };
}

class WholeAnswer implements Dispatcher.DispatchHandler {
  readonly whole: Promise<HttpAnswer>;
  /** Rejects at the deadline or at a failure. */
  readonly failed: Promise<never>;
  readonly #resolve: (answer: HttpAnswer) => void;
  readonly #reject: (error: Error) => void;
  readonly #deadline: NodeJS.Timeout;
  readonly #parts: Buffer[] = [];
  #length = 0;
  #status = 0;
  #headers: Record<string, string> = {};

  constructor() {
    const whole = Promise.withResolvers<HttpAnswer>();
    const failed = Promise.withResolvers<never>();
    [this.whole, this.#resolve] = [whole.promise, whole.resolve];
    [this.failed, this.#reject] = [failed.promise, failed.reject];
    // No one waits for it once the answer has arrived.
    void Promise.allSettled([failed.promise]);
    this.#deadline = setTimeout(
      () => this.#reject(new Cut('The answer was not complete within 10 seconds.')),
      deadlineMs,
    );
  }

  end(): void {
    clearTimeout(this.#deadline);
  }

  onRequestStart(): void {
    // undici rejects a handler without this method.
  }

  onResponseStart(_controller: unknown, status: number, headers: Readonly<Record<string, unknown>>): void {
    if (status < 200) return;
    this.#status = status;
    this.#headers = Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [
        name,
        Array.isArray(value) ? value.join(', ') : String(value),
      ]),
    );
  }

  onResponseData(_controller: unknown, chunk: Buffer): void {
    this.#length += chunk.length;
    if (this.#length > bytesMost) this.#reject(new Cut('The answer exceeds 1 MiB.'));
    else this.#parts.push(chunk);
  }

  onResponseEnd(): void {
    this.#resolve({ status: this.#status, headers: this.#headers, bytes: Buffer.concat(this.#parts) });
  }

  onResponseError(_controller: unknown, error: Error): void {
    this.#reject(error);
  }
}
