import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { unpackPackage } from './debian.js';

const run = promisify(execFile);
const root = join(import.meta.dirname, '../..');
const cache = join(root, 'node_modules/.cache/mypy');
const packages = ['python3-mypy', 'python3-mypy-extensions', 'python3-typing-extensions'];

/** What mypy says, in strict mode, of files that have the SDK at hand. `cwd` gets its cache. */
export async function mypy(cwd: string, files: readonly string[]): Promise<string> {
  const paths = await Promise.all(packages.map(unpacked));
  const env = { ...process.env, PYTHONPATH: paths.join(':'), MYPYPATH: join(root, 'sdk/python') };
  const args = ['-m', 'mypy', '--strict', '--no-error-summary', ...files];
  const { stdout } = await run('python3', args, { cwd, env }).catch(
    (error: unknown) => error as { stdout?: string },
  );
  if (stdout === undefined) throw new Error('The SDK for Python is checked with python3: install it.');
  return stdout;
}

/** A package of Debian beside the dependencies. */
async function unpacked(name: string): Promise<string> {
  const home = join(cache, name);
  if (!existsSync(home))
    await unpackPackage(name, home).catch((cause: unknown) => {
      throw new Error(`There is no ${name}: it comes from Debian by apt-get.`, { cause });
    });
  return join(home, 'usr/lib/python3/dist-packages');
}
