import { accessSync, constants } from 'node:fs';
import { isAbsolute, resolve } from 'node:path';
import { z } from 'zod';
import { rangeOf } from '../domain/address.js';
import { cellLetter } from '../domain/id.js';
import { sendWindowMs } from '../domain/intent.js';
import type { Retention } from '../domain/retention.js';
import { keyRing, parseKey, parseKeys, parseSealKey } from '../adapters/crypto/keys.js';
import type { KeyRing } from '../adapters/crypto/keys.js';
import type { IssuerSettings } from '../adapters/oidc/issuer.js';
import type { PoolerMode } from '../adapters/postgres/orm.js';
import { catalogueProblems, loadCatalogue } from './catalogue.js';
import { dnsServers, hostName, hostNames, listOf } from './host-setting.js';
import { mailFrom, platformName, senderAt, supportEmail } from './mail-setting.js';
import { natsUrl, postgresUrl, publicUrl, replicaUrl, smtpUrl } from './address-setting.js';
import { readConnectors, type ConnectorSetting } from './connectors.js';
import { oidcOf, oidcProblems, oidcSettings } from './oidc-setting.js';
import { otlpOf, otlpSettings, type OtlpConfig } from './otlp-setting.js';
import { retentionOf, retentionSettings } from './retention-setting.js';
import { whole, wholeIfSet } from './whole-setting.js';

/** The parts of the work that a process does. */
export type Role = 'api' | 'worker';

/** All settings of a process (supplement §8 and §10), validated. Port 0 means any free port. */
export interface Config {
  environment: 'sandbox' | 'live';
  /** The letter that new credentials and some ids name, if there are several cells. */
  cell?: string;
  roles: readonly Role[];
  host: string;
  port: number;
  internalHost: string;
  internalPort: number;
  /** Host names of the internal listener besides its own addresses. */
  internalNames: readonly string[];
  /** Origin of the public listener for callers. Absent: the requested one, if the host name is ours. */
  publicUrl?: string;
  /** Host names of the public listener that serve hosted pages, besides the accounts' own domains. */
  hostedHosts: readonly string[];
  /** Name servers for records of hosted domains; the machine's own if empty. */
  dnsServers: readonly string[];
  /** Addresses and ranges whose X-Forwarded-For is trusted. */
  trustedProxies: readonly string[];
  dataDir: string;
  /** Where `psp archive` keeps its files. */
  archiveDir?: string;
  /** Absent: the service runs its own PostgreSQL in `dataDir`. */
  databaseUrl?: string;
  /** PostgreSQL itself, if `databaseUrl` is a pooler. */
  directUrl?: string;
  /** Whether connections to `databaseUrl` keep a session or only a transaction. */
  pooler: PoolerMode;
  /** Answers lists, reports and statements, which wait so long for it. */
  replica?: { readonly url: string; readonly waitMs: number };
  /** Size of the database's volume. Absent: asked of the file system, if the service runs its own PostgreSQL. */
  volumeBytes?: number;
  /** Database of the simulated bank; by default the service's. */
  simulatorUrl?: string;
  /** Banks behind connectors; may be empty only in a sandbox. */
  connectors: readonly ConnectorSetting[];
  /** Absent only in a sandbox: mails go to the log. */
  smtpUrl?: string;
  /** Sender address of mails. */
  mailFrom: string;
  /** Name of the platform on hosted pages and in mails. */
  platformName: string;
  /** Contact that mails give to members. */
  supportEmail?: string;
  /** Absent: events are published within this process only. */
  natsUrl?: string;
  /** Absent only in a sandbox with its own PostgreSQL, which stores keys in `dataDir`. */
  keys?: KeyRing;
  catalogueFile?: string;
  /** Two operators are needed for evidence that returns money and for ending restored mode. */
  twoOperators: boolean;
  rateLimitPerSecond: number;
  /** Most connections of one client (an IPv4 address, or an IPv6 /64). */
  connectionsOfOne: number;
  apiProcesses: number;
  quoteTtlSeconds: number;
  /** Seconds between announcing a stop, to balancers and in responses, and stopping. */
  drainSeconds: number;
  /** Allows webhooks to http, private addresses and any port. */
  allowInsecureWebhooks: boolean;
  logLevel: LogLevel;
  /** The OpenID Connect issuer for operators. Absent: operators sign in with tokens only. */
  oidc?: IssuerSettings;
  /** Days for which expiring data is kept. */
  retention: Retention;
  /** Whether /v1 calls are recorded for accounts to look at. */
  requestLog: boolean;
  /** OpenTelemetry collector and what it gets; absent: nothing. */
  otlp?: OtlpConfig;
  /** Shorter in tests only, which wait for it to end. */
  sendWindowMs: number;
  /** Tests only: accepts a database that may lose commits. */
  allowUnsafeDurability: boolean;
}

export type LogLevel = (typeof LOG_LEVELS)[number];

/** All problems of the settings, one line each. */
export class ConfigError extends Error {
  constructor(readonly problems: readonly string[]) {
    super(['These settings are wrong:', ...problems.map((problem) => `  - ${problem}`)].join('\n'));
    this.name = 'ConfigError';
  }
}

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

function oneOf<const T extends readonly [string, ...string[]]>(values: T) {
  return z.enum(values, `must be one of ${values.join(', ')}`);
}

const roles = z
  .string()
  .transform((text) => text.split(',').map((role) => role.trim()))
  .pipe(
    z.array(oneOf(['api', 'worker'])).refine((all) => new Set(all).size === all.length, 'names a role twice'),
  );

const catalogue = z
  .string()
  .refine(isReadable, { error: 'must name a readable file', abort: true })
  .superRefine((path, context) => {
    for (const problem of catalogueProblems(path))
      context.addIssue({ code: 'custom', message: `is wrong: ${problem}` });
  });

const proxies = z
  .string()
  .superRefine(checkedBy((text) => listOf(text).map(rangeOf)))
  .transform(listOf);

export const settings = z.object({
  PSP_ENVIRONMENT: oneOf(['sandbox', 'live']).default('sandbox'),
  PSP_CELL: z.string().regex(cellLetter, 'must be one lower-case letter, but not i, l, o or u').optional(),
  PSP_ROLES: roles.default(['api', 'worker']),
  HOST: hostName.default('127.0.0.1'),
  PORT: whole(0, 65535, 3000),
  PUBLIC_URL: publicUrl.optional(),
  INTERNAL_HOST: hostName.default('127.0.0.1'),
  INTERNAL_HOST_NAMES: hostNames.default([]),
  HOSTED_HOST_NAMES: hostNames.default([]),
  DNS_SERVERS: dnsServers.default([]),
  PSP_TRUSTED_PROXIES: proxies.default([]),
  INTERNAL_PORT: whole(0, 65535, 4000),
  PSP_DATA_DIR: z
    .string()
    .default('.data')
    .transform((path) => resolve(path)),
  PSP_ARCHIVE_DIR: z
    .string()
    .refine(isAbsolute, 'must be the absolute path of a directory, such as /var/lib/psp-archive')
    .optional(),
  DATABASE_URL: postgresUrl.optional(),
  DATABASE_DIRECT_URL: postgresUrl.optional(),
  DATABASE_POOLER: oneOf(['session', 'transaction']).default('session'),
  DATABASE_READ_URL: replicaUrl.optional(),
  DATABASE_READ_WAIT_MS: whole(1, 2_000, 200),
  DATABASE_VOLUME_GB: wholeIfSet(1, 10_000_000),
  SIMULATOR_DATABASE_URL: postgresUrl.optional(),
  NATS_URL: natsUrl.optional(),
  SMTP_URL: smtpUrl.optional(),
  MAIL_FROM: mailFrom.optional(),
  PLATFORM_NAME: platformName.default('Payments service'),
  SUPPORT_EMAIL: supportEmail.optional(),
  PSP_CONFIG: catalogue.optional(),
  PSP_CONNECTORS: z.string().superRefine(checkedBy(readConnectors)).optional(),
  PSP_ENCRYPTION_KEYS: z.string().superRefine(checkedBy(parseKeys)).optional(),
  PSP_HASH_KEY: z
    .string()
    .superRefine(checkedBy((text) => parseKey(text, 'the key')))
    .optional(),
  PSP_SEAL_KEY: z.string().superRefine(checkedBy(parseSealKey)).optional(),
  RATE_LIMIT_PER_SECOND: whole(1, 1_000_000, 100),
  CONNECTIONS_PER_CLIENT: whole(1, 1_000_000, 1_000),
  PSP_API_PROCESSES: whole(1, 10_000, 1),
  QUOTE_TTL_SECONDS: whole(1, 86_400, 300),
  DRAIN_SECONDS: whole(0, 600, 2),
  WEBHOOK_ALLOW_INSECURE_TARGETS: oneOf(['true', 'false']).default('false'),
  LOG_LEVEL: oneOf(LOG_LEVELS).default('info'),
  REQUEST_LOG: oneOf(['on', 'off']).default('on'),
  ...oidcSettings,
  ...retentionSettings,
  TWO_OPERATORS: oneOf(['on', 'off']).optional(),
  ...otlpSettings,
  PSP_SEND_WINDOW_MS: whole(1_000, sendWindowMs, sendWindowMs),
  PSP_ALLOW_UNSAFE_DURABILITY: oneOf(['true', 'false']).default('false'),
});

type Env = Readonly<Record<string, string | undefined>>;

/** Reads all settings from `env`; throws a `ConfigError` with every problem. Secrets are never shown. */
export function readConfig(env: Env = process.env): Config {
  // Compose files leave a setting out by an empty variable.
  const values = Object.fromEntries(
    Object.entries(env).filter(([, value]) => value !== undefined && value !== ''),
  );
  const parsed = settings.safeParse(values);
  const wrong = parsed.error?.issues.map((issue) => `${String(issue.path[0])} ${issue.message}`) ?? [];
  const problems = [...wrong, ...unknownNames(values), ...missing(values), ...astray(parsed.data)];
  if (!parsed.success || problems.length > 0) throw new ConfigError(problems);
  return toConfig(parsed.data);
}

/** Variables for programs that call the service, which may be set in the same shell. */
const ofCallers = ['PSP_API_KEY', 'PSP_BASE_URL', 'PSP_OPERATOR_TOKEN'];

function unknownNames(values: Record<string, unknown>): string[] {
  const known = [...Object.keys(settings.shape), ...ofCallers];
  const names = Object.keys(values).filter((name) => name.startsWith('PSP_') && !known.includes(name));
  return names.map((name) => `${name} is not a known setting: remove it or correct its name`);
}

/** Connector routes that are not in the catalogue. */
function astray(values: z.output<typeof settings> | undefined): string[] {
  if (values?.PSP_CONNECTORS === undefined) return [];
  const { capabilities } = loadCatalogue(values.PSP_CONFIG);
  return readConnectors(values.PSP_CONNECTORS).flatMap(({ name, routes }) =>
    routes
      .filter(
        (route) =>
          !capabilities.some((each) => each.method === route.method && each.currency === route.currency),
      )
      .map(
        (route) =>
          `PSP_CONNECTORS is wrong: ${name} has the route ${route.currency} ${route.method}, which is not in the catalogue`,
      ),
  );
}

/** Settings that live refuses: name, refused value (undefined: any) and purpose. */
const notInLive = [
  ['WEBHOOK_ALLOW_INSECURE_TARGETS', 'true', 'local work in sandbox'],
  ['SIMULATOR_DATABASE_URL', undefined, 'the simulated bank of a sandbox'],
  ['PSP_SEND_WINDOW_MS', undefined, 'tests in sandbox'],
  ['PSP_ALLOW_UNSAFE_DURABILITY', 'true', 'tests in sandbox'],
] as const;

/**
 * Settings that others require; checked on the raw values, so that they are reported together with other
 * problems.
 */
function missing(values: Record<string, unknown>): string[] {
  const live = values['PSP_ENVIRONMENT'] === 'live';
  const has = (name: string) => values[name] !== undefined;
  const problems: string[] = [];
  const needs = (name: string, why: string) => has(name) || problems.push(`${name} must be set ${why}`);
  if (live) {
    needs('DATABASE_URL', 'in live: it needs your own PostgreSQL');
    needs('NATS_URL', 'in live: events travel through NATS');
    needs('SMTP_URL', 'in live: people sign in with mailed codes');
  }
  if (values['DATABASE_POOLER'] === 'transaction')
    needs(
      'DATABASE_DIRECT_URL',
      'with DATABASE_POOLER=transaction: migrations, locks and notifications need a session',
    );
  if (has('DATABASE_DIRECT_URL') || values['DATABASE_POOLER'] === 'transaction')
    needs('DATABASE_URL', 'to the address of the pooler');
  if (has('DATABASE_READ_URL')) needs('DATABASE_URL', 'to the primary of DATABASE_READ_URL');
  if (live || has('DATABASE_URL') || has('PSP_HASH_KEY')) {
    needs('PSP_ENCRYPTION_KEYS', '(id:base64 of 32 bytes): only the embedded sandbox generates its own keys');
  }
  if (live || has('DATABASE_URL') || has('PSP_ENCRYPTION_KEYS')) {
    needs('PSP_HASH_KEY', '(base64 of 32 bytes): only the embedded sandbox generates its own keys');
  }
  if (live) {
    needs('PSP_CONNECTORS', 'in live: money moves through connectors');
    for (const [name, value, use] of notInLive)
      if (has(name) && (value === undefined || values[name] === value))
        problems.push(`${name} is for ${use}: remove it`);
  }
  problems.push(...oidcProblems(values, live));
  if (has('PSP_SEAL_KEY')) needs('PSP_ENCRYPTION_KEYS', 'beside PSP_SEAL_KEY');
  const [port, internal] = [Number(values['PORT'] ?? 3000), Number(values['INTERNAL_PORT'] ?? 4000)];
  if (port === internal && port !== 0) problems.push('PORT and INTERNAL_PORT must differ');
  return problems;
}

function toConfig(values: z.output<typeof settings>): Config {
  const { PSP_ENCRYPTION_KEYS: encryptionKeys, PSP_HASH_KEY: hashKey, PSP_SEAL_KEY: sealKey } = values;
  return {
    environment: values.PSP_ENVIRONMENT,
    ...(values.PSP_CELL === undefined ? {} : { cell: values.PSP_CELL }),
    roles: values.PSP_ROLES,
    host: values.HOST,
    port: values.PORT,
    internalHost: values.INTERNAL_HOST,
    internalPort: values.INTERNAL_PORT,
    internalNames: values.INTERNAL_HOST_NAMES,
    hostedHosts: values.HOSTED_HOST_NAMES.map((name) => name.toLowerCase()),
    dnsServers: values.DNS_SERVERS,
    ...(values.PUBLIC_URL === undefined ? {} : { publicUrl: values.PUBLIC_URL.replace(/\/$/, '') }),
    trustedProxies: values.PSP_TRUSTED_PROXIES,
    dataDir: values.PSP_DATA_DIR,
    ...(values.PSP_ARCHIVE_DIR === undefined ? {} : { archiveDir: values.PSP_ARCHIVE_DIR }),
    ...(values.DATABASE_URL === undefined ? {} : { databaseUrl: values.DATABASE_URL }),
    ...(values.DATABASE_DIRECT_URL === undefined ? {} : { directUrl: values.DATABASE_DIRECT_URL }),
    pooler: values.DATABASE_POOLER,
    ...(values.DATABASE_READ_URL === undefined
      ? {}
      : { replica: { url: values.DATABASE_READ_URL, waitMs: values.DATABASE_READ_WAIT_MS } }),
    ...(values.DATABASE_VOLUME_GB === undefined ? {} : { volumeBytes: values.DATABASE_VOLUME_GB * 1e9 }),
    ...(values.SIMULATOR_DATABASE_URL === undefined ? {} : { simulatorUrl: values.SIMULATOR_DATABASE_URL }),
    ...(values.NATS_URL === undefined ? {} : { natsUrl: values.NATS_URL }),
    connectors: values.PSP_CONNECTORS === undefined ? [] : readConnectors(values.PSP_CONNECTORS),
    ...(values.SMTP_URL === undefined ? {} : { smtpUrl: values.SMTP_URL }),
    mailFrom: values.MAIL_FROM ?? senderAt(values.SMTP_URL),
    platformName: values.PLATFORM_NAME,
    ...(values.SUPPORT_EMAIL === undefined ? {} : { supportEmail: values.SUPPORT_EMAIL }),
    ...(encryptionKeys && hashKey ? { keys: keyRing({ encryptionKeys, hashKey, sealKey }) } : {}),
    ...(values.PSP_CONFIG === undefined ? {} : { catalogueFile: values.PSP_CONFIG }),
    rateLimitPerSecond: values.RATE_LIMIT_PER_SECOND,
    connectionsOfOne: values.CONNECTIONS_PER_CLIENT,
    apiProcesses: values.PSP_API_PROCESSES,
    twoOperators: (values.TWO_OPERATORS ?? (values.PSP_ENVIRONMENT === 'live' ? 'on' : 'off')) === 'on',
    quoteTtlSeconds: values.QUOTE_TTL_SECONDS,
    drainSeconds: values.DRAIN_SECONDS,
    allowInsecureWebhooks: values.WEBHOOK_ALLOW_INSECURE_TARGETS === 'true',
    logLevel: values.LOG_LEVEL,
    requestLog: values.REQUEST_LOG === 'on',
    ...oidcOf(values),
    retention: retentionOf(values),
    ...otlpOf(values),
    sendWindowMs: values.PSP_SEND_WINDOW_MS,
    allowUnsafeDurability: values.PSP_ALLOW_UNSAFE_DURABILITY === 'true',
  };
}

function checkedBy(parse: (text: string) => unknown) {
  return (text: string, context: z.RefinementCtx): void => {
    try {
      parse(text);
    } catch (error) {
      context.addIssue({ code: 'custom', message: `is wrong: ${(error as Error).message}` });
    }
  };
}

function isReadable(path: string): boolean {
  try {
    accessSync(path, constants.R_OK);
    return true;
  } catch {
    return false;
  }
}
