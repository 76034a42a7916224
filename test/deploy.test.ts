import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { Deployment } from 'kubernetes-models/apps/v1';
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1';
import { ConfigMap, PersistentVolumeClaim, Service } from 'kubernetes-models/v1';
import { describe, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { readConfig, settings, type ConfigError } from '../src/main/config.js';
import { newKeys } from './setup/keys.js';
import { projectText } from './setup/source.js';

interface Resource {
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly data?: Readonly<Record<string, string>>;
  readonly spec: {
    readonly template: {
      readonly spec: {
        readonly enableServiceLinks?: boolean;
        readonly volumes: unknown[];
        readonly containers: Container[];
      };
    };
  };
}
interface Container {
  readonly env: { readonly name: string; readonly value: string }[];
  readonly volumeMounts: unknown[];
}

const root = join(import.meta.dirname, '..');
const models = { Deployment, PodDisruptionBudget, ConfigMap, PersistentVolumeClaim, Service };

const resourcesOf = (text: string): Resource[] =>
  parseAllDocuments(text).map((document) => document.toJS() as Resource);

/** The files of a folder that are resources, by their names. */
const folder = (path: string, names = readdirSync(join(root, path))): Resource[] =>
  names
    .filter((name) => name !== 'kustomization.yaml')
    .flatMap((name) => resourcesOf(projectText(`${path}/${name}`)));

/** The chart puts plain values into its templates and nothing else, so that this is what Helm does. */
function rendered(values: unknown): Resource[] {
  const given: Readonly<Record<string, unknown>> = { Values: values, Release: { Namespace: 'payments' } };
  const valueAt = (path: string): string => {
    const value = path.split('.').reduce<unknown>((at, name) => (at as Record<string, unknown>)[name], given);
    expect(typeof value, path).toMatch(/string|number/);
    return String(value);
  };
  return readdirSync(join(root, 'deploy/helm/templates')).flatMap((name) => {
    const text = projectText(`deploy/helm/templates/${name}`);
    return resourcesOf(text.replaceAll(/\{\{ \.([\w.]+) \}\}/g, (_, path: string) => valueAt(path)));
  });
}

const base = folder('deploy/kustomize/base');
const chart = rendered(parse(projectText('deploy/helm/values.yaml')));
const liveSettings = folder('deploy/kustomize/live', ['settings.yaml']);

/** What a validator of Kubernetes says about a resource. */
function faultOf(resource: Resource): string | undefined {
  const Model = models[resource.kind as keyof typeof models];
  try {
    new Model(resource as never).validate();
    return undefined;
  } catch (error) {
    return `${resource.kind} ${resource.metadata.name}: ${(error as Error).message}`;
  }
}

const secrets = {
  DATABASE_URL: 'postgres://psp:x@db:5432/psp',
  NATS_URL: 'nats://nats:4222',
  SMTP_URL: 'smtps://psp:x@mail.example.com:465',
  ...newKeys(),
};
const connectors = JSON.stringify({
  connectors: [
    {
      name: 'bank_a',
      url: 'https://bank-a.example/connector',
      sending_keys: ['0123456789012345678901234567890123456789'],
      receiving_keys: ['9876543210987654321098765432109876543210'],
      routes: [{ method: 'spei', currency: 'MXN' }],
    },
  ],
});

const settingsOf = (...all: readonly Resource[]): Record<string, string> =>
  Object.assign({}, ...all.filter(({ kind }) => kind === 'ConfigMap').map(({ data }) => data)) as Record<
    string,
    string
  >;

function deploymentOf(resources: readonly Resource[], role: string): Resource {
  const found = resources.find(
    ({ kind, metadata }) => kind === 'Deployment' && metadata.name === `psp-${role}`,
  );
  if (!found) throw new Error(`there is no deployment of ${role}`);
  return found;
}

describe('resources of Kubernetes', () => {
  it('are as Kubernetes has them', () => {
    const all = [...base, ...chart, ...liveSettings, ...folder('deploy/kustomize/sandbox', ['home.yaml'])];
    expect(all.length).toBeGreaterThan(14);
    expect(all.flatMap((each) => faultOf(each) ?? [])).toEqual([]);
    const [first] = base.filter(({ kind }) => kind === 'Deployment');
    expect(faultOf({ ...first, spec: { replicas: 'two' } } as unknown as Resource)).toContain('replicas');
  });

  it.each(['api', 'worker'])('of the chart are those of the base, with connectors: %s', (role) => {
    const [ours, theirs] = [base, chart].map((each) => deploymentOf(each, role)) as [Resource, Resource];
    const podOf = ({ spec }: Resource) => spec.template.spec;
    const added = podOf(theirs).volumes.slice(podOf(ours).volumes.length);
    expect(added).toEqual([{ name: 'connectors', secret: { secretName: 'psp-connectors' } }]);
    const plain = ({ volumes, containers: [container], ...pod }: ReturnType<typeof podOf>) => ({
      ...pod,
      volumes: volumes.slice(0, 2),
      container: { ...container, image: '', volumeMounts: container?.volumeMounts.slice(0, 2) },
    });
    expect(plain(podOf(theirs))).toEqual(plain(podOf(ours)));
  });

  // Kubernetes would add PSP_API_SERVICE_HOST and the like, which a start refuses as unknown settings.
  it('get no variables of the services beside them', () => {
    for (const resources of [base, chart])
      for (const { kind, metadata, spec } of resources)
        if (kind === 'Deployment') expect(spec.template.spec.enableServiceLinks, metadata.name).toBe(false);
    expect(() => readConfig({ PSP_API_SERVICE_HOST: '10.0.0.1' })).toThrow('is not a known setting');
  });

  it('have settings with which each role starts in live', () => {
    for (const resources of [[...base, ...liveSettings], chart]) {
      for (const role of ['api', 'worker']) {
        const [container] = deploymentOf(resources, role).spec.template.spec.containers;
        const own = Object.fromEntries((container?.env ?? []).map(({ name, value }) => [name, value]));
        const env = { ...settingsOf(...resources), ...secrets, PSP_CONNECTORS: connectors, ...own };
        expect(readConfig(env)).toMatchObject({
          environment: 'live',
          roles: [role],
          host: '0.0.0.0',
          internalHost: '0.0.0.0',
          drainSeconds: 10,
          dataDir: '/home/node/psp',
        });
      }
    }
  });
});

interface Composed {
  readonly services: Readonly<
    Record<
      string,
      {
        readonly image?: string;
        readonly read_only?: boolean;
        readonly environment?: Readonly<Record<string, string>>;
        readonly volumes?: readonly string[];
        readonly healthcheck?: object;
      }
    >
  >;
  readonly volumes: Readonly<Record<string, null>>;
}

const composed = parse(projectText('deploy/compose.live.yml'), { merge: true }) as Composed;
const processes = Object.entries(composed.services).filter(
  ([, { environment }]) => environment?.['PSP_ROLES'],
);

describe('compose.live.yml', () => {
  it('has settings with which each process starts in live, and each is scraped', () => {
    const given: Record<string, string> = { ...secrets, PUBLIC_HOST: 'api.example.com', NATS_PASSWORD: 'x' };
    const filled = (value: string): string =>
      value
        .replaceAll(/\$\{(\w+):\?[^}]*\}/g, (_, name: string) => given[name] ?? '')
        .replaceAll(/\$\{\w+:-([^}]*)\}/g, '$1');
    const roles = processes.map(([, { environment = {} }]) => {
      const env = Object.fromEntries(
        Object.entries(environment).map(([name, value]) => [name, filled(value)]),
      );
      const config = readConfig({ ...env, PSP_CONNECTORS: connectors });
      expect(config).toMatchObject({ environment: 'live', publicUrl: 'https://api.example.com' });
      expect(config.internalNames).toEqual(processes.map(([name]) => name));
      return config.roles.join();
    });
    expect(roles).toEqual(['api', 'api', 'worker', 'worker']);
    const scraped = parse(projectText('deploy/prometheus/prometheus.yml')) as {
      scrape_configs: { static_configs: { targets: string[] }[] }[];
    };
    expect(scraped.scrape_configs[0]?.static_configs[0]?.targets).toEqual(
      processes.map(([name]) => `${name}:4000`),
    );
  });

  it('pins each image, asks each for its health, and keeps what must be kept', () => {
    for (const [name, { image, read_only: isReadOnly, healthcheck }] of Object.entries(composed.services)) {
      if (image === undefined) expect(isReadOnly, name).toBe(true);
      else
        expect([image, healthcheck !== undefined]).toEqual([
          expect.stringMatching(/:v?\d+\.\d+(\.\d+)?(-\w+)*$/),
          true,
        ]);
    }
    const kept = Object.values(composed.services).flatMap(({ volumes = [] }) =>
      volumes.filter((each) => /^\w+:/.test(each)).map((each) => each.split(':')[0]),
    );
    expect(new Set(kept)).toEqual(new Set(Object.keys(composed.volumes)));
  });
});

/** Settings that live refuses by name; the others are for live too. */
const names = Object.keys(settings.shape);
const forLive = names.filter((name) => {
  try {
    readConfig({ PSP_ENVIRONMENT: 'live', [name]: 'true' });
    return true;
  } catch (error) {
    return !(error as ConfigError).problems.some((problem) => problem.startsWith(`${name} is for `));
  }
});

/** What the documents tell an operator to put into the secret settings.env. */
const inSecret = /`settings\.env` has ([^.]*)\./.exec(projectText('docs/deploy.md'))?.[1] ?? '';
const secretNames = [...inSecret.matchAll(/`([A-Z_]+)`/g)].map(([, name = '']) => name);

describe('settings that live takes', () => {
  /** Ports are those of the image. The time to drain goes with the time to stop. */
  const fixed = ['PORT', 'INTERNAL_PORT', 'DRAIN_SECONDS'];
  const table = forLive.filter((name) => !fixed.includes(name));

  it('are all but those of tests and of a sandbox', () => {
    expect(names.filter((name) => !forLive.includes(name)).toSorted()).toEqual([
      'PSP_ALLOW_UNSAFE_DURABILITY',
      'PSP_SEND_WINDOW_MS',
      'SIMULATOR_DATABASE_URL',
      'WEBHOOK_ALLOW_INSECURE_TARGETS',
    ]);
    expect(table).toEqual(expect.arrayContaining(['PSP_SEAL_KEY', 'TWO_OPERATORS', 'DATABASE_POOLER']));
  });

  it.each(table)('%s: each process of compose.live.yml gets it', (name) => {
    for (const [process, { environment }] of processes) expect(environment, process).toHaveProperty(name);
  });

  it.each(table)('%s: each pod of the chart gets it, from its values or from the secret', (name) => {
    for (const role of ['api', 'worker']) {
      const [container] = deploymentOf(chart, role).spec.template.spec.containers;
      const given = [
        ...Object.keys(settingsOf(...chart)),
        ...(container?.env ?? []).map((each) => each.name),
        ...secretNames,
      ];
      expect(given, role).toContain(name);
    }
  });

  it('that are secret are named alike in the documents and in the values of the chart', () => {
    const [, named = ''] = /# ([A-Z_, ]+)\n +settings:/.exec(projectText('deploy/helm/values.yaml')) ?? [];
    expect(named.split(', ')).toEqual(secretNames);
    expect(Object.keys(secrets).filter((name) => !secretNames.includes(name))).toEqual([]);
  });
});

describe('units of systemd', () => {
  it.each(['api', 'worker'])('run what npm start runs, and have time to stop: %s', (role) => {
    const unit = projectText(`deploy/systemd/psp-${role}@.service`);
    const valueOf = (name: string): string => new RegExp(`^${name}=(.*)$`, 'm').exec(unit)?.[1] ?? '';
    const { scripts } = JSON.parse(projectText('package.json')) as { scripts: { start: string } };
    expect(valueOf('ExecStart').replace('/srv/psp/node_modules/.bin/', 'exec ')).toBe(scripts.start);
    const own = Object.fromEntries(
      valueOf('Environment')
        .replaceAll('%i', '3001')
        .split(' ')
        .map((each) => each.split('=') as [string, string]),
    );
    const config = readConfig({ ...secrets, ...own, PSP_ENVIRONMENT: 'live', PSP_CONNECTORS: connectors });
    expect([config.roles, config.internalPort]).toEqual([[role], 13_001]);
    expect(Number(valueOf('TimeoutStopSec'))).toBeGreaterThan(config.drainSeconds + 10);
    expect(Number(valueOf('LimitNOFILE'))).toBe(16_384);
  });
});
