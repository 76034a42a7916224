import { execFile } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const root = join(import.meta.dirname, '../..');

/** Packs the SDK for TypeScript and installs it in the folder; answers with the paths in the package. */
export async function installSdk(dir: string): Promise<string[]> {
  const { stdout } = await run('npm', ['pack', '--json', '--pack-destination', dir], {
    cwd: join(root, 'sdk/typescript'),
  });
  const [{ filename, files }] = JSON.parse(stdout.slice(stdout.indexOf('['))) as [
    { filename: string; files: { path: string }[] },
  ];
  const home = join(dir, 'node_modules/@payments-service/sdk');
  await mkdir(home, { recursive: true });
  await run('tar', ['-xzf', join(dir, filename), '-C', home, '--strip-components=1']);
  return files.map(({ path }) => path);
}
