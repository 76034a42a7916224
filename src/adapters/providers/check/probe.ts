import { randomBytes } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { Pool } from 'undici';
import type { z } from 'zod';
import { jsonOf } from '../connector/body.js';
import { call, type Outcome } from '../connector/call.js';
import { capabilities, findings, type Capabilities } from '../connector/protocol.js';
import { newNonce, signatureHeader, signed, verify, type Message } from '../connector/signature.js';

export interface ProbeOptions {
  readonly url: string;
  readonly sendingKeys: readonly string[];
  readonly receivingKeys: readonly string[];
  readonly tls?: { readonly ca?: string; readonly cert?: string; readonly key?: string };
  /**
   * For a connector without payouts: the payment whose refunds serve as orders. The default does not exist.
   */
  readonly refundsOf?: string;
}

type Method = 'GET' | 'PUT' | 'POST';

/** A valid request with deliberate faults. */
export interface ProbeRequest {
  readonly body?: object | string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly keys?: readonly string[];
  readonly at?: Date;
  readonly nonce?: string;
  /** Sign this message instead of the one sent. */
  readonly signs?: Partial<Message>;
  readonly signature?: string | null;
}

export interface SignedResponse {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly raw: Buffer;
  readonly body: unknown;
  /** Why the response signature is invalid; undefined if it is valid. */
  readonly unsigned: string | undefined;
}

/** Thrown by a failing case; the message says why. */
export class CaseFailure extends Error {}

export function must(holds: boolean, why: string): asserts holds {
  if (!holds) throw new CaseFailure(why);
}

export const aReference = (): string => `check-${randomBytes(12).toString('hex')}`;
const deadlineMs = 15_000;

/** Sends valid and invalid requests to a connector. */
export class Probe {
  private readonly pool: Pool;
  private readonly prefix: string;

  constructor(readonly options: ProbeOptions) {
    const { origin, pathname } = new URL(options.url);
    this.prefix = pathname.replace(/\/$/, '');
    this.pool = new Pool(origin, {
      connections: 12,
      pipelining: 1,
      allowH2: false,
      connect: { ...options.tls },
    });
  }

  close(): Promise<void> {
    return this.pool.destroy();
  }

  async ask(method: Method, path: string, ask: ProbeRequest = {}): Promise<SignedResponse> {
    const exchange = await this.send(method, path, ask);
    must(
      exchange.outcome.is === 'answered',
      `no answer: ${'why' in exchange.outcome ? exchange.outcome.why : exchange.outcome.is}`,
    );
    const { status, headers, body: raw } = exchange.outcome;
    const verdict = verify({ ...exchange.message, body: raw }, headers[signatureHeader]?.toString(), {
      keys: this.options.receivingKeys,
      at: new Date(),
      nonce: exchange.nonce,
    });
    return { status, headers, raw, body: jsonOf(raw), unsigned: verdict.isGood ? undefined : verdict.why };
  }

  /** Returns the body of a successful, signed response that fits the schema. */
  async read<T extends z.ZodType>(
    schema: T,
    what: `${Method} ${string}`,
    ask: ProbeRequest = {},
  ): Promise<z.output<T>> {
    const [method, path] = what.split(' ') as [Method, string];
    const got = await this.ask(method, path, ask);
    must(
      got.status >= 200 && got.status < 300,
      `the status is ${got.status} ${got.raw.toString('utf8').slice(0, 120)}`,
    );
    must(got.unsigned === undefined, `the answer is not authentic: ${got.unsigned}`);
    const shape = schema.safeParse(got.body);
    const [issue] = shape.error?.issues ?? [];
    must(
      shape.success,
      `the answer does not follow the protocol: ${issue?.path.join('.')} ${issue?.message}`,
    );
    return shape.data;
  }

  /** Requires a 4xx response. */
  async refuses(method: Method, path: string, ask: ProbeRequest = {}): Promise<SignedResponse> {
    const got = await this.ask(method, path, ask);
    must(got.status >= 400 && got.status < 500, `the status is ${got.status}, not 4xx`);
    return got;
  }

  async findingOf(reference: string): Promise<string> {
    const body = { references: [reference] };
    const lookedUp = await this.read(findings, 'POST /operations/lookup', { body });
    return lookedUp.findings[0]?.outcome ?? 'nothing';
  }

  /** An order for the first payout method offered; without payouts, another kind of order. */
  async order(over: Readonly<Record<string, unknown>> = {}): Promise<Record<string, unknown>> {
    const { capabilities: offers } = await this.capabilities();
    const offer = offers.find(({ product }) => product === 'payout') ?? offers.find(isOrder);
    must(offer !== undefined, 'it offers no orders');
    const isRefund = offer.product === 'refund';
    return {
      kind: offer.product,
      amount: '1.00',
      currency: offer.currency,
      method: offer.method,
      details: isRefund ? { payment_reference: this.options.refundsOf ?? aReference() } : {},
      send_by: new Date(Date.now() + 10_000).toISOString(),
      account_id: 'acct_00000000000000000000000000',
      ...over,
    };
  }

  capabilities(): Promise<Capabilities> {
    this.offered ??= this.read(capabilities, 'GET /capabilities');
    return this.offered;
  }

  private offered: Promise<Capabilities> | undefined;

  private async send(
    method: Method,
    path: string,
    ask: ProbeRequest,
  ): Promise<{ outcome: Outcome; message: Message; nonce: string }> {
    const text =
      typeof ask.body === 'string' ? ask.body : ask.body === undefined ? '' : JSON.stringify(ask.body);
    const message: Message = { method, path: this.prefix + path, body: Buffer.from(text) };
    const { keys = this.options.sendingKeys, at = new Date(), nonce = newNonce(), signature } = ask;
    const header =
      signature === undefined ? signed({ ...message, ...ask.signs }, { keys, nonce, at }) : signature;
    const outcome = await call(this.pool, {
      method,
      path: message.path,
      headers: {
        ...(text !== '' && { 'content-type': 'application/json' }),
        ...(header !== null && { [signatureHeader]: header }),
        ...ask.headers,
      },
      body: Buffer.from(message.body),
      deadlineMs,
    });
    return { outcome, message, nonce };
  }
}

const isOrder = ({ product }: Capabilities['capabilities'][number]): boolean => product !== 'payin';
