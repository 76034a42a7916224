import { Pool } from 'undici';
import type { z } from 'zod';
import type { Clock } from '../../../ports/clock.js';
import { cut } from '../../../domain/text.js';
import { cleaned, jsonOf } from './body.js';
import { call, type Outcome } from './call.js';
import { bodyMost } from './protocol.js';
import { newNonce, signatureHeader, signed, verify, type Message } from './signature.js';

/** The address of a connector, and how the two prove to each other who they are. */
export interface LinkOptions {
  readonly name: string;
  readonly url: string;
  /** The first is the one in use; during a rotation the other side may still have the second. */
  readonly sendingKeys: readonly string[];
  readonly receivingKeys: readonly string[];
  /** PEM: an authority of its own instead of the platform's, and the certificate that we show. */
  readonly tls?: { readonly ca?: string; readonly cert?: string; readonly key?: string };
  readonly clock: Clock;
  readonly traceparent?: () => string | undefined;
  /** Of each exchange in all; 10 seconds unless a test wants less. */
  readonly deadlineMs?: number;
}

/** An answer whose signature is good, or the reason why there is none. */
export type Told =
  | Exclude<Outcome, { readonly is: 'answered' }>
  | { readonly is: 'answered'; readonly status: number; readonly etag: string | undefined; body: unknown };

interface Ask {
  readonly body?: object;
  readonly sendBy?: Date;
  readonly etag?: string | undefined;
  /** Of this exchange, where it is not that of the link. */
  readonly deadlineMs?: number;
}

const usualDeadlineMs = 10_000;
const connectMs = 5_000;
const connectionsForReads = 4;
/** Less than a server leaves a connection open that does not say how long it does: an order on one that it closed is uncertain. */
const idleMs = 1_000;
const waitMsMost = 10 * 60_000;

export class Link {
  private readonly origin: string;
  private readonly prefix: string;
  private readonly reads: Pool;
  private orders: Pool;
  private concurrency = 16;
  private readsFrom = 0;
  /** How far the connector's clock is ahead of ours, by the Date of its last answer. */
  skewMs = 0;

  constructor(private readonly options: LinkOptions) {
    const { origin, pathname } = new URL(options.url);
    this.origin = origin;
    this.prefix = pathname.replace(/\/$/, '');
    this.reads = this.poolOf(connectionsForReads);
    this.orders = this.poolOf(this.concurrency);
  }

  /** Takes so many orders at once; those under way end as they are. */
  take(concurrency: number): void {
    if (concurrency === this.concurrency) return;
    this.concurrency = concurrency;
    void this.orders.close();
    this.orders = this.poolOf(concurrency);
  }

  /** An order: it is given once, and whatever Retry-After says of it is no reason to give it again. */
  give(path: string, ask: Ask): Promise<Told> {
    return this.exchange('PUT', path, { by: this.orders, ...ask });
  }

  /** A question, which may be asked again; not before the connector wants it to be. */
  async read<T extends z.ZodType>(
    schema: T,
    path: string,
    { method = 'GET', ...ask }: Ask & { readonly method?: 'GET' | 'POST' | 'PUT' } = {},
  ): Promise<{ readonly body: z.output<T>; readonly etag: string | undefined } | 'unchanged'> {
    const waitMs = this.readsFrom - this.now();
    if (waitMs > 0) throw new Error(`it asked to wait ${Math.ceil(waitMs / 1000)} more seconds`);
    const told = await this.exchange(method, path, { by: this.reads, ...ask });
    if (told.is !== 'answered') throw new Error(told.is === 'too late' ? told.is : told.why);
    if (told.status === 304 && ask.etag !== undefined) return 'unchanged';
    if (told.status < 200 || told.status > 299)
      throw new Error(`it answered ${told.status} ${codeOf(told.body)}`);
    const parsed = schema.safeParse(told.body);
    if (!parsed.success) throw new Error(`its answer does not follow the protocol: ${whyOf(parsed.error)}`);
    return { body: parsed.data, etag: told.etag };
  }

  async close(): Promise<void> {
    await Promise.all([this.reads.destroy(), this.orders.destroy()]);
  }

  private async exchange(
    method: 'GET' | 'PUT' | 'POST',
    path: string,
    { by, body: asked, sendBy, etag, ...own }: Ask & { readonly by: Pool },
  ): Promise<Told> {
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
      body: Buffer.from(asked === undefined ? '' : JSON.stringify(asked)),
    };
    const nonce = newNonce();
    const trace = traceparent?.();
    const outcome = await call(by, {
      method,
      path: message.path,
      body: Buffer.from(message.body),
      headers: {
        accept: 'application/json',
        ...(asked !== undefined && { 'content-type': 'application/json' }),
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
    if (method !== 'PUT') this.heed(headers['retry-after'], at);
    return { is: 'answered', status, etag: headers.etag, body: jsonOf(body) };
  }

  /** Whole seconds, or a moment. */
  private heed(retryAfter: string | undefined, at: Date): void {
    if (retryAfter === undefined) return;
    const ms = /^\d{1,9}$/.test(retryAfter)
      ? Number(retryAfter) * 1000
      : Date.parse(retryAfter) - at.getTime();
    if (ms > 0) this.readsFrom = at.getTime() + Math.min(ms, waitMsMost);
  }

  private poolOf(connections: number): Pool {
    const { tls } = this.options;
    // Not an agent of the environment's: no proxy that it names is asked, and no redirect is followed.
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

/** The code of a refusal, which is none of the closed answers. */
export function codeOf(body: unknown): string {
  const { error } = (body ?? {}) as { error?: { code?: unknown } };
  return typeof error?.code === 'string' ? cut(cleaned(error.code), 100) : '';
}

/** Where it differs, and never what stands there. */
export const whyOf = (error: z.ZodError): string =>
  error.issues
    .slice(0, 3)
    .map(({ path, code }) => `${path.join('.') || 'the body'} (${code})`)
    .join(', ');
