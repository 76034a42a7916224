import { randomBytes } from 'node:crypto';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { defaultRetention } from '../../src/domain/retention.js';
import { ConfigError, readConfig } from '../../src/main/config.js';

const key = () => randomBytes(32).toString('base64');
const keys = { PSP_ENCRYPTION_KEYS: `k2:${key()},k1:${key()}`, PSP_HASH_KEY: key() };
const database = { DATABASE_URL: 'postgres://psp:hidden-password@db.example:5432/psp' };

function problemsOf(env: Record<string, string>): readonly string[] {
  try {
    readConfig(env);
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
  return [];
}

describe('settings', () => {
  it('are all optional in sandbox', () => {
    expect(readConfig({ PATH: '/bin', PORT: '' })).toEqual({
      environment: 'sandbox',
      roles: ['api', 'worker'],
      host: '127.0.0.1',
      port: 3000,
      internalPort: 4000,
      dataDir: resolve('.data'),
      pooler: 'session',
      rateLimitPerSecond: 100,
      connectionsOfOne: 1_000,
      apiProcesses: 1,
      quoteTtlSeconds: 300,
      mailFrom: 'no-reply@payments.example',
      platformName: 'Payments service',
      drainSeconds: 2,
      allowInsecureWebhooks: false,
      logLevel: 'info',
      requestLog: true,
      retention: defaultRetention,
      sendWindowMs: 10_000,
      twoOperators: false,
      allowUnsafeDurability: false,
      internalHost: '127.0.0.1',
      internalNames: [],
      trustedProxies: [],
      hostedHosts: [],
      dnsServers: [],
      connectors: [],
    });
  });

  it('accept every setting', () => {
    const config = readConfig({
      ...keys,
      ...database,
      PSP_ENVIRONMENT: 'sandbox',
      PSP_CELL: 'b',
      PSP_ROLES: 'worker',
      HOST: '::',
      PUBLIC_URL: 'https://api.example.com/',
      PORT: '0',
      INTERNAL_PORT: '0',
      INTERNAL_HOST: '10.0.0.7',
      INTERNAL_HOST_NAMES: 'ops.internal, psp',
      PSP_TRUSTED_PROXIES: '10.0.0.0/8, ::1',
      HOSTED_HOST_NAMES: 'Send.example.com',
      DNS_SERVERS: '192.0.2.53, [2001:db8::53]:5353, 127.0.0.1:53',
      PSP_DATA_DIR: '/srv/psp',
      DATABASE_DIRECT_URL: 'postgres://psp@db/psp',
      DATABASE_POOLER: 'transaction',
      SIMULATOR_DATABASE_URL: 'postgres://psp@bank/psp',
      NATS_URL: 'nats://psp:secret@n1:4222,nats://n2',
      SMTP_URL: 'smtp://psp:secret@mail.example:587',
      PLATFORM_NAME: 'Andina',
      SUPPORT_EMAIL: 'help@example.com',
      PSP_CONFIG: 'config/catalogue.json',
      RATE_LIMIT_PER_SECOND: '7',
      CONNECTIONS_PER_CLIENT: '9',
      PSP_API_PROCESSES: '3',
      QUOTE_TTL_SECONDS: '2',
      LOG_LEVEL: 'debug',
      OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318',
      OTEL_LOGS_EXPORTER: 'none',
      OTEL_METRIC_EXPORT_INTERVAL: '15000',
      TWO_OPERATORS: 'on',
      PSP_SEND_WINDOW_MS: '2000',
      PSP_ALLOW_UNSAFE_DURABILITY: 'true',
    });
    expect(config).toMatchObject({
      cell: 'b',
      roles: ['worker'],
      host: '::',
      publicUrl: 'https://api.example.com',
      port: 0,
      internalPort: 0,
      internalHost: '10.0.0.7',
      internalNames: ['ops.internal', 'psp'],
      trustedProxies: ['10.0.0.0/8', '::1'],
      hostedHosts: ['send.example.com'],
      dnsServers: ['192.0.2.53', '[2001:db8::53]:5353', '127.0.0.1:53'],
      dataDir: '/srv/psp',
      databaseUrl: database.DATABASE_URL,
      directUrl: 'postgres://psp@db/psp',
      pooler: 'transaction',
      simulatorUrl: 'postgres://psp@bank/psp',
      natsUrl: 'nats://psp:secret@n1:4222,nats://n2',
      smtpUrl: 'smtp://psp:secret@mail.example:587',
      mailFrom: 'no-reply@mail.example',
      platformName: 'Andina',
      supportEmail: 'help@example.com',
      catalogueFile: 'config/catalogue.json',
      rateLimitPerSecond: 7,
      connectionsOfOne: 9,
      apiProcesses: 3,
      quoteTtlSeconds: 2,
      logLevel: 'debug',
      otlp: {
        endpoint: 'http://collector:4318',
        serviceName: 'payments',
        traces: true,
        metrics: true,
        logs: false,
        metricsMs: 15_000,
      },
      sendWindowMs: 2_000,
      twoOperators: true,
      allowUnsafeDurability: true,
    });
    expect(config.keys?.current).toBe('k2');
    expect(config.keys?.encryption.size).toBe(2);
  });

  it('name an issuer for operators as a whole, and what is wrong with it', () => {
    const oidc = {
      OIDC_ISSUER: 'https://login.example.com/realms/staff',
      OIDC_CLIENT_ID: 'payments',
      OIDC_CLIENT_SECRET: 'hidden-secret',
      OIDC_ROLES: 'groups:urn:pay:admins=admin, realm_access.roles:support=support',
    };
    expect(readConfig(oidc).oidc).toEqual({
      url: oidc.OIDC_ISSUER,
      clientId: 'payments',
      clientSecret: 'hidden-secret',
      roles: [
        { claim: 'groups', value: 'urn:pay:admins', role: 'admin' },
        { claim: 'realm_access.roles', value: 'support', role: 'support' },
      ],
    });
    expect(readConfig({}).oidc).toBeUndefined();
    expect(problemsOf({ OIDC_ISSUER: oidc.OIDC_ISSUER }).map((each) => each.split(' ')[0])).toEqual([
      'OIDC_CLIENT_ID',
      'OIDC_CLIENT_SECRET',
      'OIDC_ROLES',
    ]);
    for (const wrong of [
      'login.example.com',
      'https://a.example/?x=1',
      'https://me@a.example',
      'ftp://a.example',
    ])
      expect(problemsOf({ ...oidc, OIDC_ISSUER: wrong })).toEqual([
        'OIDC_ISSUER must be the URL of an OpenID Connect issuer, such as https://login.example.com/realms/staff',
      ]);
    for (const wrong of ['admins=admin', 'groups:admins', 'groups:admins=owner', 'groups:a=admin,'])
      expect(problemsOf({ ...oidc, OIDC_ROLES: wrong })).toEqual([
        expect.stringMatching(/^OIDC_ROLES must list claim:value=role, such as .* viewer, support, admin$/),
      ]);
    const plain = { ...oidc, OIDC_ISSUER: 'http://login.example.com' };
    expect(problemsOf(plain)).toEqual([]);
    expect(problemsOf({ ...plain, PSP_ENVIRONMENT: 'live' })).toContain('OIDC_ISSUER must use https in live');
    expect(JSON.stringify(problemsOf({ ...plain, PSP_ENVIRONMENT: 'live' }))).not.toContain('hidden-secret');
  });

  it('ignore variables for callers of the service', () => {
    const ofCallers = { PSP_API_KEY: 'psp_test_x', PSP_BASE_URL: 'http://127.0.0.1:3000' };
    expect(readConfig(ofCallers)).toEqual(readConfig({}));
  });

  it('report every problem at once and show no secret', () => {
    const problems = problemsOf({
      PSP_ENVIRONMENT: 'staging',
      PSP_CELL: 'l',
      PSP_ROLES: 'api,cook',
      PORT: '70000',
      INTERNAL_PORT: 'x',
      DATABASE_URL: 'mysql://root:hidden-password@db',
      DATABASE_DIRECT_URL: 'hidden-password@db',
      DATABASE_POOLER: 'statement',
      NATS_URL: 'nats://n1,http://psp:hidden-password@n2',
      PSP_CONFIG: '/no/such/file',
      PSP_ENCRYPTION_KEYS: 'k1:c2hvcnQ=',
      PSP_HASH_KEY: 'hidden-password',
      RATE_LIMIT_PER_SECOND: '0',
      LOG_LEVEL: 'loud',
      OTEL_METRICS_EXPORTER: 'prometheus',
      OTEL_METRIC_EXPORT_INTERVAL: '10',
      PSP_DATADIR: '/srv',
    });
    const text = problems.join('\n');
    const names =
      `PSP_ENVIRONMENT PSP_CELL PSP_ROLES PORT INTERNAL_PORT DATABASE_URL DATABASE_DIRECT_URL DATABASE_POOLER NATS_URL PSP_CONFIG PSP_ENCRYPTION_KEYS
      PSP_HASH_KEY RATE_LIMIT_PER_SECOND LOG_LEVEL OTEL_METRICS_EXPORTER OTEL_METRIC_EXPORT_INTERVAL PSP_DATADIR`.split(
        /\s+/,
      );
    for (const name of names) {
      expect(text).toMatch(new RegExp(`^${name} (must|is)`, 'm'));
    }
    expect(problems).toHaveLength(names.length);
    expect(text).not.toMatch(/hidden|c2hv/);
  });

  it.each([
    [database, ['PSP_ENCRYPTION_KEYS', 'PSP_HASH_KEY']],
    [{ PSP_HASH_KEY: keys.PSP_HASH_KEY }, ['PSP_ENCRYPTION_KEYS']],
    [{ PSP_ENCRYPTION_KEYS: keys.PSP_ENCRYPTION_KEYS }, ['PSP_HASH_KEY']],
    [{ ...database, ...keys, DATABASE_POOLER: 'transaction' }, ['DATABASE_DIRECT_URL']],
    [{ ...keys, DATABASE_DIRECT_URL: 'postgres://db/psp' }, ['DATABASE_URL']],
    [{ DATABASE_POOLER: 'transaction' }, ['DATABASE_DIRECT_URL', 'DATABASE_URL']],
    [{ PORT: '5000', INTERNAL_PORT: '5000' }, ['PORT']],
    [{ PORT: '05000', INTERNAL_PORT: '5000' }, ['PORT']],
    [{ PORT: '04000' }, ['PORT']],
    [{ PSP_ROLES: 'api,api' }, ['PSP_ROLES']],
    [{ PSP_ENCRYPTION_KEYS: `a:${key()},a:${key()}`, PSP_HASH_KEY: key() }, ['PSP_ENCRYPTION_KEYS']],
    [
      {
        PSP_ENVIRONMENT: 'live',
        ...database,
        ...keys,
        NATS_URL: 'nats://n:4222',
        SMTP_URL: 'smtps://m.example',
      },
      ['PSP_CONNECTORS'],
    ],
    // The window is at most the contract's, and long enough to send something.
    [{ PSP_SEND_WINDOW_MS: '10001' }, ['PSP_SEND_WINDOW_MS']],
    [{ PSP_SEND_WINDOW_MS: '999' }, ['PSP_SEND_WINDOW_MS']],
    [{ SMTP_URL: 'http://m.example' }, ['SMTP_URL']],
    [{ MAIL_FROM: 'Ana <ana@a.example>, Eve <eve@e.example>' }, ['MAIL_FROM']],
    [{ PLATFORM_NAME: 'Pay <b>' }, ['PLATFORM_NAME']],
    [{ SUPPORT_EMAIL: 'help' }, ['SUPPORT_EMAIL']],
    [
      {
        PSP_ENVIRONMENT: 'live',
        PSP_SEND_WINDOW_MS: '2000',
        PSP_ALLOW_UNSAFE_DURABILITY: 'true',
        WEBHOOK_ALLOW_INSECURE_TARGETS: 'true',
        SIMULATOR_DATABASE_URL: 'postgres://psp@bank/psp',
      },
      [
        ...'DATABASE_URL NATS_URL SMTP_URL PSP_ENCRYPTION_KEYS PSP_HASH_KEY PSP_CONNECTORS'.split(' '),
        'WEBHOOK_ALLOW_INSECURE_TARGETS',
        'SIMULATOR_DATABASE_URL',
        'PSP_SEND_WINDOW_MS',
        'PSP_ALLOW_UNSAFE_DURABILITY',
      ],
    ],
  ])('%o lacks %o', (env, names) => {
    expect(problemsOf(env as Record<string, string>).map((problem) => problem.split(' ')[0])).toEqual(names);
  });
});
