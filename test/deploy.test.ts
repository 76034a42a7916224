import { cpSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Deployment } from 'kubernetes-models/apps/v1';
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1';
import { ConfigMap, PersistentVolumeClaim, Service } from 'kubernetes-models/v1';
import { describe, expect, it, onTestFinished } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { readConfiguration } from '../connectors/iso20022/settings.ts';
import { pixSettings } from '../connectors/pix/settings.ts';
import { readSettings } from '../connectors/protocol/settings.ts';
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
  readonly command?: readonly string[];
  readonly ports: readonly { readonly containerPort: number }[];
  readonly env: { readonly name: string; readonly value: string }[];
  readonly volumeMounts: unknown[];
}

interface ChartValues {
  readonly connectors: Readonly<Record<'pix' | 'bankFiles', Readonly<Record<string, unknown>>>>;
}

const root = join(import.meta.dirname, '..');
const models = { Deployment, PodDisruptionBudget, ConfigMap, PersistentVolumeClaim, Service };

const resourcesOf = (text: string): Resource[] =>
  parseAllDocuments(text).flatMap((document) => (document.toJS() as Resource | null) ?? []);

/** The files of a folder that are resources, by their names. */
const folder = (path: string, names = readdirSync(join(root, path))): Resource[] =>
  names
    .filter((name) => name !== 'kustomization.yaml')
    .flatMap((name) => resourcesOf(projectText(`${path}/${name}`)));

/** The chart puts plain values into its templates, and leaves lines out by a value: this is what Helm does. */
function rendered(values: unknown): Resource[] {
  const context: Readonly<Record<string, unknown>> = { Values: values, Release: { Namespace: 'payments' } };
  const at = (path: string): unknown =>
    path.split('.').reduce<unknown>((value, name) => (value as Record<string, unknown>)[name], context);
  const textAt = (path: string): string => {
    expect(typeof at(path), path).toMatch(/string|number/);
    return String(at(path));
  };
  const chosen = (text: string): string => {
    const conditions: boolean[] = [];
    const isKept = (line: string): boolean => {
      const [, path] = /^\{\{- if \.([\w.]+) \}\}$/.exec(line) ?? [];
      if (path !== undefined) conditions.push(Boolean(at(path)));
      else if (line === '{{- end }}') conditions.pop();
      else return conditions.every(Boolean);
      return false;
    };
    const lines = text.split('\n').filter(isKept).join('\n');
    expect(conditions).toEqual([]);
    return lines;
  };
  return readdirSync(join(root, 'deploy/helm/templates')).flatMap((name) => {
    const text = chosen(projectText(`deploy/helm/templates/${name}`)).replaceAll(
      /\{\{ \.([\w.]+) \}\}/g,
      (_, path: string) => textAt(path),
    );
    expect(text, name).not.toContain('{{');
    return resourcesOf(text);
  });
}

const base = folder('deploy/kustomize/base');
const values = parse(projectText('deploy/helm/values.yaml')) as ChartValues;
const chart = rendered(values);
const { pix, bankFiles } = values.connectors;
/** The chart with both connectors, as they are at the first start. */
const whole = rendered({
  ...values,
  connectors: {
    pix: { ...pix, enabled: true },
    bankFiles: { ...bankFiles, enabled: true, new: true, exchangeClaim: 'bank' },
  },
});
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

describe('Kubernetes resources', () => {
  it('are valid', () => {
    const all = [...base, ...whole, ...liveSettings, ...folder('deploy/kustomize/sandbox', ['home.yaml'])];
    expect(all.length).toBeGreaterThan(14);
    expect(all.flatMap((each) => faultOf(each) ?? [])).toEqual([]);
    const [first] = base.filter(({ kind }) => kind === 'Deployment');
    expect(faultOf({ ...first, spec: { replicas: 'two' } } as unknown as Resource)).toContain('replicas');
  });

  it.each(['api', 'worker'])('of the chart equal those of the base, with connectors: %s', (role) => {
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
  it('get no environment variables of services', () => {
    for (const resources of [base, whole])
      for (const { kind, metadata, spec } of resources)
        if (kind === 'Deployment') expect(spec.template.spec.enableServiceLinks, metadata.name).toBe(false);
    expect(() => readConfig({ PSP_API_SERVICE_HOST: '10.0.0.1' })).toThrow('is not a known setting');
  });

  it('have settings that start each role in live', () => {
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
        readonly profiles?: readonly string[];
        readonly command?: readonly string[];
        readonly ports?: readonly string[];
        readonly read_only?: boolean;
        readonly environment?: Readonly<Record<string, string>>;
        readonly volumes?: readonly string[];
        readonly healthcheck?: { readonly test: readonly string[] };
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
  it('has settings that start each process in live, and each is scraped', () => {
    const composeEnv: Record<string, string> = {
      ...secrets,
      PUBLIC_HOST: 'api.example.com',
      NATS_PASSWORD: 'x',
    };
    const filled = (value: string): string =>
      value
        .replaceAll(/\$\{(\w+):\?[^}]*\}/g, (_, name: string) => composeEnv[name] ?? '')
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

  it('pins each image, checks the health of each, and keeps data in volumes', () => {
    for (const [name, { image, read_only: isReadOnly, healthcheck }] of Object.entries(composed.services)) {
      if (image === undefined) expect(isReadOnly, name).toBe(true);
      else
        expect([image, healthcheck !== undefined]).toEqual([
          expect.stringMatching(/:v?\d+\.\d+(\.\d+)?(-\w+)*$/),
          true,
        ]);
    }
    const mounted = Object.values(composed.services).flatMap(({ volumes = [] }) =>
      volumes.filter((each) => /^\w+:/.test(each)).map((each) => each.split(':')[0]),
    );
    expect(new Set(mounted)).toEqual(new Set(Object.keys(composed.volumes)));
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

describe('settings of live', () => {
  /** Ports are those of the image. The time to drain goes with the time to stop. */
  const fixed = ['PORT', 'INTERNAL_PORT', 'DRAIN_SECONDS'];
  const table = forLive.filter((name) => !fixed.includes(name));

  it('are all settings except those for tests and sandboxes', () => {
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
      const settings = [
        ...Object.keys(settingsOf(...chart)),
        ...(container?.env ?? []).map((each) => each.name),
        ...secretNames,
      ];
      expect(settings, role).toContain(name);
    }
  });

  it('secret ones have the same names in the documents and in the values of the chart', () => {
    const [, named = ''] = /# ([A-Z_, ]+)\n +settings:/.exec(projectText('deploy/helm/values.yaml')) ?? [];
    expect(named.split(', ')).toEqual(secretNames);
    expect(Object.keys(secrets).filter((name) => !secretNames.includes(name))).toEqual([]);
  });
});

/** Each connector that can be deployed: its settings file, and the part of it that a container needs otherwise. */
const deployed = [
  { name: 'pix', file: 'pix.json', port: 5300, webhook: 5301 },
  { name: 'bank-files', file: 'settings.json', port: 5200, webhook: undefined },
] as const;

describe.each(deployed)('the connector $name', ({ name, file, port, webhook }) => {
  const script = { pix: 'connectors/pix/main.ts', 'bank-files': 'connectors/iso20022/main.ts' }[name];
  const page = projectText('docs/deploy.md');
  /** The settings that docs/deploy.md gives for a container, put over those of the connector's own page. */
  const [, ofContainer = ''] = new RegExp(`<!-- ${name} -->\\s+\`\`\`json\\n([^\`]+)\`\`\``).exec(page) ?? [];
  const container = JSON.parse(ofContainer) as { journal: string; listen: { port: number }; desk?: string };

  it('runs with Compose only in its profile, and keeps its journal', () => {
    const {
      profiles,
      command = [],
      volumes = [],
      ports = [],
      healthcheck,
      ...rest
    } = composed.services[name] ?? {};
    expect(profiles).toEqual([name]);
    expect(command).toContain(script);
    expect(existsSync(join(root, script))).toBe(true);
    expect(command.at(-1)).toBe(`/etc/psp/${file}`);
    expect(volumes.map((each) => each.replace(/^\$\{\w+:-.*?\}/, ''))).toEqual([
      `${name.replace('-', '_')}:/home/node`,
      ':/etc/psp:ro',
      ...(name === 'bank-files' ? [':/exchange'] : []),
    ]);
    expect(ports.map((each) => Number(each.split(':').at(-1)))).toEqual(
      webhook === undefined ? [] : [webhook],
    );
    expect(healthcheck?.test.at(-1)).toContain(`connect(${port}, `);
    expect(rest.read_only).toBe(true);
    // A file without the profile needs none of its variables.
    expect(JSON.stringify(composed.services[name])).not.toContain(':?');
  });

  it('is in the chart if it is enabled: one pod, with a journal that outlives the release', () => {
    expect(chart.filter(({ metadata }) => metadata.name.startsWith(`psp-${name}`))).toEqual([]);
    const { spec } = deploymentOf(whole, name);
    expect(spec).toMatchObject({ replicas: 1, strategy: { type: 'Recreate' } });
    const [pod] = spec.template.spec.containers;
    expect(pod?.command).toEqual(
      composed.services[name]?.command?.flatMap((each) => (each === 'serve' ? [each, '--new'] : [each])),
    );
    expect(pod?.ports.map(({ containerPort }) => containerPort)).toEqual(
      webhook === undefined ? [port] : [port, webhook],
    );
    expect(pod?.volumeMounts).toEqual(
      expect.arrayContaining([
        { name: 'home', mountPath: '/home/node' },
        { name: 'settings', mountPath: '/etc/psp', readOnly: true },
      ]),
    );
    expect(spec.template.spec.volumes).toContainEqual({
      name: 'home',
      persistentVolumeClaim: { claimName: `psp-${name}` },
    });
    const claim = whole.find(
      ({ kind, metadata }) => kind === 'PersistentVolumeClaim' && metadata.name === `psp-${name}`,
    );
    expect(claim?.metadata).toMatchObject({ annotations: { 'helm.sh/resource-policy': 'keep' } });
  });

  it('has settings in the documents that its program accepts, with a journal on its volume', () => {
    expect(container.journal).toMatch(/^\/home\/node\//);
    expect(container.desk ?? '/home/node/').toMatch(/^\/home\/node\//);
    expect(container.listen).toMatchObject({ host: '0.0.0.0', port, tls: { clients: 'authority.pem' } });
    const home = mkdtempSync(join(tmpdir(), 'psp-deploy-'));
    onTestFinished(() => rmSync(home, { recursive: true }));
    if (name === 'pix') {
      const [, example = ''] = /```json\n([^`]+)```/.exec(projectText('docs/pix.md')) ?? [];
      writeFileSync(join(home, file), JSON.stringify({ ...(JSON.parse(example) as object), ...container }));
      expect(readSettings(join(home, file), pixSettings).settings.journal).toBe(container.journal);
      return;
    }
    const example = JSON.parse(projectText('connectors/iso20022/settings.example.json')) as {
      profile: string;
    };
    cpSync(join(root, 'connectors/iso20022/profiles'), join(home, 'profiles'), { recursive: true });
    writeFileSync(join(home, file), JSON.stringify({ ...example, ...container }));
    expect(readConfiguration(join(home, file)).settings.journal).toBe(container.journal);
  });
});

describe('systemd units', () => {
  it.each(['api', 'worker'])('run the same as npm start, and have time to stop: %s', (role) => {
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
