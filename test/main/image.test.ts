import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  accessSync,
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
} from 'node:fs';
import { mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildCommandLine } from '../setup/cli.js';
import { openService, type RunningService } from '../setup/running.js';
import { projectText } from '../setup/source.js';
import { eventually } from '../setup/patience.js';

const root = join(import.meta.dirname, '../..');
const nobody = 65_534;
const isRoot = process.getuid?.() === 0;
const { packages } = JSON.parse(projectText('package-lock.json')) as {
  packages: Record<
    string,
    { dev?: true; optional?: true; devOptional?: true; name?: string; version?: string; link?: true }
  >;
};
const { scripts } = JSON.parse(projectText('package.json')) as { scripts: { start: string } };

interface Step {
  readonly word: string;
  readonly rest: string;
}
const stages = projectText('Dockerfile')
  .split(/^(?=FROM )/m)
  .filter((text) => text.startsWith('FROM '))
  .map((text): Step[] =>
    text
      .split('\n')
      .filter((line) => /^[A-Z]+ /.test(line))
      .map((line) => ({ word: line.split(' ')[0] ?? '', rest: line.replace(/^\S+ /, '') })),
  );
const [build = [], image = []] = stages;
const restOf = (word: string): string[] => image.filter((step) => step.word === word).map(({ rest }) => rest);

let service: RunningService;
let dir: string;

/** The steps of the Dockerfile in a plain folder; npm packages are linked from this checkout. */
beforeAll(async () => {
  await buildCommandLine();
  service = await openService();
  dir = await mkdtemp(join(tmpdir(), 'psp-image-'));
  const [built, tree, home] = ['build', 'tree', 'home'].map((name) => join(dir, name)) as [
    string,
    string,
    string,
  ];
  for (const path of [built, tree, home]) mkdirSync(path);
  copyAll(build, root, built);
  await install(built);
  const bill = build.find(({ rest }) => rest.includes('npm sbom'))?.rest ?? '';
  await promisify(execFile)('sh', ['-c', bill], { cwd: built });
  cpSync(join(root, 'dist'), join(built, 'dist'), { recursive: true });
  copyAll(image, root, tree, built);
  chmodSync(dir, 0o755);
  if (isRoot) chownSync(home, nobody, nobody);
  await promisify(execFile)('chmod', ['-R', 'a-w,a+rX', tree]);
});
afterAll(async () => {
  await promisify(execFile)('chmod', ['-R', 'u+w', dir]);
  await rm(dir, { recursive: true });
  await service.stop();
});

function copyAll(steps: readonly Step[], context: string, to: string, built?: string): void {
  for (const { word, rest } of steps) {
    if (word !== 'COPY') continue;
    const words = rest.split(' ').filter((each) => !each.startsWith('--'));
    const target = words.pop() ?? '';
    const from = rest.startsWith('--from=build') ? built : context;
    for (const name of words) {
      const source = join(from ?? '', name.replace('/srv/psp/', ''));
      const path = target.endsWith('/') ? join(to, target, name) : join(to, target);
      cpSync(source, path, { recursive: true, verbatimSymlinks: true });
    }
  }
}

async function install(folder: string): Promise<void> {
  const production = Object.entries(packages).filter(
    ([path, { dev, optional, devOptional }]) =>
      /^node_modules\/(@[^/]+\/)?[^/]+$/.test(path) && !dev && !optional && !devOptional,
  );
  for (const [path] of production) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    await symlink(join(root, path), join(folder, path));
  }
}

const listOf = (text: string): string[] => JSON.parse(text.replace(/^.*?CMD (?=\[)/, '')) as string[];

describe('the image', () => {
  it('is built in stages; the last one has no privileges, a health check and the command of npm start', () => {
    expect(stages).toHaveLength(2);
    expect(build.map(({ rest }) => rest)).toContain('npm prune --omit=dev --omit=optional --ignore-scripts');
    expect(restOf('RUN')).toEqual([expect.stringMatching(/^rm -rf .*\/npm .*\/corepack .*\/yarn /)]);
    expect(restOf('USER')).toEqual(['node']);
    expect(restOf('HEALTHCHECK')).toHaveLength(1);
    expect(`exec ${listOf(restOf('CMD')[0] ?? '').join(' ')}`).toBe(scripts.start);
  });

  it('copies only existing files that .dockerignore includes', () => {
    const letThrough = projectText('.dockerignore').match(/(?<=^!)\S+/gm) ?? [];
    const copied = [...build, ...image]
      .filter(({ word, rest }) => word === 'COPY' && !rest.startsWith('--from'))
      .flatMap(({ rest }) => rest.split(' ').slice(0, -1));
    expect(new Set(copied)).toEqual(new Set(letThrough));
    for (const name of copied) accessSync(join(root, name));
  });

  it('contains nothing that only tests and builds need', () => {
    const there = readdirSync(join(dir, 'tree/node_modules'));
    expect(there).toContain('fastify');
    for (const name of ['vitest', 'typescript', 'oxlint', 'playwright-core'])
      if (packages[`node_modules/${name}`]?.dev) expect(there).not.toContain(name);
    expect(existsSync(join(dir, 'tree/src'))).toBe(false);
  });

  it('has a bill of materials with every package', () => {
    const bill = JSON.parse(readFileSync(join(dir, 'tree/sbom.cdx.json'), 'utf8')) as {
      bomFormat: string;
      components: { purl: string }[];
    };
    expect(bill.bomFormat).toBe('CycloneDX');
    const listed = new Set(
      bill.components.map(({ purl }) => decodeURIComponent(purl.replace(/^pkg:npm\/|\?.*$/g, ''))),
    );
    const wanted = Object.entries(packages)
      .filter(([, { dev, optional, devOptional }]) => !dev && !optional && !devOptional)
      .filter(([path, { link }]) => path.startsWith('node_modules/') && !link)
      .map(([path, { name, version }]) => `${name ?? path.replace(/^.*node_modules\//, '')}@${version}`);
    expect(wanted.length).toBeGreaterThan(100);
    expect([...listed].toSorted()).toEqual([...new Set(wanted)].toSorted());
  });

  it('runs as an unprivileged user from a read-only tree, and is healthy', async () => {
    const env = {
      ...service.env,
      PATH: process.env['PATH'],
      NODE_ENV: 'production',
      PSP_DATA_DIR: join(dir, 'home/psp'),
      DRAIN_SECONDS: '0',
    };
    const [, ...args] = listOf(restOf('CMD')[0] ?? '');
    const who = isRoot ? { uid: nobody, gid: nobody } : {};
    const child = spawn(process.execPath, args, { cwd: join(dir, 'tree'), env, ...who });
    let said = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (text: Buffer) => (said += text.toString()));
    const ended = once(child, 'close');
    try {
      await eventually(() => expect(said).toMatch(/Internal +http/));
      const [, port = ''] = /Internal +http:\/\/[^:]+:(\d+)/.exec(said) ?? [];
      const [, ...check] = listOf(restOf('HEALTHCHECK')[0] ?? '');
      const checking = spawn(process.execPath, check, { env: { ...env, INTERNAL_PORT: port }, ...who });
      expect(await once(checking, 'close')).toEqual([0, null]);
      const missing = spawn(process.execPath, check, { env: { ...env, INTERNAL_PORT: '9' }, ...who });
      expect(await once(missing, 'close')).toEqual([1, null]);
    } finally {
      child.kill('SIGTERM');
    }
    expect(await ended, said).toEqual([0, null]);
  });
});
