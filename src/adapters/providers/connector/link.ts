import { Pool } from 'undici';
import type { z } from 'zod';
import type { Clock } from '../../../ports/clock.js';
import { cut } from '../../../domain/text.js';
import { cleaned, jsonOf } from './body.js';
import { call, type Outcome } from './call.js';
import { bodyMost } from './protocol.js';
import { newNonce, signatureHeader, signed, verify, type Message } from './signature.js';

/** The address of a connector and the keys for mutual authentication. */
export interface LinkOptions {
  readonly name: string;
  readonly url: string;
  /** The first key is current; during a rotation the other side may still use the second. */
  readonly sendingKeys: readonly string[];
  readonly receivingKeys: readonly string[];
  /** PEM: a private CA instead of the system's, and our client certificate. */
  readonly tls?: { readonly ca?: string; readonly cert?: string; readonly key?: string };
  readonly clock: Clock;
  readonly traceparent?: () => string | undefined;
  /** Time limit of each exchange; 10 seconds by default. */
  readonly deadlineMs?: number;
}

/** A correctly signed answer, or the reason why there is none. */
export type LinkOutcome =
  | Exclude<Outcome, { readonly is: 'answered' }>
  | { readonly is: 'answered'; readonly status: number; readonly etag: string | undefined; body: unknown };

interface LinkRequest {
  readonly body?: object;
  readonly sendBy?: Date;
  readonly etag?: string | undefined;
  /** Overrides the time limit of the link. */
  readonly deadlineMs?: number;
}

const usualDeadlineMs = 10_000;
const connectMs = 5_000;
const connectionsForReads = 4;
/**
 * Idle timeout for servers that send no Keep-Alive header. It is shorter than theirs, because an order sent
 * on a connection that the server just closed is uncertain.
 */
const idleMs = 1_000;
const waitMsMost = 10 * 60_000;

export class Link {
  private readonly origin: string;
  private readonly prefix: string;
  private readonly reads: Pool;
  private orders: Pool;
  private concurrency = 16;
  private readsFrom = 0;
  /** How far the connector's clock is ahead of ours, from the Date header of its last response. */
  skewMs = 0;

  constructor(private readonly options: LinkOptions) {
    const { origin, pathname } = new URL(options.url);
    this.origin = origin;
    this.prefix = pathname.replace(/\/$/, '');
    this.reads = this.poolOf(connectionsForReads);
    this.orders = this.poolOf(this.concurrency);
  }

  /** Sets the number of concurrent orders; orders under way are not interrupted. */
  take(concurrency: number): void {
    if (concurrency === this.concurrency) return;
    this.concurrency = concurrency;
    void this.orders.close();
    this.orders = this.poolOf(concurrency);
  }

  /** Sends an order, once. Retry-After is ignored: an order is never sent again. */
  sendOrder(path: string, ask: LinkRequest): Promise<LinkOutcome> {
    return this.exchange('PUT', path, { by: this.orders, ...ask });
  }

  /** Sends a read, which may be repeated. It throws until a Retry-After has passed. */
  async read<T extends z.ZodType>(
    schema: T,
    path: string,
    { method = 'GET', ...ask }: LinkRequest & { readonly method?: 'GET' | 'POST' | 'PUT' } = {},
  ): Promise<{ readonly body: z.output<T>; readonly etag: string | undefined } | 'unchanged'> {
    const waitMs = this.readsFrom - this.now();
    if (waitMs > 0) throw new Error(`it asked to wait ${Math.ceil(waitMs / 1000)} more seconds`);
    const outcome = await this.exchange(method, path, { by: this.reads, ...ask });
    if (outcome.is !== 'answered') throw new Error(outcome.is === 'too late' ? outcome.is : outcome.why);
    if (outcome.status === 304 && ask.etag !== undefined) return 'unchanged';
    if (outcome.status < 200 || outcome.status > 299)
      throw new Error(`it answered ${outcome.status} ${codeOf(outcome.body)}`);
    const parsed = schema.safeParse(outcome.body);
    if (!parsed.success) throw new Error(`its answer does not follow the protocol: ${whyOf(parsed.error)}`);
    return { body: parsed.data, etag: outcome.etag };
  }

  async close(): Promise<void> {
    await Promise.all([this.reads.destroy(), this.orders.destroy()]);
  }

  private async exchange(
    method: 'GET' | 'PUT' | 'POST',
    path: string,
    { by, body: requestBody, sendBy, etag, ...own }: LinkRequest & { readonly by: Pool },
  ): Promise<LinkOutcome> {
    const {
      sendingKeys: keys,
      receivingKeys,
      clock,
      traceparent,
      deadlineMs = usualDeadlineMs,
    } = this.options;
    const message: Message = {
      method,
      path: this.prefix + path,
      body: Buffer.from(requestBody === undefined ? '' : JSON.stringify(requestBody)),
    };
    const nonce = newNonce();
    const trace = traceparent?.();
    const outcome = await call(by, {
      method,
      path: message.path,
      body: Buffer.from(message.body),
      headers: {
        accept: 'application/json',
        ...(requestBody !== undefined && { 'content-type': 'application/json' }),
        ...(etag !== undefined && { 'if-none-match': etag }),
        ...(trace !== undefined && { traceparent: trace }),
        [signatureHeader]: signed(message, { keys, nonce, at: clock.machineNow() }),
      },
      deadlineMs: own.deadlineMs ?? deadlineMs,
      ...(sendBy && { mayLeave: () => clock.machineNow() < sendBy }),
    });
    if (outcome.is !== 'answered') return outcome;
    const { status, headers, body } = outcome;
    const at = clock.machineNow();
    const verdict = verify({ ...message, body }, headers[signatureHeader]?.toString(), {
      keys: receivingKeys,
      at,
      nonce,
    });
    if (!verdict.isGood) return { is: 'broken', why: `${status}: ${verdict.why}` };
    const date = Date.parse(headers.date ?? '');
    if (!Number.isNaN(date)) this.skewMs = date - at.getTime();
    if (method !== 'PUT') this.obeyRetryAfter(headers['retry-after'], at);
    return { is: 'answered', status, etag: headers.etag, body: jsonOf(body) };
  }

  /** Obeys Retry-After, which is whole seconds or an HTTP date. */
  private obeyRetryAfter(retryAfter: string | undefined, at: Date): void {
    if (retryAfter === undefined) return;
    const ms = /^\d{1,9}$/.test(retryAfter)
      ? Number(retryAfter) * 1000
      : Date.parse(retryAfter) - at.getTime();
    if (ms > 0) this.readsFrom = at.getTime() + Math.min(ms, waitMsMost);
  }

  private poolOf(connections: number): Pool {
    const { tls } = this.options;
    // An explicit pool: it uses no proxy from the environment and follows no redirect.
    return new Pool(this.origin, {
      connections,
      pipelining: 1,
      allowH2: false,
      headersTimeout: 0,
      bodyTimeout: 0,
      maxResponseSize: bodyMost + 1,
      keepAliveTimeout: idleMs,
      keepAliveMaxTimeout: idleMs,
      connect: { ...tls, timeout: connectMs },
    });
  }

  private now(): number {
    return this.options.clock.machineNow().getTime();
  }
}

/** The error code of a response, cleaned and at most 100 characters. */
export function codeOf(body: unknown): string {
  const { error } = (body ?? {}) as { error?: { code?: unknown } };
  return typeof error?.code === 'string' ? cut(cleaned(error.code), 100) : '';
}

/** Names the fields that differ, never their values. */
export const whyOf = (error: z.ZodError): string =>
  error.issues
    .slice(0, 3)
    .map(({ path, code }) => `${path.join('.') || 'the body'} (${code})`)
    .join(', ');
