import { settings } from './config.js';

type SettingName = keyof typeof settings.shape;

interface SettingText {
  readonly description: string;
  /** Shown instead of the schema's default. */
  readonly default?: string;
}

/** A row of the README's table for each setting; `tests only` hides it. */
const settingTexts: Readonly<Record<SettingName, SettingText | 'tests only'>> = {
  PSP_ENVIRONMENT: { description: '`sandbox` simulates the banks; `live` reaches them by connectors' },
  PSP_CELL: { description: 'letter of this [cell](docs/scaling.md), which new credentials name' },
  DATABASE_URL: {
    description: 'PostgreSQL 15 or newer; may name several hosts',
    default: 'embedded PostgreSQL',
  },
  DATABASE_DIRECT_URL: {
    description: 'PostgreSQL itself, if `DATABASE_URL` is a pooler',
    default: '`DATABASE_URL`',
  },
  DATABASE_POOLER: { description: '`transaction` if `DATABASE_URL` is a pooler in transaction mode' },
  DATABASE_READ_URL: {
    description: 'a [replica](docs/high-availability.md#read-from-a-replica) for lists and reports',
  },
  DATABASE_READ_WAIT_MS: {
    description: 'milliseconds a read waits for the replica before it goes to the primary',
  },
  DATABASE_VOLUME_GB: {
    description: "size of the database's volume in GB, for [`psp storage`](docs/retention.md#storage)",
    default: 'embedded: asked of the file system',
  },
  NATS_URL: { description: 'NATS 2.9 or newer with JetStream; carries events between processes' },
  PSP_ROLES: { description: 'work that this process does: `api`, `worker` or both' },
  PSP_DATA_DIR: { description: 'embedded database, generated keys, `credentials.json`', default: '`.data`' },
  PSP_ARCHIVE_DIR: { description: 'directory of the [archive](docs/archive.md), an absolute path' },
  PSP_ENCRYPTION_KEYS: {
    description: '`id:base64,…`, 32 bytes each; the first encrypts, all decrypt',
    default: 'generated for the embedded database',
  },
  PSP_HASH_KEY: {
    description: 'base64, 32 bytes; detects duplicates of encrypted values; cannot be rotated',
    default: 'generated for the embedded database',
  },
  PSP_SEAL_KEY: {
    description: '`id:base64`, 32 bytes; the Ed25519 key that signs [sealed days](docs/seals.md)',
    default: 'generated with the embedded database; without a key, no day is sealed',
  },
  PSP_CONNECTORS: { description: 'connectors to banks: a JSON file, or JSON' },
  PSP_CONFIG: {
    description: 'methods, fields, limits, rates, fees, risk thresholds',
    default: '[config/catalogue.json](config/catalogue.json)',
  },
  SMTP_URL: {
    description: '`smtp://user:password@host:587` or `smtps://…`',
    default: 'sandbox: mails go to the log',
  },
  MAIL_FROM: { description: 'sender of mails', default: '`no-reply@` the mail server' },
  PLATFORM_NAME: { description: 'name of the platform on hosted pages and in mails' },
  SUPPORT_EMAIL: { description: 'contact address in mails to members' },
  HOST: { description: 'address of the public listener: `/v1`, `/dashboard`, hosted pages' },
  PORT: { description: 'port of the public listener; 0 picks a free port' },
  PUBLIC_URL: {
    description: 'origin of the public listener, such as `https://api.example.com`; a name allows passkeys',
  },
  INTERNAL_HOST: {
    description: 'address of the internal listener: `/console`, `/graphql`, `/readyz`, `/metrics`',
  },
  INTERNAL_PORT: { description: 'port of the internal listener; 0 picks a free port' },
  INTERNAL_HOST_NAMES: { description: 'names accepted in `Host` by the internal listener, comma-separated' },
  HOSTED_HOST_NAMES: { description: "the platform's own names for hosted pages, comma-separated" },
  DNS_SERVERS: {
    description: 'resolvers for the records of hosted domains',
    default: "the machine's resolvers",
  },
  PSP_TRUSTED_PROXIES: { description: 'addresses or CIDR ranges whose `X-Forwarded-For` is trusted' },
  RATE_LIMIT_PER_SECOND: { description: 'requests per API key and second; bursts of twice that' },
  PSP_API_PROCESSES: { description: 'number of `api` processes that share the rate limit' },
  CONNECTIONS_PER_CLIENT: { description: 'open connections per IPv4 address or IPv6 /64' },
  QUOTE_TTL_SECONDS: { description: 'lifetime of a quote' },
  DRAIN_SECONDS: { description: 'time between SIGTERM and the stop, during which `/readyz` is 503' },
  WEBHOOK_ALLOW_INSECURE_TARGETS: {
    description: 'sandbox: `true` allows webhooks to http, private addresses and any port',
  },
  REQUEST_LOG: { description: "`off` stops recording accounts' API calls" },
  KEEP_DELIVERIES_DAYS: {
    description: 'days that settled webhook deliveries are kept ([retention](docs/retention.md))',
  },
  KEEP_NOTICES_DAYS: {
    description: 'days that notices of providers are remembered ([retention](docs/retention.md))',
  },
  KEEP_MAILS_DAYS: { description: 'days that sent mails are kept ([retention](docs/retention.md))' },
  KEEP_REQUESTS_DAYS: { description: 'days that the request log is kept ([retention](docs/retention.md))' },
  KEEP_TRACES_DAYS: { description: 'days that the traces of resources are kept' },
  KEEP_CODES_DAYS: { description: 'days that used sign-in codes are kept' },
  KEEP_SESSIONS_DAYS: { description: 'days that ended sessions are kept' },
  OIDC_ISSUER: {
    description: 'issuer by which operators [sign in](docs/running.md#operators) to the console',
  },
  OIDC_CLIENT_ID: { description: 'client id of the console at the issuer' },
  OIDC_CLIENT_SECRET: { description: 'client secret of the console at the issuer' },
  OIDC_ROLES: { description: 'roles of operators: `claim:value=role`, comma-separated' },
  TWO_OPERATORS: {
    description: '`on`: evidence that gives money back and the end of restored mode take two operators',
    default: '`on` in live, `off` in sandbox',
  },
  LOG_LEVEL: { description: '`fatal`, `error`, `warn`, `info`, `debug`, `trace` or `silent`' },
  OTEL_EXPORTER_OTLP_ENDPOINT: {
    description: 'OpenTelemetry collector for traces, metrics and logs (OTLP over HTTP)',
  },
  OTEL_TRACES_EXPORTER: { description: '`none` sends no traces' },
  OTEL_METRICS_EXPORTER: { description: '`none` sends no metrics' },
  OTEL_LOGS_EXPORTER: { description: '`none` sends no logs' },
  OTEL_METRIC_EXPORT_INTERVAL: { description: 'milliseconds between two exports of metrics' },
  OTEL_SERVICE_NAME: { description: 'service name at the collector' },
  SIMULATOR_DATABASE_URL: {
    description: "sandbox: database of the simulated bank's own record, to rehearse a restore",
    default: "the service's database",
  },
  PSP_SEND_WINDOW_MS: 'tests only',
  PSP_ALLOW_UNSAFE_DURABILITY: 'tests only',
};

/** The table, formatted as Prettier does. */
export function settingTable(): string {
  const rows = (Object.keys(settingTexts) as SettingName[]).flatMap((name) => {
    const text = settingTexts[name];
    return text === 'tests only'
      ? []
      : [[`\`${name}\``, text.default ?? defaultText(name), text.description]];
  });
  const table = [['Variable', 'Default', 'Meaning'], ...rows];
  const widths = [0, 1, 2].map((column) => Math.max(...table.map((row) => row[column]?.length ?? 0)));
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  const rule = widths.map((width) => '-'.repeat(width));
  return [line(table[0] ?? []), line(rule), ...table.slice(1).map(line)].join('\n');
}

function defaultText(name: SettingName): string {
  const value: string | number | readonly string[] | undefined = settings.parse({})[name];
  const text = typeof value === 'object' ? value.join(',') : `${value ?? ''}`;
  return text === '' ? '–' : `\`${text}\``;
}

const startMark = '<!-- settings: made by `npm run schema` from src/main/setting-table.ts -->\n';
const endMark = '<!-- end of settings -->';

/** The README with an updated settings table. */
export function withSettingTable(readme: string): string {
  const start = readme.indexOf(startMark);
  const end = readme.indexOf(endMark);
  if (start < 0 || end < start) throw new Error('README.md has no place for the settings table');
  return `${readme.slice(0, start)}${startMark}\n${settingTable()}\n\n${readme.slice(end)}`;
}
