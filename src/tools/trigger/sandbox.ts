import { randomUUID } from 'node:crypto';
import { setTimeout as after } from 'node:timers/promises';
import { z } from 'zod';

/**
 * The service that a trigger calls: the public API with an account's key and, for acts, the internal API with
 * an operator's token.
 */
export interface SandboxAccess {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly graphqlUrl?: string;
  readonly operatorToken?: string;
}

/** A resource in an API response. */
export type JsonResource = Readonly<Record<string, unknown>>;

/** The arguments of an act, each with its GraphQL type. */
export type Arguments = Readonly<Record<string, readonly [type: string, value: unknown]>>;

const answerMs = 30_000;
const pollMs = 200;
export const patienceMs = 60_000;

const shape = z.record(z.string(), z.unknown());
const faultShape = z.object({ error: z.object({ code: z.string(), message: z.string() }) });
const answerShape = z.object({
  data: z.record(z.string(), z.unknown()).nullish(),
  errors: z.array(z.object({ message: z.string() })).optional(),
});

/** The calls of an integrator and an operator to a running sandbox. */
export class Sandbox {
  private readonly ends: (() => Promise<unknown>)[] = [];

  constructor(
    private readonly called: SandboxAccess,
    readonly say: (line: string) => void,
  ) {}

  get = (path: string): Promise<JsonResource> => this.call('GET', path);
  post = (path: string, body: object = {}): Promise<JsonResource> => this.call('POST', path, body);

  async call(method: string, path: string, body?: object): Promise<JsonResource> {
    const response = await this.send(`${this.called.baseUrl}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${this.called.apiKey}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(method === 'POST' && { 'idempotency-key': randomUUID() }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (response.ok) return text === '' ? {} : shape.parse(JSON.parse(text));
    const fault = faultShape.safeParse(parsed(text)).data?.error;
    const reason = fault === undefined ? '' : ` ${fault.code}: ${fault.message}`;
    throw new Error(`${method} ${path} was refused (${response.status})${reason}`);
  }

  /** Runs an act and returns the requested fields of its result. */
  async act(name: string, args: Arguments, reason = 'psp trigger'): Promise<JsonResource> {
    const all: Arguments = { ...args, reason: ['String!', reason] };
    const types = Object.entries(all).map(([each, [type]]) => `$${each}: ${type}`);
    const argsText = Object.keys(all).map((each) => `${each}: $${each}`);
    return this.ask(`mutation (${types.join(', ')}) { done: ${name}(${argsText.join(', ')}) { id } }`, all);
  }

  async ask(query: string, args: Arguments): Promise<JsonResource> {
    const { graphqlUrl, operatorToken } = this.called;
    if (graphqlUrl === undefined || operatorToken === undefined)
      throw new Error('This event needs an operator: give --graphql-url and set PSP_OPERATOR_TOKEN.');
    const variables = Object.fromEntries(Object.entries(args).map(([name, [, value]]) => [name, value]));
    const response = await this.send(graphqlUrl, {
      method: 'POST',
      headers: { authorization: `Bearer ${operatorToken}`, 'content-type': 'application/json' },
      body: JSON.stringify({ query, variables }),
    });
    const { data, errors = [] } = answerShape.safeParse(parsed(await response.text())).data ?? {};
    const fault = errors[0]?.message ?? (response.ok ? undefined : `${response.status}`);
    const done = shape.safeParse(data?.['done']).data;
    if (fault === undefined && done !== undefined) return done;
    throw new Error(`The operator's act was refused: ${fault ?? 'no answer'}`);
  }

  /** Polls until the condition holds; fails after a minute with a hint. */
  async until(
    path: string,
    awaited: string,
    holds: (resource: JsonResource) => boolean,
  ): Promise<JsonResource> {
    const began = Date.now();
    for (let lastReportAt = began; ;) {
      const resource = await this.get(path);
      if (holds(resource)) return resource;
      const now = Date.now();
      if (now - began > patienceMs)
        throw new Error(`${awaited} did not happen within a minute: check psp backlog, and GET ${path}.`);
      if (now - lastReportAt >= 3_000) {
        this.say(`Waiting for ${awaited}, ${Math.round((now - began) / 1000)} s`);
        lastReportAt = now;
      }
      await after(pollMs);
    }
  }

  /** Submits a form of the hosted page; returns the next page. */
  async page(path: string, values?: Readonly<Record<string, string>>): Promise<string> {
    const response = await this.send(`${this.called.baseUrl}${path}`, {
      headers: { 'accept-language': 'en' },
      ...(values && { method: 'POST', body: new URLSearchParams(values) }),
    });
    return response.text();
  }

  /** Registers a step that restores what the trigger changed; the last one runs first. */
  afterwards(work: () => Promise<unknown>): void {
    this.ends.unshift(work);
  }

  async end(): Promise<void> {
    for (const work of this.ends.splice(0)) await work();
  }

  private async send(url: string, init: RequestInit): Promise<Response> {
    try {
      return await fetch(url, { ...init, signal: AbortSignal.timeout(answerMs) });
    } catch (error) {
      const { origin } = new URL(url);
      throw new Error(`${origin} cannot be reached: start the sandbox first.`, { cause: error });
    }
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The text field of that name; throws if it is missing. */
export function textOf(resource: JsonResource, name: string): string {
  const value = resource[name];
  if (typeof value !== 'string') throw new Error(`The answer has no ${name}.`);
  return value;
}
