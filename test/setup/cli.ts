import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

const root = join(import.meta.dirname, '../..');
const cli = join(root, 'dist/main/cli.js');

/** How a command ended. */
export interface Outcome {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

type Env = Readonly<Record<string, string>>;

/** Builds what `npm run -s psp` runs, where a source is younger than it. */
export async function buildCommandLine(): Promise<void> {
  const sources = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' });
  const youngest = Math.max(...sources.map((name) => statSync(join(root, 'src', name)).mtimeMs));
  const built = statSync(cli, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  if (built < youngest) await promisify(execFile)('npm', ['run', '-s', 'build'], { cwd: root });
}

/** Starts the built command line; of this process's own environment it sees the PATH alone. */
export function startCommand(args: readonly string[], env: Env): ChildProcess {
  return startBuilt('cli', args, env);
}

/** Starts a built program of src/main, in the same way; that of another build by its path. */
export function startBuilt(program: string, args: readonly string[], env: Env): ChildProcess {
  const path = process.env['PATH'] ?? '';
  const file = resolve(root, 'dist/main', `${program}.js`);
  return spawn(process.execPath, [file, ...args], { env: { PATH: path, ...env } });
}

/** Runs a command to its end, which must come within 45 seconds. */
export async function runCommand(args: readonly string[], env: Env): Promise<Outcome> {
  const child = startCommand(args, env);
  const said = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name]?.setEncoding('utf8').on('data', (text: string) => (said[name] += text));
  }
  const late = setTimeout(() => child.kill('SIGKILL'), 45_000);
  const [code] = (await once(child, 'close')) as [number | null];
  clearTimeout(late);
  return { code: code ?? -1, ...said };
}
