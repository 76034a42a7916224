import { execFile, fork, spawn, type ChildProcess } from 'node:child_process';
import { on, once } from 'node:events';
import { isAbsolute, join, resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { promisify } from 'node:util';

const root = join(import.meta.dirname, '../..');
const cli = join(root, 'dist/cli/main.js');

/** How a command ended. */
export interface Outcome {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

type Env = Readonly<Record<string, string>>;

const isBuilt = 'test -e dist/cli/main.js && test -z "$(find src -newer dist/cli/main.js)"';

/** Builds what `npm run -s psp` runs, where a source is younger than it: once, however many test files ask at a time. */
export async function buildCommandLine(): Promise<void> {
  const build = `{ ${isBuilt}; } || npm run -s build`;
  await promisify(execFile)('flock', ['package.json', 'sh', '-c', build], { cwd: root });
}

/** Starts the built command line; of this process's own environment it sees the PATH alone. */
export function startCommand(args: readonly string[], env: Env): ChildProcess {
  return startBuilt('cli/main', args, env);
}

/** Starts a built program by its path below dist, in the same way; one of another build by its whole path. */
export function startBuilt(program: string, args: readonly string[], env: Env): ChildProcess {
  const file = resolve(root, 'dist', `${program}.js`);
  const own = isAbsolute(program) ? {} : cacheEnv;
  return spawn(process.execPath, [file, ...args], { env: { ...own, ...seenBy(env) } });
}

/** Code that one process of this build has compiled is kept for the next: a tenth of its start. */
const cacheEnv: Env = { NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/node') };

const seenBy = (env: Env): Env => ({ PATH: process.env['PATH'] ?? '', ...env });

let host: ChildProcess | undefined;
let turn: Promise<unknown> = Promise.resolve();

/**
 * Runs a command in a process that stays for the next one, which starts in a tenth of the time; one after the other. Its
 * end as a process (signals, pipes, what still holds it) is for `runCommand`.
 */
export function runWarm(args: readonly string[], env: Env): Promise<Outcome> {
  const outcome = turn.then(() => ranWarm(args, env));
  turn = Promise.allSettled([outcome]);
  return outcome;
}

async function ranWarm(args: readonly string[], env: Env): Promise<Outcome> {
  host ??= fork(join(import.meta.dirname, 'command-host.ts'), { silent: true });
  const late = setTimeout(() => host?.kill('SIGKILL'), 120_000);
  const said = Promise.all([saidBy(host, 'stdout'), saidBy(host, 'stderr')]);
  host.send({ cli, args, env: seenBy(env) });
  const [stdout, stderr] = await said;
  clearTimeout(late);
  if (stdout.code < 0) host = undefined;
  return { code: stdout.code, stdout: stdout.text, stderr: stderr.text };
}

/** All that a host says on a stream until its command has ended. */
async function saidBy(
  host: ChildProcess,
  name: 'stdout' | 'stderr',
): Promise<{ text: string; code: number }> {
  let text = '';
  for await (const chunk of on(host[name] as Readable, 'data', { close: ['close'] })) {
    text += String(chunk);
    const [said = '', code] = text.split('\0');
    if (code !== undefined) return { text: said, code: Number(code) };
  }
  return { text, code: -1 };
}

/** Runs a command to its end, which must come within 45 seconds. */
export async function runCommand(args: readonly string[], env: Env, mostMs = 120_000): Promise<Outcome> {
  const child = startCommand(args, env);
  const said = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name]?.setEncoding('utf8').on('data', (text: string) => (said[name] += text));
  }
  const late = setTimeout(() => child.kill('SIGKILL'), mostMs);
  const [code] = (await once(child, 'close')) as [number | null];
  clearTimeout(late);
  return { code: code ?? -1, ...said };
}
