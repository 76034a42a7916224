import { execFile } from 'node:child_process';
import { appendFileSync, cpSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

const root = join(import.meta.dirname, '../..');
const run = promisify(execFile);

/** The parts from which a built release runs, beside its packages. */
const parts = ['dist', 'migrations', 'config', 'assets', 'schema', 'package.json'];

/** The newest release there is, or none yet. */
export async function newestTag(): Promise<string | undefined> {
  // Where the history is not there, as in a copy of the files, there is no release to build.
  const tag = await run('git', ['describe', '--tags', '--abbrev=0', 'HEAD'], { cwd: root }).catch(
    () => undefined,
  );
  return tag?.stdout.trim() || undefined;
}

/** Builds the release of a tag in an empty folder, on the packages that are installed here. */
export async function buildRelease(tag: string, dir: string): Promise<string> {
  mkdirSync(dir, { recursive: true });
  await run('sh', ['-c', 'git archive "$0" | tar -x -C "$1"', tag, dir], { cwd: root });
  symlinkSync(join(root, 'node_modules'), join(dir, 'node_modules'));
  await run('npm', ['run', '-s', 'build'], { cwd: dir });
  return dir;
}

/** This build as the release that comes next, with more migrations, and functions whose text has changed. */
export function nextRelease(
  dir: string,
  { migrations, functions }: { migrations: Readonly<Record<string, string>>; functions: readonly string[] },
): string {
  mkdirSync(dir, { recursive: true });
  for (const part of parts) cpSync(join(root, part), join(dir, part), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(dir, 'node_modules'));
  for (const [name, text] of Object.entries(migrations)) writeFileSync(join(dir, 'migrations', name), text);
  for (const name of functions) appendFileSync(join(dir, 'migrations', name), '-- of the next release\n');
  return dir;
}
