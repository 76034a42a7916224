import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DestinationStream } from 'pino';
import { expect } from 'vitest';
import { formatReport } from '../../src/adapters/postgres/check/report.js';
import { createVault } from '../../src/adapters/crypto/vault.js';
import { keysOf, opensWith } from '../../src/main/keys.js';
import { checkInvariants } from '../../src/adapters/postgres/check/run.js';
import { readConfig } from '../../src/main/config.js';
import { readCredentials } from '../../src/main/credentials.js';
import { createLog } from '../../src/main/log.js';
import { startService } from '../../src/main/run.js';
import { createDatabase } from './database.js';
import { checkEvents } from './event-schema.js';
import { closeHand, keepHand } from './hand.js';
import { newKeys } from './keys.js';

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly body: Readonly<Record<string, unknown>>;
  /** The value at a dotted path of the body (`data.0.source.total`), undefined where there is none. */
  at(path: string): unknown;
  /** The text at a dotted path; fails the test where there is none. */
  get(path: string): string;
}

export interface CallOptions {
  /** Another key than the demo account's; null: none. */
  readonly key?: string | null;
  /** Sent as JSON; text is sent as it is. */
  readonly body?: unknown;
  readonly idempotencyKey?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Gives the call up. */
  readonly signal?: AbortSignal;
}

/** Calls over HTTP, for one account. */
export interface Client {
  call(method: string, path: string, options?: CallOptions): Promise<Answer>;
  /** POST with a fresh Idempotency-Key, unless one is given. */
  post(path: string, body?: unknown, options?: CallOptions): Promise<Answer>;
  get(path: string, options?: CallOptions): Promise<Answer>;
  /** GETs until the predicate holds, at most `ms`; fails with the last answer. */
  until(path: string, holds: (answer: Answer) => boolean, ms?: number): Promise<Answer>;
}

/** The whole service in this process, over HTTP, on a database of the test file's own. */
export interface RunningService extends Client {
  readonly baseUrl: string;
  readonly internalUrl: string;
  readonly databaseUrl: string;
  readonly dataDir: string;
  readonly apiKey: string;
  readonly accountId: string;
  /** The environment with which the command line finds this service's database and keys. */
  readonly env: Readonly<Record<string, string>>;
  /** Runs every invariant, and holds each event to its schema; call it after each journey. */
  check(): Promise<void>;
  stop(): Promise<void>;
}

export const freshKey = (): string => `key-${randomBytes(12).toString('hex')}`;

/** The environment of a service with keys of its own on a database of a test's. */
export const environmentOf = (dataDir: string, databaseUrl: string): Readonly<Record<string, string>> => ({
  PSP_DATA_DIR: dataDir,
  DATABASE_URL: databaseUrl,
  ...newKeys(),
  PORT: '0',
  INTERNAL_PORT: '0',
  LOG_LEVEL: 'error',
  PSP_ALLOW_UNSAFE_DURABILITY: 'true',
});

/** `settings` override the environment; the log goes to `logStream` where one is given. */
export async function openService(
  settings: Readonly<Record<string, string>> = {},
  logStream?: DestinationStream,
): Promise<RunningService> {
  const database = await createDatabase();
  const dataDir = await mkdtemp(join(tmpdir(), 'psp-service-'));
  const env = {
    ...environmentOf(dataDir, database.url),
    RATE_LIMIT_PER_SECOND: '100000',
    ...settings,
  };
  const discard = async (): Promise<void> => {
    await database.drop();
    await rm(dataDir, { recursive: true, force: true });
  };
  try {
    const service = await openBeside({ env }, {}, logStream);
    keepHand(service.env);
    return {
      ...service,
      async stop() {
        await closeHand(service.env);
        await service.stop();
        await discard();
      },
    };
  } catch (error) {
    await discard();
    throw error;
  }
}

/** One more process's worth of service on the database, the keys and the account of another; stop it first. */
export async function openBeside(
  other: Pick<RunningService, 'env'>,
  settings: Readonly<Record<string, string>> = {},
  logStream?: DestinationStream,
): Promise<RunningService> {
  const env = { ...other.env, ...settings };
  const { PSP_DATA_DIR: dataDir = '', DATABASE_URL: databaseUrl = '' } = env as Record<string, string>;
  const config = readConfig(env);
  const service = await startService(config, createLog(config.logLevel, logStream));
  const { api_key: apiKey = '', account_id: accountId = '' } = readCredentials(dataDir);
  return {
    baseUrl: service.baseUrl,
    internalUrl: service.internalUrl,
    databaseUrl,
    dataDir,
    apiKey,
    accountId,
    env,
    ...clientOf(service.baseUrl, apiKey),
    async check() {
      const opens = opensWith(createVault(keysOf(config)));
      const report = await checkInvariants(databaseUrl, { opens, simulatorUrl: config.simulatorUrl });
      expect(report.violations, formatReport(report)).toEqual([]);
      await checkEvents(databaseUrl);
    },
    stop: () => service.stop(),
  };
}

/** The calls of whoever holds the key, to the service at that address. */
export function clientOf(baseUrl: string, apiKey: string): Client {
  const call = caller(baseUrl, apiKey);
  const get: Client['get'] = (path, options) => call('GET', path, options);
  return {
    call,
    get,
    post: (path, body, options) => call('POST', path, { idempotencyKey: freshKey(), body, ...options }),
    async until(path, holds, ms = 60_000) {
      const deadline = Date.now() + ms;
      for (;;) {
        const answer = await get(path);
        if (holds(answer)) return answer;
        if (Date.now() > deadline) throw new Error(`GET ${path} never came to hold: ${answer.text}`);
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
    },
  };
}

function caller(baseUrl: string, apiKey: string): Client['call'] {
  return async (method, path, options = {}) => {
    const { key = apiKey, body, idempotencyKey, headers = {}, signal = null } = options;
    const response = await fetch(`${baseUrl}${path}`, {
      method,
      signal,
      headers: {
        ...(key !== null && { authorization: `Bearer ${key}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    return answerOf(response, await response.text());
  };
}

function answerOf(response: Response, text: string): Answer {
  const isJson = response.headers.get('content-type')?.includes('json') === true && text !== '';
  const body = (isJson ? JSON.parse(text) : {}) as Record<string, unknown>;
  const at = (path: string): unknown =>
    path
      .split('.')
      .reduce<unknown>((value, name) => (value as Record<string, unknown> | null | undefined)?.[name], body);
  return {
    status: response.status,
    headers: response.headers,
    text,
    body,
    at,
    get(path) {
      const value = at(path);
      if (typeof value !== 'string') throw new Error(`no text at ${path} in ${response.status} ${text}`);
      return value;
    },
  };
}
