import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readlink, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openService, type RunningService } from '../setup/running.js';
import { projectText } from '../setup/source.js';

const root = join(import.meta.dirname, '../..');
const { packages } = JSON.parse(projectText('package-lock.json')) as {
  packages: Record<string, { dev?: true; devOptional?: true; bin?: Record<string, string> }>;
};

let service: RunningService;
let dir: string;

/** A clone with the packages of `npm ci --omit=dev`, not built. */
beforeAll(async () => {
  service = await openService();
  dir = await mkdtemp(join(tmpdir(), 'psp-install-'));
  const files = [
    'src',
    'assets',
    'migrations',
    'config',
    'schema',
    'package.json',
    'tsconfig.json',
    'tsconfig.build.json',
    'console.config.ts',
  ];
  for (const name of files)
    await cp(join(root, name), join(dir, name), { recursive: true, preserveTimestamps: true });
  const production = Object.keys(packages).filter(
    (path) => /^node_modules\/(@[^/]+\/)?[^/]+$/.test(path) && packages[path]?.dev !== true,
  );
  await mkdir(join(dir, 'node_modules/.bin'), { recursive: true });
  for (const path of production) {
    // Binaries of other platforms are not installed.
    if (!existsSync(join(root, path))) continue;
    await mkdir(dirname(join(dir, path)), { recursive: true });
    await symlink(join(root, path), join(dir, path));
    for (const name of Object.keys(packages[path]?.bin ?? {})) await linkCommand(name);
  }
});
afterAll(async () => {
  await rm(dir, { recursive: true });
  await service.stop();
});

async function linkCommand(name: string): Promise<void> {
  const command = join('node_modules/.bin', name);
  if (existsSync(join(root, command))) await symlink(await readlink(join(root, command)), join(dir, command));
}

/** npm's output and exit code; when `until` appears, npm is stopped. */
async function npm(args: readonly string[], until?: RegExp): Promise<{ said: string; code: number | null }> {
  const path = (process.env['PATH'] ?? '')
    .split(':')
    .filter((each) => !each.startsWith(root))
    .join(':');
  const child = spawn('npm', args, {
    cwd: dir,
    detached: true,
    env: { ...service.env, DRAIN_SECONDS: '0', PATH: path },
  });
  let said = '';
  const onOutput = (text: Buffer): void => {
    said += text.toString();
    if (until?.test(said) === true && child.pid !== undefined) process.kill(-child.pid, 'SIGTERM');
  };
  child.stdout.on('data', onOutput);
  child.stderr.on('data', onOutput);
  const [code] = (await once(child, 'close')) as [number | null];
  return { said, code };
}

describe('npm ci --omit=dev', () => {
  it('builds, starts without another build, and rebuilds if a source is newer', async () => {
    expect(await npm(['run', '-s', 'prepare'])).toEqual({ said: '', code: 0 });
    const { mtimeMs: built } = await stat(join(dir, 'dist/main/serve.js'));
    // From here on the build only prints a line.
    const manifest = projectText('package.json').replace(/"build": "[^"]*"/, '"build": "echo it is built"');
    await writeFile(join(dir, 'package.json'), manifest);
    const started = await npm(['start'], /REST API +http:/);
    expect(started).toMatchObject({ code: 0, said: expect.stringMatching(/REST API +http:/) as unknown });
    expect(started.said).not.toContain('it is built');

    const later = new Date(built + 1_000);
    await utimes(join(dir, 'src/main/serve.ts'), later, later);
    expect((await npm(['run', 'prestart'])).said).toContain('it is built');
  });
});
