import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

const home = join(import.meta.dirname, '../../sdk/python');

/**
 * The words of a program that the machine's own Python runs with the SDK at hand, and no package of others. It reads `input`
 * as a line once that is there.
 */
export async function python(
  code: string,
  env: Readonly<Record<string, string>> = {},
  input?: Promise<string>,
): Promise<string> {
  const environment = { ...process.env, ...env, PYTHONPATH: home, PYTHONDONTWRITEBYTECODE: '1' };
  try {
    const running = promisify(execFile)('python3', ['-S', '-W', 'error', '-c', code], { env: environment });
    if (input !== undefined) running.child.stdin?.end(`${await input}\n`);
    return (await running).stdout;
  } catch (error) {
    if ((error as { code?: unknown }).code === 'ENOENT')
      throw new Error('The SDK for Python is tested with python3, 3.11 or newer: install it.', {
        cause: error,
      });
    throw error;
  }
}
