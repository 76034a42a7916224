import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

const home = join(import.meta.dirname, '../../sdk/python');

/** The words of a program that the machine's own Python runs with the SDK at hand, and no package of others. */
export async function python(code: string, env: Readonly<Record<string, string>> = {}): Promise<string> {
  const environment = { ...process.env, ...env, PYTHONPATH: home, PYTHONDONTWRITEBYTECODE: '1' };
  try {
    const { stdout } = await promisify(execFile)('python3', ['-S', '-W', 'error', '-c', code], {
      env: environment,
    });
    return stdout;
  } catch (error) {
    if ((error as { code?: unknown }).code === 'ENOENT')
      throw new Error('The SDK for Python is tested with python3, 3.11 or newer: install it.', {
        cause: error,
      });
    throw error;
  }
}
