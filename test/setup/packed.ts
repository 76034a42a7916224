import { execFile } from 'node:child_process';
import { cp, mkdir } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const root = join(import.meta.dirname, '../..');

/** What npm says of a copy of the SDK for TypeScript, in which no other test file builds. */
export async function npmOfSdk(
  dir: string,
  args: readonly string[],
): Promise<{ stdout: string; stderr: string }> {
  const cwd = join(dir, 'sdk');
  await cp(join(root, 'sdk/typescript'), cwd, {
    recursive: true,
    filter: (path) => !path.startsWith(join(root, 'sdk/typescript/dist')),
  });
  const PATH = `${join(root, 'node_modules/.bin')}${delimiter}${process.env['PATH']}`;
  return run('npm', args, { cwd, env: { ...process.env, PATH } });
}

/** Packs the SDK and installs it in the folder; answers with the paths in the package. */
export async function installSdk(dir: string): Promise<string[]> {
  const { stdout } = await npmOfSdk(dir, ['pack', '--json', '--pack-destination', dir]);
  const [{ filename, files }] = JSON.parse(stdout.slice(stdout.indexOf('['))) as [
    { filename: string; files: { path: string }[] },
  ];
  const home = join(dir, 'node_modules/@payments-service/sdk');
  await mkdir(home, { recursive: true });
  await run('tar', ['-xzf', join(dir, filename), '-C', home, '--strip-components=1']);
  return files.map(({ path }) => path);
}
