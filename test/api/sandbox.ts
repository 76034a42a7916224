import { defaultRetention } from '../../src/domain/retention.js';
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import request from 'supertest';
import { keyRing } from '../../src/adapters/crypto/keys.js';
import { Shutdown } from '../../src/api/connection.js';
import { clientsBehind } from '../../src/api/address.js';
import type { PublicPages } from '../../src/api/rest/document.js';
import { buildApi, type Api, type ApiOptions } from '../../src/api/rest/server.js';
import { wire, type Wired } from '../../src/main/wire.js';
import { issueKey, openAccount } from '../../src/usecases/account.js';
import { createDatabase } from '../setup/database.js';

export interface LogLine {
  readonly fields: Readonly<Record<string, unknown>>;
  readonly message: string;
}

/** The whole service without workers, on its own database. */
export interface Sandbox {
  /** URL of its database. */
  readonly url: string;
  readonly wired: Wired;
  readonly api: Api;
  readonly accountId: string;
  /** A key with both scopes; `readKey` has only read. */
  readonly key: string;
  readonly readKey: string;
  readonly lines: LogLine[];
  call(method: string, path: string): request.Test;
  close(): Promise<void>;
}

const operator = { name: 'test', reason: 'test' };
export const openapiFile = join(import.meta.dirname, '../../schema/v1.openapi.json');

interface SandboxOptions extends Partial<Omit<ApiOptions, 'pages'>> {
  /** Absent: no pages are served. */
  readonly pagesOf?: (ports: Wired['ports']) => PublicPages;
}

export async function openSandbox({ pagesOf, ...options }: SandboxOptions = {}): Promise<Sandbox> {
  const database = await createDatabase();
  const lines: LogLine[] = [];
  const write = (fields: LogLine['fields'], message: string) => void lines.push({ fields, message });
  const log = { info: write, warn: write, error: write };
  const secret = () => randomBytes(32).toString('base64');
  let forget = (): void => undefined;
  const wired = await wire({
    config: {
      environment: 'sandbox',
      platformName: 'Payments service',
      roles: ['api'],
      host: '127.0.0.1',
      port: 0,
      internalHost: '127.0.0.1',
      internalNames: [],
      trustedProxies: [],
      hostedHosts: [],
      connectors: [],
      dnsServers: [],
      internalPort: 0,
      dataDir: '.',
      pooler: 'session',
      mailFrom: 'no-reply@payments.example',
      rateLimitPerSecond: 1000,
      connectionsOfOne: 1_000,
      apiProcesses: 1,
      drainSeconds: 0,
      retention: defaultRetention,
      requestLog: false,
      quoteTtlSeconds: 300,
      sendWindowMs: 10_000,
      twoOperators: false,
      allowInsecureWebhooks: true,
      logLevel: 'info',
      allowUnsafeDurability: true,
    },
    databaseUrl: database.url,
    keys: keyRing({ encryptionKeys: `k1:${secret()}`, hashKey: secret(), sealKey: `s1:${secret()}` }),
    log,
    onRetry: () => undefined,
    onChange: () => forget(),
  });
  const opened = await openAccount(wired.ports, operator, { name: 'Test', ownerEmail: null });
  const accountId = opened.account.id;
  const ask = { accountId, scopes: ['read'] as const, label: null, expiresAt: null };
  const { secret: readKey } = await issueKey(wired.ports, operator, ask);
  const api: Api = buildApi(wired.ports, {
    environment: 'sandbox',
    rateLimitPerSecond: 1000,
    apiProcesses: 1,
    newId: wired.newId,
    clients: clientsBehind([]),
    connectionsOfOne: 1_000,
    openapiText: readFileSync(openapiFile, 'utf8'),
    log,
    shutdown: new Shutdown(),
    ...(pagesOf && { pages: pagesOf(wired.ports) }),
    ...options,
  });
  forget = () => api.forgetKeys();
  await api.server.listen({ port: 0, host: '127.0.0.1' });
  const agent = request(api.server.server);
  return {
    url: database.url,
    wired,
    api,
    accountId,
    key: opened.secret,
    readKey,
    lines,
    call: (method, path) => {
      const verb = method.toLowerCase() as 'get' | 'post' | 'patch' | 'put' | 'delete' | 'head';
      return agent[verb](path).set('Authorization', `Bearer ${opened.secret}`);
    },
    async close() {
      await api.server.close();
      await wired.stop();
      await database.drop();
    },
  };
}
