import { setTimeout as sleep } from 'node:timers/promises';
import { Agent, request } from 'undici';
import { z } from 'zod';
import { bodyMost, jsonOf } from '../protocol/body.ts';
import type { PixSettings } from './settings.ts';

/** The outcome is unknown: no response, an unreadable one, or an error of the institution. */
export class Unclear extends Error {}
/** The request was never sent: the institution's rate limit lasts longer than we may wait. */
export class NotSent extends Error {}

export interface PixAnswer {
  readonly status: number;
  readonly body: unknown;
}

interface PixRequest {
  readonly method: 'GET' | 'PUT' | 'PATCH';
  /** Path below the API's URL, with its query. */
  readonly path: string;
  readonly body?: object;
  /** Deadline in milliseconds since 1970. */
  readonly deadline: number;
}

const token = z.object({ access_token: z.string().min(1), expires_in: z.number().default(300) });
/** Time limit for a token request. */
const tokenMs = 5_000;
/** A token is renewed this long before it expires. */
const tokenSparedMs = 15_000;
const pauseMsDefault = 1_000;
const pauseMsMost = 60_000;
/** A page of Pix is larger than a message of the protocol. */
const answerMost = 32 * bodyMost;

interface Tls {
  readonly cert: string;
  readonly key: string;
  readonly ca?: string;
}

/** HTTPS with a client certificate and OAuth2 client credentials, within the institution's rate limits. */
export class Transport {
  readonly #settings: PixSettings;
  readonly #agent: Agent;
  #token: { readonly text: string; readonly until: number } | undefined;
  #renewing: Promise<string> | undefined;
  /** Nothing is sent before this time; 429 and 503 extend it. */
  #pausedUntil = 0;
  #nextAt = 0;

  constructor(settings: PixSettings, tls: Tls) {
    this.#settings = settings;
    this.#agent = new Agent({
      connections: 8,
      pipelining: 1,
      allowH2: false,
      connect: { ...tls, timeout: 3_000, minVersion: 'TLSv1.2' },
    });
  }

  close(): Promise<void> {
    return this.#agent.destroy();
  }

  /** Returns 2xx and 4xx responses; throws Unclear or NotSent otherwise. 401 and 429 are retried. */
  async request(ask: PixRequest): Promise<PixAnswer> {
    let isRenewed = false;
    for (let tries = 0; ; tries += 1) {
      await this.#turn(ask.deadline, tries > 0);
      const bearer = await this.#bearer(ask.deadline);
      const answer = await this.#send(`${this.#settings.url}${ask.path}`, {
        ...ask,
        headers: {
          authorization: `Bearer ${bearer}`,
          ...(ask.body && { 'content-type': 'application/json' }),
        },
        ...(ask.body && { text: JSON.stringify(ask.body) }),
      });
      if (answer.status === 401 && !isRenewed) {
        isRenewed = true;
        if (this.#token?.text === bearer) this.#token = undefined;
      } else if (answer.status !== 429) return answer;
    }
  }

  /** Waits until the rate limit and the institution allow a request. */
  async #turn(deadline: number, hasLeft: boolean): Promise<void> {
    const now = Date.now();
    const at = Math.max(now, this.#pausedUntil, this.#nextAt);
    if (at >= deadline) {
      const message = 'the rate limit lasts longer than the request may wait';
      throw hasLeft ? new Unclear(message) : new NotSent(message);
    }
    this.#nextAt = at + 1_000 / this.#settings.requests_per_second;
    if (at > now) await sleep(at - now);
    // Another request may have hit a limit meanwhile.
    if (this.#pausedUntil > Date.now()) await this.#turn(deadline, hasLeft);
  }

  /** One renewal serves all requests; each waits only until its own deadline. */
  async #bearer(deadline: number): Promise<string> {
    if (this.#token !== undefined && this.#token.until > Date.now()) return this.#token.text;
    this.#renewing ??= this.#renew().finally(() => (this.#renewing = undefined));
    const ended = new AbortController();
    const late = sleep(Math.max(0, deadline - Date.now()), undefined, { signal: ended.signal }).then(() => {
      throw new Unclear('no token in time');
    });
    return Promise.race([this.#renewing, late]).finally(() => ended.abort());
  }

  async #renew(): Promise<string> {
    const { token_url: url, client_id: id, client_secret: secret, scopes } = this.#settings;
    const credentials = Buffer.from(`${encodeURIComponent(id)}:${encodeURIComponent(secret)}`).toString(
      'base64',
    );
    const { status, body } = await this.#send(url, {
      method: 'POST',
      headers: {
        authorization: `Basic ${credentials}`,
        'content-type': 'application/x-www-form-urlencoded',
      },
      text: new URLSearchParams({ grant_type: 'client_credentials', scope: scopes.join(' ') }).toString(),
      deadline: Date.now() + tokenMs,
    });
    const read = token.safeParse(body);
    if (status !== 200 || !read.success) throw new Unclear(`no token: the answer was ${status}`);
    const livesMs = Math.max(1_000, read.data.expires_in * 1_000 - tokenSparedMs);
    this.#token = { text: read.data.access_token, until: Date.now() + livesMs };
    return read.data.access_token;
  }

  async #send(
    url: string,
    ask: {
      method: 'GET' | 'PUT' | 'PATCH' | 'POST';
      headers: Record<string, string>;
      text?: string;
      deadline: number;
    },
  ): Promise<PixAnswer> {
    try {
      const leftMs = ask.deadline - Date.now();
      if (leftMs <= 0) throw new Error('its time is over');
      const {
        statusCode: status,
        headers,
        body,
      } = await request(url, {
        dispatcher: this.#agent,
        method: ask.method,
        headers: { accept: 'application/json, application/problem+json', ...ask.headers },
        body: ask.text ?? null,
        signal: AbortSignal.timeout(leftMs),
      });
      if (status === 429 || status === 503) this.#pause(headers['retry-after']?.toString());
      const parts: Buffer[] = [];
      let length = 0;
      for await (const part of body as AsyncIterable<Buffer>) {
        length += part.length;
        if (length > answerMost) throw new Error('the answer is too long');
        parts.push(part);
      }
      if (status >= 500 || (status >= 300 && status < 400)) throw new Error(`the answer was ${status}`);
      const read = jsonOf(Buffer.concat(parts));
      if (status < 300 && length > 0 && read === undefined) throw new Error('the answer is no JSON');
      return { status, body: read };
    } catch (error) {
      // The query and the body may contain personal data, so only the path is logged.
      const where = `${ask.method} ${new URL(url).pathname}`;
      throw new Unclear(`${where}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }

  #pause(retryAfter: string | undefined): void {
    const waitMs = Number(retryAfter) * 1_000 || Date.parse(retryAfter ?? '') - Date.now();
    const ms = Number.isFinite(waitMs) && waitMs > 0 ? Math.min(waitMs, pauseMsMost) : pauseMsDefault;
    this.#pausedUntil = Math.max(this.#pausedUntil, Date.now() + ms);
  }
}
